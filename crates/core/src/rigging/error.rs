use crate::model::{MOST_JOINTS, SkeletonError};

/// Largest number of twist joints. More would make no visible difference: a half turn is already spread in steps of
/// 22.5 degrees, and LBS keeps cos(11.25 degrees) = 98% of the radius.
pub const MOST_TWIST_JOINTS: u32 = 8;

/// Reason why a bone cannot have twist joints.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TwistError {
    #[error("there is no node #{node}")]
    NoSuchNode { node: u32 },
    #[error("a bone can have 1 to {MOST_TWIST_JOINTS} twist joints, not {count}: {joint}")]
    Count { count: u32, joint: String },
    #[error("no skin moves with this node, so there is no weight to split: {joint}")]
    NotSkinned { joint: String },
    #[error("this joint has no joint below it, so it has no bone to twist: {joint}")]
    NoBone { joint: String },
    #[error("this is already a twist joint; split the bone that it lies on instead: {joint}")]
    TwistJoint { joint: String },
    #[error("there is no joint above this one, so its own twist is relative to nothing; spread the end's: {joint}")]
    NothingAbove { joint: String },
    #[error("a bone can be split only once, for the twist of its end, its own or both; give this joint once: {joint}")]
    Twice { joint: String },
    #[error("with its twist joints, a skin would have more than {MOST_JOINTS} joints: {joint}")]
    TooManyJoints { joint: String },
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}
