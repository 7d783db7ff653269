//! `skinscope stress`: turns every joint alone through its range under each method, and reports where the skin deforms
//! worst, as lists, JSON and pictures.

mod arguments;
mod intersections;
mod limits;
mod mend;
mod picture;
mod plot;
mod ranges;
pub(super) mod report;
mod table;
pub(super) mod two_models;

use super::CliError;
use super::document::JsonDocument;
use super::fail_limits::{LimitReport, Limited, check_limits};
use super::output::{Messages, check_ending};
use super::own_methods;
use super::plot_file::is_plot;
use super::progress_line::with_progress;
use super::provenance::ModelReport;
use super::text::check_skinned;
use super::warnings::Warnings;
use crate::centers::{CenterCounts, Centers};
use crate::gpu::GpuContext;
use crate::measure::{RestSkin, StressMeasure, StressReport};
use crate::model::Model;
use crate::posing::TurnRanges;
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::stress::{StressSkin, stress_model};
use crate::work::Progress;
use std::sync::Arc;
use std::time::Instant;

pub use arguments::StressArguments;
#[cfg(test)]
pub(super) use arguments::StressPictureArguments;
pub(super) use arguments::parse_measure;
pub use ranges::RangeArguments;
pub(super) use ranges::limits_of;

/// Explains the order of each list, for the help.
fn definitions() -> String {
    let entry = |measure: StressMeasure| {
        let figure = measure.figure();
        let which = match measure {
            StressMeasure::Collapse => "of all angles",
            StressMeasure::Bulge => "the 98th percentile in the zone",
            StressMeasure::Stretch => "the 99th percentile in the joint's blend zone",
        };
        format!("  {}: {}, {}, {which}. {}", measure.flag(), figure.label(), figure.unit(), figure.definition())
    };
    format!(
        "Each joint that bends skin is rotated from rest on its own, about its X, its Y and its Z axis, in steps of at \
         most 30 degrees. The lists are sorted by:\n{}",
        StressMeasure::ALL.map(entry).join("\n")
    )
}

/// The tested settings and the results.
struct Outcome<'a> {
    model: &'a Arc<Model>,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    turns: TurnRanges,
    skins: Vec<SkinningSettings>,
    found: StressReport,
    milliseconds: f64,
    mends: Option<mend::Mends>,
    intersections: Option<intersections::Intersections>,
    limits: Vec<LimitReport>,
}

pub(super) fn run(arguments: &StressArguments) -> Result<(), CliError> {
    if let Some(picture) = arguments.output.as_deref().filter(|output| !is_plot(output)) {
        check_ending(picture, "png", "*.png, *.svg or *.pdf")?;
    }
    arguments.limits.check_names(&limits::names(arguments.intersections))?;
    if let Some(other) = &arguments.other {
        return two_models::run(arguments, other);
    }
    let (opened, edits, rig) = arguments.opening.open_edited(&arguments.model)?;
    let model = &opened.asset.model;
    let mut warnings = Warnings::of_file(&opened);
    check_skinned(model, &arguments.model)?;
    let turns = arguments.ranges.turns(model, &mut warnings)?;
    // Created before the long work, so that a missing graphics device is reported immediately.
    let picture = arguments.output.as_deref().filter(|output| !is_plot(output));
    let context = picture.is_some().then(|| pollster::block_on(GpuContext::headless())).transpose()?;
    if let Some(context) = &context {
        context.set_full_precision(arguments.picture.full_precision);
    }
    let methods: Vec<SkinningMethod> = arguments.methods();
    let of_primitives = super::centers::centers_for(model, &methods, &arguments.centers);
    let centers = Centers { of_primitives, counts: CenterCounts::default() };
    let skins: Vec<SkinningSettings> = methods.iter().map(|&method| arguments.skinning(method)).collect();
    let started = Instant::now();
    let rest = RestSkin::of(model);
    let with_centers = |&settings: &SkinningSettings| StressSkin { settings, centers: &centers.of_primitives };
    let tried: Vec<StressSkin<'_>> = skins.iter().map(with_centers).collect();
    let test = |progress: &Progress| stress_model(model, &rest, &tried, &turns.ranges, progress);
    // This job is never canceled.
    let found = with_progress("Stress test", test).unwrap_or_default();
    own_methods::check()?;
    let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
    let messages = Messages::beside(arguments.output.as_deref());
    let weights = arguments.opening.version.weights_in_words();
    let (mends, intersections, limits) = (None, None, Vec::new());
    let mut outcome = Outcome { model, weights, turns, skins, found, milliseconds, mends, intersections, limits };
    outcome.intersections = arguments
        .intersections
        .then(|| intersections::Intersections::find(&outcome, &rest, &tried, usize::from(arguments.top)));
    outcome.limits = arguments.limits.reports(|| outcome.numbers());
    if let Some(&skin) = tried.first().filter(|_| arguments.mend) {
        let top = usize::from(arguments.top);
        let needs_centers = skin.settings.method.needs_centers();
        let centers = needs_centers.then(|| (&centers, arguments.centers.settings()));
        let source = (rig.weighted.in_default_shape().as_ref(), edits.twists.as_slice());
        outcome.mends = Some(mend::Mends::find(&outcome, source, &rest, (skin, centers), arguments.measure, top));
    }
    if arguments.json {
        let report = report::StressTestReport::new(&outcome, arguments.options(), !arguments.no_times);
        messages.print(&JsonDocument::new(ModelReport::of(&opened), report, warnings.all()).pretty()?)?;
    } else {
        let mends = outcome.mends.as_ref().map_or_else(String::new, |mends| mends.text(&outcome));
        let intersections = outcome.intersections.as_ref().map_or_else(String::new, |found| found.text(&outcome));
        messages.print(&(table::text(&outcome, usize::from(arguments.top)) + &intersections + &mends))?;
    }
    match (&arguments.output, &context) {
        (Some(output), Some(context)) => picture::draw(context, &outcome, &rest, &tried, arguments, output),
        (Some(output), None) => plot::write(output, &outcome, arguments.measure, usize::from(arguments.top)),
        (None, _) => Ok(()),
    }?;
    check_limits(&outcome.limits)
}

impl Outcome<'_> {
    /// The numbers that can be limited.
    fn numbers(&self) -> Vec<Limited> {
        let skeleton = &self.model.skeleton;
        let intersections = self
            .intersections
            .iter()
            .flat_map(|found| found.numbers(skeleton, &self.skins, self.model.triangle_count()));
        limits::numbers(&self.found, skeleton, &self.skins, "").into_iter().chain(intersections).collect()
    }
}
