//! The models of a scene: bundled ones by name, files by path.

use crate::bundled;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// The model of a scene, with what recognizes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneModel {
    pub file: SceneFile,
    /// BLAKE3 of the file's bytes, in hexadecimal. If given, another file of the same name is reported.
    pub hash: Option<String>,
    /// The name of the material variant; `None` for the default materials.
    pub variant: Option<String>,
}

/// A model's file. As text, the bundled name or the path with slashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "String")]
pub enum SceneFile {
    /// Name of a bundled model.
    Bundled(&'static str),
    /// Path of a file. In a talk's file it is relative to the talk's folder.
    Path(PathBuf),
}

impl SceneModel {
    pub fn bundled(name: &'static str) -> Self {
        Self { file: SceneFile::Bundled(name), hash: None, variant: None }
    }

    /// Label for display: the bundled name, or the file's.
    pub fn label(&self) -> String {
        self.file.label()
    }

    /// Whether a file with this BLAKE3 hash differs from the file with which the scene was saved.
    pub fn is_another_file(&self, hash: &str) -> bool {
        self.hash.as_ref().is_some_and(|kept| !kept.eq_ignore_ascii_case(hash))
    }
}

impl SceneFile {
    /// Label for display: the bundled name, or the file's.
    pub fn label(&self) -> String {
        match self {
            Self::Bundled(name) => (*name).to_owned(),
            Self::Path(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// The name, if the model is bundled.
    pub fn bundled_name(&self) -> Option<&'static str> {
        if let Self::Bundled(name) = self { Some(name) } else { None }
    }

    /// The file that a talk in `folder` names.
    pub(super) fn read_in(&mut self, folder: &Path) {
        if let Self::Path(path) = self {
            *path = without_detours(&folder.join(&*path));
        }
    }

    /// The file as named by a talk in `folder`: relative if possible.
    pub(super) fn write_in(&mut self, folder: &Path) {
        if let Self::Path(path) = self {
            *path = relative(path, folder);
        }
    }

    /// The file without its folders, which may be private.
    pub(super) fn keep_name(&mut self) {
        if let Self::Path(path) = self
            && let Some(name) = path.file_name()
        {
            *path = PathBuf::from(name);
        }
    }
}

// Not derived: that would ask for text as long-lived as the bundled names.
impl<'de> Deserialize<'de> for SceneFile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        match bundled::find(&text) {
            Some(model) => Ok(Self::Bundled(model.name)),
            None if text.is_empty() => {
                Err(D::Error::custom("model is empty; give the name of a bundled model or a file"))
            }
            None => Ok(Self::Path(text.into())),
        }
    }
}

impl From<SceneFile> for String {
    fn from(file: SceneFile) -> Self {
        match file {
            SceneFile::Bundled(name) => name.to_owned(),
            SceneFile::Path(path) => {
                let text = path.to_string_lossy().replace(MAIN_SEPARATOR, "/");
                if bundled::find(&text).is_some() { format!("./{text}") } else { text }
            }
        }
    }
}

/// The path without `.` and `..`, so that one file has one path. Links are not followed.
pub(super) fn without_detours(path: &Path) -> PathBuf {
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

/// `path` relative to `folder`, or unchanged if they share no root.
pub(super) fn relative(path: &Path, folder: &Path) -> PathBuf {
    let parts: Vec<Component<'_>> = path.components().collect();
    let from: Vec<Component<'_>> = folder.components().collect();
    let shared = parts.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let is_reachable = from[shared..].iter().all(|part| matches!(part, Component::Normal(_)));
    if (shared == 0 && path.is_absolute() != folder.is_absolute()) || !is_reachable {
        return path.to_owned();
    }
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    up.chain(parts[shared..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_relative_to_their_talk() {
        let written = |path: &str, folder: &str| {
            let mut file = SceneFile::Path(path.into());
            file.write_in(Path::new(folder));
            String::from(file)
        };
        assert_eq!(written("/talks/a/fox.glb", "/talks/a"), "fox.glb");
        assert_eq!(written("/talks/models/fox.glb", "/talks/a"), "../models/fox.glb");
        assert_eq!(written("/talks/a/bar", "/talks/a"), "./bar");
        assert_eq!(written("fox.glb", ""), "fox.glb");
        assert_eq!(written("/fox.glb", ""), "/fox.glb");
    }
}
