use super::Subject;
use super::worst::Chosen;
use crate::cli::CliError;
use crate::cli::deformer::Deformer;
use crate::cli::measure::{SweepSetup, of_sweep};
use crate::cli::sweep_range::SweepRange;
use crate::measure::{Figure, StressEntry, StressReport};
use crate::plots::{Axis, LinePlot, PlotPage, inline_svg};
use crate::report::{PlottedFigure, PlottedSweep};
use crate::skinning::SkinningSettings;
use crate::work::Progress;

/// Figures that a sweep plots.
pub(super) const FIGURES: [Figure; 3] = [Figure::MinorRadius, Figure::ZoneVolume, Figure::Bulge];

/// Step between angles in degrees, for short ranges and for long ones.
const STEPS: [f64; 2] = [5.0, 10.0];
const LONG: f64 = 200.0;

/// The worst joint of each defect, turned through its range. Two defects of one turn have one sweep.
pub(super) fn of_worst(
    subject: &Subject<'_>,
    found: &StressReport,
    chosen: &[Chosen],
    progress: &Progress,
) -> Result<Vec<PlottedSweep>, CliError> {
    let mut turns: Vec<StressEntry> = Vec::new();
    for (entry, _) in chosen.iter().filter_map(|group| group.entries.first()) {
        if turns.iter().all(|other| (other.node, other.axis) != (entry.node, entry.axis)) {
            turns.push(*entry);
        }
    }
    let deformer = Deformer::on_cpu(&subject.posed.model, subject.centers.to_vec());
    turns.iter().map(|entry| plotted(subject, found, entry, &deformer, progress)).collect()
}

fn plotted(
    subject: &Subject<'_>,
    found: &StressReport,
    entry: &StressEntry,
    deformer: &Deformer,
    progress: &Progress,
) -> Result<PlottedSweep, CliError> {
    let Subject { posed, rest, .. } = *subject;
    let skeleton = &posed.model.skeleton;
    let range = range(subject, found, entry);
    let settings: Vec<SkinningSettings> = subject.skins().iter().map(|skin| skin.settings).collect();
    let scale = subject.arguments.pose().scaling.scale;
    let sweep = SweepSetup { posed, rest, range: &range, node: entry.node, scale };
    let swept = sweep.measure(&FIGURES, deformer, &settings, progress)?;
    let joint = skeleton.short_name(entry.node);
    let axis = entry.axis_name();
    let plot = |figure: Figure| -> Result<PlottedFigure, CliError> {
        let plot = of_sweep(figure, (&posed.model.name, joint), &range, &settings, &swept);
        if plot.curves.iter().all(|curve| curve.parts.is_empty()) {
            return Ok(PlottedFigure { figure, svg: None });
        }
        let x = Axis { label: format!("Rotation about {axis}"), reference: Some(f64::from(entry.degrees)), ..plot.x };
        let label = format!("{} of {joint} over its rotation about {axis}, a curve for each method", figure.label());
        let svg = LinePlot { x, ..plot }.svg_on(PlotPage::INLINE)?;
        Ok(PlottedFigure { figure, svg: Some(inline_svg(&svg, &label)) })
    };
    Ok(PlottedSweep {
        plots: FIGURES.into_iter().map(plot).collect::<Result<_, _>>()?,
        from_degrees: range.from,
        to_degrees: range.to,
        sweep: text(&range),
        address: range.joint,
        joint: joint.to_owned(),
        axis,
    })
}

/// The range of the stress test in whole steps.
fn range(subject: &Subject<'_>, found: &StressReport, entry: &StressEntry) -> SweepRange {
    let tested = found.joints.iter().find(|joint| joint.node == entry.node);
    let tested = tested.and_then(|joint| joint.ranges[entry.axis.min(2)]);
    let [from, to] = tested.map_or([0.0, entry.degrees], |range| [range.from, range.to]).map(f64::from);
    let step = if to - from > LONG { STEPS[1] } else { STEPS[0] };
    SweepRange {
        joint: subject.posed.model.skeleton.address(entry.node),
        key: ["rx", "ry", "rz"][entry.axis.min(2)],
        // A range may end a rounding error after a step.
        from: step * (from / step + 1e-4).floor(),
        to: step * (to / step - 1e-4).ceil(),
        step,
    }
}

/// A range in the syntax of `--sweep`.
fn text(range: &SweepRange) -> String {
    let SweepRange { joint, key, from, to, step } = range;
    format!("{joint}:{key}={}..{}:{step}", from + 0.0, to + 0.0)
}
