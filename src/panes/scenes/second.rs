//! The second model of a scene, which takes the pose of the first.

use super::scene::{Scene, SceneError, SceneModel};
use crate::measure::Surface;
use crate::model::{Model, Pose, SkinPart};
use crate::pairs::{JointMatch, JointTable, ModelPair, PairFit, Stance};
use std::sync::Arc;

/// A second model beside that of the scene, for panes that show it or compare with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSecond {
    pub model: SceneModel,
    /// Partners of joints that names do not find.
    pub joints: JointTable,
    pub fit: PairFit,
}

/// The second model of a scene with what belongs together in both.
#[derive(Clone, Debug)]
pub struct ScenePair {
    /// With the scene's twist joints.
    first: Arc<Model>,
    /// Fitted to the first as the scene wants it, and in the shape of its pose.
    pub model: Arc<Model>,
    pub matched: ModelPair,
    /// Where the models look, if not the same way.
    facing_note: Option<String>,
}

impl ScenePair {
    /// The pair of a scene whose models are open: `first` with the scene's twist joints, `source` as its file has it.
    /// `None` if the scene has one model.
    ///
    /// # Errors
    /// If the scene does not fit its models.
    pub fn of(scene: &Scene, first: &Arc<Model>, source: Option<&Arc<Model>>) -> Result<Option<Self>, SceneError> {
        let (Some(second), Some(source)) = (&scene.second, source) else { return Ok(None) };
        let stances = [Stance::of(first), Stance::of(source)];
        let model = second.fit.fitted(stances[0], (source, stances[1])).map_err(SceneError::Size)?;
        let facing_note = second.fit.facing_note(stances, names_in_sentences([first, &model]));
        // Vertices are matched in the shape at rest, whatever the morph targets do in the pose.
        let surfaces = [Surface::of(first), Surface::of(&model)].map(Arc::new);
        let matched = ModelPair::of([first, &model], [&surfaces[0], &surfaces[1]], &second.joints)?;
        let mut pair = Self { first: Arc::clone(first), model, matched, facing_note };
        let pose = pair.pose(&scene.pose(first)?);
        pair.model = pair.model.in_shape(&pose.morph_weights);
        Ok(Some(pair))
    }

    /// The same of models that are open: the first with the scene's twist joints, the second fitted and in its shape.
    pub fn of_open(first: Arc<Model>, model: Arc<Model>, matched: ModelPair) -> Self {
        Self { first, model, matched, facing_note: None }
    }

    /// A pose of the first model for the second one.
    pub fn pose(&self, pose: &Pose) -> Pose {
        self.matched.pose([&self.first.skeleton, &self.model.skeleton], pose)
    }

    /// Names for the panes of both models.
    pub fn names(&self) -> [&str; 2] {
        let names = [self.first.name.as_str(), self.model.name.as_str()];
        if names[0] == names[1] { [names[0], "second"] } else { names }
    }

    /// What a user should know about the pair, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let models = [&*self.first, &*self.model];
        let joints = self.matched.joints.warning(models.map(|model| &model.skeleton), names_in_sentences(models));
        self.facing_note.iter().cloned().chain(joints).collect()
    }

    /// The partner of a joint of the first model.
    pub fn partner(&self, joint: u32) -> Option<u32> {
        self.matched.joints.second_of(joint)
    }
}

/// How sentences name two models.
pub fn names_in_sentences([first, second]: [&Model; 2]) -> [&str; 2] {
    [&first.name, if first.name == second.name { "the second model" } else { &second.name }]
}

/// The skin of the second model that is shown where the first shows that of some joints alone: that of their partners.
/// `None`, so all of it, where none has one.
pub fn part_of_second(second: &Model, joints: &JointMatch, isolated: &[u32]) -> Option<Arc<SkinPart>> {
    let partners: Vec<u32> = isolated.iter().filter_map(|&joint| joints.second_of(joint)).collect();
    let part = SkinPart::of_branches(second, &partners);
    (!part.is_empty()).then(|| Arc::new(part))
}

impl Scene {
    /// The skin of each model that is shown alone. `None` shows all.
    ///
    /// # Errors
    /// If the model is not the scene's.
    pub fn shown_parts(
        &self,
        model: &Model,
        pair: Option<&ScenePair>,
    ) -> Result<[Option<Arc<SkinPart>>; 2], SceneError> {
        let isolated = self.isolated_joints(model)?;
        let of_second = pair.and_then(|pair| part_of_second(&pair.model, &pair.matched.joints, &isolated));
        Ok([self.shown_part(model)?, of_second])
    }

    /// Whether the scene has this second model, fitted in this way, with these partners. Files count by name.
    pub fn is_beside(&self, other: &SceneSecond) -> bool {
        self.second.as_ref().is_some_and(|second| {
            let is_same_file = second.model.file == other.model.file && second.model.variant == other.model.variant;
            is_same_file && second.joints == other.joints && second.fit == other.fit
        })
    }

    /// Its model, or both, for display.
    pub fn models_label(&self) -> String {
        match &self.second {
            Some(second) => format!("{} and {}", self.model.label(), second.model.label()),
            None => self.model.label(),
        }
    }

    /// Whether a pane shows something of the second model.
    pub fn shows_second(&self) -> bool {
        self.panes.iter().any(|pane| pane.settings.shows_second())
    }
}
