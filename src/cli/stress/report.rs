use super::Outcome;
use super::intersections::IntersectionReport;
use super::mend::MendReport;
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::fail_limits::LimitReport;
use crate::cli::model_arguments::split_bones;
use crate::cli::provenance::{CPU, OptionsReport, TimesReport};
use crate::measure::{AngleRange, StressEntry, StressMeasure};
use crate::model::Skeleton;
use crate::posing::{JointKind, RangeOrigin, RangeSource};
use serde::Serialize;

/// The output of `stress --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct StressTestReport<'a> {
    /// The stress test always deforms on the CPU.
    adapter: &'static str,
    options: OptionsReport,
    name: &'a str,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    /// Bones split among twist joints, as `--twist` names them.
    twist: Vec<String>,
    /// "natural", "clips" or "degrees".
    range: &'static str,
    /// Degrees to either side. Null if they do not determine the range.
    degrees: Option<f32>,
    /// Count of tested poses. Each was tested under every method.
    poses: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<TimesReport>,
    /// The limits of `--fail-under` and `--fail-over`, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitReport>,
    /// The joints that were turned, in node order.
    joints: Vec<JointReport>,
    /// Names of joints that deform skin and were not turned: no clip moves them, or limits hold them.
    not_moved: Vec<String>,
    /// Results of the methods, in the requested order.
    methods: Vec<MethodReport>,
    /// Self-intersections in the worst poses of the joints with the smallest sections. Only with `--intersections`.
    #[serde(skip_serializing_if = "Option::is_none")]
    intersections: Option<Vec<IntersectionReport>>,
    /// What would mend the worst joints of the first method. Only with `--mend`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<Vec<MendReport>>,
}

impl ReportKind for StressTestReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_stress";
    const VERSION: u32 = 2;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JointReport {
    node: u32,
    /// The joint's name for `--set`.
    joint: String,
    /// Range in degrees. Null if the joint was not turned about that axis.
    x: Option<[f32; 2]>,
    y: Option<[f32; 2]>,
    z: Option<[f32; 2]>,
    /// Source of the range: "clips", "limits", "kind" or "degrees".
    range: &'static str,
    /// The part of a body that determined the range, such as "elbow". Null if the range does not come from the kind of
    /// joint.
    kind: Option<&'static str>,
    /// Motion of this kind: "hinge", "ball" or "pivot". Null without a kind.
    motion: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// Antipodality mode. Null if the method does not blend quaternions.
    antipodality: Option<&'static str>,
    /// Collapses, worst first.
    collapse: Vec<EntryReport>,
    bulge: Vec<EntryReport>,
    stretch: Vec<EntryReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct EntryReport {
    node: u32,
    joint: String,
    /// The figure over rest: below 1 for a collapse, otherwise above 1.
    over_rest: f64,
    /// "rx", "ry" or "rz", in the syntax of `--set`.
    key: &'static str,
    degrees: f32,
    /// Index of the primitive in node order, including rigid ones.
    primitive: u32,
    /// Index in accessor order of the vertex with this value.
    vertex: u32,
}

impl<'a> StressTestReport<'a> {
    /// Report of an outcome. `times` says whether it contains values that differ from run to run.
    pub(super) fn new(outcome: &Outcome<'a>, options: OptionsReport, times: bool) -> Self {
        let Outcome { model, weights, turns, skins, found, milliseconds, mends, intersections, limits } = outcome;
        let skeleton = &model.skeleton;
        let ends = |range: Option<AngleRange>| range.map(|AngleRange { from, to }| [from, to]);
        let joints = found.joints.iter().map(|joint| {
            let [x, y, z] = joint.ranges.map(ends);
            let origin = turns.origin(joint.node);
            let kind = if let RangeOrigin::Kind(kind) = origin { Some(kind) } else { None };
            JointReport {
                node: joint.node,
                joint: skeleton.address(joint.node),
                x,
                y,
                z,
                range: origin.id(),
                kind: kind.map(JointKind::name),
                motion: kind.map(|kind| kind.motion().name()),
            }
        });
        let methods = skins.iter().enumerate().map(|(index, settings)| {
            let list = |measure: StressMeasure| {
                found.ranked(index, measure).iter().map(|entry| EntryReport::new(skeleton, entry)).collect()
            };
            MethodReport {
                method: settings.method.id(),
                antipodality: settings.method.blends_quaternions().then(|| settings.antipodality().id()),
                collapse: list(StressMeasure::Collapse),
                bulge: list(StressMeasure::Bulge),
                stretch: list(StressMeasure::Stretch),
            }
        });
        let degrees = if let RangeSource::Degrees(degrees) = turns.source { Some(degrees) } else { None };
        Self {
            adapter: CPU,
            options,
            name: &model.name,
            weights: weights.clone(),
            twist: split_bones(skeleton),
            range: turns.source.id(),
            degrees,
            poses: found.poses,
            times: times.then(|| TimesReport::new(*milliseconds, None)),
            limits: limits.clone(),
            joints: joints.collect(),
            not_moved: found.not_moved.iter().map(|&node| skeleton.address(node)).collect(),
            methods: methods.collect(),
            intersections: intersections.as_ref().map(|found| found.report(skeleton)),
            mend: mends.as_ref().map(|mends| mends.report(skeleton)),
        }
    }
}

impl EntryReport {
    pub(super) fn new(skeleton: &Skeleton, entry: &StressEntry) -> Self {
        Self {
            node: entry.node,
            joint: skeleton.address(entry.node),
            over_rest: entry.over_rest,
            key: entry.rotation_key(),
            degrees: entry.degrees,
            primitive: entry.vertex_id.primitive,
            vertex: entry.vertex_id.vertex,
        }
    }
}
