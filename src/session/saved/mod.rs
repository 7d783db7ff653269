//! The session that the next start restores: theme, zoom, window, panels, the look of the stage, panes, and the last
//! pose and view of each model. It is saved a moment after each change and when the window closes.

mod autosave;
mod cameras;
mod closing;
mod copy;
mod key;
mod merged;
mod migrations;
mod model;
mod restoring;
mod second;
#[cfg(test)]
mod tests;

use super::interface_settings::InterfaceSettings;
use super::talk::SavedTalk;
use crate::files::SessionStore;
use crate::model::json_error_text;
use crate::panes::{PaneLayout, PaneSettings};
use crate::view::Theme;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(super) use autosave::Autosave;
pub(super) use closing::StoredEdits;
pub use closing::{CloseQuestion, UnfinishedFile, UnsavedWork};
pub use copy::SessionCopy;
pub use key::SessionKey;
pub use merged::merged;
pub use model::SavedModel;
pub use restoring::Restoring;
use restoring::SessionToSave;
pub use second::PendingSecond;

/// Version of the format. A new key of a scene increases it too: earlier programs would refuse the file.
const VERSION: u32 = 4;

/// Limit of models whose last pose is kept. The newest come first.
const MOST_MODELS: usize = 8;

/// The contents of the session's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedSession {
    skinscope_session: u32,
    /// Whether a start restores the rest.
    pub restores: bool,
    pub theme: Theme,
    pub interface: InterfaceSettings,
    /// Panes; empty if none were saved.
    pub panes: Vec<PaneSettings>,
    pub layout: PaneLayout,
    /// Work on models, the newest first.
    pub models: Vec<SavedModel>,
    /// Absolute paths of the recently opened files, the newest first. Kept even if nothing is restored.
    pub recent: Vec<String>,
    /// The kept scenes, whether they are in a file or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub talk: Option<SavedTalk>,
    /// Talks with unsaved changes that others have replaced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept_talks: Vec<SavedTalk>,
}

/// Size and position of the window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedWindow {
    /// Width and height in logical points, when not maximized.
    pub size_points: [f32; 2],
    /// The upper left corner in pixels. `None` if the system does not report it.
    pub position_pixels: Option<[i32; 2]>,
    pub maximized: bool,
}

impl Default for SavedSession {
    fn default() -> Self {
        Self {
            skinscope_session: VERSION,
            restores: true,
            theme: Theme::default(),
            interface: InterfaceSettings::default(),
            panes: Vec::new(),
            layout: PaneLayout::default(),
            models: Vec::new(),
            recent: Vec::new(),
            talk: None,
            kept_talks: Vec::new(),
        }
    }
}

/// Contents of the session's file, and the problem to report to the user.
#[derive(Clone, Debug, Default)]
pub struct ReadSession {
    pub saved: SavedSession,
    /// Reason why the file was not used.
    pub problem: Option<String>,
    /// Whether the file may be replaced. Otherwise, something in it would be lost.
    pub may_replace: bool,
}

/// Reason why a file is not a session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("not a saved session: {}", json_error_text(.0))]
    Json(#[from] serde_json::Error),
    #[error("not a saved session: \"skinscope_session\" is missing")]
    NoVersion,
    #[error("not a saved session: the number {0:e} is too large")]
    TooLarge(f64),
    #[error("version {0} is newer than this program, which reads version {VERSION}")]
    Newer(u64),
}

/// A number that would become infinite, and then could not be written.
fn beyond_single_precision(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| !(*number as f32).is_finite()),
        Value::Array(values) => values.iter().find_map(beyond_single_precision),
        Value::Object(values) => values.values().find_map(beyond_single_precision),
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

impl SavedSession {
    /// Reads the saved session. A damaged or newer file is renamed, and the defaults are used.
    pub fn read(store: &SessionStore) -> ReadSession {
        let bytes = match store.read() {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return ReadSession { may_replace: true, ..ReadSession::default() },
            Err(error) => return ReadSession { problem: Some(error.to_string()), ..ReadSession::default() },
        };
        let error = match Self::parse(&bytes) {
            Ok(saved) => return ReadSession { saved, problem: None, may_replace: true },
            Err(error) => error,
        };
        let why = if matches!(error, SessionError::Newer(_)) { "newer" } else { "damaged" };
        let (problem, may_replace) = match store.set_aside(why) {
            Ok(path) => (format!("{error}. The file was kept under another name: {}", path.display()), true),
            Err(failed) => (format!("{error}. Nothing will be saved, because {failed}"), false),
        };
        ReadSession { saved: Self::default(), problem: Some(problem), may_replace }
    }

    /// Reads the contents of the session's file. Settings out of range are corrected. Numbers beyond single precision are
    /// errors.
    ///
    /// # Errors
    /// If the file is damaged, not a session, or newer than this program.
    pub fn parse(bytes: &[u8]) -> Result<Self, SessionError> {
        let value: Value = serde_json::from_slice(bytes)?;
        if let Some(number) = beyond_single_precision(&value) {
            return Err(SessionError::TooLarge(number));
        }
        let version = value.get("skinscope_session").and_then(Value::as_u64);
        match version.ok_or(SessionError::NoVersion)? {
            version if version > u64::from(VERSION) => Err(SessionError::Newer(version)),
            0 | 1 => {
                let value = migrations::to_version_3(migrations::to_version_2(value));
                Self::of_this_version(migrations::to_version_4(value))
            }
            2 => Self::of_this_version(migrations::to_version_4(migrations::to_version_3(value))),
            3 => Self::of_this_version(migrations::to_version_4(value)),
            _ => Self::of_this_version(value),
        }
    }

    fn of_this_version(value: Value) -> Result<Self, SessionError> {
        Ok(serde_json::from_value::<Self>(value)?.within_range())
    }

    fn write(&self, store: &SessionStore) -> Result<(), String> {
        let json = serde_json::to_vec_pretty(self).map_err(|error| error.to_string())?;
        store.write(&json).map_err(|error| error.to_string())
    }

    /// Corrects values that are out of range.
    fn within_range(mut self) -> Self {
        self.interface = self.interface.within_range();
        self.panes.truncate(super::MOST_PANES);
        self.panes = self.panes.into_iter().map(PaneSettings::within_range).collect();
        self.layout = self.layout.within_range();
        self
    }

    /// The saved work on a model.
    pub fn model(&self, source: &crate::files::ModelSource) -> Option<&SavedModel> {
        self.models.iter().find(|model| model.source().as_ref() == Some(source))
    }
}
