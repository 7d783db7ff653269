//! The output of `probe --json`.

use super::{Probe, Probed};
use crate::cli::document::{OneModel, ReportKind};
use crate::cli::joint_data::{AffineRows, FRAMES, Frames, JointData, affine_rows};
use crate::cli::provenance::{OptionsReport, PoseReport};
use crate::model::Model;
use crate::skinning::{Antipodality, JointMotion, JointPalette, PaletteList, ProbedInfluence};
use glam::Vec3;
use serde::Serialize;
use std::collections::BTreeMap;

/// The output of `probe --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct ProbeReport<'a> {
    pose: PoseReport,
    options: OptionsReport,
    name: &'a str,
    frames: Frames,
    /// Index into the `.npy` of `deform`. Null in a rigid primitive.
    vertex: Option<usize>,
    primitive: usize,
    vertex_in_primitive: usize,
    mesh: &'a str,
    /// The vertex at rest, in the bind frame.
    rest: PointReport,
    /// Angle between the rotations of the two heaviest joints. Null with a single joint.
    angle_degrees: Option<f64>,
    influences: Vec<InfluenceReport>,
    methods: Vec<MethodReport>,
}

impl ReportKind for ProbeReport<'_> {
    type Models = OneModel;
    const KIND: &'static str = "skinscope_probe";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PointReport {
    position: [f32; 3],
    normal: [f32; 3],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct InfluenceReport {
    /// Address of the joint for `--set`.
    joint: String,
    node: u32,
    /// Index into the skin's joints.
    index: u32,
    weight: f32,
    /// Signs by antipodality mode, relative to the canonical sign.
    signs: BTreeMap<&'static str, SignReport>,
    /// The joint's data as the shaders get them. Dual quaternions have their sign in the palette under the mode of
    /// `options`.
    #[serde(flatten)]
    data: JointData,
    double: DoubleReport,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SignReport {
    palette: i8,
    blend: i8,
}

/// The joint in double precision, before rounding, in its canonical sign.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DoubleReport {
    matrix: AffineRows,
    /// U, as x, y, z, w.
    rotation: [f64; 4],
    /// P, in rows.
    stretch: [[f64; 3]; 3],
    bind_origin: [f64; 3],
    stretched_origin: [f64; 3],
    posed_origin: [f64; 3],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MethodReport {
    method: &'static str,
    /// Antipodality mode. Null for methods that blend no quaternions.
    antipodality: Option<&'static str>,
    /// Position in the scene.
    position: [f32; 3],
    normal: [f32; 3],
    distance_to_lbs: f32,
    /// Center of rotation. Null for other methods, and for a vertex without one.
    center: Option<CenterReport>,
    /// Count of iterations of `dib`. Null for other methods.
    steps: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CenterReport {
    /// Position in the bind frame.
    rest: [f32; 3],
    /// Position in the scene.
    posed: [f32; 3],
}

impl<'a> ProbeReport<'a> {
    pub(super) fn new(probed: &Probed<'a>, (pose, options): (PoseReport, OptionsReport)) -> Self {
        let address = probed.address;
        let primitive = &probed.model.primitives[address.primitive];
        let rest = point(primitive.positions[address.vertex], primitive.normals[address.vertex]);
        let influence = |influence| influence_report(probed.model, influence, probed.antipodality);
        Self {
            pose,
            options,
            name: &probed.model.name,
            frames: FRAMES,
            vertex: address.in_skin,
            primitive: address.primitive,
            vertex_in_primitive: address.vertex,
            mesh: &primitive.mesh_name,
            rest,
            angle_degrees: probed.joints.angle_radians.map(f64::to_degrees),
            influences: probed.joints.influences.iter().map(influence).collect(),
            methods: probed.methods.iter().map(method_report).collect(),
        }
    }
}

fn point(position: Vec3, normal: Vec3) -> PointReport {
    PointReport { position: position.to_array(), normal: normal.to_array() }
}

fn influence_report(model: &Model, influence: &ProbedInfluence, antipodality: Option<Antipodality>) -> InfluenceReport {
    let sign = |mode: Antipodality| {
        let signs = influence.signs(mode);
        (mode.id(), SignReport { palette: signs.palette as i8, blend: signs.blend as i8 })
    };
    InfluenceReport {
        joint: model.skeleton.address(influence.node),
        node: influence.node,
        index: influence.joint,
        weight: influence.weight,
        signs: Antipodality::ALL.into_iter().map(sign).collect(),
        data: data_of(influence, antipodality),
        double: DoubleReport::of(&influence.motion),
    }
}

/// The joint's entries in all lists of the palette.
pub(super) fn data_of(influence: &ProbedInfluence, antipodality: Option<Antipodality>) -> JointData {
    // The palette keeps the canonical sign for the modes that methods choose by themselves.
    let sign = antipodality.map_or(1.0, |mode| influence.signs(mode).palette);
    let motion = JointMotion { turn: influence.motion.turn * f64::from(sign), ..influence.motion };
    JointData::new(&JointPalette::from_motions(&[motion]), 0, &PaletteList::ALL)
}

impl DoubleReport {
    fn of(motion: &JointMotion) -> Self {
        Self {
            matrix: affine_rows(motion.full_transform()),
            rotation: motion.turn.to_array(),
            stretch: [0, 1, 2].map(|row| motion.stretch.row(row).to_array()),
            bind_origin: motion.bind_origin.to_array(),
            stretched_origin: motion.stretched_origin.to_array(),
            posed_origin: motion.posed_origin.to_array(),
        }
    }
}

fn method_report(probe: &Probe) -> MethodReport {
    let Probe { method, distance_to_lbs } = probe;
    let center = |center: crate::skinning::ProbedCenter| CenterReport {
        rest: center.at_rest.to_array(),
        posed: center.posed.to_array(),
    };
    MethodReport {
        method: method.settings.method.id(),
        antipodality: method.settings.method.blends_quaternions().then(|| method.settings.antipodality().id()),
        position: method.skinned.position.to_array(),
        normal: method.skinned.normal.to_array(),
        distance_to_lbs: *distance_to_lbs,
        center: method.center.map(center),
        steps: method.steps,
    }
}
