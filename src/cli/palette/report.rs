//! The file that `palette` writes.

use super::vertices::VertexLists;
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::joint_data::{AffineRows, FRAMES, Frames, JointData, affine_rows};
use crate::cli::provenance::{OptionsReport, PoseReport, decimal};
use crate::model::{Model, Skin, SkinKind};
use crate::skinning::{JointPalette, JointSets, PaletteList, SkinningSettings};
use serde::Serialize;

/// Provenance of a report.
pub(super) struct Made {
    pub pose: PoseReport,
    pub options: OptionsReport,
}

/// The output of `palette`. Fields are only ever added. A list that the method does not read is left out.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct PaletteReport<'a> {
    pose: PoseReport,
    options: OptionsReport,
    name: &'a str,
    frames: Frames,
    method: &'static str,
    /// Antipodality mode. Null for methods that blend no quaternions.
    antipodality: Option<&'static str>,
    /// Choice of signs in the vertex loop: "as-given", "heaviest" or "running-sum". Null for methods that blend no
    /// quaternions.
    signs: Option<&'static str>,
    /// The share of dual quaternions under `lbs-dqs`. Null for the others.
    blend: Option<serde_json::Number>,
    skins: Vec<SkinReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    primitives: Option<Vec<VertexLists<'a>>>,
}

impl ReportKind for PaletteReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_palette";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SkinReport<'a> {
    name: &'a str,
    /// "skinned", or "rigid": a mesh that follows its node. Drawn by LBS under every method.
    kind: &'static str,
    /// B, in rows: rest positions in the bind frame are B v.
    bind_from_mesh: AffineRows,
    /// Joints in the skin's order: influences name them by index.
    joints: Vec<JointReport<'a>>,
    /// Rotation centers of `spherical`, one for each joint set.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation_centers: Option<Vec<SetReport>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct JointReport<'a> {
    node: u32,
    name: &'a str,
    /// Address of the joint for `--set`.
    address: String,
    #[serde(flatten)]
    data: JointData,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SetReport {
    /// Indices of the set's joints.
    set: Vec<u32>,
    /// Center, in the bind frame.
    center: [f32; 3],
}

impl<'a> PaletteReport<'a> {
    pub(super) fn new(
        model: &'a Model,
        made: Made,
        settings: SkinningSettings,
        palettes: &[JointPalette],
        lists: impl Fn(SkinKind) -> Vec<PaletteList>,
        primitives: Option<Vec<VertexLists<'a>>>,
    ) -> Self {
        let blends = settings.method.blends_quaternions();
        let signs = settings.antipodality().sign_mode().id();
        let skin = |(index, (skin, palette)): (usize, (&'a Skin, &JointPalette))| {
            let sets = JointSets::of_stored(model, index as u32, settings.stored);
            SkinReport::new(model, skin, palette, &lists(skin.kind), &sets)
        };
        Self {
            pose: made.pose,
            options: made.options,
            name: &model.name,
            frames: FRAMES,
            method: settings.method.id(),
            antipodality: blends.then(|| settings.antipodality().id()),
            signs: blends.then_some(signs),
            blend: settings.method.takes_blend().then(|| decimal(settings.blend.get())),
            skins: model.skins.iter().zip(palettes).enumerate().map(skin).collect(),
            primitives,
        }
    }
}

impl<'a> SkinReport<'a> {
    fn new(model: &'a Model, skin: &'a Skin, palette: &JointPalette, lists: &[PaletteList], sets: &JointSets) -> Self {
        let joint = |(index, joint): (usize, &crate::model::SkinJoint)| JointReport {
            node: joint.node,
            name: &model.skeleton.node(joint.node).name,
            address: model.skeleton.address(joint.node),
            data: JointData::new(palette, index, lists),
        };
        let set = |(set, center): (&[u32], &glam::Vec3)| SetReport { set: set.to_vec(), center: center.to_array() };
        let rotation_centers = lists
            .contains(&PaletteList::RotationCenters)
            .then(|| sets.iter().zip(palette.rotation_centers.all()).map(set).collect());
        Self {
            name: &skin.name,
            kind: match skin.kind {
                SkinKind::Skinned => "skinned",
                SkinKind::Rigid => "rigid",
            },
            bind_from_mesh: affine_rows(skin.bind_from_mesh),
            joints: skin.joints.iter().enumerate().map(joint).collect(),
            rotation_centers,
        }
    }
}
