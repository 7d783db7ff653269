use super::blend_zone::BlendZone;
use super::bones::{Bones, PosedBones};
use super::surface::Surface;

/// Weights smaller than this do not shape a blend zone.
const LEAST_WEIGHT: f64 = 0.1;

/// Turns up to this are rounding, e.g. of rotations that clips store in 16 bits.
const LEAST_TURN_DEGREES: f64 = 0.05;

/// A joint that a pose turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnedJoint {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// Angle of the turn from rest, the shorter way.
    pub degrees: f64,
}

/// The joints whose turns shape the skin of a blend zone: the joints that the zone follows together with a joint above
/// them. Joint indices across all skins, ascending. Driven twist joints follow the turns of others and are left out.
pub(super) fn joints_of_zone(surface: &Surface, bones: &Bones, zone: &BlendZone) -> Vec<u32> {
    let mut has_weight = vec![false; bones.joints.len()];
    // A zone has a fringe of vertices that hardly follow the joint.
    let follows = |vertex: &&u32| {
        let own = surface.influences_of(**vertex).iter().filter(|i| bones.has_skin_of(i.joint, zone.node));
        own.map(|influence| influence.weight).sum::<f64>() >= LEAST_WEIGHT
    };
    for influence in zone.vertices.iter().filter(follows).flat_map(|&vertex| surface.influences_of(vertex)) {
        has_weight[influence.joint as usize] |= influence.weight >= LEAST_WEIGHT;
    }
    let is_shared = |joint: u32| {
        let above =
            std::iter::successors(bones.joints[joint as usize].parent, |&joint| bones.joints[joint as usize].parent);
        above.into_iter().any(|above| has_weight[above as usize])
    };
    (0..bones.joints.len() as u32)
        .filter(|&joint| has_weight[joint as usize] && !bones.joints[joint as usize].is_driven() && is_shared(joint))
        .collect()
}

/// The turned ones among some joints, the most turned first. Joints of several skins that share a node count once.
pub(super) fn turned(bones: &Bones, posed: &PosedBones, joints: &[u32]) -> Vec<TurnedJoint> {
    let turned = |&joint: &u32| TurnedJoint {
        node: bones.joints[joint as usize].node,
        degrees: posed.turned_degrees[joint as usize],
    };
    let mut found: Vec<TurnedJoint> =
        joints.iter().map(turned).filter(|joint| joint.degrees > LEAST_TURN_DEGREES).collect();
    found.sort_by(|a, b| b.degrees.total_cmp(&a.degrees).then(a.node.cmp(&b.node)));
    found.dedup_by_key(|joint| joint.node);
    found
}

#[cfg(test)]
mod tests {
    use super::super::figures::{RestJoint, RestSkin};
    use super::super::test_shapes::{Shape, skinned_model};
    use crate::model::{Pose, ScaleKind};
    use glam::{Quat, Vec3};

    #[test]
    fn a_zone_names_the_joints_whose_turns_shape_it() {
        let joints =
            [("hip", None, Vec3::X * -4.0), ("knee", Some(0), Vec3::X * -1.0), ("ankle", Some(1), Vec3::X * 2.0)];
        let model = skinned_model(&[Shape::cylinder(12, 64, 0.5, 8.0, true)], &joints, |at| {
            let [knee, ankle] = [-1.0, 2.0].map(|joint| (at.x - joint + 0.5).clamp(0.0, 1.0));
            vec![1.0 - knee, knee - ankle, ankle]
        });
        let rest = RestSkin::of(&model);
        let turned = |node: u32, turns: [f32; 3]| -> Vec<(u32, f64)> {
            let mut pose = Pose::rest(&model.skeleton);
            for (joint, degrees) in pose.joints.iter_mut().zip(turns) {
                joint.rotation = Quat::from_rotation_z(degrees.to_radians());
            }
            let posed = rest.bones.posed(&model, &pose, ScaleKind::Inherited);
            let found = RestJoint::of(&rest, node).turned(&rest, &posed);
            found.into_iter().map(|joint| (joint.node, joint.degrees.round())).collect()
        };
        assert_eq!(turned(1, [0.0, 0.0, 60.0]), [(2, 60.0)], "the neighbor's turn, not its own");
        assert_eq!(turned(1, [0.0, -20.0, 60.0]), [(2, 60.0), (1, 20.0)]);
        assert_eq!(turned(2, [0.0, -20.0, 60.0]), [(2, 60.0)], "the knee is not in the ankle's zone with the hip");
        assert_eq!(turned(1, [80.0, 0.0, 0.01]), [], "the hip carries the zone along");
        assert_eq!(turned(0, [80.0, 30.0, 60.0]), [(1, 30.0)]);
    }
}
