use skinscope_core::measure::{BlendZone, RestSkin, SharedRest};
use skinscope_core::model::{Model, Pose};
use skinscope_core::skinning::{Deformed, MissingInput, PrimitiveCenters, SkinningSettings, deform_model};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The rest states against which skins are measured, computed on first use, kept for the models of the last pictures,
/// and shared by all panes.
#[derive(Debug, Default)]
pub struct RestCache(Mutex<Vec<Arc<ModelAtRest>>>);

/// Most models that are kept: as many as the panes show at once.
const MOST_KEPT: usize = 2;

/// One model at rest.
#[derive(Debug)]
pub struct ModelAtRest {
    rest: SharedRest,
    zones: OnceLock<Vec<BlendZone>>,
    posed: Mutex<PosedSkins>,
}

/// Deformed skins of the last picture's pose. Panes share the skins that their colors need: the skin of their own
/// method and of the compared method.
#[derive(Debug, Default)]
struct PosedSkins {
    pose: Option<Pose>,
    skins: Vec<(SkinKey, Arc<Vec<Deformed>>)>,
}

/// Settings, and the upload id if the method uses its centers of rotation.
type SkinKey = (SkinningSettings, Option<u64>);

impl RestCache {
    /// Shares the rest skin with other users of the same model, whether or not it is already computed.
    pub fn share(&self, rest: &SharedRest) {
        self.keep(rest.model(), || rest.clone());
    }

    /// The rest state of a model, which is made when the model is first asked for.
    pub(crate) fn of(&self, model: &Arc<Model>) -> Arc<ModelAtRest> {
        self.keep(model, || SharedRest::of(model))
    }

    fn keep(&self, model: &Arc<Model>, make: impl FnOnce() -> SharedRest) -> Arc<ModelAtRest> {
        // A panic elsewhere cannot leave it in an inconsistent state.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|kept| Arc::ptr_eq(kept.rest.model(), model));
        // The most recently used one comes first.
        let used = match found {
            Some(index) => kept.remove(index),
            None => Arc::new(ModelAtRest::new(make())),
        };
        kept.truncate(MOST_KEPT - 1);
        kept.insert(0, Arc::clone(&used));
        used
    }
}

impl ModelAtRest {
    fn new(rest: SharedRest) -> Self {
        Self { rest, zones: OnceLock::new(), posed: Mutex::default() }
    }

    /// The skin at rest. The first call visits all vertices.
    pub fn skin(&self) -> &RestSkin {
        self.rest.skin()
    }

    /// All primitives in a pose, deformed by the shaders' CPU twins with the same accuracy as the picture. Computed
    /// once for all pictures of the same pose. `upload` identifies the set of centers of rotation.
    ///
    /// # Errors
    /// If the method needs centers that are missing.
    pub fn posed(
        &self,
        pose: &Pose,
        skinning: SkinningSettings,
        centers: &[PrimitiveCenters],
        upload: u64,
    ) -> Result<Arc<Vec<Deformed>>, MissingInput> {
        let key = (skinning, skinning.method.needs_centers().then_some(upload));
        // After a panic elsewhere, at worst a skin is missing.
        let mut posed = self.posed.lock().unwrap_or_else(PoisonError::into_inner);
        if posed.pose.as_ref() != Some(pose) {
            *posed = PosedSkins { pose: Some(pose.clone()), skins: Vec::new() };
        }
        if let Some((_, known)) = posed.skins.iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(known));
        }
        let skin = Arc::new(deform_model(self.rest.model(), pose, skinning, centers)?);
        posed.skins.push((key, Arc::clone(&skin)));
        Ok(skin)
    }

    /// Blend zones of all joints of skins, in ascending order of nodes. The first call visits all vertices for each
    /// joint.
    pub fn zones(&self) -> &[BlendZone] {
        self.zones.get_or_init(|| {
            let rest = self.skin();
            let mut nodes: Vec<u32> = rest.bones.joints.iter().map(|joint| joint.node).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes.into_iter().map(|node| BlendZone::of(&rest.surface, &rest.bones, node)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skinscope_core::skinning::SkinningMethod;

    fn tube() -> Arc<Model> {
        crate::test_models::bundled_model("bar")
    }

    #[test]
    fn pictures_use_what_others_made_of_the_same_model() {
        let (model, cache) = (tube(), RestCache::default());
        let shared = SharedRest::of(&model);
        cache.share(&shared);
        assert!(std::ptr::eq(cache.of(&model).skin(), &**shared.skin()));
        let other = tube();
        assert!(!std::ptr::eq(cache.of(&other).skin(), &**shared.skin()));
    }

    #[test]
    fn two_models_are_kept_and_the_one_used_longest_ago_makes_room() {
        let (models, cache) = ([tube(), tube(), tube()], RestCache::default());
        let first = cache.of(&models[0]);
        let second = cache.of(&models[1]);
        assert!(Arc::ptr_eq(&first, &cache.of(&models[0])) && Arc::ptr_eq(&second, &cache.of(&models[1])));
        cache.of(&models[0]);
        cache.of(&models[2]);
        assert!(Arc::ptr_eq(&first, &cache.of(&models[0])) && !Arc::ptr_eq(&second, &cache.of(&models[1])));
    }

    #[test]
    fn a_pose_is_skinned_once_for_all_pictures() {
        let (model, cache) = (tube(), RestCache::default());
        let at_rest = cache.of(&model);
        let mut pose = Pose::rest(&model.skeleton);
        let with = |method| SkinningSettings { method, ..SkinningSettings::default() };
        let [lbs, cor] = [SkinningMethod::Lbs, SkinningMethod::Cor].map(with);
        let centers = vec![model.primitives[0].positions.clone().into()];
        let first = at_rest.posed(&pose, lbs, &[], 1).unwrap();
        let other = at_rest.posed(&pose, lbs, &centers, 2).unwrap();
        assert!(Arc::ptr_eq(&first, &other), "centers of rotation do not matter to it");
        assert_eq!(at_rest.posed(&pose, cor, &[], 1), Err(MissingInput::Centers(SkinningMethod::Cor)));
        let about = at_rest.posed(&pose, cor, &centers, 1).unwrap();
        assert!(Arc::ptr_eq(&about, &at_rest.posed(&pose, cor, &centers, 1).unwrap()));
        assert!(!Arc::ptr_eq(&about, &at_rest.posed(&pose, cor, &centers, 2).unwrap()), "other centers of rotation");
        pose.joints[1].translation.x += 0.5;
        let moved = at_rest.posed(&pose, lbs, &[], 1).unwrap();
        assert!(!Arc::ptr_eq(&first, &moved) && first[0] != moved[0]);
    }
}
