//! Direction in which a character looks at rest. glTF prescribes +Z, but not every exporter follows.

use super::Mirror;
use super::side_names::{Side, side_of};
use crate::math::Bounds;
use crate::model::{Model, Pose, ScaleKind, Skeleton};
use crate::skinning::deform_linear;
use glam::{DVec3, Vec3};
use std::collections::HashSet;
use std::f32::consts::FRAC_PI_2;

/// Words in the names of joints at the front of a foot: toes, and the ball behind them.
const FRONT_OF_FOOT: [&str; 2] = ["toe", "ball"];

/// Number of pairs of left and right joints that make a body: arms and legs. A fork may call its prongs left and right
/// as seen from the front.
const FEWEST_PAIRS: usize = 3;

/// A direction counts if the votes for it agree at least this much: the length of their sum over the sum of lengths.
const LEAST_AGREEMENT: f64 = 0.5;

/// Heights between which feet and shins are searched, as fractions of the skin's height.
const FEET: [f32; 2] = [0.0, 0.05];
const SHINS: [f32; 2] = [0.12, 0.22];

/// Distance by which the feet must be in front of the shins, as a fraction of the skin's height.
const LEAST_STEP: f64 = 0.01;

/// The yaw of a camera that sees the character's front at rest, in radians: 0 for a character that looks along +Z, as
/// glTF prescribes, otherwise a multiple of a quarter turn.
///
/// A body has joints whose names say left and right: its front is across them. Some rigs name the sides as seen from
/// the front, so a body is taken to look along -Z only if its toes, or without such joints the skin of its feet,
/// confirm it. Without sides, the toes decide; a skeleton with neither looks along +Z.
pub fn front_yaw(model: &Model) -> f32 {
    let skeleton = &model.skeleton;
    let scene_from_node = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
    let origin = |node: u32| scene_from_node[node as usize].translation;
    let sides: Vec<(u32, u32)> = sides(skeleton).collect();
    let pairs = if sides.len() < FEWEST_PAIRS { &[][..] } else { &sides };
    // The front is left x up.
    let by_sides = agreed(pairs.iter().map(|&(left, right)| (origin(left) - origin(right)).cross(DVec3::Y)));
    let by_toes = agreed(toes(skeleton).map(|(toe, heel)| origin(toe) - origin(heel)));
    let front = match by_sides {
        // Within an eighth turn of -Z.
        Some(across) if -across.z > across.x.abs() => {
            let step = by_toes.or_else(|| step_of_feet(model));
            if step.is_some_and(|step| step.dot(across) > 0.0) { across } else { DVec3::Z }
        }
        Some(across) => across,
        None => by_toes.unwrap_or(DVec3::Z),
    };
    let quarters = (front.x.atan2(front.z) as f32 / FRAC_PI_2).round();
    // Half a turn to either side is the same.
    if quarters == -2.0 { 2.0 * FRAC_PI_2 } else { quarters * FRAC_PI_2 }
}

/// The direction in scene space in which a character with this [`front_yaw`] looks.
pub fn front_direction(front_yaw: f32) -> Vec3 {
    Vec3::new(front_yaw.sin(), 0.0, front_yaw.cos())
}

/// The direction from the middle of the shins to the middle of the feet of the skin at rest, if the feet stand out.
fn step_of_feet(model: &Model) -> Option<DVec3> {
    let skin = deform_linear(model, &Pose::rest(&model.skeleton), ScaleKind::default());
    let bounds = Bounds::of(skin.iter().flatten().map(|vertex| vertex.position));
    let (floor, height) = (bounds.min.y, bounds.size().y);
    let middle = |[low, high]: [f32; 2]| {
        let is_between = |position: &Vec3| (low..=high).contains(&((position.y - floor) / height));
        let bounds = Bounds::of(skin.iter().flatten().map(|vertex| vertex.position).filter(is_between));
        (!bounds.is_empty()).then(|| bounds.center().as_dvec3())
    };
    let step = (middle(FEET)? - middle(SHINS)?).with_y(0.0);
    (step.length() >= LEAST_STEP * f64::from(height)).then_some(step)
}

/// The horizontal direction that the votes agree on.
fn agreed(votes: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let level = |vote: DVec3| DVec3::new(vote.x, 0.0, vote.z);
    let (sum, lengths) =
        votes.map(level).fold((DVec3::ZERO, 0.0), |(sum, lengths), vote| (sum + vote, lengths + vote.length()));
    (sum.is_finite() && lengths > 0.0 && sum.length() >= LEAST_AGREEMENT * lengths).then_some(sum)
}

/// Joints of the left side and their partners on the right.
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
    use crate::model::{ModelParts, Node, Trs};
    use glam::Quat;

    /// A body consisting of joints alone, turned about the vertical, with more joints.
    fn body(quarters: f32, more: &[(&str, u32, Vec3)]) -> Model {
        let mut nodes = two_arms().nodes().to_vec();
        let turn = Quat::from_rotation_y(quarters * FRAC_PI_2);
        let rest = &mut nodes[0].rest;
        (rest.rotation, rest.translation) = (turn * rest.rotation, turn * rest.translation);
        for &(name, parent, translation) in more {
            let rest = Trs { translation, ..Trs::IDENTITY };
            nodes.push(Node { is_joint: true, ..Node::new(name, Some(parent), rest) });
        }
        model(nodes)
    }

    fn model(nodes: Vec<Node>) -> Model {
        let skeleton = Skeleton::new(nodes).unwrap();
        let parts = ModelParts {
            name: String::new(),
            skeleton,
            skins: Vec::new(),
            primitives: Vec::new(),
            materials: Vec::new(),
            textures: Vec::new(),
            clips: Vec::new(),
        };
        Model::new(parts).unwrap()
    }

    const LEGS: [(&str, u32, Vec3); 2] = [("leg.L", 0, Vec3::X), ("leg.R", 0, Vec3::NEG_X)];

    /// Toes of the legs, in front of the legs or behind them as seen by the sides' names.
    fn toes(z: f32) -> [(&'static str, u32, Vec3); 4] {
        [LEGS[0], LEGS[1], ("toe.L", 5, Vec3::Z * z), ("toe.R", 6, Vec3::Z * z)]
    }

    #[test]
    fn the_sides_say_where_the_front_is() {
        for quarters in [0.0, 1.0, -1.0] {
            let yaw = front_yaw(&body(quarters, &LEGS));
            assert!((yaw - quarters * FRAC_PI_2).abs() < 1e-6, "{quarters}: {yaw}");
        }
        assert_eq!(front_yaw(&body(1.0, &[])), 0.0, "two pairs are no body");
    }

    #[test]
    fn a_body_looks_backward_only_if_its_toes_say_so() {
        assert_eq!(front_yaw(&body(2.0, &LEGS)), 0.0);
        assert_eq!(front_yaw(&body(2.0, &toes(-1.0))), 0.0, "the sides are named as seen from the front");
        let yaw = front_yaw(&body(2.0, &toes(1.0)));
        assert!((yaw.abs() - 2.0 * FRAC_PI_2).abs() < 1e-6, "{yaw}");
    }

    #[test]
    fn without_sides_the_toes_do_and_without_either_gltf_does() {
        let rig = |names: [&str; 2]| {
            let back = Trs { translation: Vec3::NEG_Z, ..Trs::IDENTITY };
            let mut nodes = vec![Node::new(names[0], None, Trs::IDENTITY), Node::new(names[1], Some(0), back)];
            nodes.iter_mut().for_each(|node| node.is_joint = true);
            model(nodes)
        };
        assert!((front_yaw(&rig(["ankle", "Toes"])).abs() - 2.0 * FRAC_PI_2).abs() < 1e-6);
        assert_eq!(front_yaw(&rig(["a", "b"])), 0.0);
    }
}
