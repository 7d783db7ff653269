//! What all JSON of commands has in common: kind, version, models and warnings.

use super::CliError;
use super::json_lines::json_lines;
use super::provenance::{ModelReport, PROGRAM_VERSION};
use super::text::json;
use super::warnings::Warning;
use serde::Serialize;
use std::collections::BTreeMap;

/// The part of a document that only this kind has. Fields are only ever added; if a field moves or changes its meaning,
/// the version is raised.
pub(super) trait ReportKind: Serialize {
    /// The field that names the kind.
    const KIND: &'static str;
    /// Version of the layout.
    const VERSION: u32;
}

impl<R: ReportKind> ReportKind for &R {
    const KIND: &'static str = R::KIND;
    const VERSION: u32 = R::VERSION;
}

/// The models of a document.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Models {
    None {},
    /// Null if the command made a model of its own.
    One {
        model: Option<ModelReport>,
    },
    Two {
        first: ModelReport,
        second: ModelReport,
    },
}

impl From<ModelReport> for Models {
    fn from(model: ModelReport) -> Self {
        Self::One { model: Some(model) }
    }
}

impl From<[ModelReport; 2]> for Models {
    fn from([first, second]: [ModelReport; 2]) -> Self {
        Self::Two { first, second }
    }
}

/// A JSON object that a command writes.
#[derive(Serialize)]
pub(super) struct Document<'a, R> {
    /// [`ReportKind::KIND`] with [`ReportKind::VERSION`].
    #[serde(flatten)]
    kind: BTreeMap<&'static str, u32>,
    program_version: &'static str,
    #[serde(flatten)]
    models: Models,
    #[serde(flatten)]
    report: R,
    /// What was also printed on stderr.
    warnings: &'a [Warning],
}

impl<'a, R: ReportKind> Document<'a, R> {
    pub fn new(models: impl Into<Models>, report: R, warnings: &'a [Warning]) -> Self {
        let kind = BTreeMap::from([(R::KIND, R::VERSION)]);
        Self { kind, program_version: PROGRAM_VERSION, models: models.into(), report, warnings }
    }

    /// Text with one line for each value.
    pub fn pretty(&self) -> Result<String, CliError> {
        json(self)
    }

    /// Text with each list on one line, for documents that are mostly numbers.
    pub fn lines(&self) -> Result<String, CliError> {
        json_lines(self)
    }
}
