//! Common parts of the JSON of all commands: kind, version, models and warnings.

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
    /// [`NoModel`], [`OneModel`] or [`TwoModels`].
    type Models: Serialize;
    /// The field that names the kind.
    const KIND: &'static str;
    /// Version of the layout.
    const VERSION: u32;
}

impl<R: ReportKind> ReportKind for &R {
    type Models = R::Models;
    const KIND: &'static str = R::KIND;
    const VERSION: u32 = R::VERSION;
}

/// A document about no model's file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NoModel {}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OneModel {
    /// The model's file. Null if the command made the model.
    model: Option<ModelReport>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TwoModels {
    first: ModelReport,
    second: ModelReport,
}

impl From<()> for NoModel {
    fn from((): ()) -> Self {
        Self {}
    }
}

impl From<ModelReport> for OneModel {
    fn from(model: ModelReport) -> Self {
        Some(model).into()
    }
}

impl From<Option<ModelReport>> for OneModel {
    fn from(model: Option<ModelReport>) -> Self {
        Self { model }
    }
}

impl From<[ModelReport; 2]> for TwoModels {
    fn from([first, second]: [ModelReport; 2]) -> Self {
        Self { first, second }
    }
}

/// A JSON object that a command writes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(bound = "R: schemars::JsonSchema, R::Models: schemars::JsonSchema"))]
pub(super) struct JsonDocument<'a, R: ReportKind> {
    /// [`ReportKind::KIND`] with [`ReportKind::VERSION`].
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    kind: BTreeMap<&'static str, u32>,
    /// Version of the program.
    program_version: &'static str,
    #[serde(flatten)]
    models: R::Models,
    #[serde(flatten)]
    report: R,
    /// What the command warns of.
    warnings: &'a [Warning],
}

impl<'a, R: ReportKind> JsonDocument<'a, R> {
    pub fn new(models: impl Into<R::Models>, report: R, warnings: &'a [Warning]) -> Self {
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
