use super::figures::RestSkin;
use crate::model::Model;
use std::sync::{Arc, OnceLock};

/// The [`RestSkin`] of one model, built on first use and shared by all clones on all threads.
#[derive(Clone, Debug)]
pub struct SharedRest {
    model: Arc<Model>,
    skin: Arc<OnceLock<Arc<RestSkin>>>,
}

impl SharedRest {
    /// Refers to a model; computes nothing yet.
    pub fn of(model: &Arc<Model>) -> Self {
        Self { model: Arc::clone(model), skin: Arc::default() }
    }

    /// The model.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the rest skin. The first call visits all vertices; concurrent calls from other threads wait for it.
    pub fn skin(&self) -> &Arc<RestSkin> {
        self.skin.get_or_init(|| Arc::new(RestSkin::of(&self.model)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes;
    use super::*;

    #[test]
    fn it_is_made_once_for_all_threads() {
        let shared = SharedRest::of(&Arc::new(test_shapes::two_joint_tube()));
        let threads: Vec<_> =
            (0..4).map(|_| shared.clone()).map(|own| std::thread::spawn(move || Arc::clone(own.skin()))).collect();
        for thread in threads {
            assert!(Arc::ptr_eq(&thread.join().unwrap(), shared.skin()));
        }
    }
}
