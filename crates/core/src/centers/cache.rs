use super::compute::{CenterCounts, CenterParts, Centers};
use super::settings::CenterSettings;
use crate::model::{Model, Primitive, SkinKind};
use crate::skinning::{Covariance, PrimitiveCenters};
use glam::Vec3;

/// Increase this with every change of the computation or of the file format.
const VERSION: u32 = 2;

const MAGIC: [u8; 16] = *b"skinscopecenters";
const HASH_BYTES: usize = blake3::OUT_LEN;

/// A hash of everything that centers depend on: rest positions, triangles, weights, skins, settings and this program's
/// version of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey([u8; HASH_BYTES]);

impl CacheKey {
    /// The key of the centers of a model, from all data and settings on which they depend.
    pub fn of(model: &Model, settings: &CenterSettings) -> Self {
        Self::with_version(model, settings, VERSION)
    }

    fn with_version(model: &Model, settings: &CenterSettings, version: u32) -> Self {
        let settings = settings.within_range();
        let mut hash = blake3::Hasher::new();
        hash.update(&version.to_le_bytes());
        hash.update(&settings.sigma.to_le_bytes());
        hash.update(&settings.epsilon.to_le_bytes());
        hash.update(settings.similarity.id().as_bytes());
        for primitive in &model.primitives {
            let skinned = model.skins[primitive.skin as usize].kind == SkinKind::Skinned;
            // Hash the lengths too, so that two adjacent lists cannot be confused with one.
            for value in
                [primitive.skin, skinned.into(), primitive.positions.len() as u32, primitive.indices.len() as u32]
            {
                hash.update(&value.to_le_bytes());
            }
            let mut bytes = Vec::with_capacity(4 * (3 * primitive.positions.len() + primitive.indices.len()));
            for position in &primitive.positions {
                bytes.extend(position.to_array().iter().flat_map(|one| one.to_le_bytes()));
            }
            bytes.extend(primitive.indices.iter().flat_map(|index| index.to_le_bytes()));
            for influences in primitive.influences.iter() {
                bytes.extend((influences.len() as u32).to_le_bytes());
                for influence in influences {
                    bytes.extend(influence.joint.to_le_bytes());
                    bytes.extend(influence.weight.to_le_bytes());
                }
            }
            hash.update(&bytes);
        }
        Self(*hash.finalize().as_bytes())
    }

    /// The key as hexadecimal text for a file name.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

/// Why a cache file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// The bytes do not begin as a cache file.
    #[error("it is not a file of centers")]
    Foreign,
    /// Another version of the computation wrote the file. Holds the version.
    #[error("it was written by version {0} of the computation")]
    OtherVersion(u32),
    /// The file belongs to another model or to other settings.
    #[error("it belongs to another model or other settings")]
    OtherKey,
    /// The hash does not match, or the file is cut off.
    #[error("it is damaged")]
    Damaged,
}

/// Encodes a cache file: magic, version, key, counts, centers, covariances if they were computed, and a hash of everything
/// before it. Little endian.
pub fn encode_centers(centers: &Centers, key: CacheKey) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(key.0);
    bytes.extend(counts_as_integers(&centers.counts).iter().flat_map(|count| count.to_le_bytes()));
    for of_primitive in &centers.of_primitives {
        bytes.extend(of_primitive.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
    }
    if centers.parts() == CenterParts::PointsAndCovariances {
        for covariance in centers.of_primitives.iter().filter_map(PrimitiveCenters::covariances).flatten() {
            let Covariance { squares, products } = covariance;
            bytes.extend([*squares, *products].iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
        }
    }
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    bytes
}

/// Decodes a model's centers from a cache file that was written for exactly this key. Whether they have covariances
/// follows from the file's length ([`Centers::parts`]).
///
/// # Errors
/// The file does not match or is damaged; the centers then have to be recomputed.
pub fn decode_centers(bytes: &[u8], model: &Model, key: CacheKey) -> Result<Centers, CacheError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(CacheError::Foreign)?;
    let (version, rest) = rest.split_first_chunk().ok_or(CacheError::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(CacheError::OtherVersion(version));
    }
    let (content, hash) = bytes.split_last_chunk::<HASH_BYTES>().ok_or(CacheError::Damaged)?;
    if blake3::hash(content).as_bytes() != hash {
        return Err(CacheError::Damaged);
    }
    let (found_key, rest) = rest.split_first_chunk().ok_or(CacheError::Damaged)?;
    if *found_key != key.0 {
        return Err(CacheError::OtherKey);
    }
    let rest = rest.get(..rest.len().saturating_sub(HASH_BYTES)).ok_or(CacheError::Damaged)?;
    let (counts, rest) = rest.split_at_checked(5 * size_of::<u64>()).ok_or(CacheError::Damaged)?;
    let (values, odd) = rest.as_chunks::<4>();
    let (points, odd_values) = values.as_chunks::<3>();
    let points: Vec<Vec3> = points.iter().map(|point| Vec3::from_array(point.map(f32::from_le_bytes))).collect();
    let vertices: usize = model.primitives.iter().map(|primitive| primitive.positions.len()).sum();
    let has_covariances = points.len() == 3 * vertices;
    let is_whole = odd.is_empty() && odd_values.is_empty() && points.iter().all(|point| point.is_finite());
    if !is_whole || (points.len() != vertices && !has_covariances) {
        return Err(CacheError::Damaged);
    }
    let (points, moments) = points.split_at(vertices);
    let mut points = points.iter().copied();
    let mut covariances =
        moments.as_chunks::<2>().0.iter().map(|&[squares, products]| Covariance { squares, products });
    let mut take = |primitive: &Primitive| {
        let count = primitive.positions.len();
        let points: Vec<Vec3> = points.by_ref().take(count).collect();
        if has_covariances {
            PrimitiveCenters::with_covariances(points, covariances.by_ref().take(count).collect())
        } else {
            points.into()
        }
    };
    let of_primitives = model.primitives.iter().map(|primitive| take(primitive)).collect();
    Ok(Centers { of_primitives, counts: counts_from_integers(counts.as_chunks().0) })
}

fn counts_as_integers(counts: &CenterCounts) -> [u64; 5] {
    let CenterCounts { vertices, blended, sums, summed_one_by_one, without_center } = *counts;
    [vertices, blended, sums, summed_one_by_one, without_center].map(|count| count as u64)
}

fn counts_from_integers(values: &[[u8; 8]]) -> CenterCounts {
    let at = |index: usize| values.get(index).map_or(0, |value| u64::from_le_bytes(*value) as usize);
    CenterCounts { vertices: at(0), blended: at(1), sums: at(2), summed_one_by_one: at(3), without_center: at(4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::{CenterPath, compute_centers_with, test_models::three_joints};
    use crate::work::Progress;
    use std::sync::Arc;

    fn example() -> (Model, Centers, CacheKey) {
        example_with(CenterParts::PointsAndCovariances)
    }

    fn example_with(parts: CenterParts) -> (Model, Centers, CacheKey) {
        let (model, settings) = (three_joints(), CenterSettings::default());
        let centers = compute_centers_with(&model, &settings, parts, CenterPath::Fast, &Progress::default()).unwrap();
        let key = CacheKey::of(&model, &settings);
        (model, centers, key)
    }

    #[test]
    fn what_was_written_is_read() {
        for parts in [CenterParts::Points, CenterParts::PointsAndCovariances] {
            let (model, centers, key) = example_with(parts);
            assert_eq!(centers.parts(), parts);
            assert_eq!(decode_centers(&encode_centers(&centers, key), &model, key), Ok(centers));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let (model, centers, key) = example();
        let bytes = encode_centers(&centers, key);
        for length in [0, 3, 16, 19, 20, 40, 60, bytes.len() / 2, bytes.len() - 1] {
            let error = decode_centers(&bytes[..length], &model, key).unwrap_err();
            assert_eq!(error, if length < 16 { CacheError::Foreign } else { CacheError::Damaged }, "{length}");
        }
        for index in (0..bytes.len()).step_by(7) {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1 << (index % 8);
            assert!(decode_centers(&flipped, &model, key).is_err(), "{index}");
        }
        let mut other_version = bytes.clone();
        other_version[16] += 1;
        assert_eq!(decode_centers(&other_version, &model, key), Err(CacheError::OtherVersion(VERSION + 1)));
        let other_key = CacheKey::with_version(&model, &CenterSettings::default(), VERSION + 1);
        assert_eq!(decode_centers(&bytes, &model, other_key), Err(CacheError::OtherKey));
        assert!(decode_centers(&[bytes, vec![0]].concat(), &model, key).is_err());
    }

    #[test]
    fn the_key_holds_all_that_centers_depend_on() {
        let (model, settings) = (three_joints(), CenterSettings::default());
        let key = CacheKey::of(&model, &settings);
        assert_eq!(key, CacheKey::of(&model.clone(), &settings));
        let other = |change: fn(&mut Model)| {
            let mut model = model.clone();
            change(&mut model);
            CacheKey::of(&model, &settings)
        };
        let keys = [
            other(|model| Arc::make_mut(&mut model.primitives[0]).positions[3].x += 1e-6),
            other(|model| Arc::make_mut(&mut model.primitives[0]).indices.swap(0, 1)),
            other(|model| model.skins[0].kind = SkinKind::Rigid),
            CacheKey::of(&model, &CenterSettings { sigma: 0.2, ..settings }),
            CacheKey::of(&model, &CenterSettings { epsilon: 0.2, ..settings }),
        ];
        for (index, other) in keys.iter().enumerate() {
            assert_ne!(*other, key, "{index}");
        }
    }
}
