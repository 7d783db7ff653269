//! `--fail-under` and `--fail-over`: limits for the numbers of a report, which decide the exit status.

use super::CliError;
use crate::math::{NumberError, parse_number};
use crate::measure::{Reading, StressMeasure};
use clap::Args;
use serde::Serialize;
use std::str::FromStr;

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub struct FailArguments {
    /// End with exit status 1 if a number is below this anywhere: smallest_section=0.7. May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = str::parse::<FailLimit>)]
    pub fail_under: Vec<FailLimit>,
    /// End with exit status 1 if a number is above this anywhere: bulge=1.2. May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = str::parse::<FailLimit>)]
    pub fail_over: Vec<FailLimit>,
}

/// One limit as written, before the number is looked up in a report.
#[derive(Clone, Debug, PartialEq)]
pub struct FailLimit {
    name: String,
    value: f64,
}

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum FailLimitError {
    #[error("write NAME=VALUE, such as smallest_section=0.7")]
    Shape,
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl FailLimit {
    pub(super) fn new(name: &str, value: f64) -> Self {
        Self { name: name.to_owned(), value }
    }
}

impl FromStr for FailLimit {
    type Err = FailLimitError;

    fn from_str(text: &str) -> Result<Self, FailLimitError> {
        let (name, value) = text.split_once('=').ok_or(FailLimitError::Shape)?;
        let name = primary(&name.trim().replace('-', "_"));
        if name.is_empty() {
            return Err(FailLimitError::Shape);
        }
        Ok(Self { name, value: parse_number(value)? })
    }
}

/// The name of a number that has two: flags and lists say smallest_section, JSON minor_radius and collapse.
pub(super) fn primary(name: &str) -> String {
    match name {
        "minor_radius" | "collapse" => StressMeasure::Collapse.flag().to_owned(),
        name => name.to_owned(),
    }
}

/// A number of a report to which limits apply, and where it was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Limited {
    pub name: String,
    pub value: f64,
    /// Words that follow the number: "at elbow.L under lbs".
    pub at: String,
}

/// The name of a reading in limits.
pub(super) fn name_of(reading: Reading) -> String {
    primary(&reading.id())
}

/// Whether a limit is met.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LimitReport {
    /// The limited number.
    name: String,
    /// The limit of `--fail-under`, or null.
    under: Option<f64>,
    /// The limit of `--fail-over`, or null.
    over: Option<f64>,
    /// The number that is nearest to the limit or farthest beyond it. Null if it was nowhere measured, which meets no
    /// limit.
    worst: Option<f64>,
    /// Where that is, or null.
    at: Option<String>,
    passed: bool,
}

impl FailArguments {
    /// Refuses names that the report does not have.
    ///
    /// # Errors
    /// If there are such names.
    pub(super) fn check_names(&self, known: &[String]) -> Result<(), CliError> {
        let unknown = self.fail_under.iter().chain(&self.fail_over).find(|limit| !known.contains(&limit.name));
        unknown
            .map_or(Ok(()), |limit| Err(CliError::NoSuchLimit { given: limit.name.clone(), known: known.join(", ") }))
    }

    /// The values of `--fail-over` for a number.
    pub(super) fn over<'a>(&'a self, name: &'a str) -> impl Iterator<Item = f64> + 'a {
        self.fail_over.iter().filter(move |limit| limit.name == name).map(|limit| limit.value)
    }

    /// Whether a figure, by its id, is limited.
    pub(super) fn is_about(&self, figure: &str) -> bool {
        self.fail_under.iter().chain(&self.fail_over).any(|limit| limit.name.starts_with(figure))
    }

    /// Compares all numbers with the limits, in the order given. Numbers are collected only if there are limits.
    pub(super) fn reports(&self, numbers: impl FnOnce() -> Vec<Limited>) -> Vec<LimitReport> {
        if self.fail_under.is_empty() && self.fail_over.is_empty() {
            return Vec::new();
        }
        let numbers = numbers();
        let report = |limit: &FailLimit, is_over: bool| {
            let own = numbers.iter().filter(|number| number.name == limit.name && !number.value.is_nan());
            let worse = |a: &&Limited, b: &&Limited| {
                if is_over { a.value.total_cmp(&b.value) } else { b.value.total_cmp(&a.value) }
            };
            let worst = own.rev().max_by(worse);
            let passed = worst
                .is_some_and(|worst| if is_over { worst.value <= limit.value } else { worst.value >= limit.value });
            LimitReport {
                name: limit.name.clone(),
                under: (!is_over).then_some(limit.value),
                over: is_over.then_some(limit.value),
                worst: worst.map(|worst| worst.value),
                at: worst.map(|worst| worst.at.clone()),
                passed,
            }
        };
        let under = self.fail_under.iter().map(|limit| report(limit, false));
        under.chain(self.fail_over.iter().map(|limit| report(limit, true))).collect()
    }
}

/// # Errors
/// The first limit that is not met.
pub(super) fn check_limits(limits: &[LimitReport]) -> Result<(), CliError> {
    let Some(missed) = limits.iter().find(|limit| !limit.passed) else { return Ok(()) };
    let LimitReport { name, under, over, worst, at, .. } = missed;
    let flag = if over.is_some() { "--fail-over" } else { "--fail-under" };
    let limit = format!("{flag} {name}={}", under.or(*over).unwrap_or_default());
    let found = match (worst, at) {
        (Some(worst), Some(at)) if worst.fract() == 0.0 => format!("{name} is {worst} {at}"),
        (Some(worst), Some(at)) => format!("{name} is {worst:.4} {at}"),
        _ => format!("{name} was not measured anywhere"),
    };
    Err(CliError::LimitMissed { found, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<Limited> {
        let number = |name: &str, value: f64, at: &str| Limited { name: name.to_owned(), value, at: at.to_owned() };
        vec![
            number("bulge", 1.2, "at knee"),
            number("bulge", 1.4, "at elbow"),
            number("bulge", f64::NAN, "at hip"),
            number("flips", 0.0, "in walk"),
        ]
    }

    fn limits(under: &[&str], over: &[&str]) -> Vec<(Option<f64>, bool)> {
        let parsed = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        let arguments = FailArguments { fail_under: parsed(under), fail_over: parsed(over) };
        arguments.reports(numbers).into_iter().map(|report| (report.worst, report.passed)).collect()
    }

    #[test]
    fn the_worst_number_decides_and_a_limit_itself_is_met() {
        assert_eq!(limits(&["bulge=1.2"], &["bulge=1.4"]), [(Some(1.2), true), (Some(1.4), true)]);
        assert_eq!(limits(&["bulge=1.21"], &["bulge=1.39"]), [(Some(1.2), false), (Some(1.4), false)]);
        assert_eq!(limits(&[], &["flips=0"]), [(Some(0.0), true)]);
        assert_eq!(limits(&["stretch=0"], &[]), [(None, false)], "what is not measured meets nothing");
    }

    #[test]
    fn messages_say_what_was_found_where_and_against_what() {
        let arguments = FailArguments { fail_under: vec![], fail_over: vec!["bulge=1.3".parse().unwrap()] };
        let error = check_limits(&arguments.reports(numbers)).unwrap_err().to_string();
        assert_eq!(error, "bulge is 1.4000 at elbow, which does not meet --fail-over bulge=1.3");
        let known = ["bulge".to_owned(), "flips".to_owned()];
        assert!(arguments.check_names(&known).is_ok());
        let error = arguments.check_names(&known[1..]).unwrap_err().to_string();
        assert!(error.contains("\"bulge\"") && error.contains("flips"), "{error}");
        for text in ["bulge", "=3", "bulge=far"] {
            assert!(text.parse::<FailLimit>().is_err(), "{text}");
        }
        for text in ["smallest-section=0.5", "minor_radius=0.5", "collapse=0.5"] {
            assert_eq!(text.parse::<FailLimit>().unwrap().name, "smallest_section");
        }
    }
}
