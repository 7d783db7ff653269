//! Skeletons for tests.

use crate::model::{Node, Skeleton, Trs};
use glam::{Quat, Vec3};

/// A spine with two arms that mirror each other in x. The arms' own axes are mirrored too, up to a half turn.
pub fn two_arms() -> Skeleton {
    let at = |x: f32, y: f32, turn: Quat| Trs { translation: Vec3::new(x, y, 0.0), rotation: turn, ..Trs::IDENTITY };
    let half = Quat::from_rotation_z(std::f32::consts::PI);
    let slant = Quat::from_rotation_z(0.3);
    let other_slant = Quat::from_rotation_z(-0.3);
    // The own x axis of a right bone points to -x, as in many rigs.
    let nodes = [
        ("spine", None, at(0.0, 1.0, Quat::IDENTITY)),
        ("arm.L", Some(0), at(0.2, 0.4, slant)),
        ("arm.R", Some(0), at(-0.2, 0.4, other_slant * half)),
        ("hand.L", Some(1), at(0.5, 0.0, Quat::IDENTITY)),
        ("hand.R", Some(2), at(0.5, 0.0, Quat::IDENTITY)),
    ];
    let node =
        |(name, parent, rest): (&str, Option<u32>, Trs)| Node { is_joint: true, ..Node::new(name, parent, rest) };
    Skeleton::new(nodes.into_iter().map(node).collect()).unwrap()
}
