//! The moments of a model's skins: computed once, shared by models that keep fewer of them, and kept in files.

use super::cache_file::{CacheError, CacheFile, CacheKey};
use super::vertex_moments::{SkinMoments, Surroundings};
use super::{Model, MostSurroundingJoints, SkinKind};
use crate::work::Progress;
use std::sync::{Arc, OnceLock};

/// Increase the version with every change of the computation or of the file format.
const FILE: CacheFile = CacheFile { magic: *b"skinscope moment", version: 1 };

/// The moments once they were needed. A copy of a model is made to be changed, so it starts without.
#[derive(Debug, Default)]
pub(super) struct KeptMoments {
    /// With [`MOST_MOMENTS`] joints for each vertex; shared by models that differ in the number that they keep.
    all: Arc<OnceLock<Vec<Arc<SkinMoments>>>>,
    /// The joints that this model keeps, and what is left of `all`.
    fewer: Option<(MostSurroundingJoints, OnceLock<Vec<Arc<SkinMoments>>>)>,
}

impl Clone for KeptMoments {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Model {
    /// The moments of a skin's vertices, in the default shape; empty for rigid meshes. The first call computes them, which
    /// takes seconds for a large model.
    pub fn moments(&self, skin: u32) -> &Arc<SkinMoments> {
        let KeptMoments { all, fewer } = &self.default_shape().moments;
        let all = all.get_or_init(|| self.compute_moments(&Progress::default()).unwrap_or_default());
        let kept = match fewer {
            Some((most, kept)) => kept.get_or_init(|| all.iter().map(|one| Arc::new(one.keeping(*most))).collect()),
            None => all,
        };
        &kept[skin as usize]
    }

    /// Whether the moments are known.
    pub fn has_moments(&self) -> bool {
        self.default_shape().moments.all.get().is_some()
    }

    /// Computes the moments of all skins, with `MOST_MOMENTS` joints for each vertex. `None` if canceled.
    pub fn compute_moments(&self, progress: &Progress) -> Option<Vec<Arc<SkinMoments>>> {
        let model = self.default_shape();
        let of_skin = |(skin, source): (u32, &super::Skin)| match model.smooth_surface(skin) {
            Some(surface) if source.kind == SkinKind::Skinned => {
                SkinMoments::compute(surface, &Surroundings::of(model, skin, surface), progress).map(Arc::new)
            }
            _ => Some(Arc::default()),
        };
        (0..).zip(&model.skins).map(of_skin).collect()
    }

    /// Whether the two models keep the same moments, or some of the same, once one of them has computed them.
    pub fn shares_moments_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.default_shape().moments.all, &other.default_shape().moments.all)
    }

    /// Lets a copy of this model have its moments.
    pub fn share_moments(&self, copy: &Self) {
        if let Some(moments) = self.default_shape().moments.all.get() {
            copy.keep_moments(moments.clone());
        }
    }

    /// Keeps what [`Self::compute_moments`] computed for this model or an equal one.
    pub fn keep_moments(&self, moments: Vec<Arc<SkinMoments>>) {
        let _ = self.default_shape().moments.all.set(moments);
    }

    /// This model in its default shape with fewer joints in the surroundings of each vertex. It shares the moments that
    /// they are taken from.
    pub(super) fn with_surroundings(&self, most: MostSurroundingJoints) -> Self {
        let model = self.default_shape();
        let moments = KeptMoments { all: Arc::clone(&model.moments.all), fewer: Some((most, OnceLock::new())) };
        Self { moments, ..model.clone() }
    }
}

impl CacheKey {
    /// The key of the moments of a model, from all data on which they depend.
    pub fn of_moments(model: &Model) -> Self {
        let model = model.default_shape();
        let mut particular = FILE.version.to_le_bytes().to_vec();
        // What morph targets move apart is not welded.
        for (index, primitive) in model.primitives.iter().enumerate() {
            let Some(morphs) = &primitive.morphs else { continue };
            for vertex in 0..primitive.positions.len() {
                for delta in morphs.of(vertex) {
                    particular
                        .extend([index as u32, vertex as u32, delta.target].iter().flat_map(|one| one.to_le_bytes()));
                    particular.extend(delta.position.to_array().iter().flat_map(|one| one.to_le_bytes()));
                }
            }
        }
        Self::of_skins(model, &particular)
    }
}

/// Encodes a cache file of [`Model::compute_moments`].
pub fn encode_moments(moments: &[Arc<SkinMoments>], key: CacheKey) -> Vec<u8> {
    FILE.seal(key, |bytes| moments.iter().for_each(|of_skin| of_skin.append(bytes)))
}

/// Decodes a model's moments from a cache file that was written for exactly this key.
///
/// # Errors
/// The file does not match or is damaged; the moments then have to be computed again.
pub fn decode_moments(bytes: &[u8], model: &Model, key: CacheKey) -> Result<Vec<Arc<SkinMoments>>, CacheError> {
    let mut rest = FILE.open(bytes, key)?;
    let of_skin = |(skin, source): (u32, &super::Skin)| {
        let vertices = if source.kind == SkinKind::Skinned { model.vertices_of_skin(skin) } else { 0 };
        SkinMoments::take(&mut rest, vertices, source.joints.len()).map(Arc::new).ok_or(CacheError::Damaged)
    };
    let moments = (0..).zip(&model.skins).map(of_skin).collect::<Result<_, _>>()?;
    if rest.is_empty() { Ok(moments) } else { Err(CacheError::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;
    use crate::model::{Influences, MorphDelta, MorphDeltas, Primitive};
    use glam::Vec3;

    fn example() -> (Arc<Model>, Vec<Arc<SkinMoments>>, CacheKey) {
        let model = bundled_model("limb");
        let moments = model.compute_moments(&Progress::default()).unwrap();
        let key = CacheKey::of_moments(&model);
        (model, moments, key)
    }

    #[test]
    fn what_was_written_is_read() {
        let (model, moments, key) = example();
        let bytes = encode_moments(&moments, key);
        assert_eq!(decode_moments(&bytes, &model, key), Ok(moments));
        let other = bundled_model("bar");
        assert_eq!(decode_moments(&bytes, &other, CacheKey::of_moments(&other)), Err(CacheError::OtherKey));
    }

    #[test]
    fn the_key_holds_all_that_moments_depend_on() {
        let (model, _, key) = example();
        assert_eq!(CacheKey::of_moments(&Model::clone(&model)), key);
        let other = |change: fn(&mut Primitive)| {
            let mut model = Model::clone(&model);
            change(Arc::make_mut(&mut model.primitives[0]));
            CacheKey::of_moments(&model)
        };
        let keys = [
            other(|primitive| primitive.positions[3].x += 1e-6),
            other(|primitive| primitive.indices.swap(0, 1)),
            other(|primitive| {
                primitive.influences = Influences::from_lists(primitive.influences.iter().map(|own| own[..1].to_vec()));
            }),
            other(|primitive| {
                let rest = primitive.positions.iter().copied().zip(primitive.normals.iter().copied()).collect();
                let delta = MorphDelta { target: 0, position: Vec3::Y, normal: Vec3::ZERO };
                primitive.morphs = Some(Arc::new(MorphDeltas::new(rest, &[(3, delta)]).unwrap()));
            }),
        ];
        assert!(keys.iter().all(|other| *other != key));
    }

    #[test]
    fn content_that_does_not_fit_the_model_is_refused() {
        let (model, moments, key) = example();
        let spoil = |change: fn(&mut Vec<u8>)| {
            let mut content = Vec::new();
            moments.iter().for_each(|of_skin| of_skin.append(&mut content));
            change(&mut content);
            decode_moments(&FILE.seal(key, |bytes| bytes.extend(content)), &model, key)
        };
        assert!(spoil(|_| ()).is_ok());
        let last_joint = |content: &mut Vec<u8>| {
            let at = content.len() - 48 + 12;
            content[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        };
        let not_finite = |content: &mut Vec<u8>| {
            let at = content.len() - 48;
            content[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        };
        let range = |content: &mut Vec<u8>| content[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        let empty_range = |content: &mut Vec<u8>| {
            let first: [u8; 4] = content[12..16].try_into().unwrap();
            content[16..20].copy_from_slice(&first);
        };
        let count = |content: &mut Vec<u8>| content[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        let changes: [fn(&mut Vec<u8>); 8] = [
            last_joint,
            not_finite,
            range,
            empty_range,
            count,
            |content| content[0] ^= 1,
            |content| content.truncate(content.len() / 2),
            |content| content.push(0),
        ];
        for (index, change) in changes.into_iter().enumerate() {
            assert_eq!(spoil(change), Err(CacheError::Damaged), "{index}");
        }
    }
}
