//! golden.json: the files of the folder, and what they belong to.

use crate::cli::document::{OneModel, ReportKind};
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::model::{JointPose, Model, Pose};
use crate::skinning::SkinningSettings;
use serde::Serialize;
use std::collections::BTreeMap;

/// Fraction of the extent: single precision, with sums of a few terms.
pub(super) const TOLERANCE: f32 = 2e-5;

/// The file golden.json of the folder that `golden` writes. Fields are only ever added. Names of files are relative to
/// the folder.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct GoldenReport<'a> {
    pub(super) pose: PoseReport,
    pub(super) options: OptionsReport,
    pub(super) name: &'a str,
    /// Longest side of the model at rest, in scene units.
    pub(super) extent: f32,
    /// Largest difference from the expected positions, as a fraction of the extent.
    pub(super) tolerance: f32,
    /// The nodes in the pose, each after its parent in the file's hierarchy, not in this list.
    pub(super) nodes: Vec<NodeReport<'a>>,
    pub(super) skins: Vec<SkinReport<'a>>,
    pub(super) meshes: Vec<MeshReport<'a>>,
}

impl ReportKind for GoldenReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_golden";
    const VERSION: u32 = 1;
}

/// Local transform of a node in the pose.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NodeReport<'a> {
    name: &'a str,
    /// Index of the parent in this list.
    parent: Option<u32>,
    translation: [f32; 3],
    /// Unit quaternion x, y, z, w.
    rotation: [f32; 4],
    scale: [f32; 3],
    /// Scale of the joint's own skin, which children do not inherit. Left out if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    local_scale: Option<[f32; 3]>,
    /// Shear xy, xz, yz of the joint's own skin. Left out if it is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    local_shear: Option<[f32; 3]>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkinReport<'a> {
    pub name: &'a str,
    /// Nodes of the joints, in the order of the arrays.
    pub joints: Vec<u32>,
    pub bind_from_mesh: String,
    pub posed_from_mesh: String,
    pub posed_from_bind: String,
    /// Dual quaternions by choice of signs: `none`, `per-bone`, `continuous`.
    pub motions: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MeshReport<'a> {
    #[serde(skip)]
    pub index: usize,
    /// Index of the primitive in the model.
    #[serde(skip)]
    pub primitive: usize,
    pub mesh: &'a str,
    /// Index of the mesh's skin in `skins`.
    pub skin: usize,
    pub vertices: usize,
    pub rest_positions: String,
    pub rest_normals: String,
    pub joints: String,
    pub weights: String,
    pub centers: String,
    pub expected: Vec<ExpectedReport>,
}

/// Where a method puts the vertices.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExpectedReport {
    pub method: &'static str,
    /// Antipodality mode. Null for methods that blend no quaternions.
    pub antipodality: Option<&'static str>,
    /// What is left to the vertex loop: "as-given", "heaviest" or "running-sum". Null for methods that blend no quaternions.
    pub signs: Option<&'static str>,
    pub positions: String,
    pub normals: String,
    pub csv: String,
}

impl ExpectedReport {
    /// The files of a method for the mesh of this number.
    pub fn new(mesh: usize, settings: SkinningSettings) -> Self {
        let blends = settings.method.blends_quaternions();
        let method = settings.method.id();
        let antipodality = blends.then(|| settings.antipodality().id());
        let stem = match antipodality {
            Some(mode) => format!("meshes/{mesh}/{method}.{mode}"),
            None => format!("meshes/{mesh}/{method}"),
        };
        Self {
            method,
            antipodality,
            signs: blends.then(|| settings.antipodality().sign_mode().id()),
            positions: format!("{stem}.positions.npy"),
            normals: format!("{stem}.normals.npy"),
            csv: format!("{stem}.csv"),
        }
    }
}

pub(super) fn nodes<'a>(model: &'a Model, pose: &Pose) -> Vec<NodeReport<'a>> {
    let node = |(node, joint): (&'a crate::model::Node, &JointPose)| NodeReport {
        name: &node.name,
        parent: node.parent,
        translation: joint.translation.to_array(),
        rotation: joint.rotation.to_array(),
        scale: joint.scale.to_array(),
        local_scale: (joint.local_scale != glam::Vec3::ONE).then(|| joint.local_scale.to_array()),
        local_shear: (joint.local_shear != glam::Vec3::ZERO).then(|| joint.local_shear.to_array()),
    };
    model.skeleton.nodes().iter().zip(&pose.joints).map(node).collect()
}
