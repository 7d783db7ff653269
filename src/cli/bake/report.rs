use super::Outcome;
use super::table::VertexWork;
use crate::baking::{Judged, LookDistance};
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::model_arguments::split_bones;
use crate::cli::provenance::{CPU, OptionsReport, TimesReport};
use serde::Serialize;

/// The output of `bake --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct BakeReport {
    /// Looks are always computed on the CPU.
    adapter: &'static str,
    /// The baked method.
    look: &'static str,
    options: OptionsReport,
    /// What moves the helper joints: `constraints` or `clips`.
    drive: &'static str,
    name: String,
    /// Edits of weights, as `--weights` reads them.
    weights: Vec<String>,
    /// Bones split among twist joints, as `--twist` names them.
    twist: Vec<String>,
    /// Number of poses that were fitted.
    fitted_poses: usize,
    /// Number of other poses in which the distances were measured.
    judged_poses: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<TimesReport>,
    /// Number of vertices that got other weights.
    refitted_vertices: usize,
    /// Number of vertices that keep their weights, because the bind pose is not the rest pose there.
    vertices_bound_elsewhere: usize,
    /// Largest number of joints of a skin.
    skin_joints: usize,
    /// Largest number of influences of a vertex.
    influences: usize,
    /// Largest number of joints of a skin before.
    skin_joints_before: usize,
    /// Mean number of influences of a skinned vertex, before and after.
    mean_influences: [f64; 2],
    /// The joints that turned alone, in node order. If none did, as in frames of clips, the joints that bend skin.
    joints: Vec<JointReport>,
    /// Distances in poses in which several joints turn.
    together: JudgedReport,
    /// The same with morph targets at 1, one after the other. Null for models without.
    morphed: Option<JudgedReport>,
}

impl ReportKind for BakeReport {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_bake";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JointReport {
    node: u32,
    /// The joint's name for `--set`.
    joint: String,
    /// Number of helper joints.
    helpers: u32,
    #[serde(flatten)]
    judged: JudgedReport,
}

/// Distances of skin under linear blending from the look.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JudgedReport {
    before: DistanceReport,
    after: DistanceReport,
}

/// Distances as fractions of the extent of the model at rest.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DistanceReport {
    largest: f64,
    percentile_99: f64,
    rms: f64,
    mean: f64,
    /// 99th percentile of the angles between normals, in degrees.
    normal_degrees: f64,
}

impl BakeReport {
    pub(super) fn new(outcome: &Outcome<'_>) -> Self {
        let Outcome { arguments, model, baked, pose_counts: [fitted_poses, judged_poses], milliseconds } = outcome;
        let [before, after] = [*model, &baked.model].map(VertexWork::of);
        let joint = |(&node, judged): (&u32, &Judged)| JointReport {
            node,
            joint: model.skeleton.address(node),
            helpers: baked.helpers_of(node),
            judged: judged.into(),
        };
        Self {
            adapter: CPU,
            look: arguments.look.id(),
            options: arguments.options(),
            drive: arguments.drive.id(),
            name: model.name.clone(),
            weights: arguments.opening.version.weights_in_words(),
            twist: split_bones(&model.skeleton),
            fitted_poses: *fitted_poses,
            judged_poses: *judged_poses,
            times: (!arguments.no_times).then(|| TimesReport::new(*milliseconds, None)),
            refitted_vertices: baked.counts.refitted,
            vertices_bound_elsewhere: baked.counts.bound_elsewhere,
            skin_joints: after.joints,
            influences: after.influences,
            skin_joints_before: before.joints,
            mean_influences: [before.mean_influences, after.mean_influences],
            joints: baked.report.of_joints.iter().map(joint).collect(),
            together: (&baked.report.together).into(),
            morphed: baked.report.morphed.as_ref().map(Into::into),
        }
    }
}

impl From<&Judged> for JudgedReport {
    fn from(judged: &Judged) -> Self {
        let of = |distance: &LookDistance| DistanceReport {
            largest: distance.largest,
            percentile_99: distance.percentile_99,
            rms: distance.root_mean_square,
            mean: distance.mean,
            normal_degrees: distance.normal_degrees,
        };
        Self { before: of(&judged.before), after: of(&judged.after) }
    }
}
