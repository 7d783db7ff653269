use super::super::{Pose, Skeleton};
use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// Turns a node as its source moves (VRMC_node_constraint 1.0).
///
/// Rotations are local, relative to rest. The formulas come from the extension's pseudocode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeConstraint {
    /// The node that is turned, the extension's destination.
    pub node: u32,
    /// Another node, which is followed.
    pub source: u32,
    /// Property of the source that the node follows.
    pub kind: ConstraintKind,
    /// The strength, from 0, where the node stays at rest, to 1.
    pub weight: f64,
}

/// The motion that a constraint takes from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// The part of the source's turn that is about an axis of the node, as for a twist joint.
    Roll(RollAxis),
    /// The source's position in the scene, at which an axis of the node points.
    Aim(AimAxis),
    /// The source's whole turn.
    Rotation,
}

/// An axis of a node, named as in the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RollAxis {
    /// The node's X axis.
    X,
    /// The node's Y axis.
    Y,
    /// The node's Z axis.
    Z,
}

/// A direction in a node's frame, named as in the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AimAxis {
    /// The direction of +X.
    PositiveX,
    /// The direction of -X.
    NegativeX,
    /// The direction of +Y.
    PositiveY,
    /// The direction of -Y.
    NegativeY,
    /// The direction of +Z.
    PositiveZ,
    /// The direction of -Z.
    NegativeZ,
}

impl NodeConstraint {
    /// The node's local rotation in a pose. `aimed` is the direction from the node to its source in the frame of its
    /// parent, of unit length, which only [`ConstraintKind::Aim`] reads; without it an aim stays at rest. The rotation
    /// has the sign nearer to rest.
    pub(crate) fn rotation(&self, skeleton: &Skeleton, pose: &Pose, aimed: Option<DVec3>) -> DQuat {
        let rest_of = |node: u32| skeleton.node(node).rest.rotation.as_dquat().normalize();
        let (rest, source_rest) = (rest_of(self.node), rest_of(self.source));
        let source = || pose.joints[self.source as usize].rotation.as_dquat().normalize();
        let target = match self.kind {
            ConstraintKind::Roll(axis) => {
                let axis = axis.direction();
                let turn = rest.inverse() * source() * source_rest.inverse() * rest;
                // The turn without its smallest swing that takes the axis to where the turn takes it.
                rest * DQuat::from_rotation_arc((turn * axis).normalize(), axis) * turn
            }
            ConstraintKind::Aim(axis) => match aimed {
                // The extension turns in the scene. In the parent's frame the turn is the same, and exact whatever the
                // parent's scale.
                Some(aimed) => DQuat::from_rotation_arc((rest * axis.direction()).normalize(), aimed) * rest,
                None => rest,
            },
            ConstraintKind::Rotation => rest * source_rest.inverse() * source(),
        };
        rest.slerp(target.normalize(), self.weight)
    }

    /// The nodes that the constraint reads: the source and, for an aim, everything above both nodes.
    pub fn reads(&self, skeleton: &Skeleton) -> impl Iterator<Item = u32> {
        let aims = matches!(self.kind, ConstraintKind::Aim(_));
        let above = [self.node, self.source].into_iter().flat_map(move |node| {
            std::iter::successors(skeleton.node(node).parent, |&node| skeleton.node(node).parent)
        });
        std::iter::once(self.source).chain(above.filter(move |_| aims))
    }

    /// Description of the followed motion, for people: `roll about X of hand.L, weight 0.50`.
    pub fn to_text(&self, skeleton: &Skeleton) -> String {
        let source = skeleton.label(self.source);
        let followed = match self.kind {
            ConstraintKind::Roll(axis) => format!("roll about {axis:?} of {source}"),
            ConstraintKind::Aim(axis) => format!("aim of {} at {source}", axis.short()),
            ConstraintKind::Rotation => format!("rotation of {source}"),
        };
        if self.weight == 1.0 { followed } else { format!("{followed}, weight {:.2}", self.weight) }
    }
}

impl RollAxis {
    /// The axis as a unit vector in the node's frame.
    pub fn direction(self) -> DVec3 {
        match self {
            Self::X => DVec3::X,
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }
}

impl AimAxis {
    /// The direction as a unit vector in the node's frame.
    pub fn direction(self) -> DVec3 {
        match self {
            Self::PositiveX => DVec3::X,
            Self::NegativeX => DVec3::NEG_X,
            Self::PositiveY => DVec3::Y,
            Self::NegativeY => DVec3::NEG_Y,
            Self::PositiveZ => DVec3::Z,
            Self::NegativeZ => DVec3::NEG_Z,
        }
    }

    fn short(self) -> &'static str {
        match self {
            Self::PositiveX => "+X",
            Self::NegativeX => "-X",
            Self::PositiveY => "+Y",
            Self::NegativeY => "-Y",
            Self::PositiveZ => "+Z",
            Self::NegativeZ => "-Z",
        }
    }
}
