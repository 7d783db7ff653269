use super::worst::Chosen;
use super::{ReportFailure, Subject};
use crate::centers::CenterSettings;
use crate::measure::{
    DeformedSkin, Figure, PairDifference, PosedBones, Reference, RestJoint, RestSkin, StressEntry, StressReport,
    Surface, Sweeper, SweptSkins, stress_pose,
};
use crate::model::{Pose, ROTATION_KEYS};
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
    let (joint, address) = (model.skeleton.short_name(entry.node), model.skeleton.address(entry.node));
    let range = AngleRange::of(found, entry);
    let skins = subject.skins();
    let joint_at_rest = RestJoint::of(subject.rest, entry.node);
    let turned = TurnedSkins { subject, skins: &skins, entry, joint: joint_at_rest };
    let mut sweeper = Sweeper::new(turned, &FIGURES, range.step);
    let (angles, readings) = (range.angles(), sweeper.readings().to_vec());
    progress.add_total((angles.len() * skins.len()) as u64);
    // Values by angle, skin and reading.
    let mut values = Vec::new();
    let mut before = None;
    for &angle in &angles {
        let mut of_skins = Vec::new();
        for skin in 0..skins.len() {
            let Ok(of_skin) = sweeper.measure(skin, angle, before);
            of_skins.push(of_skin);
            progress.advance(1);
        }
        if progress.is_canceled() {
            return Err(ReportFailure::Stopped);
        }
        values.push(of_skins);
        before = Some(angle);
    }
    let axis = entry.axis_name();
    let plot = |figure: Figure| -> Result<PlottedFigure, ReportFailure> {
        let column = readings.iter().position(|reading| reading.figure == figure);
        let points = |skin: usize| {
            let value = |of_skins: &Vec<Vec<Option<f64>>>| of_skins[skin].get(column?).copied().flatten();
            angles.iter().zip(&values).map(|(&angle, of_skins)| (angle as f32, value(of_skins))).collect()
        };
        let shown = |(index, skin): (usize, &StressSkin<'_>)| {
            (ShownSkin::new(skin.settings, CenterSettings::default()), points(index))
        };
        let plot =
            SweepPlot { figure, model: &model.name, second: None, joint: &address, axis, measured_at: Some(joint) };
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
        sweep: range.in_flag(&address, entry.axis),
        joint: joint.to_owned(),
        address,
        axis,
    })
}

/// Angles of a sweep in degrees.
struct AngleRange {
    from: f64,
    to: f64,
    step: f64,
}

impl AngleRange {
    /// The range of the stress test in whole steps.
    fn of(found: &StressReport, entry: &StressEntry) -> Self {
        let tested = found.joints.iter().find(|joint| joint.node == entry.node);
        let tested = tested.and_then(|joint| joint.ranges[entry.axis.min(2)]);
        let [from, to] = tested.map_or([0.0, entry.degrees], |range| [range.from, range.to]).map(f64::from);
        let step = if to - from > LONG { STEPS[1] } else { STEPS[0] };
        // A range may end a rounding error after a step.
        Self { from: step * (from / step + 1e-4).floor(), to: step * (to / step - 1e-4).ceil(), step }
    }

    fn angles(&self) -> Vec<f64> {
        let steps = ((self.to - self.from) / self.step).round() as usize;
        (0..=steps).map(|index| self.from + self.step * index as f64).collect()
    }

    /// The range in the syntax of `--sweep`.
    fn in_flag(&self, address: &str, axis: usize) -> String {
        let Self { from, to, step } = self;
        format!("{address}:{}={}..{}:{step}", ROTATION_KEYS[axis.min(2)], from + 0.0, to + 0.0)
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

    fn to_model(&self, _: usize, _: &Pose) -> Result<Option<PairDifference>, Infallible> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_swept_in_whole_steps() {
        let range = AngleRange { from: -15.0, to: 10.0, step: 5.0 };
        assert_eq!(range.angles(), [-15.0, -10.0, -5.0, 0.0, 5.0, 10.0]);
        assert_eq!(range.in_flag("forearm.L", 1), "forearm.L:ry=-15..10:5");
        let range = AngleRange { from: -0.0, to: 0.0, step: 5.0 };
        assert_eq!((range.angles(), range.in_flag("a", 2)), (vec![0.0], "a:rz=0..0:5".to_owned()));
    }
}
