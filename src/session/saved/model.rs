use super::super::document::Document;
use super::super::state::State;
use super::second::SavedSecond;
use super::view::SavedView;
use crate::bundled;
use crate::files::{Access, ModelSource, OpenOptions};
use crate::model::{AngleLimit, JointLimits, PoseOverrides, Skeleton, TwistKind, parse_pose_file, write_pose_file};
use crate::rigging::{MOST_TWIST_JOINTS, TwistSplit};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The last pose of one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedModel {
    source: SavedSource,
    /// The material variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    /// Files of the model that the user gave together with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beside: Vec<String>,
    /// The files of `beside` that were found in folders that the user gave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    in_folders: Vec<String>,
    #[serde(default)]
    twists: Vec<SavedTwist>,
    #[serde(default)]
    clip: Option<SavedClip>,
    /// A pose file of the model with its twist joints.
    pose: serde_json::Value,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    limits: Vec<SavedLimits>,
    #[serde(default)]
    stops_at_limits: bool,
    #[serde(default)]
    pub(super) view: SavedView,
    /// The session file that it was opened from or saved in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) session_file: Option<String>,
    /// The second model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in super::super) second: Option<SavedSecond>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SavedSource {
    Bundled(String),
    /// An absolute path. A path that is not UTF-8 cannot be saved.
    File(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedTwist {
    joint: String,
    count: u32,
    /// Kind of the twist. Sessions from before there were kinds spread the twist of the bone's end.
    #[serde(default)]
    kind: TwistKind,
}

/// The limits of a joint of the model with its twist joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedLimits {
    joint: String,
    /// Limits of the X, Y and Z angles.
    angles: [Option<AngleLimit>; 3],
}

/// A clip by index and name, because names repeat and files change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedClip {
    index: usize,
    name: String,
    time_seconds: f32,
}

/// A saved pose that fits the open model.
pub(super) struct RestoredPose {
    pub twists: Vec<TwistSplit>,
    pub clip: Option<(usize, f32)>,
}

/// Limit of saved files that were given with a model. Files that were not read are saved too, since other variants may
/// need them.
const MOST_BESIDE: usize = 100;

/// A path that can be saved: absolute and in UTF-8.
fn absolute(path: &Path) -> Option<String> {
    std::path::absolute(path).ok()?.to_str().map(str::to_owned)
}

impl SavedModel {
    /// The open model's work. `None` if the model's path cannot be saved.
    pub(in super::super) fn of(state: &State) -> Option<Self> {
        let document = state.document.as_ref()?;
        let skeleton = &document.model.skeleton;
        let twist = |split: &TwistSplit| SavedTwist {
            joint: skeleton.address(split.joint),
            count: split.count,
            kind: split.kind,
        };
        let of_joint = |(node, angles)| SavedLimits { joint: skeleton.address(node), angles };
        let pose = write_pose_file(&state.edit.overrides, skeleton);
        let clip = state.edit.clip.and_then(|index| {
            let name = document.model.clips.get(index)?.name.clone();
            Some(SavedClip { index, name, time_seconds: state.playback.time_seconds })
        });
        let access = &document.options.access;
        let is_read = |path: &&PathBuf| document.files.iter().any(|file| file.path == **path);
        Some(Self {
            source: SavedSource::of(&document.origin)?,
            variant: document.options.variant.clone(),
            beside: access.beside.iter().take(MOST_BESIDE).filter_map(|path| absolute(path)).collect(),
            in_folders: access.in_folders.iter().filter(is_read).filter_map(|path| absolute(path)).collect(),
            twists: state.edit.twists.iter().map(twist).collect(),
            clip,
            pose: serde_json::from_str(&pose).ok()?,
            limits: state.edit.limits.iter().map(of_joint).collect(),
            stops_at_limits: state.edit.stops_at_limits,
            view: SavedView::of(state, document),
            session_file: state.session_file.as_ref().and_then(|file| file.path.to_str().map(str::to_owned)),
            second: SavedSecond::of(state)
                .or_else(|| state.pending_second.as_ref().map(|pending| pending.saved.clone())),
        })
    }

    /// The model. `None` for a bundled model that this version does not have.
    pub fn source(&self) -> Option<ModelSource> {
        self.source.source()
    }

    /// Options with which it is opened again.
    pub fn options(&self) -> OpenOptions {
        let paths = |paths: &[String]| paths.iter().map(PathBuf::from).collect();
        let access = Access { beside: paths(&self.beside), in_folders: paths(&self.in_folders), outside: false };
        OpenOptions { access, variant: self.variant.clone() }
    }

    pub(super) fn is_same_model(&self, other: &Self) -> bool {
        self.source == other.source
    }

    /// Whether there is anything to restore.
    pub(super) fn is_at_rest(&self) -> bool {
        let is_empty = |part: &str| {
            let part = self.pose.get(part).and_then(serde_json::Value::as_object);
            part.is_none_or(serde_json::Map::is_empty)
        };
        self.twists.is_empty()
            && self.limits.is_empty()
            && self.clip.is_none()
            && is_empty("joints")
            && is_empty("morphs")
    }

    /// Twist joints and clip for the model as opened.
    pub(super) fn rig(&self, document: &Document) -> Result<RestoredPose, String> {
        let split = |twist: &SavedTwist| {
            let joint = document.source.skeleton.find(&twist.joint).map_err(|error| error.to_string())?;
            Ok(TwistSplit { joint, count: twist.count.clamp(1, MOST_TWIST_JOINTS), kind: twist.kind })
        };
        let clips = &document.model.clips;
        let is_there = |clip: &&SavedClip| clips.get(clip.index).is_some_and(|one| one.name == clip.name);
        let clip = self.clip.as_ref().filter(is_there).map(|clip| {
            let end = clips.get(clip.index).map_or(0.0, |one| one.duration_seconds);
            (clip.index, clip.time_seconds.clamp(0.0, end))
        });
        Ok(RestoredPose { twists: self.twists.iter().map(split).collect::<Result<_, String>>()?, clip })
    }

    /// The pose, for the skeleton with its twist joints.
    pub(super) fn overrides(&self, skeleton: &Skeleton) -> Result<PoseOverrides, String> {
        parse_pose_file(&self.pose.to_string(), skeleton).map_err(|error| error.to_string())
    }

    /// The limits, for the skeleton with its twist joints.
    pub(super) fn limits(&self, skeleton: &Skeleton) -> Result<JointLimits, String> {
        let mut limits = JointLimits::default();
        for saved in &self.limits {
            let node = skeleton.find(&saved.joint).map_err(|error| error.to_string())?;
            limits.set_joint(node, saved.angles);
        }
        Ok(limits)
    }

    pub(super) fn stops_at_limits(&self) -> bool {
        self.stops_at_limits
    }
}

impl SavedSource {
    /// The source of the model. `None` for a bundled model that this version does not have.
    pub(super) fn source(&self) -> Option<ModelSource> {
        match self {
            Self::Bundled(name) => bundled::find(name).map(|model| ModelSource::Bundled(model.name)),
            Self::File(path) => Some(ModelSource::File(PathBuf::from(path))),
        }
    }

    /// Converts a source to its saved form. `None` for a path that cannot be saved.
    pub(super) fn of(source: &ModelSource) -> Option<Self> {
        Some(match source {
            ModelSource::Bundled(name) => Self::Bundled((*name).to_owned()),
            ModelSource::File(path) => Self::File(absolute(path)?),
        })
    }
}
