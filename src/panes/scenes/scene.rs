use super::file::SceneFile;
use super::mark::{Mark, MarkedPlace};
use super::pane::ScenePane;
use super::rig::SceneTwist;
use super::second::{ScenePair, SceneSecond};
use super::view::SceneView;
use crate::bundled;
use crate::math::Bounds;
use crate::mending::{RigEditError, WeightEdit};
use crate::model::{
    FindJointError, JointLimits, LimitExpression, Model, Pose, PoseFileError, PoseJoints, PoseMorphs, PoseOverrides,
    SetError, SkinPart, edit_distance, find_clip, parse_set,
};
use crate::pairs::JointTableError;
use crate::panes::{Arrangement, Motion, MotionError, MotionKind, MovingPose, PaneSettings, Talk};
use crate::rigging::PlacementError;
use crate::skinning::{SkinningSettings, one_for_each_phases};
use crate::view::{Camera, Overlay, posed_bounds};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that determines a picture of panes, with its words: a model, its pose, the panes and the view. A figure
/// of a paper, or a picture of a talk.
///
/// Its fields are the keys of a talk's file, in the order in which they are written. Joints are named as in pose files:
/// by the node's name where it is unique, or `#12` for a node index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Name for the command line: lowercase letters, digits and hyphens. Unique within a talk.
    #[serde(default)]
    pub id: String,
    /// Paper whose figure it reproduces, for example "Kavan 2008". May be empty.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub paper: String,
    /// Figure of the paper, for example "fig. 7". May be empty.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub figure: String,
    /// The headline: at most eight words that say the point, without a period.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub title: String,
    /// Small print that tells the viewer where to look. Must be true of the panes.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub caption: String,
    /// Notes for the speaker alone.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub notes: String,
    pub model: SceneFile,
    /// BLAKE3 of the model's file, in hexadecimal. If given, another file of the same name is reported.
    pub model_hash: Option<String>,
    /// The name of the model's material variant; `None` for the default materials.
    pub variant: Option<String>,
    /// The second model, if panes show one.
    pub second: Option<SceneSecond>,
    /// Edits of weights, before the bones are split.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub weights: Vec<WeightEdit<String>>,
    /// Bones that are split into twist joints.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub twists: Vec<SceneTwist>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pose: ScenePose,
    /// The selected joint.
    pub joint: Option<String>,
    /// Primitive and vertex of the diagrams and similarities. If absent, diagrams choose a vertex of the selected joint.
    pub vertex: Option<(u32, u32)>,
    /// Joints whose skin is shown alone, with the skin of the joints below them. Empty shows all skin.
    #[serde(default, rename = "isolate", skip_serializing_if = "is_usual")]
    pub isolated: Vec<String>,
    /// Limits of joint rotations in the editor. Only sessions have them; the scene's own pose is shown as it is.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub limits: Vec<LimitExpression>,
    /// Whether turning a joint stops at these limits.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub stops_at_limits: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub arrangement: Arrangement,
    /// Widths of the columns as fractions of the whole. Empty if all are equal.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub column_widths: Vec<f32>,
    /// Heights of the rows as fractions of the whole. Empty if all are equal.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub row_heights: Vec<f32>,
    /// Overlays of the panes that have none of their own. `None` for the usual ones.
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    pub overlays: Option<Vec<Overlay>>,
    #[serde(default)]
    pub view: SceneView,
    /// Panes in row-major order. Never empty in a talk.
    pub panes: Vec<ScenePane>,
    /// Marked places in the panes. At most three.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub marks: Vec<Mark>,
    /// The measurement that the stage shows large in each pane.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub measure: SceneMeasure,
    /// Motion on the stage and in recordings.
    pub motion: Option<Motion>,
    /// Whether the motion waits for the speaker instead of playing by itself.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub motion_waits: bool,
    /// Minutes that the speaker plans for it.
    pub minutes: Option<f32>,
}

/// The measurement that is shown large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SceneMeasure {
    /// The measurement in which the panes differ most.
    #[default]
    Automatic,
    /// The smallest minor radius of a section.
    Section,
    Bulge,
    /// Volume of the selected joint's zone.
    Volume,
    None,
}

/// Rest or a clip's sample, with a named pose and changes to single joints on top.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenePose {
    /// A pose of the bundled model.
    pub named: Option<String>,
    /// Name of a clip or its index from 0, in the syntax of `--clip`.
    pub clip: Option<String>,
    /// Seconds into the clip. `None` for its start.
    pub time: Option<f32>,
    /// Changes in the syntax of `--set`.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub set: Vec<String>,
    /// Joints as in a pose file, on top of all others.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, serde_json::Map<String, serde_json::Value>>"))]
    pub joints: PoseJoints,
    /// Weights of morph targets as in a pose file.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, f32>"))]
    pub morphs: PoseMorphs,
}

/// Whether a field is not written.
pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Error of a scene that does not fit its model.
#[derive(Debug, thiserror::Error)]
pub enum SceneError {
    #[error("the model has no pose {0}")]
    Pose(String),
    #[error("the model has no clip {0}")]
    Clip(String),
    #[error("the scene does not fit its model: {0}")]
    Joint(#[from] FindJointError),
    #[error("the scene does not fit its model: {0}")]
    Set(#[from] SetError),
    #[error("the scene does not fit its model: {0}")]
    PoseFile(#[from] PoseFileError),
    #[error("the scene does not fit its model: {0}")]
    Rig(#[from] RigEditError),
    #[error("the scene does not fit its model: no skin follows {0} or the joints below")]
    Isolated(String),
    #[error("the scene's vertex does not fit its model: counted from 0, {0}")]
    Vertex(String),
    #[error("the scene does not fit its models: {0}")]
    Joints(#[from] JointTableError),
    #[error("the motion of the scene does not fit its model: {0}")]
    Motion(#[from] MotionError),
    #[error("the second model of the scene does not fit the size of the first: {0}")]
    Size(PlacementError),
}

impl Scene {
    /// Scenes of the papers, by paper and in the order of the figures.
    pub fn of_papers() -> impl Iterator<Item = &'static Arc<Self>> {
        Talk::of_papers().iter().flat_map(|talk| &talk.scenes)
    }

    /// The scene of a paper with this id.
    pub fn find(id: &str) -> Option<&'static Arc<Self>> {
        Self::of_papers().find(|scene| scene.id == id)
    }

    /// Up to three ids similar to the given one, closest first. Ids that contain it are the closest.
    pub fn near<'a>(id: &str, scenes: impl IntoIterator<Item = &'a Arc<Self>>) -> Vec<&'a str> {
        let wanted = id.to_lowercase();
        let far = |scene: &Self| {
            let part = wanted.len() > 2 && scene.id.contains(&wanted);
            if part { 0 } else { edit_distance(&wanted, &scene.id) }
        };
        let mut near: Vec<&Self> = scenes.into_iter().map(Arc::as_ref).filter(|scene| far(scene) <= 4).collect();
        near.sort_by_key(|scene| far(scene));
        near.into_iter().map(|scene| scene.id.as_str()).take(3).collect()
    }

    /// Citation of paper and figure, or the title if it reproduces none.
    pub fn citation(&self) -> String {
        match (self.paper.is_empty(), self.figure.is_empty()) {
            (true, true) if self.title.is_empty() => self.id.clone(),
            (true, true) => self.title.clone(),
            (false, true) => self.paper.clone(),
            (true, false) => self.figure.clone(),
            (false, false) => format!("{}, {}", self.paper, self.figure),
        }
    }

    /// Citation where the title is shown elsewhere. Empty if the scene reproduces no figure.
    pub fn source(&self) -> String {
        if self.is_of_paper() { self.citation() } else { String::new() }
    }

    /// Title where it follows the citation. Empty if the citation is the title.
    pub fn title_behind_citation(&self) -> &str {
        if self.is_of_paper() { &self.title } else { "" }
    }

    /// The title, with the citation before it if it has one.
    pub fn label(&self) -> String {
        if self.is_of_paper() { format!("{}: {}", self.citation(), self.title) } else { self.citation() }
    }

    /// Whether it names the figure that it reproduces.
    pub fn is_of_paper(&self) -> bool {
        !(self.paper.is_empty() && self.figure.is_empty())
    }

    /// Whether another scene shows the same, possibly with other words.
    pub fn differs_only_in_words(&self, other: &Self) -> bool {
        let Self { title, caption, notes, .. } = other.clone();
        Self { title, caption, notes, ..self.clone() } == *other
    }

    /// Index of the scene's clip, and the time within it.
    ///
    /// # Errors
    /// If the model lacks the clip.
    pub fn clip(&self, model: &Model) -> Result<Option<(usize, f32)>, SceneError> {
        let Some(name) = &self.pose.clip else { return Ok(None) };
        let index = find_clip(&model.clips, name).ok_or_else(|| SceneError::Clip(name.clone()))?;
        Ok(Some((index, self.pose.time.unwrap_or_default())))
    }

    /// The scene's overrides on top of rest or its clip. The model has the scene's rig, here and below.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn pose_overrides(&self, model: &Model) -> Result<PoseOverrides, SceneError> {
        let skeleton = &model.skeleton;
        let mut overrides = PoseOverrides::default();
        if let Some(name) = &self.pose.named {
            let bundled = self.model.bundled_name().and_then(bundled::find);
            let named = bundled.and_then(|model| model.pose(name)).ok_or_else(|| SceneError::Pose(name.clone()))?;
            overrides = named.overrides(skeleton)?;
        }
        for expression in &self.pose.set {
            let pose = self.posed(model, &overrides)?;
            parse_set(expression, skeleton, &pose, &mut overrides)?;
        }
        for (node, joint) in self.pose.joints.overrides(skeleton)?.iter() {
            overrides.set(node, *joint);
        }
        self.pose.morphs.apply(skeleton, &mut overrides)?;
        Ok(overrides)
    }

    /// The complete pose of the scene.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn pose(&self, model: &Model) -> Result<Pose, SceneError> {
        self.posed(model, &self.pose_overrides(model)?)
    }

    fn posed(&self, model: &Model, overrides: &PoseOverrides) -> Result<Pose, SceneError> {
        let mut pose = Pose::rest(&model.skeleton);
        if let Some((clip, seconds)) = self.clip(model)? {
            model.clips[clip].sample(seconds, &mut pose);
        }
        overrides.apply(&model.skeleton, &mut pose);
        Ok(pose)
    }

    /// What each pane shows.
    pub fn panes(&self) -> Vec<PaneSettings> {
        self.panes.iter().map(|pane| self.settings_of(pane)).collect()
    }

    /// Skinning of everything that the panes show, compared methods too.
    pub fn all_skinning(&self) -> Vec<SkinningSettings> {
        self.panes().iter().flat_map(PaneSettings::all_skinning).collect()
    }

    /// What one of the scene's panes shows.
    pub fn settings_of(&self, pane: &ScenePane) -> PaneSettings {
        pane.settings(self.shared_overlays())
    }

    /// The limits of joints, and those that do not fit the model: their texts, and why.
    pub fn joint_limits(&self, model: &Model) -> (JointLimits, Vec<(String, FindJointError)>) {
        let mut limits = JointLimits::default();
        let misfits = self.limits.iter().filter_map(|limit| limit.apply(&model.skeleton, &mut limits).err()).collect();
        (limits, misfits)
    }

    /// The selected joint's node.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn selected_joint(&self, model: &Model) -> Result<Option<u32>, SceneError> {
        Ok(self.joint.as_ref().map(|joint| model.skeleton.find(joint)).transpose()?)
    }

    /// Primitive and vertex of diagrams and similarities.
    ///
    /// # Errors
    /// If the model lacks the vertex.
    pub fn chosen_vertex(&self, model: &Model) -> Result<Option<(u32, u32)>, SceneError> {
        let Some((primitive, vertex)) = self.vertex else { return Ok(None) };
        let reason = match model.primitives.get(primitive as usize).map(|primitive| primitive.positions.len()) {
            Some(count) if (vertex as usize) < count => return Ok(self.vertex),
            Some(count) => format!("primitive {primitive} has {count} vertices, and no {vertex}"),
            None => format!("it has no primitive {primitive}"),
        };
        Err(SceneError::Vertex(reason))
    }

    /// The nodes of the joints whose skin is shown alone.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn isolated_joints(&self, model: &Model) -> Result<Vec<u32>, SceneError> {
        Ok(self.isolated.iter().map(|joint| model.skeleton.find(joint)).collect::<Result<_, _>>()?)
    }

    /// Part of the skin that is shown alone. `None` shows all of it.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn shown_part(&self, model: &Model) -> Result<Option<Arc<SkinPart>>, SceneError> {
        if self.isolated.is_empty() {
            return Ok(None);
        }
        let part = SkinPart::of_branches(model, &self.isolated_joints(model)?);
        if part.is_empty() { Err(SceneError::Isolated(self.isolated.join(", "))) } else { Ok(Some(Arc::new(part))) }
    }

    /// Skinning of the first pane, for which the view that panes share is framed.
    pub fn skinning(&self) -> SkinningSettings {
        self.panes.first().map_or_else(SkinningSettings::default, |pane| self.settings_of(pane).skinning)
    }

    /// Box around the skin of one of the scene's models, in every set of phases that a pane shows.
    pub fn skin_bounds(&self, model: &Model, pose: &Pose) -> Bounds {
        let shown: Vec<SkinningSettings> = self.panes().iter().map(|pane| pane.skinning).collect();
        let boxes = one_for_each_phases(&shown).map(|skinning| posed_bounds(model, pose, skinning));
        boxes.fold(Bounds::EMPTY, Bounds::union)
    }

    /// Box that fills the picture. `whole` is the box of the skin in the scene's pose.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn bounds(&self, model: &Model, whole: Bounds) -> Result<Bounds, SceneError> {
        self.view.bounds(model, &self.pose(model)?, self.skinning(), whole)
    }

    /// View of each pane, its own or the scene's, with the box that fills its picture. `whole` is the box of the skin
    /// in the scene's pose.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn pane_views(&self, model: &Model, whole: Bounds) -> Result<Vec<(&SceneView, Bounds)>, SceneError> {
        let pose = self.pose(model)?;
        self.panes.iter().map(|pane| self.pane_view(pane, model, &pose, whole)).collect()
    }

    /// Like [`Self::pane_views`] for one pane. `pose` is the scene's.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn pane_view<'a>(
        &'a self,
        pane: &'a ScenePane,
        model: &Model,
        pose: &Pose,
        whole: Bounds,
    ) -> Result<(&'a SceneView, Bounds), SceneError> {
        let (view, skinning) = match &pane.view {
            Some(own) => (own, self.settings_of(pane).skinning),
            None => (&self.view, self.skinning()),
        };
        Ok((view, view.bounds(model, pose, skinning, whole)?))
    }

    /// Models of the scene, from those in their files: the first with the scene's twist joints, and the correspondence
    /// of both if there are two. They have everything that the scene names.
    ///
    /// # Errors
    /// If the scene does not fit a model.
    pub fn fitted(
        &self,
        source: &Arc<Model>,
        second: Option<&Arc<Model>>,
    ) -> Result<(Arc<Model>, Option<ScenePair>), SceneError> {
        let model = self.rigged(source)?;
        let pair = ScenePair::of(self, &model, second)?;
        self.selected_joint(&model)?;
        self.chosen_vertex(&model)?;
        self.shown_part(&model)?;
        self.pane_views(&model, model.rest_bounds())?;
        for mark in &self.marks {
            if let MarkedPlace::Joint(joint) = &mark.at {
                model.skeleton.find(joint)?;
            }
        }
        if let Some(motion) = &self.motion {
            self.moving_pose(&model, &motion.kind)?;
        }
        Ok((model, pair))
    }

    /// The poses of a motion on top of the scene's.
    ///
    /// # Errors
    /// If the scene does not fit the model.
    pub fn moving_pose(&self, model: &Arc<Model>, motion: &MotionKind) -> Result<MovingPose, SceneError> {
        let mut base = Pose::rest(&model.skeleton);
        if let Some((clip, seconds)) = self.clip(model)? {
            model.clips[clip].sample(seconds, &mut base);
        }
        Ok(MovingPose::new(model, base, self.pose_overrides(model)?, motion)?)
    }

    /// A camera for a picture of this size. `bounds` is what [`Self::bounds`] returns.
    pub fn camera(&self, bounds: Bounds, size: [u32; 2]) -> Camera {
        self.view.camera(bounds, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{NoFiles, import_gltf};
    use crate::panes::Seen;
    use crate::skinning::{Phases, SkinningMethod};
    use std::collections::HashSet;
    use std::sync::Arc;

    #[test]
    fn every_scene_fits_its_model() {
        let models: Vec<Arc<Model>> =
            bundled::MODELS.iter().map(|model| import_gltf(model.glb, model.name, &NoFiles).unwrap().model).collect();
        for scene in Scene::of_papers() {
            let model = models.iter().find(|model| Some(model.name.as_str()) == scene.model.bundled_name()).unwrap();
            if scene.second.is_none() {
                scene.fitted(model, None).unwrap_or_else(|error| panic!("{}: {error}", scene.id));
            }
            let model = &*scene.rigged(model).unwrap();
            scene.chosen_vertex(model).unwrap_or_else(|error| panic!("{}: {error}", scene.id));
            let overrides = scene.pose_overrides(model).unwrap_or_else(|error| panic!("{}: {error}", scene.id));
            assert!(
                !overrides.is_empty()
                    || scene.pose == ScenePose::default()
                    || scene.pose.named.as_deref() == Some("t-pose")
            );
            scene.selected_joint(model).unwrap();
            let bounds = scene.bounds(model, model.rest_bounds()).unwrap();
            assert!(bounds.min.cmple(bounds.max).all() && bounds.extent() > 0.0, "{}", scene.id);
            let camera = scene.camera(bounds, [400, 300]);
            assert!(camera.clip_from_world([400, 300]).is_finite() && camera.distance > 0.0);
            assert!((1..=SkinningMethod::ALL.len()).contains(&scene.panes.len()), "{}", scene.id);
            let (columns, rows) = scene.layout().shape(scene.panes.len());
            assert!(columns * rows >= scene.panes.len());
        }
    }

    /// The shared view frames the first pane's skin, and a pane's own view frames its own skin.
    #[test]
    fn a_joint_is_framed_where_the_pane_shows_its_skin() {
        let model = import_gltf(bundled::find("mannequin").unwrap().glb, "mannequin", &NoFiles).unwrap().model;
        let view = SceneView { seen: Seen::Joint("forearm.L".to_owned()), ..SceneView::FRONT };
        let mut scene = Scene::clone(Scene::find("kavan-fig-7").unwrap());
        scene.pose = ScenePose { set: vec!["upper_arm.L:ry=60".to_owned()], ..ScenePose::default() };
        scene.view = view.clone();
        let shown = |chosen_phases, view| {
            let skinning =
                SkinningSettings { method: SkinningMethod::TwoPhaseDqs, chosen_phases, ..Default::default() };
            (PaneSettings { skinning, ..Default::default() }, view)
        };
        let panes =
            vec![shown(Phases::First, None), shown(Phases::Both, None), shown(Phases::Both, Some(view.clone()))];
        let scene = scene.with_panes(panes);
        let rest = Pose::rest(&model.skeleton);
        let at_rest = view.bounds(&model, &rest, scene.skinning(), model.rest_bounds()).unwrap();
        let views = scene.pane_views(&model, model.rest_bounds()).unwrap();
        assert_eq!([views[0].1, views[1].1, scene.bounds(&model, model.rest_bounds()).unwrap()], [at_rest; 3]);
        assert!(views[2].1.center().distance(at_rest.center()) > 0.1, "{:?}", views[2].1);
    }

    /// Everything that a scene names is looked up, and a name without the prefix of all joints is recognized.
    #[test]
    fn a_name_that_the_model_lacks_is_told_with_the_nearest() {
        let model = import_gltf(bundled::find("mannequin").unwrap().glb, "mannequin", &NoFiles).unwrap().model;
        let whole = Scene::of_papers().find(|scene| scene.model.bundled_name() == Some("mannequin")).unwrap();
        let at = MarkedPlace::Joint("forarm.L".to_owned());
        let mark = Mark { at, shape: Default::default(), label: String::new(), panes: Vec::new() };
        let kind = MotionKind::Joint { joint: "forarm.L".to_owned(), channel: "rx".to_owned(), from: 0.0, to: 9.0 };
        let motion = Motion::once(kind, 1.0);
        let wrong = [
            Scene { joint: Some("forarm.L".to_owned()), ..Scene::clone(whole) },
            Scene { marks: vec![mark], ..Scene::clone(whole) },
            Scene { motion: Some(motion), ..Scene::clone(whole) },
            Scene { isolated: vec!["forarm.L".to_owned()], ..Scene::clone(whole) },
        ];
        assert!(whole.fitted(&model, None).is_ok());
        for scene in wrong {
            let error = scene.fitted(&model, None).unwrap_err().to_string();
            assert!(error.contains("did you mean \"forearm.L\"?"), "{error}");
        }
    }

    #[test]
    fn scenes_read_well() {
        let ids: HashSet<&str> = Scene::of_papers().map(|scene| scene.id.as_str()).collect();
        assert_eq!(ids.len(), Scene::of_papers().count(), "an id is given twice");
        assert_eq!(ids.len(), 78);
        for scene in Scene::of_papers() {
            let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(scene.id.chars().all(plain), "{}", scene.id);
            assert!(scene.caption.ends_with('.') && scene.caption.len() < 260, "{}: {}", scene.id, scene.caption.len());
            assert!(!scene.caption.contains("  ") && !scene.title.ends_with('.'), "{}", scene.id);
            let is_cited = ["fig. ", "figs. ", "sec. "].iter().any(|kind| scene.figure.starts_with(kind));
            // Methods that came after the papers are not theirs.
            assert!(is_cited || scene.id.starts_with("later-"), "{}", scene.id);
        }
    }

    /// The audience reads the headline in a few seconds, and the speaker has notes.
    #[test]
    fn every_scene_says_its_point_and_has_notes() {
        for scene in Scene::of_papers() {
            let words = scene.title.split_whitespace().count();
            assert!((2..=8).contains(&words), "{}: {words} words in {:?}", scene.id, scene.title);
            let ends = scene.notes.match_indices(['.', '?', '!']);
            let sentences = ends.filter(|(at, _)| !scene.notes[at + 1..].starts_with(|next: char| next != ' ')).count();
            assert!((2..=5).contains(&sentences), "{}: {sentences} sentences for the speaker", scene.id);
        }
    }

    #[test]
    fn near_ids_are_found() {
        assert_eq!(Scene::find("kavan-fig-7").unwrap().citation(), "Kavan 2008, fig. 7");
        assert_eq!(Scene::near("kavan-fig7", Scene::of_papers()).first(), Some(&"kavan-fig-7"));
        assert!(Scene::near("fig-25", Scene::of_papers()).contains(&"kavan-fig-25"));
        assert!(Scene::near("something else", Scene::of_papers()).is_empty());
    }
}
