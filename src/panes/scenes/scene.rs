use super::kavan_2008;
use super::le_hodgins_2016;
use super::pane::ScenePane;
use crate::bundled::{self, BundledModel};
use crate::math::Bounds;
use crate::model::{FindJointError, Model, Pose, PoseOverrides, ScaleKind, SetError, edit_distance, parse_set};
use crate::panes::{Arrangement, PaneLayout, PaneSettings};
use crate::view::{Camera, Overlays, joint_bounds};
use glam::Vec3;

/// A scene that shows a figure of a paper: the model, its pose, the panes and the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scene {
    /// Name for the command line: lowercase letters, digits and hyphens.
    pub id: &'static str,
    pub paper: Paper,
    /// For example "fig. 7".
    pub figure: &'static str,
    /// A few words, without a period.
    pub title: &'static str,
    /// What to look at, and what the paper says about it. Must be true of the panes.
    pub caption: &'static str,
    /// Name of a bundled model.
    pub model: &'static str,
    pub pose: ScenePose,
    pub panes: &'static [ScenePane],
    pub arrangement: Arrangement,
    pub overlays: Overlays,
    /// Name of the selected joint.
    pub joint: Option<&'static str>,
    pub view: SceneView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Kavan, Collins, Zara, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending.
    Kavan2008,
    /// Le, Hodgins: Real-time Skeletal Skinning with Optimized Centers of Rotation.
    LeHodgins2016,
}

/// Rest or a clip's sample, with a named pose and changes to single joints on top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScenePose {
    /// A pose of the bundled model.
    pub named: Option<&'static str>,
    /// In the syntax of `--set`.
    pub set: &'static [&'static str],
    /// Name of a clip, and the time in seconds.
    pub clip: Option<(&'static str, f32)>,
}

/// The direction of view. The picture is framed for the size of the panes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneView {
    pub yaw_degrees: f32,
    pub pitch_degrees: f32,
    pub seen: Seen,
}

/// What fills the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seen {
    /// The entire posed skin.
    Whole,
    /// A joint, by name, with the bones before and after it.
    Joint(&'static str),
    /// A box in scene space, by its corners.
    Box([f32; 3], [f32; 3]),
}

/// Errors in the definition of a scene. The tests check every scene.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SceneError {
    #[error("the scene's model {0} is not bundled")]
    Model(&'static str),
    #[error("the scene's model has no pose {0}")]
    Pose(&'static str),
    #[error("the scene's model has no clip {0}")]
    Clip(&'static str),
    #[error("the scene does not fit its model: {0}")]
    Joint(#[from] FindJointError),
    #[error("the scene does not fit its model: {0}")]
    Set(#[from] SetError),
}

impl Paper {
    pub const ALL: [Self; 2] = [Self::Kavan2008, Self::LeHodgins2016];

    /// The citation.
    pub fn label(self) -> &'static str {
        match self {
            Self::Kavan2008 => "Kavan 2008",
            Self::LeHodgins2016 => "Le & Hodgins 2016",
        }
    }

    pub fn scenes(self) -> &'static [Scene] {
        match self {
            Self::Kavan2008 => kavan_2008::SCENES,
            Self::LeHodgins2016 => le_hodgins_2016::SCENES,
        }
    }
}

impl SceneView {
    pub const fn of(yaw_degrees: f32, pitch_degrees: f32, seen: Seen) -> Self {
        Self { yaw_degrees, pitch_degrees, seen }
    }

    pub fn fov_degrees(self) -> f32 {
        match self.seen {
            Seen::Whole => Camera::DEFAULT_FOV_DEGREES,
            Seen::Joint(_) | Seen::Box(..) => Camera::JOINT_FOV_DEGREES,
        }
    }
}

impl Scene {
    /// All scenes, by paper and in the order of the figures.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Paper::ALL.into_iter().flat_map(Paper::scenes)
    }

    pub fn find(id: &str) -> Option<&'static Self> {
        Self::all().find(|scene| scene.id == id)
    }

    /// Up to three ids similar to the given one, closest first. Ids that contain it are the closest.
    pub fn near(id: &str) -> Vec<&'static str> {
        let wanted = id.to_lowercase();
        let far = |scene: &&Self| {
            let part = wanted.len() > 2 && scene.id.contains(&wanted);
            if part { 0 } else { edit_distance(&wanted, scene.id) }
        };
        let mut near: Vec<&Self> = Self::all().filter(|scene| far(scene) <= 4).collect();
        near.sort_by_key(|scene| far(scene));
        near.into_iter().map(|scene| scene.id).take(3).collect()
    }

    /// The citation of paper and figure.
    pub fn citation(&self) -> String {
        format!("{}, {}", self.paper.label(), self.figure)
    }

    /// The scene's model.
    ///
    /// # Errors
    /// If the model is not bundled.
    pub fn bundled_model(&self) -> Result<BundledModel, SceneError> {
        bundled::find(self.model).ok_or(SceneError::Model(self.model))
    }

    /// Index of the scene's clip, and the time within it.
    ///
    /// # Errors
    /// If the model does not have a clip of that name.
    pub fn clip(&self, model: &Model) -> Result<Option<(usize, f32)>, SceneError> {
        let Some((name, seconds)) = self.pose.clip else { return Ok(None) };
        let index = model.clips.iter().position(|clip| clip.name == name).ok_or(SceneError::Clip(name))?;
        Ok(Some((index, seconds)))
    }

    /// The scene's overrides on top of rest or its clip.
    ///
    /// # Errors
    /// If the model is not the scene's.
    pub fn pose_overrides(&self, model: &Model) -> Result<PoseOverrides, SceneError> {
        let skeleton = &model.skeleton;
        let mut overrides = match self.pose.named {
            Some(name) => self.bundled_model()?.pose(name).ok_or(SceneError::Pose(name))?.overrides(skeleton)?,
            None => PoseOverrides::default(),
        };
        for expression in self.pose.set {
            let pose = self.posed(model, &overrides)?;
            parse_set(expression, skeleton, &pose, &mut overrides)?;
        }
        Ok(overrides)
    }

    /// The complete pose of the scene.
    ///
    /// # Errors
    /// If the model is not the scene's.
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

    pub fn panes(&self) -> Vec<PaneSettings> {
        self.panes.iter().map(|pane| pane.settings(self.overlays)).collect()
    }

    pub fn layout(&self) -> PaneLayout {
        PaneLayout::of(self.arrangement)
    }

    /// The selected joint's node.
    ///
    /// # Errors
    /// If the model is not the scene's.
    pub fn selected_joint(&self, model: &Model) -> Result<Option<u32>, SceneError> {
        Ok(self.joint.map(|joint| model.skeleton.find(joint)).transpose()?)
    }

    /// The box that fills the picture. `whole` is that of the skin in the scene's pose.
    ///
    /// # Errors
    /// If the model is not the scene's.
    pub fn bounds(&self, model: &Model, whole: Bounds) -> Result<Bounds, SceneError> {
        Ok(match self.view.seen {
            Seen::Whole => whole,
            Seen::Joint(name) => {
                let joint = model.skeleton.find(name)?;
                let scene_from_node = self.pose(model)?.scene_from_node(&model.skeleton, ScaleKind::Inherited);
                joint_bounds(&model.skeleton, &scene_from_node, joint, model.rest_bounds().extent())
            }
            Seen::Box(min, max) => Bounds { min: Vec3::from_array(min), max: Vec3::from_array(max) },
        })
    }

    /// A camera that frames `bounds` from the scene's direction of view.
    pub fn camera(&self, bounds: Bounds, size: [u32; 2]) -> Camera {
        let camera = Camera {
            target: bounds.center(),
            yaw: self.view.yaw_degrees.to_radians(),
            pitch: self.view.pitch_degrees.to_radians(),
            distance: 1.0,
            fov: self.view.fov_degrees().to_radians(),
        };
        camera.framed(bounds, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{ResourceReader, import_gltf};
    use std::collections::HashSet;
    use std::sync::Arc;

    struct NoFiles;

    impl ResourceReader for NoFiles {
        fn read(&self, path: &str) -> Result<Vec<u8>, String> {
            Err(path.to_owned())
        }
    }

    #[test]
    fn every_scene_fits_its_model() {
        let models: Vec<Arc<Model>> =
            bundled::MODELS.iter().map(|model| import_gltf(model.glb, model.name, &NoFiles).unwrap().model).collect();
        for scene in Scene::all() {
            let model = models.iter().find(|model| model.name == scene.model).unwrap();
            let overrides = scene.pose_overrides(model).unwrap_or_else(|error| panic!("{}: {error}", scene.id));
            assert!(!overrides.is_empty() || scene.pose == ScenePose::default() || scene.pose.named == Some("t-pose"));
            scene.selected_joint(model).unwrap();
            let bounds = scene.bounds(model, model.rest_bounds()).unwrap();
            assert!(bounds.min.cmple(bounds.max).all() && bounds.extent() > 0.0, "{}", scene.id);
            let camera = scene.camera(bounds, [400, 300]);
            assert!(camera.clip_from_world([400, 300]).is_finite() && camera.distance > 0.0);
            assert_eq!(scene.panes().len(), scene.panes.len());
            assert!((1..=10).contains(&scene.panes.len()), "{}", scene.id);
            let (columns, rows) = scene.layout().shape(scene.panes.len());
            assert!(columns * rows >= scene.panes.len());
        }
    }

    #[test]
    fn scenes_read_well() {
        let ids: HashSet<&str> = Scene::all().map(|scene| scene.id).collect();
        assert_eq!(ids.len(), Scene::all().count(), "an id is given twice");
        for scene in Scene::all() {
            let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(scene.id.chars().all(plain), "{}", scene.id);
            assert!(scene.caption.ends_with('.') && scene.caption.len() < 260, "{}: {}", scene.id, scene.caption.len());
            assert!(!scene.caption.contains("  ") && !scene.title.ends_with('.'), "{}", scene.id);
            assert!(scene.figure.starts_with("fig. "), "{}", scene.id);
            assert!(Paper::ALL.iter().any(|paper| paper.scenes().contains(scene) && scene.paper == *paper));
        }
    }

    #[test]
    fn near_ids_are_found() {
        assert_eq!(Scene::find("kavan-fig-7").unwrap().citation(), "Kavan 2008, fig. 7");
        assert_eq!(Scene::near("kavan-fig7").first(), Some(&"kavan-fig-7"));
        assert!(Scene::near("fig-25").contains(&"kavan-fig-25"));
        assert!(Scene::near("something else").is_empty());
    }
}
