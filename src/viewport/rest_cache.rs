use crate::measure::{BlendZone, RestSkin};
use crate::model::Model;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What skins are measured against, made when a picture first wants it and kept for the model of the last picture: one
/// for all panes.
#[derive(Debug, Default)]
pub struct RestCache(Mutex<Option<Arc<ModelAtRest>>>);

/// One model at rest.
#[derive(Debug)]
pub struct ModelAtRest {
    model: Arc<Model>,
    skin: OnceLock<RestSkin>,
    zones: OnceLock<Vec<BlendZone>>,
}

impl RestCache {
    pub fn of(&self, model: &Arc<Model>) -> Arc<ModelAtRest> {
        // A panic elsewhere cannot leave it half written.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| Arc::ptr_eq(&kept.model, model)) {
            return Arc::clone(kept);
        }
        let fresh = ModelAtRest { model: Arc::clone(model), skin: OnceLock::new(), zones: OnceLock::new() };
        Arc::clone(kept.insert(Arc::new(fresh)))
    }
}

impl ModelAtRest {
    /// The first call takes a look at all vertices.
    pub fn skin(&self) -> &RestSkin {
        self.skin.get_or_init(|| RestSkin::of(&self.model))
    }

    /// Of every joint of a skin, by rising node. The first call takes a look at all vertices for each.
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
