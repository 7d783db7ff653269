use super::figures_report::Values;
use super::{Measured, Provenance, Selected, Subject};
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::fail_limits::LimitReport;
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::measure::{
    CrossSection, Difference, Extremes, Figure, Flipped, JointFigures, NoVolume, Percentiles, Scope, Stretch,
    TurnedJoint, Volume, WorstVertex, turned_degrees,
};
use crate::model::Model;
use serde::Serialize;

/// The output of `measure --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct MeasureReport<'a> {
    /// Name of the graphics adapter that deformed the skin, or "cpu".
    adapter: &'a str,
    pose: &'a PoseReport,
    options: &'a OptionsReport,
    name: &'a str,
    /// Longest side of the rest bounding box, in scene units.
    extent: f64,
    /// Count of skinned vertices. The triangles are skinned ones too.
    vertices: usize,
    triangles: usize,
    /// The measured joint. Null if none is named and the pose turns none.
    joint: Option<JointReport>,
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    /// Results of the methods, in the requested order.
    methods: Vec<MethodReport>,
}

impl ReportKind for MeasureReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_measure";
    const VERSION: u32 = 2;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JointReport {
    node: u32,
    /// The joint's name for `--joint`.
    address: String,
    /// Whether it was named. Otherwise it is the joint that the pose turns most.
    named: bool,
    /// Angle by which it is turned from rest, the shorter way.
    turned_degrees: f64,
    /// The joints whose turns the figures of the zone measure, most turned first.
    turned_in_zone: Vec<TurnReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TurnReport {
    joint: String,
    /// Angle from rest, the shorter way.
    degrees: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    /// The numbers of the figures of the whole skin, by their ids.
    figures: Values,
    volume: VolumeReport,
    area_stretch: Option<PercentilesReport>,
    edge_stretch: Option<PercentilesReport>,
    smaller_principal_stretch: Option<PercentilesReport>,
    larger_principal_stretch: Option<PercentilesReport>,
    flipped: FlippedReport,
    difference_to_lbs: DifferenceReport,
    difference_to_dib: DifferenceReport,
    worst_collapse: Option<WorstReport>,
    /// The vertex that moved farthest from its bone. It need not look like a bulge.
    worst_distance: Option<WorstReport>,
    /// The vertex that has the bulge of the zone; its amount is its growth.
    worst_bulge: Option<WorstReport>,
    /// Figures around the joint. Null if there is no joint.
    zone: Option<ZoneReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ZoneReport {
    vertices: usize,
    triangles: usize,
    /// The numbers of the figures around the joint, by their ids.
    figures: Values,
    volume: VolumeReport,
    minor_radius: Option<ExtremesReport>,
    major_radius: Option<ExtremesReport>,
    bone_distance: Option<ExtremesReport>,
    bulge: Option<BulgeReport>,
    area_stretch: Option<PercentilesReport>,
    edge_stretch: Option<PercentilesReport>,
    smaller_principal_stretch: Option<PercentilesReport>,
    larger_principal_stretch: Option<PercentilesReport>,
    flipped: FlippedReport,
    sections: Vec<SectionReport>,
}

/// Volumes in cubic scene units. If the volume is undefined, everything except `missing` is null.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct VolumeReport {
    rest: Option<f64>,
    posed: Option<f64>,
    over_rest: Option<f64>,
    missing: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExtremesReport {
    smallest: f64,
    largest: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BulgeReport {
    /// Largest growth over rest: 1 if nothing bulges.
    over_rest: f64,
    /// The vertex that has this value; its amount is its growth. Null if nothing bulges.
    at: Option<WorstReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PercentilesReport {
    min: f64,
    p1: f64,
    p5: f64,
    p50: f64,
    p95: f64,
    p99: f64,
    max: f64,
    count: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FlippedReport {
    count: usize,
    of: usize,
}

/// Differences, in scene units.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DifferenceReport {
    largest: f64,
    mean: f64,
    rms: f64,
    /// The vertex with the largest difference. Null if nothing differs.
    at: Option<WorstReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WorstReport {
    /// Index of the primitive in node order, including rigid ones.
    primitive: u32,
    mesh: String,
    /// Index of the vertex in accessor order.
    vertex: u32,
    /// Amount, in scene units.
    amount: f64,
    influences: Vec<InfluenceReport>,
    /// Angle between the rotations of the two heaviest joints. Null for a single joint.
    angle_degrees: Option<f64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct InfluenceReport {
    joint: String,
    weight: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SectionReport {
    /// Position along the bone from the joint, in scene units at rest. Negative on the bone that ends at the joint.
    #[serde(rename = "place")]
    along_bone: f64,
    minor_radius: Option<f64>,
    major_radius: Option<f64>,
    smallest_distance: Option<f64>,
    largest_distance: Option<f64>,
}

impl<'a> MeasureReport<'a> {
    pub(super) fn new(
        subject: &Subject<'a>,
        made: &'a Provenance,
        adapter: &'a str,
        measured: &[Measured],
        limits: Vec<LimitReport>,
    ) -> Self {
        let Subject { model, rest, pose, selected, .. } = *subject;
        let joint = |Selected { node, named }| JointReport {
            node,
            address: model.skeleton.address(node),
            named,
            turned_degrees: turned_degrees(&model.skeleton, pose, node),
            turned_in_zone: measured.first().map(|measured| turned_in_zone(model, measured)).unwrap_or_default(),
        };
        Self {
            adapter,
            pose: &made.pose,
            options: &made.options,
            name: &model.name,
            extent: rest.surface.extent,
            vertices: rest.surface.vertex_count(),
            triangles: rest.surface.triangles.len(),
            joint: selected.map(joint),
            limits,
            methods: measured.iter().map(|measured| MethodReport::new(subject, measured)).collect(),
        }
    }
}

impl MethodReport {
    fn new(subject: &Subject<'_>, measured: &Measured) -> Self {
        let Measured { settings, figures, to_lbs, to_dib } = measured;
        let worst = |worst: &Option<WorstVertex>| worst.as_ref().map(|worst| WorstReport::new(subject.model, worst));
        let [area, edge, smaller, larger] = percentiles(&figures.stretch);
        let measurements = measured.measurements();
        let of_joint = Values::of(Figure::readings_of([Scope::Joint]), &measurements);
        let bulging = worst(&figures.worst_bulge);
        Self {
            method: settings.method.id(),
            antipodality: settings.method.blends_quaternions().then(|| settings.antipodality().id()),
            figures: Values::of(Figure::readings_of([Scope::Skin, Scope::Methods]), &measurements),
            volume: VolumeReport::from(figures.volume),
            area_stretch: area,
            edge_stretch: edge,
            smaller_principal_stretch: smaller,
            larger_principal_stretch: larger,
            flipped: FlippedReport::from(figures.flipped),
            difference_to_lbs: DifferenceReport::new(subject, to_lbs),
            difference_to_dib: DifferenceReport::new(subject, to_dib),
            worst_collapse: worst(&figures.worst_collapse),
            worst_distance: worst(&figures.worst_distance),
            worst_bulge: worst(&figures.worst_bulge),
            zone: figures.joint.as_ref().map(|zone| ZoneReport::new(zone, of_joint, bulging)),
        }
    }
}

impl ZoneReport {
    fn new(figures: &JointFigures, values: Values, bulging: Option<WorstReport>) -> Self {
        let range =
            |range: Option<Extremes>| range.map(|Extremes { smallest, largest }| ExtremesReport { smallest, largest });
        let [area, edge, smaller, larger] = percentiles(&figures.stretch);
        Self {
            vertices: figures.zone_vertices,
            triangles: figures.zone_triangles,
            figures: values,
            volume: VolumeReport::from(figures.zone_volume),
            minor_radius: range(figures.minor_radius),
            major_radius: range(figures.major_radius),
            bone_distance: range(figures.bone_distance),
            bulge: figures.bulge.map(|bulge| BulgeReport { over_rest: bulge.over_rest, at: bulging }),
            area_stretch: area,
            edge_stretch: edge,
            smaller_principal_stretch: smaller,
            larger_principal_stretch: larger,
            flipped: FlippedReport::from(figures.flipped),
            sections: figures.sections.iter().copied().map(SectionReport::from).collect(),
        }
    }
}

fn turned_in_zone(model: &Model, measured: &Measured) -> Vec<TurnReport> {
    let report =
        |&TurnedJoint { node, degrees }: &TurnedJoint| TurnReport { joint: model.skeleton.address(node), degrees };
    measured.figures.joint.iter().flat_map(|zone| &zone.turned).map(report).collect()
}

/// Percentiles of area, edges, and smaller and larger principal stretch.
fn percentiles(stretch: &Stretch) -> [Option<PercentilesReport>; 4] {
    let report = |found: Option<Percentiles>| {
        found.map(|Percentiles { min, p1, p5, p50, p95, p99, max, count }| PercentilesReport {
            min,
            p1,
            p5,
            p50,
            p95,
            p99,
            max,
            count,
        })
    };
    [stretch.area, stretch.edge, stretch.smaller_principal, stretch.larger_principal].map(report)
}

impl From<Result<Volume, NoVolume>> for VolumeReport {
    fn from(volume: Result<Volume, NoVolume>) -> Self {
        match volume {
            Ok(volume) => Self {
                rest: Some(volume.rest),
                posed: Some(volume.posed),
                over_rest: Some(volume.over_rest()),
                missing: None,
            },
            Err(why) => Self { rest: None, posed: None, over_rest: None, missing: Some(why.to_string()) },
        }
    }
}

impl From<Flipped> for FlippedReport {
    fn from(Flipped { count, of }: Flipped) -> Self {
        Self { count, of }
    }
}

impl From<CrossSection> for SectionReport {
    fn from(section: CrossSection) -> Self {
        let CrossSection { along_bone, minor_radius, major_radius, smallest_distance, largest_distance } = section;
        Self { along_bone, minor_radius, major_radius, smallest_distance, largest_distance }
    }
}

impl DifferenceReport {
    fn new(subject: &Subject<'_>, difference: &Difference) -> Self {
        let &Difference { largest, at, mean, rms } = difference;
        let Subject { model, rest, bones, .. } = subject;
        let worst = |vertex| WorstVertex::new(&rest.surface, &rest.bones, bones, vertex, largest);
        Self { largest, mean, rms, at: at.map(worst).map(|worst| WorstReport::new(model, &worst)) }
    }
}

impl WorstReport {
    fn new(model: &Model, worst: &WorstVertex) -> Self {
        let influence = |&(node, weight): &(u32, f64)| InfluenceReport { joint: model.skeleton.address(node), weight };
        Self {
            primitive: worst.vertex_id.primitive,
            mesh: model.primitives[worst.vertex_id.primitive as usize].mesh_name.clone(),
            vertex: worst.vertex_id.vertex,
            amount: worst.amount,
            influences: worst.influences.iter().map(influence).collect(),
            angle_degrees: worst.angle_degrees,
        }
    }
}
