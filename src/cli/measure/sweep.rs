use super::arguments::MeasureArguments;
use super::{Provenance, deformed};
use crate::cli::deformer::Deformer;
use crate::cli::document::{Document, OneModel, ReportKind};
use crate::cli::plot_file::write_plot;
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::cli::sweep_range::{SweepRange, refuse_set_of};
use crate::cli::text::print;
use crate::cli::turns::warn_of_turns_in;
use crate::cli::warnings::Warnings;
use crate::cli::{CliError, PosedModel};
use crate::measure::{DeformedSkin, Difference, Extremes, Figure, Figures, JointFigures, RestJoint, RestSkin, Volume};
use crate::model::{Pose, PoseOverrides, PoseWarning, ScaleKind, parse_set};
use crate::skinning::SkinningSettings;
use crate::work::Progress;
use serde::Serialize;

/// The output of `measure --sweep --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct SweepReport<'a> {
    /// Name of the graphics adapter that deformed the skin, or "cpu".
    adapter: &'a str,
    /// The pose to which the joint's turn is added.
    pose: &'a PoseReport,
    /// The options. Each row overrides the antipodality.
    options: &'a OptionsReport,
    name: &'a str,
    /// The joint that turns, as given, and its axis.
    swept: &'a str,
    key: &'static str,
    /// The measured joint.
    joint: String,
    /// Rows ordered by angle, then method, then mode.
    rows: &'a [Row],
}

impl ReportKind for SweepReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_sweep";
    const VERSION: u32 = 1;
}

/// The main figures at one angle, over rest unless noted. Null if there is no value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct Row {
    pub angle_degrees: f64,
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    volume: Option<f64>,
    zone_volume: Option<f64>,
    /// Minor radius of the smallest section.
    minor_radius: Option<f64>,
    major_radius: Option<f64>,
    smallest_distance: Option<f64>,
    largest_distance: Option<f64>,
    /// First percentile of the area stretch in the zone.
    area_stretch_p1: Option<f64>,
    area_stretch_p99: Option<f64>,
    /// Count of flipped triangles of the whole skin.
    flipped: usize,
    /// Step in scene units per degree since the previous angle. Null at the first one.
    step: Option<f64>,
    bulge: Option<f64>,
}

const COLUMNS: &str = "angle_degrees,method,antipodality,volume,zone_volume,minor_radius,major_radius,\
                       smallest_distance,largest_distance,area_stretch_p1,area_stretch_p99,flipped,step,bulge\n";

/// A sweep to measure: the turning joint, the pose to which its turn is added, and the measured joint.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Sweep<'a> {
    pub posed: &'a PosedModel,
    pub rest: &'a RestSkin,
    pub range: &'a SweepRange,
    /// Node of the measured joint.
    pub node: u32,
    pub scale: ScaleKind,
}

impl Sweep<'_> {
    /// Measures each angle under each of the settings.
    ///
    /// # Errors
    /// If the joint that turns does not exist, or the GPU fails.
    pub fn measure(
        &self,
        deformer: &Deformer,
        settings: &[SkinningSettings],
        progress: &Progress,
    ) -> Result<Vec<Row>, CliError> {
        let Self { posed, rest, range, node, scale } = *self;
        let joint = RestJoint::of(rest, node);
        let angles = range.angles();
        progress.add_total((angles.len() * settings.len()) as u64);
        let mut before: Vec<Option<DeformedSkin>> = vec![None; settings.len()];
        let mut rows = Vec::new();
        for &angle in &angles {
            let (pose, _) = at_angle(posed, range, angle)?;
            let bones = rest.bones.posed(&posed.model, &pose, scale);
            for (settings, before) in settings.iter().zip(&mut before) {
                let skin = deformed(deformer, rest, &pose, *settings)?;
                let figures = Figures::measure(rest, Some(&joint), &skin, &bones);
                let step = before.as_ref().map(|before| Difference::between(before, &skin).largest / range.step);
                rows.push(Row::new(angle, *settings, &figures, step));
                *before = Some(skin);
                progress.advance(1);
            }
        }
        Ok(rows)
    }
}

/// The pose with its joint at an angle of the sweep, and its overrides.
pub(in crate::cli) fn at_angle(
    posed: &PosedModel,
    range: &SweepRange,
    angle: f64,
) -> Result<(Pose, PoseOverrides), CliError> {
    let skeleton = &posed.model.skeleton;
    let mut overrides = posed.overrides.clone();
    skeleton.find(&range.joint).map_err(|cause| CliError::SweptJoint { cause, given: range.joint.clone() })?;
    parse_set(&range.set_expression(angle), skeleton, &posed.pose, &mut overrides)?;
    let mut pose = posed.pose.clone();
    overrides.apply(skeleton, &mut pose);
    Ok((pose, overrides))
}

/// Turns a joint step by step on top of the pose, and measures each step.
pub(super) fn run(
    warnings: &mut Warnings,
    (arguments, figure): (&MeasureArguments, Figure),
    (posed, rest): (&PosedModel, &RestSkin),
    made: Provenance,
    named: Option<u32>,
    range: &SweepRange,
) -> Result<(), CliError> {
    let model = &posed.model;
    // A mismatch fails here, before anything is computed.
    refuse_set_of(&arguments.pose.set, &model.skeleton, (&range.joint, range.key))?;
    let farthest = if range.from.abs() > range.to.abs() { range.from } else { range.to };
    let farthest = || at_angle(posed, range, farthest);
    let mut of_end = PoseWarning::of_overrides(&model.skeleton, &farthest()?.1, model.rest_bounds().extent());
    of_end.retain(|warning| !posed.warnings.contains(warning));
    warnings.tell(&of_end);
    let node = match named {
        Some(node) => node,
        None => super::named_joint(model, rest, &range.joint)?,
    };
    let methods = arguments.methods();
    let deformer = Deformer::new(warnings, model, arguments.backend, &methods, &arguments.pose.centers)?;
    let mut settings: Vec<SkinningSettings> = Vec::new();
    for method in methods {
        let modes = if method.blends_quaternions() { arguments.modes() } else { vec![None] };
        let with = |chosen_antipodality| SkinningSettings { chosen_antipodality, ..arguments.pose.skinning(method) };
        settings.extend(modes.into_iter().map(with));
    }
    warn_of_turns_in(warnings, model, [farthest()?], settings.iter().copied());
    let sweep = Sweep { posed, rest, range, node, scale: arguments.pose.scale };
    let rows = with_progress("Sweep", |progress| sweep.measure(&deformer, &settings, progress))?;
    // Printed before the plot is written, so that a full disk does not lose the measurements.
    if arguments.json {
        let report = SweepReport {
            adapter: deformer.adapter(),
            pose: &made.pose,
            options: &made.options,
            name: &model.name,
            swept: &range.joint,
            key: range.key,
            joint: model.skeleton.address(node),
            rows: &rows,
        };
        print(&Document::new(made.model, report, warnings.all()).pretty()?)?;
    } else {
        let lines: String = rows.iter().map(Row::csv).collect();
        print(&format!("{COLUMNS}{lines}"))?;
    }
    let Some(output) = &arguments.output else { return Ok(()) };
    let measured_at = model.skeleton.label(node);
    let plot = super::plot::of_sweep(figure, (&model.name, &measured_at), range, &settings, &rows);
    write_plot(output, &plot.title, plot.svg())
}

impl Row {
    pub fn new(angle: f64, settings: SkinningSettings, figures: &Figures, step: Option<f64>) -> Self {
        let zone = figures.joint.as_ref();
        let range = |of: fn(&JointFigures) -> Option<Extremes>| zone.and_then(of);
        Self {
            angle_degrees: angle,
            method: settings.method.id(),
            antipodality: settings.method.blends_quaternions().then(|| settings.antipodality().id()),
            volume: figures.volume.ok().map(Volume::over_rest),
            zone_volume: zone.and_then(|zone| zone.zone_volume.ok()).map(Volume::over_rest),
            minor_radius: range(|zone| zone.minor_radius).map(|range| range.smallest),
            major_radius: range(|zone| zone.major_radius).map(|range| range.smallest),
            smallest_distance: range(|zone| zone.bone_distance).map(|range| range.smallest),
            largest_distance: range(|zone| zone.bone_distance).map(|range| range.largest),
            area_stretch_p1: zone.and_then(|zone| zone.stretch.area).map(|area| area.p1),
            area_stretch_p99: zone.and_then(|zone| zone.stretch.area).map(|area| area.p99),
            flipped: figures.flipped.count,
            step,
            bulge: zone.and_then(|zone| zone.bulge).map(|bulge| bulge.over_rest),
        }
    }

    /// The figure that a plot shows. `None` where the row has none.
    pub fn value(&self, figure: Figure) -> Option<f64> {
        match figure {
            Figure::Volume => self.volume,
            Figure::ZoneVolume => self.zone_volume,
            Figure::MinorRadius => self.minor_radius,
            Figure::MajorRadius => self.major_radius,
            Figure::SmallestDistance => self.smallest_distance,
            Figure::LargestDistance => self.largest_distance,
            Figure::Bulge => self.bulge,
            Figure::Flipped => Some(self.flipped as f64),
            Figure::Step => self.step,
            _ => None,
        }
    }

    /// Formats the row. Missing values are empty.
    fn csv(&self) -> String {
        let decimal = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{:.6}", value + 0.0));
        let figures = [
            self.volume,
            self.zone_volume,
            self.minor_radius,
            self.major_radius,
            self.smallest_distance,
            self.largest_distance,
            self.area_stretch_p1,
            self.area_stretch_p99,
        ];
        let figures = figures.map(decimal).join(",");
        let mode = self.antipodality.unwrap_or("");
        let (step, bulge) = (decimal(self.step), decimal(self.bulge));
        format!("{},{},{mode},{figures},{},{step},{bulge}\n", self.angle_degrees, self.method, self.flipped)
    }
}
