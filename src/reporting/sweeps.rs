use super::worst::Chosen;
use super::{ReportFailure, Subject};
use crate::centers::CenterSettings;
use crate::measure::{
    DeformedSkin, Figure, PosedBones, Reference, RestJoint, RestSkin, StressEntry, StressReport, Surface, Sweeper,
    SweptSkins, SweptValues, stress_pose,
};
use crate::model::{Model, Pose, SweepRange};
use crate::plots::{Axis, LinePlot, PlotPage, SweepPlot, inline_svg};
use crate::report::{PlottedFigure, PlottedSweep};
use crate::session::figures::ShownSkin;
use crate::stress::{StressSkin, deform_all};
use crate::work::Progress;
use std::convert::Infallible;

/// Figures that a sweep plots. None of them compares with another method.
const FIGURES: [Figure; 3] = [Figure::MinorRadius, Figure::ZoneVolume, Figure::Bulge];

/// Step between angles in degrees, for short ranges and for long ones.
const STEPS: [f64; 2] = [5.0, 10.0];
const LONG: f64 = 200.0;

/// The worst joint of each defect, turned through its range. Two defects of one turn have one sweep.
pub(super) fn of_worst(
    subject: &Subject<'_>,
    found: &StressReport,
    chosen: &[Chosen],
    progress: &Progress,
) -> Result<Vec<PlottedSweep>, ReportFailure> {
    let mut turns: Vec<StressEntry> = Vec::new();
    for (entry, _) in chosen.iter().filter_map(|group| group.entries.first()) {
        if turns.iter().all(|other| (other.node, other.axis) != (entry.node, entry.axis)) {
            turns.push(*entry);
        }
    }
    turns.iter().map(|entry| plotted(subject, found, entry, progress)).collect()
}

fn plotted(
    subject: &Subject<'_>,
    found: &StressReport,
    entry: &StressEntry,
    progress: &Progress,
) -> Result<PlottedSweep, ReportFailure> {
    let model = subject.model;
    let joint = model.skeleton.short_name(entry.node);
    let range = range(model, found, entry);
    let skins = subject.skins();
    let turned = TurnedSkins { subject, skins: &skins, entry, joint: RestJoint::of(subject.rest, entry.node) };
    let mut sweeper = Sweeper::new(turned, &FIGURES, range.step);
    let angles = range.angles();
    let Ok(values) = sweeper.measure_all(&angles, progress);
    let values = values.ok_or(ReportFailure::Stopped)?;
    let axis = entry.axis_name();
    let plot = |figure: Figure| -> Result<PlottedFigure, ReportFailure> {
        let column = sweeper.readings().iter().position(|reading| reading.figure == figure);
        let points = |skin: usize| {
            let value = |of_skins: &Vec<SweptValues>| of_skins[skin].get(column?).copied().flatten();
            angles.iter().zip(&values).map(|(&angle, of_skins)| (angle as f32, value(of_skins))).collect()
        };
        let shown = |(index, skin): (usize, &StressSkin<'_>)| {
            (ShownSkin::new(skin.settings, CenterSettings::default()), points(index))
        };
        let plot =
            SweepPlot { figure, model: &model.name, second: None, joint: &range.joint, axis, measured_at: Some(joint) };
        let plot = plot.lines(skins.iter().enumerate().map(shown).collect());
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
        sweep: range.to_string(),
        joint: joint.to_owned(),
        address: range.joint,
        axis,
    })
}

/// The range of the stress test in whole steps.
fn range(model: &Model, found: &StressReport, entry: &StressEntry) -> SweepRange {
    let tested = found.joints.iter().find(|joint| joint.node == entry.node);
    let tested = tested.and_then(|joint| joint.ranges[entry.axis.min(2)]);
    let [from, to] = tested.map_or([0.0, entry.degrees], |range| [range.from, range.to]).map(f64::from);
    let step = if to - from > LONG { STEPS[1] } else { STEPS[0] };
    SweepRange {
        joint: model.skeleton.address(entry.node),
        key: entry.rotation_key(),
        // A range may end a rounding error after a step.
        from: step * (from / step + 1e-4).floor(),
        to: step * (to / step - 1e-4).ceil(),
        step,
    }
}

/// The skins of a report while one joint turns from rest.
struct TurnedSkins<'a> {
    subject: &'a Subject<'a>,
    skins: &'a [StressSkin<'a>],
    entry: &'a StressEntry,
    joint: RestJoint,
}

impl SweptSkins for TurnedSkins<'_> {
    type Posed = Pose;
    type Error = Infallible;

    fn count(&self) -> usize {
        self.skins.len()
    }

    fn rest(&self, _: usize) -> Option<(&RestSkin, Option<&RestJoint>)> {
        Some((self.subject.rest, Some(&self.joint)))
    }

    fn posed(&self, _: usize, angle_degrees: f64) -> Result<Pose, Infallible> {
        Ok(stress_pose(self.subject.model, self.entry.node, self.entry.axis, angle_degrees as f32).1)
    }

    fn bones(&self, skin: usize, rest: &RestSkin, pose: &Pose) -> PosedBones {
        rest.bones.posed(self.subject.model, pose, self.skins[skin].settings.scale_kind)
    }

    fn deformed(
        &self,
        skin: usize,
        surface: &Surface,
        pose: &Pose,
        reference: Option<Reference>,
    ) -> Result<Option<DeformedSkin>, Infallible> {
        let skin = &self.skins[skin];
        Ok(reference.is_none().then(|| deform_all(self.subject.model, surface, pose, skin)))
    }
}
