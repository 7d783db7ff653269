//! `skinscope clips`: what each method does to the skin in every frame of the clips, and where it or a joint jumps.

mod arguments;
mod limits;
mod plot;
pub(super) mod report;
mod table;

use super::CliError;
use super::document::JsonDocument;
use super::fail_limits::check_limits;
use super::own_methods;
use super::plot_file::check_plot;
use super::pose_arguments::find_clip;
use super::progress_line::with_progress;
use super::provenance::ModelReport;
use super::text::{check_skinned, print};
use super::warnings::Warnings;
use crate::measure::{RestSkin, StressMeasure};
use crate::model::{Model, PoseOverrides};
use crate::skinning::SkinningSettings;
use crate::stress::{ClipCheck, ClipChecker, ClipRequest, StressSkin};
use std::sync::Arc;
use std::time::Instant;

pub use arguments::ClipsArguments;

/// Explains the numbers, for the help.
fn definitions() -> String {
    let measures = StressMeasure::ALL
        .map(|measure| format!("  {}: {}, {}", measure.flag(), measure.label(), measure.figure().unit()));
    format!(
        "In each frame, these are measured at every joint that bends skin, as by `stress`, without morph \
         targets:\n{}\n  flips: skin around a joint that moves between two frames, seen from the joint of its largest \
         weight, by more than 1.5 times what any of its joints moves it and 0.5% of the extent, where two joints are 100 \
         degrees or more apart. The time is found by halving: the skin jumps at one instant, or it whips around\n  signs: \
         vertices of which a quaternion is blended with another sign than in the frame before\n  snaps: joints, and nodes \
         above them, that turn by 45 degrees or more in a thirtieth of a second, at least four times as far as around it. \
         They break the skin under every method",
        measures.join("\n")
    )
}

/// The checked settings and the results.
struct Outcome<'a> {
    model: &'a Arc<Model>,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    frames_per_second: f64,
    skins: Vec<SkinningSettings>,
    found: Vec<ClipCheck>,
    milliseconds: f64,
}

pub(super) fn run(arguments: &ClipsArguments) -> Result<(), CliError> {
    arguments.output.as_deref().map_or(Ok(()), check_plot)?;
    let opened = arguments.opening.open(&arguments.model)?;
    let model = &opened.asset.model;
    let warnings = Warnings::of_file(&opened);
    check_skinned(model, &arguments.model)?;
    let clips = chosen_clips(arguments, model)?;
    if arguments.output.is_some() && clips.len() > 1 {
        return Err(CliError::PlotOfSeveralClips { count: clips.len() });
    }
    let figures = arguments.figures();
    arguments.limits.check_names(&limits::names(&figures))?;
    // A limit that holds in some frames only would promise too much.
    let limits_costly = figures.iter().any(|figure| figure.is_costly() && arguments.limits.is_about(figure.id()));
    let costly_frames = if limits_costly { usize::MAX } else { arguments.intersected_frames };
    let methods = arguments.methods();
    let centers = super::centers::centers_for(model, &methods, &arguments.centers);
    let skins: Vec<SkinningSettings> = methods.iter().map(|&method| arguments.skinning(method)).collect();
    let started = Instant::now();
    let rest = RestSkin::of(model);
    let tried: Vec<StressSkin<'_>> = skins.iter().map(|&settings| StressSkin { settings, centers: &centers }).collect();
    let overrides = &PoseOverrides::default();
    let found = with_progress("Clips", |progress| {
        let checker = ClipChecker::new(model, &rest, &tried);
        let frames_per_second = arguments.fps.per_second() as f32;
        let requests: Vec<ClipRequest<'_>> = clips
            .iter()
            .map(|&clip| ClipRequest {
                clip,
                overrides,
                frames_per_second,
                figures: &figures,
                costly_frames,
                counts_signs: true,
            })
            .collect();
        progress.add_total(requests.iter().map(|request| checker.frame_count(request) as u64).sum());
        // This job is never canceled.
        requests.iter().filter_map(|request| checker.check(request, progress)).collect()
    });
    own_methods::check()?;
    let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
    let weights = arguments.opening.version.weights_in_words();
    let frames_per_second = arguments.fps.per_second();
    let outcome = Outcome { model, weights, frames_per_second, skins, found, milliseconds };
    let limits = arguments.limits.reports(|| limits::numbers(&outcome));
    if arguments.json {
        let report = report::ClipsReport::new(&outcome, arguments.options(), limits.clone(), !arguments.no_times);
        print(&JsonDocument::new(ModelReport::of(&opened), report, warnings.all()).pretty()?)?;
    } else {
        print(&table::text(&outcome, usize::from(arguments.top)))?;
    }
    if let (Some(output), Some(found)) = (&arguments.output, outcome.found.first()) {
        plot::write(output, &outcome, found, arguments.figure)?;
    }
    check_limits(&limits)
}

/// The clips to check, in the order given, each once.
fn chosen_clips(arguments: &ClipsArguments, model: &Model) -> Result<Vec<usize>, CliError> {
    if model.clips.is_empty() {
        return Err(CliError::NoClips { path: arguments.model.clone() });
    }
    if arguments.clip.is_empty() {
        return Ok((0..model.clips.len()).collect());
    }
    let mut clips = Vec::new();
    for given in &arguments.clip {
        let clip = find_clip(&model.clips, given)?;
        if !clips.contains(&clip) {
            clips.push(clip);
        }
    }
    Ok(clips)
}
