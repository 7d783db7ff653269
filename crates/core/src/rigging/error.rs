use crate::model::{MOST_JOINTS, SkeletonError};

/// Largest number of twist joints. More would make no visible difference: a half turn is already spread in steps of
/// 22.5 degrees, and LBS keeps cos(11.25 degrees) = 98% of the radius.
pub const MOST_TWIST_JOINTS: u32 = 8;

/// Reason why a bone cannot have twist joints.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TwistError {
    /// The node does not exist.
    #[error("there is no node #{node}")]
    NoSuchNode {
        /// Index of the node.
        node: u32,
    },
    /// The count of twist joints is out of range.
    #[error("a bone can have 1 to {MOST_TWIST_JOINTS} twist joints, not {count}: {joint}")]
    Count {
        /// The count.
        count: u32,
        /// Label of the joint where the bone begins.
        joint: String,
    },
    /// No skin has the node as a joint.
    #[error("no skin moves with this node, so there is no weight to split: {joint}")]
    NotSkinned {
        /// Label of the node.
        joint: String,
    },
    /// The joint has no child joint.
    #[error("this joint has no joint below it, so it has no bone to twist: {joint}")]
    NoBone {
        /// Label of the joint.
        joint: String,
    },
    /// The joint is a twist joint.
    #[error("this is already a twist joint; split the bone that it lies on instead: {joint}")]
    TwistJoint {
        /// Label of the joint.
        joint: String,
    },
    /// The bone's own twist is to be spread, but no joint is above it.
    #[error("there is no joint above this one, so its own twist is relative to nothing; spread the end's: {joint}")]
    NothingAbove {
        /// Label of the joint where the bone begins.
        joint: String,
    },
    /// A bone is given twice.
    #[error("a bone can be split only once, for the twist of its end, its own or both; give this joint once: {joint}")]
    Twice {
        /// Label of the joint where the bone begins.
        joint: String,
    },
    /// A skin would have more than [`MOST_JOINTS`] joints.
    #[error("with its twist joints, a skin would have more than {MOST_JOINTS} joints: {joint}")]
    TooManyJoints {
        /// Label of the joint where the bone begins.
        joint: String,
    },
    /// The changed nodes do not form a forest.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}
