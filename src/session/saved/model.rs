use super::super::document::Document;
use super::super::state::State;
use super::cameras::Cameras;
use super::second::PendingSecond;
use crate::files::{Access, ModelSource, OpenOptions};
use crate::panes::{Scene, SceneFile, ScenePose};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The last work on one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedModel {
    /// The model, its rig, pose, limits, selected joint and isolated skin. It has no panes: the session's own
    /// are shown, or those of `second`.
    pub(super) scene: Scene,
    /// Index of the scene's clip, which may share its name with others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clip_index: Option<usize>,
    /// Files of the model outside its folder.
    #[serde(default, skip_serializing_if = "Access::is_usual")]
    access: Access,
    #[serde(default)]
    pub(super) cameras: Cameras,
    /// The session file that it was opened from or saved in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) session_file: Option<PathBuf>,
    /// The second model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in super::super) second: Option<PendingSecond>,
}

/// Limit of saved files that were given with a model. Files that were not read are saved too, since other variants may
/// need them.
const MOST_BESIDE: usize = 100;

/// Whether a path can be saved. One that is not UTF-8 cannot.
pub(super) fn is_writable(path: &Path) -> bool {
    path.to_str().is_some()
}

/// The files that a model was allowed to read, for the next start.
pub(super) fn access_to_save(document: &Document) -> Access {
    let Access { outside: _, beside, in_folders } = &document.options.access;
    let is_read = |path: &&PathBuf| document.files.iter().any(|file| file.path == **path);
    let absolute = |path: &PathBuf| std::path::absolute(path).ok().filter(|path| is_writable(path));
    Access {
        outside: false,
        beside: beside.iter().take(MOST_BESIDE).filter_map(absolute).collect(),
        in_folders: in_folders.iter().filter(is_read).filter_map(absolute).collect(),
    }
}

impl SavedModel {
    /// The open model's work. `None` if the model's path cannot be saved.
    pub(in super::super) fn of(state: &State) -> Option<Self> {
        let document = state.documents.first.as_ref()?;
        let mut scene = state.with_limits(state.written_scene(document, Vec::new()));
        let clip = state.edit.clip.and_then(|index| document.model.clips.get(index));
        scene.pose.clip = clip.map(|clip| clip.name.clone());
        if let SceneFile::Path(path) = &scene.model
            && !is_writable(path)
        {
            return None;
        }
        let session_file = state.documents.session_file.as_ref().map(|file| file.path.clone());
        Some(Self {
            scene,
            clip_index: state.edit.clip.filter(|_| clip.is_some()),
            access: access_to_save(document),
            cameras: Cameras::of(state),
            session_file: session_file.filter(|path| is_writable(path)),
            second: PendingSecond::of(state),
        })
    }

    /// The model. `None` for a bundled model that this version does not have, whose name is read as a relative path.
    pub fn source(&self) -> Option<ModelSource> {
        let source = ModelSource::from(&self.scene.model);
        Some(source).filter(|source| !matches!(source, ModelSource::File(path) if path.is_relative()))
    }

    /// Options with which it is opened again.
    pub fn options(&self) -> OpenOptions {
        OpenOptions { access: self.access.clone(), variant: self.scene.variant.clone() }
    }

    pub(super) fn is_same_model(&self, other: &Self) -> bool {
        self.scene.model == other.scene.model
    }

    /// Whether there is nothing to restore.
    pub(super) fn is_at_rest(&self) -> bool {
        let Scene { weights, twists, limits, pose, .. } = &self.scene;
        weights.is_empty() && twists.is_empty() && limits.is_empty() && *pose == ScenePose::default()
    }
}
