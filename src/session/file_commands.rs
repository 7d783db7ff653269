//! File dialogs and saved poses.

use super::file_request::FileRequest;
use super::handout::HandoutKind;
use super::opening_job::Then;
use super::pictures::PictureOf;
use super::state::State;
use crate::files::{Access, ModelSource, OpenOptions, given_files};
use crate::math::counted;
use std::path::PathBuf;

impl State {
    /// The files that a model may read: if it is the open one, also the files that the user gave with it.
    pub(super) fn access_of(&self, source: &ModelSource) -> Access {
        let open = self.documents.first.as_ref().filter(|document| document.origin == *source);
        open.map(|document| document.options.access.clone()).unwrap_or_default()
    }

    /// Opens a model or, depending on the file's name, something else that a file holds.
    pub(super) fn open_source(&mut self, source: ModelSource, options: OpenOptions) {
        if let Some(path) = source.session_file() {
            self.open_session(path);
        } else if let Some(path) = source.pose_file() {
            self.open_pose(path);
        } else if let Some(path) = source.talk_file() {
            self.open_talk(path);
        } else if let Some(path) = source.picture_file() {
            self.open_picture(path);
        } else if let Some(path) = source.method_file() {
            self.open_own_method(path);
        } else {
            self.jobs.loader.open_with(source, options, Then::Rest);
        }
    }

    /// Opens the model among several files and folders. It may name the others.
    pub(super) fn open_given(&mut self, paths: &[PathBuf]) {
        let Some(given) = given_files(paths) else {
            let shown = paths.first().map_or_else(String::new, |path| format!(": {}", path.display()));
            return self.show_error(
                "Could not open the folder".to_owned(),
                format!("It holds no model. Drop a .glb or .gltf file, or a folder with one{shown}"),
            );
        };
        if given.other_models > 0 {
            let others = counted(given.other_models, "other model", "other models");
            self.notify(format!("Opening {}. {others} not opened", given.source.label()), None);
        }
        self.open_source(given.source, OpenOptions { access: given.access, ..OpenOptions::default() });
    }

    pub(super) fn request_file(&mut self, request: FileRequest) {
        if self.bakes(request) && self.cannot_bake(request) {
            return;
        }
        let name = self.documents.first.as_ref().map_or("", |document| document.model.name.as_str());
        let method = self.edit.pane(self.view.selected_pane).skinning.method.file_part();
        let name = match request {
            FileRequest::OpenModel
            | FileRequest::AddModel
            | FileRequest::OpenPose
            | FileRequest::OpenTalk
            | FileRequest::OpenMethod
            | FileRequest::OpenJoints => String::new(),
            FileRequest::SaveJoints => format!("{name}.joints.toml"),
            FileRequest::SavePose => format!("{name}.pose.json"),
            FileRequest::ExportSkin => format!("{name}.{method}.glb"),
            // Differs from the name of the opened file, which the export would replace.
            FileRequest::ExportRig => format!("{name}.rig.glb"),
            FileRequest::BakeLook => format!("{name}.{method}-baked.glb"),
            FileRequest::AddHelpers { .. } => format!("{name}.helpers.glb"),
            FileRequest::SaveTalk => self.talk_file_name(),
            FileRequest::SaveSession => self.session_file_name(),
            FileRequest::SavePicture => match self.interface.settings.picture.of {
                PictureOf::AllPanes => format!("{name}.png"),
                PictureOf::SelectedPane => format!("{name}.{method}.png"),
            },
            FileRequest::SaveRecording => self.recording_file_name(),
            FileRequest::SavePage => self.handout_file_name(HandoutKind::Page),
            FileRequest::SaveSlides => self.handout_file_name(HandoutKind::Slides),
            FileRequest::SaveReport => self.handout_file_name(HandoutKind::Report),
            FileRequest::SavePlot => format!("{name}.sweep.svg"),
        };
        self.jobs.loader.request_file(request, &name);
    }

    pub(super) fn save_pose(&mut self, path: &std::path::Path) {
        let Some(document) = &self.documents.first else { return };
        let json = crate::model::write_pose_file(&self.edit.overrides, &document.model.skeleton);
        match crate::files::write_file(path, json.as_bytes()) {
            Ok(()) => {
                self.documents.stored.overrides = self.edit.overrides.clone();
                self.notify(saved_text(path, &counted(self.edit.overrides.len(), "joint", "joints")), Some(path));
                self.close_if_saved();
            }
            Err(error) => self.show_error("Could not save the pose".to_owned(), error.to_string()),
        }
    }
}

/// A message such as `Saved posed.glb, 36,556 vertices`.
pub(super) fn saved_text(path: &std::path::Path, contents: &str) -> String {
    format!("Saved {}, {contents}", file_name(path))
}

/// The last part of a path, for titles and messages.
pub(super) fn file_name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
