//! Lists of a joint palette as JSON, for `probe` and `palette`. Numbers have single precision and are written so that
//! they read back as the same bits.

use crate::math::{DualQuat, Screw};
use crate::skinning::{JointPalette, PaletteList, PaletteMatrix, PointMotion};
use glam::DAffine3;
use serde::Serialize;

/// Matrix as three rows of four: `x' = rows (x, 1)`.
pub(super) type Rows = [[f32; 4]; 3];

/// Matrix as three rows of four, in double precision.
pub(super) type AffineRows = [[f64; 4]; 3];

/// The frames of a report's positions, normals and centers.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Frames {
    /// Frame of everything at rest.
    rest: &'static str,
    /// Frame of the results of the joints' matrices and motions.
    posed: &'static str,
}

/// Names of the frames. `docs/conventions.md` defines `bind` and `scene`.
pub(super) const FRAMES: Frames = Frames { rest: "bind", posed: "scene" };

/// A joint's data as a shader reads it. Lists that the shader does not read are left out.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct JointData {
    /// C: the whole transform, bind frame to scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Rows>,
    /// The rigid part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<DualQuatData>,
    /// U: the rotation of the rigid part and of C''.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// C'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_phase: Option<Rows>,
    /// C''.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_phase: Option<DualQuatData>,
    /// C'' as a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_phase_matrix: Option<Rows>,
    /// The rigid part as a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rigid_matrix: Option<Rows>,
    /// o, in the bind frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bind_origin: Option<[f32; 3]>,
    /// Translation of the rigid part, about the scene's origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Half the logarithm of the rigid part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logarithm: Option<ScrewData>,
    /// Ends of the joint's bone in the pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bone: Option<[[f32; 3]; 2]>,
    /// The motion that depends on the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_motion: Option<PointMotionData>,
}

/// Dual quaternion: real + epsilon dual, each as x, y, z, w.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DualQuatData {
    pub real: [f32; 4],
    pub dual: [f32; 4],
}

/// Motion that turns by `real` and takes each point to its place under `matrix`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PointMotionData {
    /// R as x, y, z, w.
    real: [f32; 4],
    /// Rows of the matrix that takes a point (x, y, z, 1) to the dual part x, y, z, w.
    dual_from_point: [[f32; 4]; 4],
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ScrewData {
    /// Axis times half the angle, in radians.
    turn: [f32; 3],
    shift: [f32; 3],
}

impl JointData {
    /// Reads some of the lists of a palette, for one joint.
    pub fn new(palette: &JointPalette, joint: usize, lists: &[PaletteList]) -> Self {
        let mut data = Self::default();
        for list in lists {
            match list {
                PaletteList::Matrices => data.matrix = Some(rows(palette.matrices[joint])),
                PaletteList::Motions => data.motion = Some(palette.motions[joint].into()),
                PaletteList::Rotations => data.rotation = Some(palette.motions[joint].real.to_array()),
                PaletteList::Translations => {
                    data.translation = Some(palette.rigid_joints[joint].translation.to_array());
                }
                PaletteList::FirstPhase => data.first_phase = Some(rows(palette.first_phase[joint])),
                PaletteList::SecondPhase => data.second_phase = Some(palette.second_phase[joint].into()),
                PaletteList::SecondPhaseMatrices => {
                    data.second_phase_matrix = Some(rows(palette.second_phase_matrices[joint]));
                }
                PaletteList::RigidMatrices => data.rigid_matrix = Some(rows(palette.rigid_matrices[joint])),
                PaletteList::BindOrigins => data.bind_origin = Some(palette.rigid_joints[joint].bind_origin.to_array()),
                PaletteList::Logarithms => data.logarithm = Some(palette.logarithms[joint].into()),
                // There is one for each joint set or vertex, not for each joint.
                PaletteList::RotationCenters | PaletteList::PosedVertices => {}
                PaletteList::PointMotions => data.point_motion = Some(palette.point_motions[joint].into()),
                PaletteList::Bones => {
                    // A palette made of motions alone has none.
                    data.bone = palette.bones.get(joint).map(|bone| [bone.start, bone.end].map(|end| end.to_array()));
                }
            }
        }
        data
    }
}

pub(super) fn rows(matrix: PaletteMatrix) -> Rows {
    matrix.rows.map(|row| row.to_array())
}

pub(super) fn affine_rows(transform: DAffine3) -> AffineRows {
    [0, 1, 2].map(|row| transform.matrix3.row(row).extend(transform.translation[row]).to_array())
}

impl From<DualQuat> for DualQuatData {
    fn from(motion: DualQuat) -> Self {
        Self { real: motion.real.to_array(), dual: motion.dual.to_array() }
    }
}

impl From<PointMotion> for PointMotionData {
    fn from(motion: PointMotion) -> Self {
        let rows = motion.dual_from_point.transpose();
        Self { real: motion.real.to_array(), dual_from_point: rows.to_cols_array_2d() }
    }
}

impl From<Screw> for ScrewData {
    fn from(screw: Screw) -> Self {
        Self { turn: screw.turn.to_array(), shift: screw.shift.to_array() }
    }
}
