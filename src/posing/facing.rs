//! Where a character looks at rest. glTF says +Z, but not every exporter does.

use super::Mirror;
use super::side_names::{Side, side_of};
use crate::model::{Pose, ScaleKind, Skeleton};
use glam::DVec3;
use std::collections::HashSet;
use std::f32::consts::FRAC_PI_2;

/// Words in the names of joints at the front of a foot, and of those behind them.
const FRONT_OF_FOOT: [&str; 2] = ["toe", "ball"];

/// Pairs of left and right joints that make a body: arms and legs. A fork may call its prongs left and right as seen
/// from the front.
const FEWEST_PAIRS: usize = 3;

/// A direction counts if the votes for it agree at least this much: the length of their sum over the sum of lengths.
const LEAST_AGREEMENT: f64 = 0.5;

/// The yaw of a camera that sees the character's front at rest, in radians: 0 for one that looks along +Z, as glTF asks,
/// otherwise a multiple of a quarter turn.
///
/// Joints whose names say left and right decide: a character that looks along +Z has its left at +X. Without such names,
/// the toes decide. A skeleton with neither looks along +Z.
pub fn front_yaw(skeleton: &Skeleton) -> f32 {
    let scene_from_node = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
    let origin = |node: u32| scene_from_node[node as usize].translation;
    let sides: Vec<(u32, u32)> = sides(skeleton).collect();
    let pairs = if sides.len() < FEWEST_PAIRS { &[][..] } else { &sides };
    // The front is left x up.
    let by_sides = pairs.iter().map(|&(left, right)| (origin(left) - origin(right)).cross(DVec3::Y));
    let by_toes = toes(skeleton).map(|(toe, heel)| origin(toe) - origin(heel));
    agreed(by_sides).or_else(|| agreed(by_toes)).map_or(0.0, |front| {
        let quarters = (front.x.atan2(front.z) as f32 / FRAC_PI_2).round();
        // Half a turn to either side is the same.
        if quarters == -2.0 { 2.0 * FRAC_PI_2 } else { quarters * FRAC_PI_2 }
    })
}

/// The horizontal direction that the votes agree on.
fn agreed(votes: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let level = |vote: DVec3| DVec3::new(vote.x, 0.0, vote.z);
    let (sum, lengths) =
        votes.map(level).fold((DVec3::ZERO, 0.0), |(sum, lengths), vote| (sum + vote, lengths + vote.length()));
    (sum.is_finite() && lengths > 0.0 && sum.length() >= LEAST_AGREEMENT * lengths).then_some(sum)
}

/// Joints of the left and their partners of the right.
fn sides(skeleton: &Skeleton) -> impl Iterator<Item = (u32, u32)> + '_ {
    let names: HashSet<&str> = skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
    let mirror = Mirror::of(skeleton);
    skeleton.shown_joints().filter_map(move |node| {
        let name = skeleton.node(node).name.as_str();
        let is_left = side_of(name, |other| names.contains(other)) == Some(Side::Left);
        mirror.partner(node).filter(|&other| is_left && other != node).map(|right| (node, right))
    })
}

/// Joints at the front of a foot and their parents.
fn toes(skeleton: &Skeleton) -> impl Iterator<Item = (u32, u32)> + '_ {
    skeleton.shown_joints().filter_map(|node| {
        let name = skeleton.node(node).name.to_lowercase();
        let is_front = FRONT_OF_FOOT.iter().any(|word| name.contains(word));
        skeleton.node(node).parent.filter(|_| is_front).map(|heel| (node, heel))
    })
}

#[cfg(test)]
mod tests {
    use super::super::test_rigs::two_arms;
    use super::*;
    use crate::model::{Node, Trs};
    use glam::{Quat, Vec3};

    #[test]
    fn the_left_side_says_where_the_front_is() {
        let turned = |quarters: f32| {
            let mut nodes = two_arms().nodes().to_vec();
            let turn = Quat::from_rotation_y(quarters * FRAC_PI_2);
            let rest = &mut nodes[0].rest;
            (rest.rotation, rest.translation) = (turn * rest.rotation, turn * rest.translation);
            for (name, x) in [("leg.L", 0.2), ("leg.R", -0.2)] {
                let rest = Trs { translation: Vec3::X * x, ..Trs::IDENTITY };
                nodes.push(Node { is_joint: true, ..Node::new(name, Some(0), rest) });
            }
            front_yaw(&Skeleton::new(nodes).unwrap())
        };
        assert_eq!(front_yaw(&two_arms()), 0.0);
        for quarters in [0.0, 1.0, 2.0, -1.0] {
            assert!((turned(quarters) - quarters * FRAC_PI_2).abs() < 1e-6, "{quarters}: {}", turned(quarters));
        }
    }

    #[test]
    fn without_sides_the_toes_do_and_without_either_gltf_does() {
        let at = |x: f32, z: f32| Trs { translation: Vec3::new(x, 0.0, z), ..Trs::IDENTITY };
        let rig = |names: [&str; 2]| {
            let mut nodes = vec![Node::new(names[0], None, at(0.0, 0.0)), Node::new(names[1], Some(0), at(0.0, -1.0))];
            nodes.iter_mut().for_each(|node| node.is_joint = true);
            Skeleton::new(nodes).unwrap()
        };
        assert!((front_yaw(&rig(["ankle", "Toes"])).abs() - 2.0 * FRAC_PI_2).abs() < 1e-6);
        assert_eq!(front_yaw(&rig(["a", "b"])), 0.0);
    }
}
