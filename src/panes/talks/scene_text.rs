//! One scene as text, as in a talk's file.

use super::pane_text::PaneText;
use crate::bundled;
use crate::model::{LimitExpression, PoseJoints, PoseMorphs};
use crate::pairs::{JointTable, PairFit};
use crate::panes::{
    Arrangement, Mark, Motion, PaneLayout, Scene, SceneClip, SceneFile, SceneMeasure, SceneModel, ScenePane, ScenePose,
    SceneSecond, SceneTwist, SceneView, Seen, Shot,
};
use crate::view::{Camera, Overlay, Overlays};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SceneText {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub paper: String,
    #[serde(default)]
    pub figure: String,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub caption: String,
    #[serde(default)]
    pub notes: String,
    pub model: String,
    #[serde(default)]
    pub model_hash: Option<String>,
    #[serde(default)]
    pub variant: Option<String>,
    #[serde(default)]
    pub second: Option<SecondText>,
    #[serde(default)]
    pub twists: Vec<SceneTwist>,
    #[serde(default)]
    pub pose: PoseText,
    #[serde(default)]
    pub joint: Option<String>,
    /// Primitive and vertex of diagrams and similarities.
    #[serde(default)]
    pub vertex: Option<(u32, u32)>,
    #[serde(default)]
    pub isolate: Vec<String>,
    /// Limits in the syntax of `--limit`.
    #[serde(default)]
    pub limits: Vec<String>,
    #[serde(default)]
    pub stops_at_limits: bool,
    #[serde(default)]
    pub arrangement: Arrangement,
    #[serde(default)]
    pub column_widths: Vec<f32>,
    #[serde(default)]
    pub row_heights: Vec<f32>,
    #[serde(default)]
    pub overlays: Option<Vec<Overlay>>,
    #[serde(default)]
    pub view: ViewText,
    pub panes: Vec<PaneText>,
    #[serde(default)]
    pub marks: Vec<Mark>,
    #[serde(default)]
    pub measure: SceneMeasure,
    #[serde(default)]
    pub motion: Option<Motion>,
    #[serde(default)]
    pub motion_waits: bool,
    #[serde(default)]
    pub minutes: Option<f32>,
}

/// Longest planned time of a scene, in minutes.
const MOST_MINUTES: f32 = 600.0;

/// A second model in the pose of the first.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SecondText {
    pub model: String,
    #[serde(default)]
    pub model_hash: Option<String>,
    #[serde(default)]
    pub variant: Option<String>,
    /// Joints of the first model and their partners, as in a table of joints.
    #[serde(default)]
    pub joints: BTreeMap<String, String>,
    #[serde(default)]
    pub equal_scale: bool,
    #[serde(default)]
    pub keep_facing: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoseText {
    #[serde(default)]
    pub named: Option<String>,
    #[serde(default)]
    pub set: Vec<String>,
    #[serde(default)]
    pub clip: Option<String>,
    /// Seconds into the clip.
    #[serde(default)]
    pub time: Option<f32>,
    #[serde(default)]
    pub joints: PoseJoints,
    #[serde(default)]
    pub morphs: PoseMorphs,
}

/// View in degrees and scene units. At most one of `joint`, `box` and `target`; without them, the whole skin is seen.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewText {
    #[serde(default)]
    pub yaw: f32,
    #[serde(default)]
    pub pitch: Option<f32>,
    #[serde(default)]
    pub joint: Option<String>,
    #[serde(default, rename = "box")]
    pub corners: Option<[[f32; 3]; 2]>,
    #[serde(default)]
    pub target: Option<[f32; 3]>,
    #[serde(default)]
    pub distance: Option<f32>,
    #[serde(default)]
    pub fov: Option<f32>,
    #[serde(default)]
    pub aspect: Option<f32>,
}

/// Most panes of a scene.
const MOST_PANES: usize = crate::skinning::SkinningMethod::ALL.len();

/// Overlays of most panes of a scene; the first ones win among equals.
pub(super) fn shared_overlays(scene: &Scene) -> Overlays {
    let overlays = |pane: &ScenePane| pane.settings.look.overlays;
    let count = |wanted: Overlays| scene.panes.iter().filter(|pane| overlays(pane) == wanted).count();
    let most = scene.panes.iter().rev().max_by_key(|pane| count(overlays(pane)));
    most.map_or_else(Overlays::default, overlays)
}

impl SceneText {
    /// The scene, with its model's path relative to `folder`.
    pub fn scene(self, folder: &Path) -> Result<Scene, String> {
        if self.panes.is_empty() || self.panes.len() > MOST_PANES {
            return Err(format!("panes has {} entries; a scene shows 1 to {MOST_PANES}", self.panes.len()));
        }
        if self.marks.len() > Mark::MOST {
            return Err(format!("marks has {} entries; a scene has up to {}", self.marks.len(), Mark::MOST));
        }
        let pane_count = self.panes.len();
        let is_pane = |pane: &usize| (1..=pane_count).contains(pane);
        if let Some(pane) = self.marks.iter().flat_map(|mark| &mark.panes).find(|pane| !is_pane(pane)) {
            return Err(format!("a mark names pane {pane}, but there are {pane_count}"));
        }
        if let Some(motion) = &self.motion
            && !motion.is_playable()
        {
            return Err("the motion needs finite ends, and durations from 0 to 86400 seconds".to_owned());
        }
        if let Some(minutes) = self.minutes.filter(|minutes| !(*minutes > 0.0 && *minutes <= MOST_MINUTES)) {
            return Err(format!("minutes must be above 0 and at most {MOST_MINUTES}, not {minutes}"));
        }
        if let Some(pane) = self.panes.iter().position(PaneText::shows_second).filter(|_| self.second.is_none()) {
            return Err(format!("pane {} shows a second model, and the scene has none", pane + 1));
        }
        let overlays = self.overlays.map_or_else(Overlays::default, Overlays::from_iter);
        let pane = |pane: PaneText| {
            let view = pane.view.clone().map(ViewText::view).transpose()?;
            Ok(ScenePane { settings: pane.settings(overlays)?, view })
        };
        Ok(Scene {
            id: self.id,
            paper: self.paper,
            figure: self.figure,
            title: self.title,
            caption: self.caption,
            notes: self.notes,
            model: SceneModel { file: file(&self.model, folder)?, hash: self.model_hash, variant: self.variant },
            second: self.second.map(|second| second.second(folder)).transpose()?,
            twists: self.twists,
            pose: self.pose.pose()?,
            panes: self.panes.into_iter().map(pane).collect::<Result<_, String>>()?,
            layout: PaneLayout::with_shares(self.arrangement, self.column_widths, self.row_heights),
            joint: self.joint,
            vertex: self.vertex,
            isolated: self.isolate,
            limits: self.limits.iter().map(|text| limit(text)).collect::<Result<_, String>>()?,
            stops_at_limits: self.stops_at_limits,
            view: self.view.view()?,
            marks: self.marks,
            measure: self.measure,
            motion: self.motion,
            motion_waits: self.motion_waits,
            minutes: self.minutes,
        })
    }
}

impl SecondText {
    fn second(self, folder: &Path) -> Result<SceneSecond, String> {
        let Self { model, model_hash, variant, joints, equal_scale, keep_facing } = self;
        let model = SceneModel { file: file(&model, folder)?, hash: model_hash, variant };
        let fit = PairFit { equal_scale, keep_facing };
        Ok(SceneSecond { model, joints: JointTable::of_lines(joints), fit })
    }
}

fn limit(text: &str) -> Result<LimitExpression, String> {
    text.parse().map_err(|error| format!("the limit \"{text}\" is not understood: {error}"))
}

fn file(text: &str, folder: &Path) -> Result<SceneFile, String> {
    match bundled::find(text) {
        Some(model) => Ok(SceneFile::Bundled(model.name)),
        None if text.is_empty() => Err("model is empty; give the name of a bundled model or a file".to_owned()),
        None => Ok(SceneFile::Path(without_detours(&folder.join(text)))),
    }
}

/// The path without `.` and `..`, so that one file has one path. Links are not followed.
fn without_detours(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(straight.components().next_back(), Some(Component::Normal(_))) => {
                straight.pop();
            }
            _ => straight.push(part),
        }
    }
    straight
}

impl PoseText {
    fn pose(self) -> Result<ScenePose, String> {
        let seconds = self.time.unwrap_or(0.0);
        if !(0.0..=1e9).contains(&seconds) {
            return Err(format!("the pose's time of {seconds} s is not within a clip"));
        }
        let clip = self.clip.map(|name| SceneClip { name, seconds });
        Ok(ScenePose { named: self.named, set: self.set, joints: self.joints, morphs: self.morphs, clip })
    }
}

impl ViewText {
    fn view(self) -> Result<SceneView, String> {
        let number = |name: &str, value: f32, low: f32, high: f32| match value {
            value if (low..=high).contains(&value) => Ok(value),
            _ => Err(format!("the view's {name} must be from {low} to {high}, not {value}")),
        };
        let finite = |point: &[f32; 3]| point.iter().all(|value| value.abs() <= 1e9);
        let given = [self.joint.is_some(), self.corners.is_some(), self.target.is_some()];
        if given.into_iter().filter(|is_given| *is_given).count() > 1 {
            return Err("the view has more than one of joint, box and target; keep one".to_owned());
        }
        let seen = match (self.joint, self.corners, self.target) {
            (Some(joint), ..) => Seen::Joint(joint),
            (_, Some([min, max]), _) => {
                let is_box = finite(&min) && finite(&max) && min.iter().zip(&max).all(|(low, high)| low <= high);
                if !is_box || min == max {
                    return Err("the view's box needs its smallest corner first, then its largest".to_owned());
                }
                Seen::Box(min, max)
            }
            (.., Some(target)) if finite(&target) => Seen::Shot(Shot {
                target,
                distance: number("distance", self.distance.unwrap_or(0.0), 1e-6, 1e9)?,
                fov_degrees: number("fov", self.fov.unwrap_or(Camera::DEFAULT_FOV_DEGREES), 1.0, 120.0)?,
                aspect: number("aspect", self.aspect.unwrap_or(1.0), 1e-2, 1e2)?,
            }),
            (.., Some(_)) => return Err("the view's target is not a point".to_owned()),
            (None, None, None) => Seen::Whole,
        };
        Ok(SceneView {
            yaw_degrees: number("yaw", self.yaw, -3600.0, 3600.0)?,
            pitch_degrees: number("pitch", self.pitch.unwrap_or(SceneView::FRONT.pitch_degrees), -90.0, 90.0)?,
            seen,
        })
    }
}
