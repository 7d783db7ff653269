//! `skinscope compare A B`: two models in one pose.

use super::CompareArguments;
use super::limits::{LARGEST, distances, limits_distances, names};
use super::messages;
use super::pair::{MethodDifference, Pair};
use super::picture::{draw_pair, scene_of_pair};
use super::report::{CompareReport, over, percent_over, plain_percent, text, vertex_name};
use crate::cli::CliError;
use crate::cli::document::JsonDocument;
use crate::cli::fail_limits::{FailArguments, check_limits};
use crate::cli::render::check_png;
use crate::cli::turns::warn_of_turns_in_scene;
use crate::cli::warnings::Warnings;
use std::path::Path;

pub(super) fn run(arguments: &CompareArguments, other: &Path) -> Result<(), CliError> {
    arguments.output.as_deref().map_or(Ok(()), check_png)?;
    let (messages, limits) = (messages(arguments)?, arguments.pair.limits());
    limits.check_names(&names(None))?;
    arguments.picture.check(2)?;
    let mut warnings = Warnings::default();
    let pair = Pair::open(arguments, other, &mut warnings)?;
    let scene = scene_of_pair(&pair, arguments)?;
    pair.save_joints(arguments)?;
    warnings.about_first(|warnings| {
        warn_of_turns_in_scene(warnings, &pair.models[0], &pair.posed, &scene);
    });
    let differences = pair.differences(arguments);
    let paints = match &arguments.output {
        Some(output) => draw_pair((&pair, &scene), arguments, &differences, output)?,
        None => String::new(),
    };
    let numbers = || differences.iter().flat_map(|difference| distances(difference, pair.extent())).collect();
    let reports = limits.reports(numbers);
    if arguments.json {
        let report = CompareReport::new(&pair, &arguments.pose, &differences, reports.clone());
        messages.print(&JsonDocument::new(pair.files(), report, warnings.all()).pretty()?)?;
    } else {
        messages.print(&(text(&pair, &differences) + &paints))?;
    }
    check(&pair, &differences, &limits)?;
    check_limits(&reports)
}

/// # Errors
/// If the models lie farther apart than a limit, a fraction of the extent, or if that is not known.
fn check(pair: &Pair, differences: &[MethodDifference], limits: &FailArguments) -> Result<(), CliError> {
    let unknown = differences.iter().find(|difference| difference.largest().is_none());
    if let Some(difference) = unknown.filter(|_| limits_distances(limits)) {
        return Err(CliError::NoDistance { method: difference.method.id() });
    }
    let Some(limit) = limits.over(LARGEST).reduce(f64::min) else { return Ok(()) };
    let mut worst: Option<(f64, &MethodDifference)> = None;
    for difference in differences {
        let Some(largest) = difference.largest() else { continue };
        let found = over(largest, pair.extent());
        if found > limit && worst.is_none_or(|(most, _)| found > most) {
            worst = Some((found, difference));
        }
    }
    let Some((found, difference)) = worst else { return Ok(()) };
    let found = percent_over(found, limit);
    let sides = [(0, difference.from_first), (1, difference.from_second)];
    let farthest = sides.into_iter().filter_map(|(side, found)| Some((side, found?))).max_by(|a, b| {
        // The first of equals wins.
        a.1.largest.total_cmp(&b.1.largest).then(b.0.cmp(&a.0))
    });
    let at = farthest.and_then(|(side, found)| Some((side, found.at?)));
    let at = at.map_or_else(String::new, |(side, vertex)| {
        format!(", at {} of {}", vertex_name(pair, side, vertex), pair.names[side])
    });
    let limit = plain_percent(limit);
    Err(CliError::TooDifferent { method: difference.method.id(), found, limit, at })
}
