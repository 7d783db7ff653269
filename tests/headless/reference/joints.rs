//! The parts of each joint's motion in a pose (rotation, stretch, origins): plain 4x4 products and polar decomposition
//! by Newton's iteration (Higham 1986).

use super::dual::Dual;
use super::quaternion::{self, Quaternion, canonical};
use super::signs;
use glam::{DMat3, DMat4, DVec3};
use skinscope::model::{Model, Pose, ScaleKind, Skin, SkinJoint};
use skinscope::skinning::Antipodality;

/// One joint of a pose, in the bind frame.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    /// U_i, with the sign that the antipodality mode chooses.
    pub turn: Quaternion,
    /// P_i.
    pub stretch: DMat3,
    /// Q_i: the axes of the joint in the bind pose.
    pub bind_axes: DMat3,
    /// o_i.
    pub bind_origin: DVec3,
    /// o'_i.
    pub stretched_origin: DVec3,
    /// f_i.
    pub posed_origin: DVec3,
    /// How far the choice of the sign was from going the other way; infinite where nothing was chosen.
    pub margin: f64,
}

impl Joint {
    /// A joint with its bind origin at `origin` that moves rigidly.
    pub fn rigid(turn: Quaternion, origin: DVec3, posed_origin: DVec3) -> Self {
        Self {
            turn,
            stretch: DMat3::IDENTITY,
            bind_axes: DMat3::IDENTITY,
            bind_origin: origin,
            stretched_origin: origin,
            posed_origin,
            margin: f64::INFINITY,
        }
    }

    /// The rigid part: turn by U_i, bind origin to posed origin.
    pub fn motion(&self) -> Dual {
        Dual::rigid(self.turn, self.posed_origin - quaternion::rotate(self.turn, self.bind_origin))
    }

    /// C'_i: stretch about the bind origin, to the stretched skeleton.
    pub fn first_phase(&self) -> DMat4 {
        affine(self.stretch, self.stretched_origin - self.stretch * self.bind_origin)
    }

    /// C''_i.
    pub fn second_phase(&self) -> Dual {
        Dual::rigid(self.turn, self.posed_origin - quaternion::rotate(self.turn, self.stretched_origin))
    }

    /// The joint's full transform.
    pub fn full(&self) -> DMat4 {
        let linear = quaternion::matrix(self.turn) * self.stretch;
        affine(linear, self.posed_origin - linear * self.bind_origin)
    }
}

pub fn affine(linear: DMat3, shift: DVec3) -> DMat4 {
    let mut matrix = DMat4::from_mat3(linear);
    matrix.w_axis = shift.extend(1.0);
    matrix
}

/// All joints of a skin in a pose, with the signs that are chosen before any vertex is seen.
pub fn joints(model: &Model, skin: &Skin, pose: &Pose, kind: ScaleKind, antipodality: Antipodality) -> Vec<Joint> {
    let world = world_matrices(model, pose, kind);
    let rest = world_matrices(model, &Pose::rest(&model.skeleton), kind);
    let mut joints: Vec<Joint> = skin
        .joints
        .iter()
        .map(|joint| {
            let joint_from_bind = DMat4::from(joint.joint_from_bind);
            let c = DMat3::from_mat4(world[joint.node as usize] * joint_from_bind);
            let u = rotation(model, pose, kind, [&world, &rest], joint);
            let a = joint_from_bind.inverse();
            let q = nearest_rotation(DMat3::from_mat4(a));
            let s = q * local_stretch(model, pose, joint.node, kind) * q.transpose();
            let turn = quaternion::from_matrix(u);
            Joint {
                turn: canonical(turn),
                stretch: u.transpose() * c * s,
                bind_axes: q,
                bind_origin: a.w_axis.truncate(),
                stretched_origin: a.w_axis.truncate(),
                posed_origin: world[joint.node as usize].w_axis.truncate(),
                margin: turn.into_iter().find(|part| *part != 0.0).unwrap_or(0.0).abs(),
            }
        })
        .collect();
    for &node in model.skeleton.parents_first() {
        if let (Some(own), Some(parent)) = own_and_parent(model, skin, node) {
            let offset = joints[own].bind_origin - joints[parent].bind_origin;
            joints[own].stretched_origin = joints[parent].stretched_origin + joints[parent].stretch * offset;
        }
    }
    match antipodality {
        Antipodality::PerBone => signs::against_parents(model, skin, &mut joints),
        Antipodality::Continuous => signs::count_turns(model, skin, pose, kind, &mut joints),
        _ => {}
    }
    joints
}

/// Places in the skin's list of a node and of its nearest ancestor that is in the skin.
pub fn own_and_parent(model: &Model, skin: &Skin, node: u32) -> (Option<usize>, Option<usize>) {
    let at = |node: u32| skin.joints.iter().position(|joint| joint.node == node);
    (at(node), model.skeleton.nearest_ancestor(node, |ancestor| at(ancestor).is_some()).and_then(at))
}

pub fn world_matrices(model: &Model, pose: &Pose, kind: ScaleKind) -> Vec<DMat4> {
    fn world(model: &Model, pose: &Pose, kind: ScaleKind, node: u32) -> DMat4 {
        let joint = &pose.joints[node as usize];
        let parent = model.skeleton.node(node).parent;
        let stretch = parent.map_or(DMat3::IDENTITY, |parent| local_stretch(model, pose, parent, kind));
        let scale = match kind {
            ScaleKind::Inherited => joint.scale,
            ScaleKind::Local => model.skeleton.node(node).rest.scale,
        };
        let mut local = DMat4::from_quat(joint.rotation.as_dquat().normalize()) * DMat4::from_scale(scale.as_dvec3());
        local.w_axis = (stretch * joint.translation.as_dvec3()).extend(1.0);
        let local = match model.skeleton.node(node).residual {
            Some(residual) => local * DMat4::from_mat3(residual),
            None => local,
        };
        parent.map_or(local, |parent| world(model, pose, kind, parent) * local)
    }
    (0..model.skeleton.len() as u32).map(|node| world(model, pose, kind, node)).collect()
}

/// S_i in the joint's own frame.
fn local_stretch(model: &Model, pose: &Pose, node: u32, kind: ScaleKind) -> DMat3 {
    let joint = &pose.joints[node as usize];
    let [xy, xz, yz] = joint.local_shear.as_dvec3().to_array();
    let shear = DMat3::from_cols_array(&[1.0, 0.0, 0.0, xy, 1.0, 0.0, xz, yz, 1.0]);
    let own = shear * DMat3::from_diagonal(joint.local_scale.as_dvec3());
    match kind {
        ScaleKind::Inherited => own,
        ScaleKind::Local => {
            let rest = model.skeleton.node(node).rest.scale.as_dvec3();
            own * DMat3::from_diagonal(joint.scale.as_dvec3() / rest)
        }
    }
}

/// U_i: the nearest rotation to what a joint does to the bind frame, seen in the mirror that it is in.
pub fn rotation(model: &Model, pose: &Pose, kind: ScaleKind, [world, rest]: [&[DMat4]; 2], joint: &SkinJoint) -> DMat3 {
    let linear = |of: &[DMat4]| DMat3::from_mat4(of[joint.node as usize] * DMat4::from(joint.joint_from_bind));
    let c = linear(world);
    let mirrors = if c.determinant() < 0.0 { mirrors(model, pose, kind, joint.node) } else { Vec::new() };
    let Some(&(node, signs)) = mirrors.first() else { return nearest_rotation(c) };
    let parent = model.skeleton.node(node).parent;
    let parent_axes = parent.map_or(DMat3::IDENTITY, |p| nearest_rotation(DMat3::from_mat4(rest[p as usize])));
    let scene_from_axes =
        parent_axes * DMat3::from_quat(model.skeleton.node(node).rest.rotation.as_dquat().normalize());
    let bind_from_axes = nearest_rotation(linear(rest)).transpose() * scene_from_axes;
    nearest_rotation(c * bind_from_axes * DMat3::from_diagonal(signs) * bind_from_axes.transpose())
}

/// The nodes whose inherited scale mirrors, from this one upwards, with the signs of their scales against rest.
pub fn mirrors(model: &Model, pose: &Pose, kind: ScaleKind, node: u32) -> Vec<(u32, DVec3)> {
    let (mut found, mut next) = (Vec::new(), (kind == ScaleKind::Inherited).then_some(node));
    while let Some(node) = next {
        let (scale, rest) = (pose.joints[node as usize].scale, model.skeleton.node(node).rest.scale);
        let signs = (scale * rest).signum().as_dvec3();
        if signs.element_product() < 0.0 {
            found.push((node, signs));
        }
        next = model.skeleton.node(node).parent;
    }
    found
}

/// The rotation of the polar decomposition; a reflection is turned by -1 first.
pub fn nearest_rotation(m: DMat3) -> DMat3 {
    let mut r = if m.determinant() < 0.0 { m * -1.0 } else { m };
    for _ in 0..100 {
        let next = (r + r.inverse().transpose()) * 0.5;
        let change = (next - r).to_cols_array().iter().fold(0.0f64, |most, part| most.max(part.abs()));
        r = next;
        if change < 1e-15 {
            break;
        }
    }
    r
}
