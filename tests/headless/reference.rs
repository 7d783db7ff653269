//! LBS and DQS in double precision, written from the papers and not from the program: plain 4x4 products, polar
//! decomposition by Newton's iteration (Higham 1986), quaternions as arrays w, x, y, z.
//!
//! Sources: Kavan 2008, eq. 1, algorithms 1 and 2 and section 4.2; DESIGN for the bind frame and the scale kinds.

use glam::{DMat3, DMat4, DVec3, DVec4};
use skinscope::model::{Model, Pose, ScaleKind, Skin};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings};

pub struct ReferenceVertex {
    pub position: DVec3,
    /// Length of the blended quaternion, at most 1; 1 for LBS.
    pub blend_length: f64,
    /// How far the nearest choice of a sign was from going the other way; infinite where none was made.
    pub sign_margin: f64,
}

type Quaternion = [f64; 4];

struct Joint {
    full: DMat4,
    real: Quaternion,
    dual: Quaternion,
    margin: f64,
}

/// Skinned positions of every skinned primitive, in node order.
pub fn deform(model: &Model, pose: &Pose, settings: SkinningSettings) -> Vec<ReferenceVertex> {
    let mut out = Vec::new();
    for primitive in model.skinned_primitives() {
        let skin = &model.skins[primitive.skin as usize];
        let joints = joints(model, skin, pose, settings);
        for (vertex, &position) in primitive.positions.iter().enumerate() {
            let influences: Vec<(usize, f64)> = primitive
                .influences
                .of(vertex)
                .iter()
                .map(|influence| (influence.joint as usize, f64::from(influence.weight)))
                .collect();
            out.push(skin_vertex(position.as_dvec3(), &influences, &joints, settings));
        }
    }
    out
}

fn skin_vertex(v: DVec3, influences: &[(usize, f64)], joints: &[Joint], settings: SkinningSettings) -> ReferenceVertex {
    if settings.method == SkinningMethod::Lbs {
        let blended = influences.iter().fold(DVec4::ZERO, |sum, &(j, w)| sum + joints[j].full * v.extend(1.0) * w);
        return ReferenceVertex { position: blended.truncate(), blend_length: 1.0, sign_margin: f64::INFINITY };
    }
    let (mut real, mut dual, mut sign_margin) = ([0.0; 4], [0.0; 4], f64::INFINITY);
    for (place, &(j, w)) in influences.iter().enumerate() {
        let against = match settings.antipodality {
            Antipodality::PerVertex => Some(joints[influences[0].0].real),
            Antipodality::RunningSum => Some(real),
            _ => None,
        };
        let mut sign = 1.0;
        if let Some(against) = against.filter(|_| place > 0) {
            let cosine = dot(against, joints[j].real);
            sign = if cosine < 0.0 { -1.0 } else { 1.0 };
            sign_margin = sign_margin.min(cosine.abs());
        } else if against.is_none() {
            sign_margin = sign_margin.min(joints[j].margin);
        }
        for k in 0..4 {
            real[k] += sign * w * joints[j].real[k];
            dual[k] += sign * w * joints[j].dual[k];
        }
    }
    let length = dot(real, real).sqrt();
    let c0 = real.map(|part| part / length);
    let ce = dual.map(|part| part / length);
    // Kavan 2008, lemma 4 and equation 10: rotation by c0, translation 2 ce c0*.
    let shift = multiply(ce, conjugate(c0)).map(|part| 2.0 * part);
    let turned = multiply(multiply(c0, [0.0, v.x, v.y, v.z]), conjugate(c0));
    ReferenceVertex {
        position: DVec3::new(turned[1] + shift[1], turned[2] + shift[2], turned[3] + shift[3]),
        blend_length: length.min(1.0),
        sign_margin,
    }
}

fn joints(model: &Model, skin: &Skin, pose: &Pose, settings: SkinningSettings) -> Vec<Joint> {
    let world = world_matrices(model, pose, settings.scale_kind);
    let mut joints: Vec<Joint> = skin
        .joints
        .iter()
        .map(|joint| {
            let joint_from_bind = DMat4::from(joint.joint_from_bind);
            let c = world[joint.node as usize] * joint_from_bind;
            let u = nearest_rotation(DMat3::from_mat4(c));
            let a = joint_from_bind.inverse();
            let origin = a.w_axis.truncate();
            let posed_origin = world[joint.node as usize].w_axis.truncate();
            let q = nearest_rotation(DMat3::from_mat4(a));
            let s = q * local_stretch(model, pose, joint.node, settings.scale_kind) * q.transpose();
            let linear = DMat3::from_mat4(c) * s;
            let mut full = DMat4::from_mat3(linear);
            full.w_axis = (posed_origin - linear * origin).extend(1.0);
            let real = quaternion(u);
            let margin = real.into_iter().find(|part| *part != 0.0).unwrap_or(0.0).abs();
            Joint { full, real: canonical(real), dual: half_shift(canonical(real), posed_origin - u * origin), margin }
        })
        .collect();
    match settings.antipodality {
        Antipodality::PerBone => against_parents(model, skin, &mut joints),
        Antipodality::Continuous => count_turns(model, skin, pose, &mut joints),
        _ => {}
    }
    joints
}

fn world_matrices(model: &Model, pose: &Pose, kind: ScaleKind) -> Vec<DMat4> {
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

/// The rotation of the polar decomposition; a reflection is turned by -1 first.
fn nearest_rotation(m: DMat3) -> DMat3 {
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

fn against_parents(model: &Model, skin: &Skin, joints: &mut [Joint]) {
    for &node in model.skeleton.parents_first() {
        let at = |node: u32| skin.joints.iter().position(|joint| joint.node == node);
        let Some(own) = at(node) else { continue };
        let parent = model.skeleton.nearest_ancestor(node, |ancestor| at(ancestor).is_some()).and_then(at);
        if let Some(parent) = parent {
            let cosine = dot(joints[parent].real, joints[own].real);
            joints[own].margin = cosine.abs().min(joints[parent].margin);
            if cosine < 0.0 {
                flip(&mut joints[own]);
            }
        }
    }
}

/// Signs from a path: the pose is approached from rest in small steps of every joint's angles, and each joint's
/// quaternion keeps to the side of the step before. An independent way to say "turns are counted".
fn count_turns(model: &Model, skin: &Skin, pose: &Pose, joints: &mut [Joint]) {
    const STEPS: usize = 720;
    let rest = Pose::rest(&model.skeleton);
    let mut last: Vec<Quaternion> = Vec::new();
    for step in 0..=STEPS {
        let share = step as f32 / STEPS as f32;
        let mut on_the_way = rest.clone();
        for (node, joint) in on_the_way.joints.iter_mut().enumerate() {
            // The turn from rest, along the way that its sign names.
            let delta = joint.rotation.inverse() * pose.joints[node].rotation;
            let angle = 2.0 * f32::atan2(delta.xyz().length(), delta.w);
            let axis = delta.xyz().normalize_or_zero();
            joint.rotation *= glam::Quat::from_xyzw(
                axis.x * (0.5 * share * angle).sin(),
                axis.y * (0.5 * share * angle).sin(),
                axis.z * (0.5 * share * angle).sin(),
                (0.5 * share * angle).cos(),
            );
        }
        let world = world_matrices(model, &on_the_way, ScaleKind::Inherited);
        for (i, joint) in skin.joints.iter().enumerate() {
            let m = world[joint.node as usize] * DMat4::from(joint.joint_from_bind);
            let q = canonical(quaternion(nearest_rotation(DMat3::from_mat4(m))));
            match last.get(i).copied() {
                None => last.push(q),
                Some(before) => last[i] = if dot(before, q) < 0.0 { q.map(|part| -part) } else { q },
            }
        }
    }
    for (joint, last) in joints.iter_mut().zip(last) {
        joint.margin = f64::INFINITY;
        if dot(joint.real, last) < 0.0 {
            flip(joint);
        }
    }
}

fn flip(joint: &mut Joint) {
    joint.real = joint.real.map(|part| -part);
    joint.dual = joint.dual.map(|part| -part);
}

fn canonical(q: Quaternion) -> Quaternion {
    match q.into_iter().find(|part| *part != 0.0) {
        Some(first) if first < 0.0 => q.map(|part| -part),
        _ => q,
    }
}

/// w, x, y, z of a rotation matrix, from its largest component (Shepperd 1978).
fn quaternion(m: DMat3) -> Quaternion {
    let at = |row: usize, column: usize| m.col(column)[row];
    let (x, y, z) = (at(0, 0), at(1, 1), at(2, 2));
    let squares = [1.0 + x + y + z, 1.0 + x - y - z, 1.0 - x + y - z, 1.0 - x - y + z];
    let largest = (0..4).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let products = [
        [squares[0], at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)],
        [at(2, 1) - at(1, 2), squares[1], at(1, 0) + at(0, 1), at(0, 2) + at(2, 0)],
        [at(0, 2) - at(2, 0), at(1, 0) + at(0, 1), squares[2], at(2, 1) + at(1, 2)],
        [at(1, 0) - at(0, 1), at(0, 2) + at(2, 0), at(2, 1) + at(1, 2), squares[3]],
    ];
    let q = products[largest];
    let length = dot(q, q).sqrt();
    q.map(|part| part / length)
}

/// The dual part for a translation t after the rotation q: t q / 2.
fn half_shift(q: Quaternion, t: DVec3) -> Quaternion {
    multiply([0.0, t.x, t.y, t.z], q).map(|part| 0.5 * part)
}

fn dot(a: Quaternion, b: Quaternion) -> f64 {
    (0..4).map(|k| a[k] * b[k]).sum()
}

fn conjugate(q: Quaternion) -> Quaternion {
    [q[0], -q[1], -q[2], -q[3]]
}

fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}
