use super::arguments::MeasureArguments;
use super::{Provenance, deformed, figures_report::Values};
use crate::cli::deformer::Deformer;
use crate::cli::document::{JsonDocument, OneModel, ReportKind};
use crate::cli::fail_limits::{LimitReport, Limited, check_limits, name_of};
use crate::cli::plot_file::write_plot;
use crate::cli::progress_line::with_progress;
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::cli::swept_joint::refuse_set_of;
use crate::cli::text::print;
use crate::cli::turns::warn_of_turns_in;
use crate::cli::warnings::Warnings;
use crate::cli::{CliError, PosedModel};
use crate::measure::{
    DeformedSkin, Figure, PosedBones, Reading, Reference, RestJoint, RestSkin, Scope, Surface, Sweeper, SweptSkins,
    SweptValues,
};
use crate::model::SweepRange;
use crate::model::{Pose, PoseOverrides, PoseWarning, ScaleKind, parse_set};
use crate::skinning::{SkinningMethod, SkinningSettings};
use crate::work::Progress;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The output of `measure --sweep --json`. Fields are only ever added.
#[derive(serde::Serialize)]
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
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    /// Rows ordered by angle, then method, then mode.
    rows: Vec<RowReport>,
}

impl ReportKind for SweepReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_sweep";
    const VERSION: u32 = 1;
}

/// The figures at one angle, over rest unless noted. Null if there is no value.
struct RowReport {
    angle_degrees: f64,
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    values: Values,
}

impl Serialize for RowReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("angle_degrees", &self.angle_degrees)?;
        map.serialize_entry("method", self.method)?;
        map.serialize_entry("antipodality", &self.antipodality)?;
        self.values.add_to(&mut map)?;
        map.end()
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RowReport {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Row".into()
    }

    /// The figures are further fields, by their ids.
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "properties": {
                "angle_degrees": { "type": "number" },
                "method": { "type": "string" },
                "antipodality": { "type": ["string", "null"] },
            },
            "required": ["angle_degrees", "method", "antipodality"],
            "additionalProperties": { "type": ["number", "null"] },
        })
    }
}

/// The columns of the first version, which stay in front: scripts may count them.
const FIRST_COLUMNS: [&str; 11] = [
    "volume",
    "zone_volume",
    "minor_radius",
    "major_radius",
    "smallest_distance",
    "largest_distance",
    "area_stretch_p1",
    "area_stretch_p99",
    "flipped",
    "step",
    "bulge",
];

/// A sweep to measure: the turning joint, the pose to which its turn is added, and the measured joint.
#[derive(Clone, Copy)]
struct SweepSetup<'a> {
    pub posed: &'a PosedModel,
    pub rest: &'a RestSkin,
    pub range: &'a SweepRange,
    /// Node of the measured joint.
    pub node: u32,
    pub scale: ScaleKind,
}

/// Results of a sweep.
pub(super) struct Swept {
    readings: Vec<Reading>,
    /// Count of the given settings.
    skins: usize,
    /// Rows ordered by angle, then by the given settings.
    rows: Vec<Row>,
}

/// The numbers of one skin at one angle, one for each reading.
struct Row {
    angle_degrees: f64,
    settings: SkinningSettings,
    values: SweptValues,
}

impl SweepSetup<'_> {
    /// Measures some figures at each angle under each of the settings.
    ///
    /// # Errors
    /// If the joint that turns does not exist, or the GPU fails.
    pub fn measure(
        &self,
        figures: &[Figure],
        deformer: &Deformer,
        settings: &[SkinningSettings],
        progress: &Progress,
    ) -> Result<Swept, CliError> {
        let joint = RestJoint::of(self.rest, self.node);
        let skins = Skins { sweep: *self, joint, deformer, settings };
        let mut sweeper = Sweeper::new(skins, figures, self.range.step);
        let angles = self.range.angles();
        // This job is never canceled.
        let values = sweeper.measure_all(&angles, progress)?.unwrap_or_default();
        let row = |angle_degrees: f64, values: Vec<SweptValues>| {
            let of_skin = move |(&settings, values)| Row { angle_degrees, settings, values };
            settings.iter().zip(values).map(of_skin)
        };
        let rows = angles.into_iter().zip(values).flat_map(|(angle, values)| row(angle, values)).collect();
        Ok(Swept { readings: sweeper.readings().to_vec(), skins: settings.len(), rows })
    }
}

/// The skins of a sweep, one for each of the settings.
struct Skins<'a> {
    sweep: SweepSetup<'a>,
    joint: RestJoint,
    deformer: &'a Deformer,
    settings: &'a [SkinningSettings],
}

impl SweptSkins for Skins<'_> {
    type Posed = Pose;
    type Error = CliError;

    fn count(&self) -> usize {
        self.settings.len()
    }

    fn rest(&self, _: usize) -> Option<(&RestSkin, Option<&RestJoint>)> {
        Some((self.sweep.rest, Some(&self.joint)))
    }

    fn posed(&self, _: usize, angle_degrees: f64) -> Result<Pose, CliError> {
        Ok(at_angle(self.sweep.posed, self.sweep.range, angle_degrees)?.0)
    }

    fn bones(&self, _: usize, rest: &RestSkin, pose: &Pose) -> PosedBones {
        rest.bones.posed(&self.sweep.posed.model, pose, self.sweep.scale)
    }

    fn deformed(
        &self,
        skin: usize,
        surface: &Surface,
        pose: &Pose,
        reference: Option<Reference>,
    ) -> Result<Option<DeformedSkin>, CliError> {
        deformed(self.deformer, surface, pose, under(self.settings[skin], reference)).map(Some)
    }
}

/// The settings, or those of a skin that they are compared with.
pub(in crate::cli) fn under(settings: SkinningSettings, reference: Option<Reference>) -> SkinningSettings {
    match reference {
        None => settings,
        Some(Reference::Lbs) => settings.compared_with(SkinningMethod::Lbs),
        Some(Reference::Dib) => settings.compared_with(SkinningMethod::Dib),
    }
}

impl Swept {
    /// The numbers of all rows.
    fn limited(&self) -> Vec<Limited> {
        let of_row = |row: &Row| {
            let method = row.settings.method.id();
            let at = format!("at {} degrees under {method}", row.angle_degrees);
            let values = self.readings.iter().zip(row.values.clone());
            let number = move |(reading, value): (&Reading, Option<f64>)| {
                Some(Limited { name: name_of(*reading), value: value?, at: at.clone() })
            };
            values.filter_map(number).collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(of_row).collect()
    }

    /// The values of a figure under one of the given settings, by increasing angle.
    pub fn points(&self, figure: Figure, skin: usize) -> Vec<(f32, Option<f64>)> {
        let column = self.readings.iter().position(|reading| reading.figure == figure);
        let own = self.rows.iter().skip(skin).step_by(self.skins.max(1));
        let value = |row: &Row| row.values.get(column?).copied().flatten();
        let mut points: Vec<_> = own.map(|row| (row.angle_degrees as f32, value(row))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    /// The readings in the order of the columns, as indices.
    fn columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.readings.len()).collect();
        let rank = |id: String| FIRST_COLUMNS.iter().position(|first| *first == id).unwrap_or(FIRST_COLUMNS.len());
        columns.sort_by_key(|&column| rank(self.readings[column].id()));
        columns
    }

    fn report(&self) -> Vec<RowReport> {
        let columns = self.columns();
        let report = |row: &Row| RowReport {
            angle_degrees: row.angle_degrees,
            method: row.settings.method.id(),
            antipodality: row.mode(),
            values: Values(columns.iter().map(|&column| (self.readings[column], row.values[column])).collect()),
        };
        self.rows.iter().map(report).collect()
    }

    /// The rows as comma-separated values with a head. Missing values are empty.
    fn csv(&self) -> String {
        let columns = self.columns();
        let heads: Vec<String> = columns.iter().map(|&column| self.readings[column].id()).collect();
        let mut text = format!("angle_degrees,method,antipodality,{}\n", heads.join(","));
        for row in &self.rows {
            let value = |&column: &usize| match row.values[column] {
                None => String::new(),
                Some(value) if self.readings[column].figure.unit().is_count() => format!("{value:.0}"),
                Some(value) => format!("{:.6}", value + 0.0),
            };
            let values: Vec<String> = columns.iter().map(value).collect();
            let (method, mode) = (row.settings.method.id(), row.mode().unwrap_or(""));
            text += &format!("{},{method},{mode},{}\n", row.angle_degrees, values.join(","));
        }
        text
    }
}

impl Row {
    /// Antipodality mode. `None` if the method does not blend quaternions.
    fn mode(&self) -> Option<&'static str> {
        self.settings.method.blends_quaternions().then(|| self.settings.antipodality().id())
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
    refuse_set_of(&arguments.pose.posing.set, &model.skeleton, (&range.joint, range.key))?;
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
    // Other methods are deformed only to plot the distance to them.
    let is_measured = |other: &Figure| match other.scope() {
        Scope::Joint | Scope::Skin | Scope::Sweep => !other.is_costly() || *other == figure,
        Scope::Methods => *other == figure,
        Scope::Models => false,
    };
    let figures: Vec<Figure> = Figure::ALL.into_iter().filter(is_measured).collect();
    arguments
        .limits
        .check_names(&super::limits::unique(figures.iter().flat_map(|figure| figure.readings_of_sweep())))?;
    let deformer = Deformer::new(warnings, model, arguments.backend, &methods, &arguments.pose.centers)?;
    let mut settings: Vec<SkinningSettings> = Vec::new();
    for method in methods {
        let modes = if method.blends_quaternions() { arguments.modes() } else { vec![None] };
        let with = |chosen_antipodality| SkinningSettings { chosen_antipodality, ..arguments.pose.skinning(method) };
        settings.extend(modes.into_iter().map(with));
    }
    warn_of_turns_in(warnings, model, [farthest()?], settings.iter().copied());
    let sweep = SweepSetup { posed, rest, range, node, scale: arguments.pose.scaling.scale };
    let swept = with_progress("Sweep", |progress| sweep.measure(&figures, &deformer, &settings, progress))?;
    let limits = arguments.limits.reports(|| swept.limited());
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
            limits: limits.clone(),
            rows: swept.report(),
        };
        print(&JsonDocument::new(made.model, report, warnings.all()).pretty()?)?;
    } else {
        print(&swept.csv())?;
    }
    if let Some(output) = &arguments.output {
        let measured_at = model.skeleton.label(node);
        let plot = super::plot::of_sweep(figure, (&model.name, &measured_at), range, &settings, &swept);
        write_plot(output, &plot.title, plot.svg())?;
    }
    check_limits(&limits)
}
