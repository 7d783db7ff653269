//! Warnings of a command: one line on stderr for each warning, and the same as data for its JSON.

use super::PosedModel;
use crate::files::OpenedModel;
use crate::import::ImportWarning;
use crate::model::{PoseWarning, one_line};
use crate::report::{Severity, WarningCode};
use serde::Serialize;
use std::io::Write;

/// A warning as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Warning {
    code: WarningCode,
    severity: Severity,
    /// The warning in one line.
    text: String,
    /// What the warning is about, such as the file, a mesh, a joint, a clip or a scene. Null if no part is named.
    #[serde(rename = "where")]
    place: Option<String>,
    /// With two models, the one of which it is: "first" or "second". Null otherwise, and for both.
    model: Option<&'static str>,
}

impl Warning {
    pub fn new(code: WarningCode, text: impl Into<String>) -> Self {
        Self { code, severity: code.severity(), text: one_line(&text.into()), place: None, model: None }
    }

    /// The warning, about a part of a model or of a command line.
    pub fn at(self, place: impl Into<String>) -> Self {
        Self { place: Some(one_line(&place.into())), ..self }
    }

    /// The warning, about one of two models (0 or 1).
    pub fn about(self, side: usize) -> Self {
        Self { model: Some(["first", "second"][side]), ..self }
    }

    /// How a file was opened, and the repairs that were made.
    pub fn of_file(opened: &OpenedModel) -> Vec<Self> {
        let notes = opened.notes.iter().map(|note| Self::new(WarningCode::OtherModels, note));
        notes.chain(opened.asset.warnings.iter().map(Self::from)).collect()
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<&ImportWarning> for Warning {
    fn from(warning: &ImportWarning) -> Self {
        Self::new((&warning.kind).into(), warning.to_string()).at(warning.location.to_string())
    }
}

impl From<&PoseWarning> for Warning {
    fn from(warning: &PoseWarning) -> Self {
        let place = match warning {
            PoseWarning::AfterClip { clip, .. } | PoseWarning::BeforeClip { clip, .. } => clip,
            PoseWarning::HugeAngle { joint, .. }
            | PoseWarning::BeyondLimit { joint, .. }
            | PoseWarning::FlatScale { joint, .. }
            | PoseWarning::TooLarge { joint, .. } => joint,
        };
        Self::new(warning.into(), warning.to_string()).at(place)
    }
}

/// Warnings that were printed.
#[derive(Debug, Default)]
pub(super) struct Warnings(Vec<Warning>);

impl Warnings {
    /// Those of a file and of a pose of its model.
    pub fn of(opened: &OpenedModel, posed: &PosedModel) -> Self {
        let mut warnings = Self::of_file(opened);
        warnings.tell(&posed.warnings);
        warnings
    }

    pub fn of_file(opened: &OpenedModel) -> Self {
        let mut warnings = Self::default();
        warnings.tell(Warning::of_file(opened));
        warnings
    }

    /// Prints and keeps those of two files, with the names of their models. A model that is compared with itself is
    /// mentioned once.
    pub fn tell_both(&mut self, [first, second]: [&OpenedModel; 2], names: &[String; 2]) {
        if first.source == second.source {
            return self.tell(Warning::of_file(first));
        }
        for (side, opened) in [first, second].into_iter().enumerate() {
            let named = |warning: Warning| {
                let text = format!("{}: {}", names[side], warning.text);
                Warning { text, ..warning }.about(side)
            };
            self.tell(Warning::of_file(opened).into_iter().map(named));
        }
    }

    /// Prints warnings and keeps them.
    pub fn tell<W: Into<Warning>>(&mut self, warnings: impl IntoIterator<Item = W>) {
        for warning in warnings {
            let warning = warning.into();
            // A closed stderr is ignored.
            let line = format!("{}: {}\n", warning.severity.id(), warning.text);
            let _ = std::io::stderr().lock().write_all(line.as_bytes());
            self.0.push(warning);
        }
    }

    /// Marks the warnings that `warn` adds as warnings about the first of two models.
    pub fn about_first<T>(&mut self, warn: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.0.len();
        let result = warn(self);
        let added = self.0.split_off(before);
        self.0.extend(added.into_iter().map(|warning| warning.about(0)));
        result
    }

    pub fn add(&mut self, code: WarningCode, text: impl Into<String>) {
        self.tell([Warning::new(code, text)]);
    }

    /// Warnings about scenes.
    pub fn of_scenes(texts: &[String]) -> Self {
        let mut warnings = Self::default();
        warnings.tell(texts.iter().map(|text| Warning::new(WarningCode::SceneProblem, text)));
        warnings
    }

    pub fn all(&self) -> &[Warning] {
        &self.0
    }
}
