//! The report on a model: one page of HTML with the contents of a file, its health, its worst joints under each method,
//! sweeps, and the commands that reproduce them.
//!
//! [`Report`] is plain data. [`html`] writes it as a self-contained page: no other file, no request. Its script only
//! sorts and searches a table.

mod advice;
mod columns;
mod data;
mod findings;
mod html;
mod influence_counts;
mod verdict;
mod warning_code;

pub use advice::level_of_warning;
pub use columns::{Value, columns};
pub use data::{
    Case, CaseGroup, Clip, CommandLine, Fact, JointCell, JointRow, JointTable, Made, MeshRow, MethodFigures, OwnPose,
    Picture, PlottedFigure, PlottedSweep, Report, Shot, StressPart,
};
pub use findings::{Finding, Health, Level, health};
pub use html::html;
pub(crate) use html::{escaped, page_style, picture};
pub use influence_counts::InfluenceCounts;
pub use verdict::{Gain, Verdict, VerdictValue};
pub use warning_code::{Severity, WarningCode};
