//! The models of scenes, opened for pictures and films.

use super::SceneFailure;
use crate::files::{Access, OpenError, OpenOptions, OpenedModel, SourceVariant, open_model_with};
use crate::model::Model;
use crate::panes::{Scene, SceneError, SceneModel, ScenePair};
use std::sync::Arc;

/// The files of scenes' models, each opened once.
pub struct SceneFiles<'a> {
    access: &'a Access,
    opened: Vec<(SourceVariant, Arc<OpenedModel>)>,
}

/// The open models of a scene, as in their files.
pub struct OpenedScene {
    first: Arc<OpenedModel>,
    second: Option<Arc<OpenedModel>>,
}

impl<'a> SceneFiles<'a> {
    /// Files of models that may read what `access` allows.
    pub fn new(access: &'a Access) -> Self {
        Self { access, opened: Vec::new() }
    }

    fn open(&mut self, model: &SceneModel) -> Result<Arc<OpenedModel>, OpenError> {
        let wanted = SourceVariant::from(model);
        if let Some((_, opened)) = self.opened.iter().find(|(of, _)| *of == wanted) {
            return Ok(Arc::clone(opened));
        }
        let opened = Arc::new(open_model_with(&wanted.source, &OpenOptions::of(&wanted, self.access.clone()))?);
        self.opened.push((wanted, Arc::clone(&opened)));
        Ok(opened)
    }

    /// The models of a scene: one or two. `warnings` receives their differences from the models with which the scene
    /// was made.
    ///
    /// # Errors
    /// If a model cannot be opened.
    pub fn open_scene(&mut self, scene: &Scene, warnings: &mut Vec<String>) -> Result<OpenedScene, SceneFailure> {
        let mut open = |model: &SceneModel| -> Result<Arc<OpenedModel>, SceneFailure> {
            let opened =
                self.open(model).map_err(|cause| SceneFailure::Open { model: Box::new(model.clone()), cause })?;
            warnings.extend(opened.unlike(model));
            Ok(opened)
        };
        let first = open(&scene.wanted_model())?;
        let second = scene.second.as_ref().map(|second| open(&second.wanted_model())).transpose()?;
        Ok(OpenedScene { first, second })
    }
}

impl OpenedScene {
    /// The first model, as in its file.
    pub fn first(&self) -> &OpenedModel {
        &self.first
    }

    /// The first model with the scene's twist joints, and the correspondence of both models if there are two. They have
    /// everything that the scene names, so that it can be drawn.
    ///
    /// # Errors
    /// If the scene does not fit the models.
    pub fn models(&self, scene: &Scene) -> Result<(Arc<Model>, Option<ScenePair>), SceneFailure> {
        let second = self.second.as_ref().map(|opened| &opened.asset.model);
        scene.fitted(&self.first.asset.model, second).map_err(|error| match (error, &scene.motion) {
            (SceneError::Motion(cause), Some(motion)) => {
                SceneFailure::Motion { kind: Box::new(motion.kind.clone()), cause: Box::new(cause) }
            }
            (error, _) => error.into(),
        })
    }
}
