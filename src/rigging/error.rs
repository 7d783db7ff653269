use super::twists::MOST_TWIST_JOINTS;
use crate::model::SkeletonError;

/// Why a bone cannot have twist joints.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TwistError {
    #[error("there is no node #{node}")]
    NoSuchNode { node: u32 },
    #[error("{count} twist joints; a bone may have 1 to {MOST_TWIST_JOINTS}: {joint}")]
    Count { count: u32, joint: String },
    #[error("no skin moves with this node, so there is no weight to split: {joint}")]
    NotSkinned { joint: String },
    #[error("no joint is below this one, so there is no bone whose end could be twisted: {joint}")]
    NoBone { joint: String },
    #[error("this is a twist joint itself; split the bone that it lies on: {joint}")]
    TwistJoint { joint: String },
    #[error("this joint is to be split twice: {joint}")]
    Twice { joint: String },
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}
