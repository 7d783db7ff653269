//! Which of q and -q a joint blends with: the five antipodality modes.

use super::joints::{Joint, mirrors, own_and_parent, rotation, world_matrices};
use super::quaternion::{self, Quaternion, canonical, dot, scaled};
use skinscope::model::{Model, Pose, ScaleKind, Skin};
use skinscope::skinning::Antipodality;

/// The signs of a vertex's influences, and how far the nearest choice was from going the other way.
pub fn choose(influences: &[(usize, f64)], joints: &[Joint], mode: Antipodality) -> (Vec<f64>, f64) {
    let (mut running, mut margin) = (quaternion::ZERO, f64::INFINITY);
    let mut signs = Vec::new();
    for (place, &(j, weight)) in influences.iter().enumerate() {
        let against = match mode {
            // Kavan 2008, algorithm 2.
            Antipodality::PerVertex => Some(joints[influences[0].0].turn),
            // Kavan & Zara 2005, Le & Hodgins 2016, algorithm 1, line 5.
            Antipodality::RunningSum => Some(running),
            Antipodality::None | Antipodality::PerBone | Antipodality::Continuous => None,
        };
        let mut sign = 1.0;
        match against {
            Some(against) if place > 0 => {
                let cosine = dot(against, joints[j].turn);
                sign = if cosine < 0.0 { -1.0 } else { 1.0 };
                margin = margin.min(cosine.abs());
            }
            Some(_) => {}
            None => margin = margin.min(joints[j].margin),
        }
        running = quaternion::sum(running, scaled(joints[j].turn, sign * weight));
        signs.push(sign);
    }
    // A single quaternion and its negative are one rotation.
    (signs, if influences.len() > 1 { margin } else { f64::INFINITY })
}

/// Kavan 2008, end of section 4.1.
pub fn against_parents(model: &Model, skin: &Skin, joints: &mut [Joint]) {
    for &node in model.skeleton.parents_first() {
        if let (Some(own), Some(parent)) = own_and_parent(model, skin, node) {
            let cosine = dot(joints[parent].turn, joints[own].turn);
            joints[own].margin = cosine.abs().min(joints[parent].margin);
            if cosine < 0.0 {
                joints[own].turn = scaled(joints[own].turn, -1.0);
            }
        }
    }
}

/// Signs from a path: the pose is approached from rest in small steps of every joint's angles, and each joint's
/// quaternion keeps to the side of the step before. An independent way to say "turns are counted".
pub fn count_turns(model: &Model, skin: &Skin, pose: &Pose, kind: ScaleKind, joints: &mut [Joint]) {
    const STEPS: usize = 720;
    let rest = Pose::rest(&model.skeleton);
    let world_at_rest = world_matrices(model, &rest, kind);
    let mut last: Vec<Quaternion> = Vec::new();
    for step in 0..=STEPS {
        let share = step as f32 / STEPS as f32;
        let mut on_the_way = rest.clone();
        for (node, joint) in on_the_way.joints.iter_mut().enumerate() {
            // The turn from rest, along the way that its sign names.
            let delta = joint.rotation.inverse() * pose.joints[node].rotation;
            let angle = 2.0 * f32::atan2(delta.xyz().length(), delta.w);
            let axis = delta.xyz().normalize_or_zero() * (0.5 * share * angle).sin();
            // A joint that mirrors does so from the beginning.
            joint.scale = joint.scale.abs() * pose.joints[node].scale.signum();
            joint.rotation *= glam::Quat::from_xyzw(axis.x, axis.y, axis.z, (0.5 * share * angle).cos());
        }
        let world = world_matrices(model, &on_the_way, kind);
        for (i, joint) in skin.joints.iter().enumerate() {
            let q = rotation(model, &on_the_way, kind, [&world, &world_at_rest], joint);
            let q = canonical(quaternion::from_matrix(q));
            match last.get(i).copied() {
                None => last.push(q),
                Some(before) => last[i] = if dot(before, q) < 0.0 { scaled(q, -1.0) } else { q },
            }
        }
    }
    for (i, (joint, last)) in joints.iter_mut().zip(last).enumerate() {
        // Two reflections turn by half a turn: then the counted turns say nothing.
        let turns_by_mirrors = mirrors(model, pose, kind, skin.joints[i].node).len() > 1;
        joint.margin = if turns_by_mirrors { 0.0 } else { dot(joint.turn, last).abs() };
        if dot(joint.turn, last) < 0.0 {
            joint.turn = scaled(joint.turn, -1.0);
        }
    }
}
