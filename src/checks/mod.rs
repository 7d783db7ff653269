//! Checks of many models against rules: what is measured of a file, limits for it, and results that can be joined.
//!
//! A [`Rule`] is a number with a direction. [`Rules`] give some of them limits, for all joints and for kinds of joints.
//! [`check_file`] measures one file; [`check_library`] does so for many at once and hands out a [`FileCheck`] as soon as
//! it is done. Everything else reads [`FileCheck`]s: the report for build servers, the page, proposed limits.

mod evaluate;
mod file_check;
mod found;
mod junit;
mod library;
mod of_clips;
mod of_file;
mod of_stress;
mod page;
mod propose;
mod results;
mod rule;
mod rules;

pub use file_check::{CheckOutcome, CheckedResource, CheckedWarning, Failure, FileCheck, Place};
pub use junit::junit;
pub use library::{LibraryJob, check_library};
pub use of_file::{CheckRequest, check_file};
pub use page::{FailurePicture, FailurePictures, PICTURE_SIZE, PageInput, library_page};
pub use propose::{ProposedRules, propose};
pub use results::{ResultsError, read_results, result_line};
pub use rule::{Bound, Rule};
pub use rules::{PROFILES, Profile, Rules, RulesError, RulesText, profile};
