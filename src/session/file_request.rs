use super::command::Command;
use super::handout::HandoutKind;
use crate::files::{ModelSource, SESSION_ENDING};
use crate::rigging::HelperJoints;
use std::path::{Path, PathBuf};

/// Purpose of a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRequest {
    OpenModel,
    /// A second model.
    AddModel,
    OpenPose,
    SavePose,
    /// The posed skin, in one of its formats.
    ExportSkin,
    /// The model with its twist joints.
    ExportRig,
    /// A rig for linear blending with the look of the selected pane.
    BakeLook,
    /// A rig with helper joints at a joint and at its partner on the other side.
    AddHelpers {
        helpers: HelperJoints,
        /// The id of the document that has the joint.
        document: u64,
    },
    OpenTalk,
    /// A method: a shader, or positions.
    OpenMethod,
    SaveTalk,
    SaveSession,
    SavePicture,
    SaveRecording,
    SavePage,
    SaveSlides,
    SaveReport,
    /// The sweep.
    SavePlot,
    /// The partners of joints of two models.
    OpenJoints,
    SaveJoints,
}

impl FileRequest {
    pub fn title(self) -> &'static str {
        match self {
            Self::OpenModel => "Open glTF character",
            Self::AddModel => "Add a model in the same pose",
            Self::OpenPose => "Open pose",
            Self::SavePose => "Save pose",
            Self::ExportSkin => "Export posed skin",
            Self::ExportRig => "Export model",
            Self::BakeLook => "Bake the look of the pane",
            Self::AddHelpers { .. } => "Save the model with helper joints",
            Self::OpenTalk => "Open talk",
            Self::OpenMethod => "Open a method",
            Self::SaveTalk => "Save talk",
            Self::SaveSession => "Save session",
            Self::SavePicture => "Save picture",
            Self::SaveRecording => "Save recording",
            Self::SavePage => "Save web page",
            Self::SaveSlides => "Save slides",
            Self::SaveReport => "Save report",
            Self::SavePlot => "Save plot",
            Self::OpenJoints => "Open table of joints",
            Self::SaveJoints => "Save table of joints",
        }
    }

    /// The name of this kind of file, and its extensions.
    pub fn kind(self) -> (&'static str, &'static [&'static str]) {
        match self {
            // A picture may hold a scene.
            Self::OpenModel => ("Model or session", &["glb", "gltf", "vrm", "zip", SESSION_ENDING, "png"]),
            Self::AddModel => ("Model", &["glb", "gltf", "vrm", "zip"]),
            Self::SaveSession => ("Session", &[SESSION_ENDING]),
            Self::OpenPose | Self::SavePose => ("Pose", &["json"]),
            Self::ExportSkin => ("Skin", &["glb", "obj", "ply", "npy"]),
            Self::ExportRig | Self::BakeLook | Self::AddHelpers { .. } => ("glTF", &["glb"]),
            Self::OpenMethod => ("Shader or positions", &["wgsl", "npy"]),
            Self::OpenTalk | Self::SaveTalk => ("Talk", &["toml"]),
            Self::SavePicture => ("Picture", &["png"]),
            Self::SaveRecording => ("Film", &["mp4", "gif", "apng", "png"]),
            Self::SavePage | Self::SaveReport => ("Web page", &["html"]),
            Self::SaveSlides => ("Slides", &["pdf"]),
            Self::SavePlot => ("Plot", &["svg", "pdf"]),
            Self::OpenJoints | Self::SaveJoints => ("Joints", &["toml"]),
        }
    }

    pub fn saves(self) -> bool {
        matches!(
            self,
            Self::SavePose
                | Self::ExportSkin
                | Self::ExportRig
                | Self::BakeLook
                | Self::AddHelpers { .. }
                | Self::SaveTalk
                | Self::SaveSession
                | Self::SavePicture
                | Self::SaveRecording
                | Self::SavePage
                | Self::SaveSlides
                | Self::SaveReport
                | Self::SavePlot
                | Self::SaveJoints
        )
    }

    /// The extension of a file of this kind, in lower case. `None` for other files.
    pub fn extension_of(self, path: &Path) -> Option<&'static str> {
        let (_, extensions) = self.kind();
        let extension = path.extension()?;
        extensions.iter().copied().find(|known| extension.eq_ignore_ascii_case(known))
    }

    /// The path with one of the extensions of this kind. A path without one gets the given extension.
    pub(super) fn with_extension(self, path: PathBuf, extension: &str) -> PathBuf {
        if self.extension_of(&path).is_some() {
            return path;
        }
        let mut name = path.into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }

    /// Like [`Self::with_extension`], for a file that a dialog has returned.
    ///
    /// # Errors
    /// If the path with the extension is an existing file, because the dialog asked whether to replace another one. The
    /// error is phrased for the user.
    pub(super) fn complete(self, path: &Path, extension: &str) -> Result<PathBuf, String> {
        let complete = self.with_extension(path.to_owned(), extension);
        if complete != path && complete.exists() {
            let shown = complete.display();
            return Err(format!(
                "This file exists already. Choose another name, or select the file to replace it: {shown}"
            ));
        }
        Ok(complete)
    }

    /// The command that handles the chosen file.
    pub fn command(self, path: PathBuf) -> Command {
        match self {
            Self::OpenModel => Command::Open(ModelSource::File(path)),
            Self::AddModel => Command::AddModel(ModelSource::File(path)),
            Self::OpenPose => Command::OpenPose(path),
            Self::SavePose => Command::SavePose(path),
            Self::ExportSkin => Command::ExportSkin(path),
            Self::ExportRig => Command::ExportRig(path),
            Self::BakeLook => Command::BakeLook(path),
            Self::AddHelpers { helpers, document } => Command::AddHelpers { helpers, document, path },
            Self::OpenTalk => Command::OpenTalk(path),
            Self::OpenMethod => Command::OpenMethod(path),
            Self::SaveTalk => Command::SaveTalkAs(path),
            Self::SaveSession => Command::SaveSessionAs(path),
            Self::SavePicture => Command::SavePicture(path),
            Self::SaveRecording => Command::Record(path),
            Self::SavePage => Command::HandOut(HandoutKind::Page, path),
            Self::SaveSlides => Command::HandOut(HandoutKind::Slides, path),
            Self::SaveReport => Command::HandOut(HandoutKind::Report, path),
            Self::SavePlot => Command::SavePlot(path),
            Self::OpenJoints => Command::OpenJoints(path),
            Self::SaveJoints => Command::SaveJoints(path),
        }
    }
}
