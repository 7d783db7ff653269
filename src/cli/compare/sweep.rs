//! `skinscope compare A B --sweep`: a figure of both models over the angle of a joint, and how far they lie apart.

use super::limits::{LARGEST, MEAN, P99, limits_distances, names};
use super::pair::{MethodDifference, Pair};
use super::report::{JointsReport, compared, over, percent, percent_over, plain_percent, significant};
use super::{CompareArguments, messages};
use crate::cli::CliError;
use crate::cli::document::{JsonDocument, ReportKind, TwoModels};
use crate::cli::fail_limits::{FailArguments, LimitReport, Limited, check_limits, primary};
use crate::cli::measure::{DEFAULT_OF_SWEEP, at_angle, named_joint, under};
use crate::cli::plot_file::{check_plot, write_plot};
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::cli::swept_joint::refuse_set_of;
use crate::cli::text::check_skinned;
use crate::cli::turns::warn_of_turns_in;
use crate::cli::warnings::{Warning, Warnings};
use crate::math::grouped;
use crate::measure::{
    DeformedSkin, Figure, PairDifference, PosedBones, Reading, Reference, RestJoint, RestSkin, Statistic, Surface,
    Sweeper, SweptSkins,
};
use crate::model::SweepRange;
use crate::model::{Pose, one_line};
use crate::panes::PaneModel;
use crate::plots::SweepPlot;
use crate::report::WarningCode;
use crate::session::figures::ShownSkin;
use crate::skinning::{Deformed, PrimitiveCenters, SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};
use serde::Serialize;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// The output of `compare --sweep --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct CompareSweepReport<'a> {
    /// The pose of the first model, to which the joint's turn is added.
    pose: PoseReport,
    options: OptionsReport,
    /// Longest side of the first model's rest bounding box, in scene units.
    extent: f64,
    /// Factor by which the second model was scaled.
    second_scale: f64,
    /// Angle by which it was turned about the vertical, counterclockwise as seen from above.
    second_turn_degrees: u32,
    joints: JointsReport,
    /// `vertices` or `surfaces`, as in `compare`.
    compared: &'static str,
    /// The joint that turns and is measured, and its axis.
    joint: String,
    key: &'static str,
    /// Partner of the joint in the second model; null if there is none.
    second_joint: Option<String>,
    figure: &'static str,
    unit: &'static str,
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    /// Rows ordered by angle, then method.
    rows: &'a [SweptRow],
}

impl ReportKind for CompareSweepReport<'_> {
    type Models = TwoModels;
    const KIND: &'static str = "skinscope_compare_sweep";
    const VERSION: u32 = 1;
}

/// Both models at one angle under one method.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SweptRow {
    angle_degrees: f64,
    method: &'static str,
    /// The figure of each model; null if there is no value.
    first: Option<f64>,
    second: Option<f64>,
    /// Largest distance between the models, including rigid meshes, in either direction, in scene units.
    largest: Option<f64>,
    largest_over_extent: Option<f64>,
    /// Mean distance: the larger one of both directions.
    mean: Option<f64>,
    p99: Option<f64>,
}

pub(super) fn run(arguments: &CompareArguments, other: &Path, range: &SweepRange) -> Result<(), CliError> {
    arguments.output.as_deref().map_or(Ok(()), check_plot)?;
    let messages = messages(arguments)?;
    let limits = arguments.pair.limits();
    limits.check_names(&names(Some(arguments.pair.figure.unwrap_or(DEFAULT_OF_SWEEP))))?;
    let mut warnings = Warnings::default();
    let pair = Pair::open(arguments, other, &mut warnings)?;
    let swept = Swept::of(&mut warnings, &pair, arguments, [&arguments.model, other], range)?;
    pair.save_joints(arguments)?;
    let rows = swept.rows()?;
    let reports = limits.reports(|| swept.numbers(&rows));
    if arguments.json {
        messages
            .print(&JsonDocument::new(pair.files(), swept.report(&rows, reports.clone()), warnings.all()).pretty()?)?;
    } else {
        messages.print(&swept.text(&rows))?;
    }
    if let Some(output) = &arguments.output {
        let plot = swept.plot(&rows);
        write_plot(output, &plot.title, plot.svg())?;
    }
    check(&rows, &limits)?;
    check_limits(&reports)
}

/// A sweep of two models.
struct Swept<'a> {
    pair: &'a Pair,
    arguments: &'a CompareArguments,
    range: &'a SweepRange,
    figure: Figure,
    /// The joint that turns, and its partner.
    joints: [Option<u32>; 2],
    /// Measure of the skins' figure. `None` for distances, which concern all meshes.
    measured: Option<Measured>,
}

/// Reference at rest for a figure of both skins.
struct Measured {
    rest: [RestSkin; 2],
    /// The joint and its partner. The partner may be missing, or move no skin.
    joints: [Option<RestJoint>; 2],
}

impl Measured {
    fn of(warnings: &mut Warnings, pair: &Pair, paths: [&Path; 2], joint: &str) -> Result<Self, CliError> {
        check_skinned(&pair.models[0], paths[0])?;
        check_skinned(&pair.models[1], paths[1])?;
        let rest = [RestSkin::of(&pair.models[0]), RestSkin::of(&pair.models[1])];
        let node = named_joint(&pair.models[0], &rest[0], joint)?;
        let partner = pair.shown.matched.joints.second_of(node);
        let measured = partner.filter(|partner| rest[1].is_joint(*partner));
        if let (Some(partner), None) = (partner, measured) {
            let (partner, name) = (one_line(&pair.models[1].skeleton.label(partner)), &pair.names[1]);
            let text = format!("{partner} of {name} moves no skin, so nothing is measured around it");
            warnings.tell([Warning::new(WarningCode::PartnerWithoutSkin, text).at(partner).about(1)]);
        }
        let joints = [Some(RestJoint::of(&rest[0], node)), measured.map(|node| RestJoint::of(&rest[1], node))];
        Ok(Self { rest, joints })
    }
}

/// The skins of both models under each method: the first model's under the first method, the second model's, and so on.
struct Skins<'a> {
    swept: &'a Swept<'a>,
    methods: &'a [SkinningMethod],
    centers: [Vec<PrimitiveCenters>; 2],
    /// Both models as they were posed last, which both skins of a method share.
    last: RefCell<Option<Rc<PosedModels>>>,
}

/// Both models at an angle under one method.
struct PosedModels {
    angle_degrees: f64,
    method: SkinningMethod,
    poses: [Pose; 2],
    deformed: [Vec<Deformed>; 2],
    difference: MethodDifference,
}

impl Skins<'_> {
    fn deform(&self, side: usize, pose: &Pose, settings: SkinningSettings) -> Result<Vec<Deformed>, CliError> {
        Ok(deform_model(&self.swept.pair.models[side], pose, settings, &self.centers[side])?)
    }

    fn models(&self, method: SkinningMethod, angle_degrees: f64) -> Result<PosedModels, CliError> {
        let Swept { pair, arguments, range, .. } = *self.swept;
        let skeletons = [&pair.models[0].skeleton, &pair.models[1].skeleton];
        let (pose, _) = at_angle(&pair.posed, range, angle_degrees)?;
        let poses = [pose.clone(), pair.shown.matched.pose(skeletons, &pose)];
        let settings = arguments.pose.skinning(method);
        let deformed = [self.deform(0, &poses[0], settings)?, self.deform(1, &poses[1], settings)?];
        // Figures concern the skin alone, distances all meshes.
        let whole = [0, 1].map(|side| of_surface(pair.surface(side), &deformed[side]));
        let difference = pair.difference(method, [&whole[0], &whole[1]]);
        Ok(PosedModels { angle_degrees, method, poses, deformed, difference })
    }
}

fn of_surface(surface: &Surface, deformed: &[Deformed]) -> DeformedSkin {
    surface.deformed(|index| deformed[index].iter().map(SkinnedVertex::position_and_normal))
}

impl SweptSkins for Skins<'_> {
    type Posed = Rc<PosedModels>;
    type Error = CliError;

    fn count(&self) -> usize {
        2 * self.methods.len()
    }

    fn rest(&self, skin: usize) -> Option<(&RestSkin, Option<&RestJoint>)> {
        let Measured { rest, joints } = self.swept.measured.as_ref()?;
        Some((&rest[skin % 2], joints[skin % 2].as_ref()))
    }

    fn posed(&self, skin: usize, angle_degrees: f64) -> Result<Rc<PosedModels>, CliError> {
        let method = self.methods[skin / 2];
        let mut last = self.last.borrow_mut();
        let known = last.as_ref().filter(|known| (known.angle_degrees, known.method) == (angle_degrees, method));
        if let Some(known) = known {
            return Ok(Rc::clone(known));
        }
        let models = Rc::new(self.models(method, angle_degrees)?);
        *last = Some(Rc::clone(&models));
        Ok(models)
    }

    fn bones(&self, skin: usize, rest: &RestSkin, posed: &Rc<PosedModels>) -> PosedBones {
        let (Swept { pair, arguments, .. }, side) = (self.swept, skin % 2);
        rest.bones.posed(&pair.models[side], &posed.poses[side], arguments.pose.skinning(posed.method).scale_kind)
    }

    fn deformed(
        &self,
        skin: usize,
        surface: &Surface,
        posed: &Rc<PosedModels>,
        reference: Option<Reference>,
    ) -> Result<Option<DeformedSkin>, CliError> {
        let side = skin % 2;
        if reference.is_none() {
            return Ok(Some(of_surface(surface, &posed.deformed[side])));
        }
        let settings = under(self.swept.arguments.pose.skinning(posed.method), reference);
        Ok(Some(of_surface(surface, &self.deform(side, &posed.poses[side], settings)?)))
    }

    fn to_model(&self, skin: usize, posed: &Rc<PosedModels>) -> Result<Option<PairDifference>, CliError> {
        let MethodDifference { from_first, from_second, .. } = &posed.difference;
        Ok(if skin.is_multiple_of(2) { *from_first } else { *from_second })
    }
}

impl<'a> Swept<'a> {
    fn of(
        warnings: &mut Warnings,
        pair: &'a Pair,
        arguments: &'a CompareArguments,
        paths: [&Path; 2],
        range: &'a SweepRange,
    ) -> Result<Self, CliError> {
        let skeleton = &pair.models[0].skeleton;
        let figure = arguments.pair.figure.unwrap_or(DEFAULT_OF_SWEEP);
        refuse_set_of(&arguments.pose.posing.set, skeleton, (&range.joint, range.key))?;
        let farthest = if range.from.abs() > range.to.abs() { range.from } else { range.to };
        let skinning = arguments.methods().into_iter().map(|method| arguments.pose.skinning(method));
        let farthest = at_angle(&pair.posed, range, farthest)?;
        warnings.about_first(|warnings| warn_of_turns_in(warnings, &pair.models[0], [farthest], skinning));
        let unknown = |cause| CliError::SweptJoint { cause, given: range.joint.clone() };
        let node = skeleton.find(&range.joint).map_err(unknown)?;
        let is_of_skin = figure != Figure::DistanceToModel;
        let measured = is_of_skin.then(|| Measured::of(warnings, pair, paths, &range.joint)).transpose()?;
        pair.warn_of_joint(node, arguments, warnings);
        let joints = [Some(node), pair.shown.matched.joints.second_of(node)];
        Ok(Self { pair, arguments, range, figure, joints, measured })
    }

    fn rows(&self) -> Result<Vec<SweptRow>, CliError> {
        let (methods, angles) = (self.arguments.methods(), self.range.angles());
        let skins = Skins {
            swept: self,
            methods: &methods,
            centers: self.pair.centers(self.arguments),
            last: RefCell::default(),
        };
        let mut sweeper = Sweeper::new(skins, &[self.figure, Figure::DistanceToModel], self.range.step);
        // This job is never canceled.
        let values = with_progress("Sweep", |progress| sweeper.measure_all(&angles, progress))?.unwrap_or_default();
        let mut rows = Vec::new();
        for (&angle, values) in angles.iter().zip(&values) {
            // The skins are those of both models under each method.
            for (method, of_models) in methods.iter().zip(values.as_chunks::<2>().0) {
                rows.push(self.row(angle, *method, sweeper.readings(), of_models));
            }
        }
        Ok(rows)
    }

    /// The numbers that can be limited.
    fn numbers(&self, rows: &[SweptRow]) -> Vec<Limited> {
        let extent = self.pair.extent();
        let figure = primary(self.figure.id());
        let of_row = |row: &SweptRow| {
            let at = format!("at {} degrees under {}", row.angle_degrees, row.method);
            let of_model = |side: usize| format!("{at} in {}", self.pair.names[side]);
            let share = |distance: Option<f64>| distance.map(|distance| over(distance, extent));
            let figures =
                [(row.first, 0), (row.second, 1)].map(|(value, side)| (figure.clone(), value, of_model(side)));
            let distances = [(LARGEST, row.largest_over_extent), (MEAN, share(row.mean)), (P99, share(row.p99))];
            let distances = distances.map(|(name, value)| (name.to_owned(), value, at.clone()));
            let known = figures.into_iter().chain(distances);
            known.filter_map(|(name, value, at)| Some(Limited { name, value: value?, at })).collect::<Vec<_>>()
        };
        rows.iter().flat_map(of_row).collect()
    }

    /// A row of the sweep, from the numbers of both models.
    fn row(
        &self,
        angle_degrees: f64,
        method: SkinningMethod,
        readings: &[Reading],
        values: &[Vec<Option<f64>>; 2],
    ) -> SweptRow {
        let column = |figure: Figure, statistic: Statistic| {
            readings.iter().position(|reading| (reading.figure, reading.statistic()) == (figure, statistic))
        };
        let larger = |statistic: Statistic| {
            let column = column(Figure::DistanceToModel, statistic)?;
            values.iter().filter_map(|values| values[column]).reduce(f64::max)
        };
        let largest = larger(Statistic::Value);
        SweptRow {
            angle_degrees,
            method: method.id(),
            // The figure comes first.
            first: values[0][0],
            second: values[1][0],
            largest,
            largest_over_extent: largest.map(|largest| over(largest, self.pair.extent())),
            mean: larger(Statistic::Mean),
            p99: larger(Statistic::P99),
        }
    }

    fn report<'r>(&self, rows: &'r [SweptRow], limits: Vec<LimitReport>) -> CompareSweepReport<'r> {
        let Self { pair, arguments, range, figure, joints, .. } = self;
        let address = |side: usize| joints[side].map(|node| pair.models[side].skeleton.address(node));
        CompareSweepReport {
            pose: PoseReport::of(&pair.opened[0], &pair.posed, &arguments.pose),
            options: OptionsReport::of(&arguments.pose),
            extent: pair.extent(),
            second_scale: pair.placement.factor,
            second_turn_degrees: pair.placement.turn_degrees(),
            joints: JointsReport::of(pair),
            compared: compared(pair),
            joint: address(0).unwrap_or_default(),
            key: range.key,
            second_joint: address(1),
            figure: figure.id(),
            unit: figure.unit().name(),
            limits,
            rows,
        }
    }

    /// The sweep as text: a row for each angle and method.
    fn text(&self, rows: &[SweptRow]) -> String {
        let Self { pair, range, figure, .. } = self;
        let label = |side: usize| {
            let node = self.joints[side]?;
            Some(one_line(&pair.models[side].skeleton.label(node)))
        };
        let [first, second] = [label(0).unwrap_or_default(), label(1).unwrap_or_else(|| "no joint".to_owned())];
        let [a, b] = &pair.names;
        // The distance has columns of its own. Between surfaces, it differs with the direction.
        let is_distance = *figure == Figure::DistanceToModel;
        let has_figure = !(is_distance && pair.is_by_vertex());
        let what = match (is_distance, has_figure) {
            (true, false) => format!("distance in scene units while {first} turns"),
            (true, true) => {
                format!("how far each is from the other and both are apart, in scene units, while {first} turns")
            }
            (false, _) => {
                let (label, unit) = (figure.label(), figure.unit());
                format!("{label} ({unit}) at {first} and {second}; distance in scene units")
            }
        };
        let mut text = format!("{a} and {b}: {what}\n");
        let method = rows.iter().map(|row| row.method.len()).max().unwrap_or(0).max(6);
        let widths = [a, b].map(|name| name.chars().count().max(10) + 2);
        let mut line = |start: [String; 2], figures: [String; 2], distances: [String; 4]| {
            text += &format!("{:>8}  {:<method$}", start[0], start[1]);
            for (figure, width) in figures.iter().zip(widths).filter(|_| has_figure) {
                text += &format!("{figure:>width$}");
            }
            let [largest, of_extent, mean, p99] = distances;
            text += &format!("{largest:>12}{of_extent:>13}{mean:>12}{p99:>12}");
            text.push('\n');
        };
        let heads = ["largest", "% of extent", "mean", "99%"];
        line([range.key, "method"].map(str::to_owned), [a.clone(), b.clone()], heads.map(str::to_owned));
        let value = |value: Option<f64>| match value {
            Some(value) if is_distance => significant(value),
            Some(value) if figure.unit().is_count() => grouped(value as usize),
            Some(value) => format!("{value:.4}"),
            None => "-".to_owned(),
        };
        let length = |length: Option<f64>| length.map_or_else(|| "-".to_owned(), significant);
        for row in rows {
            let of_extent = row.largest.map_or_else(|| "-".to_owned(), |largest| percent(largest, pair.extent()));
            let distances = [length(row.largest), of_extent, length(row.mean), length(row.p99)];
            let start = [row.angle_degrees.to_string(), row.method.to_owned()];
            line(start, [row.first, row.second].map(value), distances);
        }
        text
    }

    fn plot(&self, rows: &[SweptRow]) -> crate::plots::LinePlot {
        let Self { pair, arguments, range, figure, .. } = self;
        let is_shared = *figure == Figure::DistanceToModel && pair.is_by_vertex();
        let curve = |method: SkinningMethod, model: PaneModel| {
            let skin = ShownSkin::new(arguments.pose.skinning(method), arguments.pose.centers.settings()).of(model);
            let own = rows.iter().filter(|row| row.method == method.id());
            let value = |row: &SweptRow| if model.is_first() { row.first } else { row.second };
            let mut points: Vec<_> = own.map(|row| (row.angle_degrees as f32, value(row))).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            (skin, points)
        };
        let models = if is_shared { &[PaneModel::First][..] } else { &[PaneModel::First, PaneModel::Second] };
        let methods = arguments.methods();
        let curves = methods.iter().flat_map(|&method| models.iter().map(move |&model| (method, model)));
        let curves = curves.map(|(method, model)| curve(method, model)).collect();
        let axis = range.key.trim_start_matches('r').to_uppercase();
        let [model, second] = [&pair.names[0], &pair.names[1]];
        let (joint, second) = (range.joint.as_str(), Some(second.as_str()));
        SweepPlot { figure: *figure, model, second, joint, axis: &axis, measured_at: None }.lines(curves)
    }
}

/// # Errors
/// If the models lie farther apart than a limit at any angle, or if that is not known.
fn check(rows: &[SweptRow], limits: &FailArguments) -> Result<(), CliError> {
    if let Some(row) = rows.iter().find(|row| row.largest_over_extent.is_none()).filter(|_| limits_distances(limits)) {
        return Err(CliError::NoDistance { method: row.method });
    }
    let Some(limit) = limits.over(LARGEST).reduce(f64::min) else { return Ok(()) };
    let mut worst: Option<(f64, &SweptRow)> = None;
    for row in rows {
        let Some(found) = row.largest_over_extent else { continue };
        if found > limit && worst.is_none_or(|(most, _)| found > most) {
            worst = Some((found, row));
        }
    }
    let Some((found, row)) = worst else { return Ok(()) };
    let (found, limit) = (percent_over(found, limit), plain_percent(limit));
    let at = format!(", at {} degrees", row.angle_degrees);
    Err(CliError::TooDifferent { method: row.method, found, limit, at })
}
