//! The poses that come with a model, the poses the user saved, and blending between them.

use super::state::State;
use crate::files::{PoseStore, PoseStoreError, StoredPose, read_pose_text};
use crate::model::{Pose, PoseOverrides, Skeleton, parse_pose_file, write_pose_file};
use crate::posing::blend_overrides;
use std::path::{Path, PathBuf};

/// All poses of the open model.
#[derive(Debug)]
pub struct PoseLibrary {
    store: PoseStore,
    poses: Vec<LibraryPose>,
    generation: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LibraryPose {
    pub name: String,
    pub overrides: PoseOverrides,
    /// The file of the pose. `None` for a pose that comes with a bundled model.
    pub file: Option<PathBuf>,
}

/// Two poses and a position between them.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseBlend {
    from: PoseOverrides,
    pub from_name: String,
    to: PoseOverrides,
    pub to_name: String,
    /// Position: 0 is `from`, 1 is `to`.
    pub share: f32,
    /// The blended pose. The blend continues while this is the shown pose.
    result: PoseOverrides,
}

impl Default for PoseLibrary {
    fn default() -> Self {
        Self { store: PoseStore::none(), poses: Vec::new(), generation: 0 }
    }
}

impl PoseLibrary {
    pub fn in_store(store: PoseStore) -> Self {
        Self { store, ..Self::default() }
    }

    pub fn poses(&self) -> &[LibraryPose] {
        &self.poses
    }

    /// Increases whenever the poses change.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    fn set(&mut self, poses: Vec<LibraryPose>) {
        self.poses = poses;
        self.generation += 1;
    }

    /// An unused name: "pose 1", "pose 2". Files in the folder that are not poses of this model count too.
    pub fn free_name(&self, model: &str) -> String {
        (1..).map(|number| format!("pose {number}")).find(|name| !self.is_taken(model, name)).unwrap_or_default()
    }

    /// An unused name that begins with another: "wave 2", "wave 3".
    pub fn free_name_like(&self, model: &str, name: &str) -> String {
        (2..).map(|number| format!("{name} {number}")).find(|name| !self.is_taken(model, name)).unwrap_or_default()
    }

    fn is_taken(&self, model: &str, name: &str) -> bool {
        self.poses.iter().any(|pose| pose.name == name) || self.store.has(model, name)
    }
}

impl State {
    /// Reads the poses of the open model. Files that are not poses of it are skipped with a log line.
    pub(super) fn fill_library(&mut self) {
        self.interface.blend = None;
        let Some(document) = &self.documents.first else { return self.documents.library.set(Vec::new()) };
        let skeleton = &document.model.skeleton;
        let bundled = document.bundled_poses().unwrap_or_default().iter().filter_map(|pose| {
            let overrides = pose.overrides(skeleton).ok()?;
            Some(LibraryPose { name: pose.name.to_owned(), overrides, file: None })
        });
        let stored = self.documents.library.store.list(&document.model.name).into_iter();
        let poses = bundled.chain(stored.filter_map(|stored| read(stored, skeleton))).collect();
        self.documents.library.set(poses);
    }

    /// Replaces all overrides with a pose. The slider then leads back to the previous pose.
    pub(super) fn take_library_pose(&mut self, pose: usize) {
        let Some(pose) = self.documents.library.poses.get(pose).cloned() else { return };
        self.go_to_pose(pose.overrides, pose.name);
    }

    pub(super) fn take_bind_pose(&mut self) {
        let bind_pose = self.documents.first.as_ref().and_then(|document| document.bind_pose.clone());
        if let Some(bind_pose) = bind_pose {
            self.edit.clip = None;
            self.go_to_pose(bind_pose, "bind pose".to_owned());
        }
    }

    fn go_to_pose(&mut self, to: PoseOverrides, to_name: String) {
        let from = self.edit.overrides.clone();
        let known = self.documents.library.poses.iter().find(|pose| pose.overrides == from);
        let from_name = match known {
            Some(pose) => pose.name.clone(),
            None if from.is_empty() => "rest pose".to_owned(),
            None => "previous pose".to_owned(),
        };
        self.interface.blend =
            Some(PoseBlend { from, from_name, result: to.clone(), to: to.clone(), to_name, share: 1.0 });
        self.documents.stored.overrides = to.clone();
        self.edit.overrides = to;
        self.edit.scene = None;
        self.refresh_pose();
    }

    /// The blend between two poses, while the shown pose lies on it.
    pub fn blend(&self) -> Option<&PoseBlend> {
        self.interface.blend.as_ref().filter(|blend| blend.result == self.edit.overrides && blend.from != blend.to)
    }

    /// Sets the position between two poses: 0 is the first, 1 the second.
    pub(super) fn set_blend(&mut self, share: f32) {
        let (Some(document), Some(mut blend)) = (self.documents.first.clone(), self.blend().cloned()) else { return };
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { return };
        let base = self.base_pose(&document.model.skeleton);
        // The ends are the exact poses, free of a blend's rounding.
        let result = match share {
            0.0 => blend.from.clone(),
            1.0 => blend.to.clone(),
            _ => blend_overrides(&document.model.skeleton, &base, &blend.from, &blend.to, share),
        };
        (blend.share, blend.result) = (share, result.clone());
        self.interface.blend = Some(blend);
        self.edit.overrides = result;
        self.refresh_pose();
    }

    /// The pose below the overrides: rest or clip.
    pub(super) fn base_pose(&self, skeleton: &Skeleton) -> Pose {
        let mut pose = Pose::rest(skeleton);
        let clip = self.documents.first.as_ref().zip(self.edit.clip);
        if let Some(clip) = clip.and_then(|(document, clip)| document.model.clips.get(clip)) {
            clip.sample(self.playback.time_seconds, &mut pose);
        }
        pose
    }

    /// Saves the visible pose to the library, including the contribution of a clip. Asks if the name is already taken.
    pub(super) fn keep_pose(&mut self, name: &str) {
        let bundled = |pose: &LibraryPose| pose.file.is_none() && pose.name == name;
        if self.documents.library.poses.iter().any(bundled) {
            let details =
                format!("The pose {name} is included with the model and cannot be replaced. Choose another name.");
            return self.show_error("Could not add the pose".to_owned(), details);
        }
        match self.store_pose(name, PoseStore::keep) {
            Err(PoseStoreError::Taken(_)) => self.interface.replace_question = Some(name.to_owned()),
            result => self.take_stored_pose(result),
        }
    }

    /// Saves the visible pose in place of the pose of this name.
    pub(super) fn replace_pose(&mut self, name: &str) {
        self.interface.replace_question = None;
        let result = self.store_pose(name, PoseStore::replace);
        self.take_stored_pose(result);
    }

    fn store_pose(
        &self,
        name: &str,
        store: impl FnOnce(&PoseStore, &str, &str, &str) -> Result<StoredPose, PoseStoreError>,
    ) -> Result<Option<LibraryPose>, PoseStoreError> {
        let Some(document) = &self.documents.first else { return Ok(None) };
        let skeleton = &document.model.skeleton;
        let overrides = self.whole_pose(skeleton);
        let json = write_pose_file(&overrides, skeleton);
        let StoredPose { name, path } = store(&self.documents.library.store, &document.model.name, name, &json)?;
        Ok(Some(LibraryPose { name, overrides, file: Some(path) }))
    }

    fn take_stored_pose(&mut self, result: Result<Option<LibraryPose>, PoseStoreError>) {
        match result {
            Ok(None) => {}
            Ok(Some(pose)) => {
                self.notify(format!("Added {} to the pose library", pose.name), pose.file.as_deref());
                let mut poses = std::mem::take(&mut self.documents.library.poses);
                match poses.iter_mut().find(|known| known.file == pose.file) {
                    Some(known) => *known = pose,
                    None => poses.push(pose),
                }
                self.documents.library.set(poses);
                self.documents.stored.overrides = self.edit.overrides.clone();
            }
            Err(error) => self.pose_failed("Could not add the pose", &error),
        }
    }

    pub(super) fn rename_pose(&mut self, pose: usize, name: &str) {
        let Some(path) = self.documents.library.poses.get(pose).and_then(|pose| pose.file.clone()) else { return };
        match self.documents.library.store.rename(&path, name) {
            Ok(stored) => {
                let pose = &mut self.documents.library.poses[pose];
                // The slider names the pose too.
                if let Some(blend) = &mut self.interface.blend {
                    let ends = [(&mut blend.from_name, &blend.from), (&mut blend.to_name, &blend.to)];
                    for (end, overrides) in ends {
                        if *end == pose.name && *overrides == pose.overrides {
                            end.clone_from(&stored.name);
                        }
                    }
                }
                (pose.name, pose.file) = (stored.name, Some(stored.path));
                self.documents.library.generation += 1;
            }
            Err(error) => self.pose_failed("Could not rename the pose", &error),
        }
    }

    pub(super) fn delete_pose(&mut self, pose: usize) {
        let Some(path) = self.documents.library.poses.get(pose).and_then(|pose| pose.file.clone()) else { return };
        match self.documents.library.store.delete(&path) {
            Ok(()) => {
                self.documents.library.poses.remove(pose);
                self.documents.library.generation += 1;
            }
            Err(error) => self.pose_failed("Could not delete the pose", &error),
        }
    }

    /// Applies the pose of a file.
    pub(super) fn open_pose(&mut self, path: &Path) {
        let Some(document) = self.documents.first.clone() else {
            let details = format!("Open the model that the pose belongs to, then open the pose: {}", path.display());
            return self.show_error("No model is open".to_owned(), details);
        };
        let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let read = read_pose_text(path).map_err(|error| error.to_string()).and_then(|json| {
            let parsed = parse_pose_file(&json, &document.model.skeleton);
            parsed.map_err(|error| format!("{error}: {}", path.display()))
        });
        match read {
            Ok(overrides) => self.go_to_pose(overrides, name),
            Err(details) => self.show_error("Could not open the pose".to_owned(), details),
        }
    }

    fn pose_failed(&mut self, title: &str, error: &PoseStoreError) {
        self.show_error(title.to_owned(), error.to_string());
    }
}

fn read(stored: StoredPose, skeleton: &Skeleton) -> Option<LibraryPose> {
    let read = read_pose_text(&stored.path).map_err(|error| error.to_string()).and_then(|json| {
        let parsed = parse_pose_file(&json, skeleton);
        parsed.map_err(|error| {
            format!("a pose in the library does not fit the model: {error}: {}", stored.path.display())
        })
    });
    match read {
        Ok(overrides) => Some(LibraryPose { name: stored.name, overrides, file: Some(stored.path) }),
        Err(why) => {
            tracing::warn!("{why}");
            None
        }
    }
}
