//! The second model of a scene, which takes the pose of the first.

use super::file::{SceneFile, SceneModel};
use super::scene::{Scene, SceneError, is_usual};
use crate::measure::{Surface, VertexId};
use crate::model::{Model, Pose, SkinPart};
use crate::pairs::{JointMatch, JointTable, ModelPair, PairFit, Stance};
use crate::panes::PaneSettings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A second model in addition to the scene's first one, for panes that show it or compare with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SceneSecond {
    pub model: SceneFile,
    /// BLAKE3 of the model's file, in hexadecimal. If given, another file of the same name is reported.
    pub model_hash: Option<String>,
    /// The name of the model's material variant; `None` for the default materials.
    pub variant: Option<String>,
    /// Partners of joints that are not found by name.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub joints: JointTable,
    /// Whether it gets the extent of the first model.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub equal_scale: bool,
    /// Whether it keeps the facing of its file.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub keep_facing: bool,
}

impl SceneSecond {
    pub fn new(model: SceneModel, joints: JointTable, fit: PairFit) -> Self {
        let SceneModel { file, hash, variant } = model;
        let PairFit { equal_scale, keep_facing } = fit;
        Self { model: file, model_hash: hash, variant, joints, equal_scale, keep_facing }
    }

    /// The model, with what recognizes it.
    pub fn wanted_model(&self) -> SceneModel {
        SceneModel { file: self.model.clone(), hash: self.model_hash.clone(), variant: self.variant.clone() }
    }

    /// Way in which it is fitted to the first model.
    pub fn fit(&self) -> PairFit {
        PairFit { equal_scale: self.equal_scale, keep_facing: self.keep_facing }
    }
}

/// The second model of a scene, with the correspondence of both models.
#[derive(Clone, Debug)]
pub struct ScenePair {
    /// First model, with the scene's twist joints.
    first: Arc<Model>,
    /// Second model, fitted to the first as the scene requires, and in the shape of its pose.
    pub model: Arc<Model>,
    pub matched: Arc<ModelPair>,
    /// Names for the panes of both models.
    names: [String; 2],
    /// Note on the directions in which the models face, if they differ.
    facing_note: Option<String>,
}

impl ScenePair {
    /// Pair of a scene whose models are open: `first` with the scene's twist joints, `source` as in its file. `None` if
    /// the scene has one model.
    ///
    /// # Errors
    /// If the scene does not fit its models.
    pub fn of(scene: &Scene, first: &Arc<Model>, source: Option<&Arc<Model>>) -> Result<Option<Self>, SceneError> {
        let (Some(second), Some(source)) = (&scene.second, source) else { return Ok(None) };
        let stances = [Stance::of(first), Stance::of(source)];
        let model = second.fit().fitted(stances[0], (source, stances[1])).map_err(SceneError::Size)?;
        let facing_note = second.fit().facing_note(stances, names_in_sentences([first, &model]));
        // Vertices are matched in the shape at rest, whatever the morph targets do in the pose.
        let surfaces = [Surface::of(first), Surface::of(&model)].map(Arc::new);
        let matched = ModelPair::of([first, &model], [&surfaces[0], &surfaces[1]], &second.joints)?;
        let mut pair = Self { facing_note, ..Self::of_open(Arc::clone(first), model, Arc::new(matched)) };
        let pose = pair.pose(&scene.pose(first)?);
        pair.model = pair.model.in_shape(&pose.morph_weights);
        Ok(Some(pair))
    }

    /// Pair of open models: the first with the scene's twist joints, the second fitted and in its shape.
    pub fn of_open(first: Arc<Model>, model: Arc<Model>, matched: Arc<ModelPair>) -> Self {
        let second = if first.name == model.name { "second" } else { &model.name };
        let names = [first.name.clone(), second.to_owned()];
        Self { first, model, matched, names, facing_note: None }
    }

    /// The same pair with other names for the panes.
    #[must_use]
    pub fn named(self, names: [String; 2]) -> Self {
        Self { names, ..self }
    }

    /// A pose of the first model for the second one.
    pub fn pose(&self, pose: &Pose) -> Pose {
        self.matched.pose([&self.first.skeleton, &self.model.skeleton], pose)
    }

    /// Names for the panes of both models.
    pub fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }

    /// Notes for the user about the pair, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let models = [&*self.first, &*self.model];
        let joints = self.matched.joints.warning(models.map(|model| &model.skeleton), names_in_sentences(models));
        self.facing_note.iter().cloned().chain(joints).collect()
    }

    /// The partner of a joint of the first model.
    pub fn partner(&self, joint: u32) -> Option<u32> {
        self.matched.joints.second_of(joint)
    }

    /// The partner of a vertex of the first model, both by primitive and vertex, where the meshes agree vertex by vertex.
    pub fn partner_vertex(&self, (primitive, vertex): (u32, u32)) -> Option<(u32, u32)> {
        let partner = self.matched.surfaces.partner_of(VertexId { primitive, vertex })?;
        Some((partner.primitive, partner.vertex))
    }
}

/// Names of two models in sentences.
pub fn names_in_sentences([first, second]: [&Model; 2]) -> [&str; 2] {
    [&first.name, if first.name == second.name { "the second model" } else { &second.name }]
}

/// Part of the second model's skin that is shown where the first model shows the skin of some joints alone: the skin of
/// their partners. If none has a partner, `None`, which is all of it.
pub fn part_of_second(second: &Model, joints: &JointMatch, isolated: &[u32]) -> Option<Arc<SkinPart>> {
    let partners: Vec<u32> = isolated.iter().filter_map(|&joint| joints.second_of(joint)).collect();
    let part = SkinPart::of_branches(second, &partners);
    (!part.is_empty()).then(|| Arc::new(part))
}

impl Scene {
    /// Part of each model's skin that is shown alone. `None` shows all of it.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn shown_parts(
        &self,
        model: &Model,
        pair: Option<&ScenePair>,
    ) -> Result<[Option<Arc<SkinPart>>; 2], SceneError> {
        let isolated = self.isolated_joints(model)?;
        let of_second = pair.and_then(|pair| part_of_second(&pair.model, &pair.matched.joints, &isolated));
        Ok([self.shown_part(model)?, of_second])
    }

    /// Whether the scene has this second model, fitted in this way, with these partners. Files are compared by name.
    pub fn is_beside(&self, other: &SceneSecond) -> bool {
        self.second
            .as_ref()
            .is_some_and(|second| SceneSecond { model_hash: other.model_hash.clone(), ..second.clone() } == *other)
    }

    /// Label of its model, or of both, for display.
    pub fn models_label(&self) -> String {
        match &self.second {
            Some(second) => format!("{} and {}", self.model.label(), second.model.label()),
            None => self.model.label(),
        }
    }

    /// Whether a pane shows something of the second model.
    pub fn shows_second(&self) -> bool {
        self.panes().iter().any(PaneSettings::shows_second)
    }
}
