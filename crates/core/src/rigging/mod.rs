//! Changes to a rig: splitting a bone's weights among twist joints, helper joints, clips that rotate them for other programs, another
//! size or direction. All of these create a new model and leave the original unchanged.
//!
//! [`weights`] makes what a rig starts with: weights computed from a surface and bones.

mod baked_clips;
mod bone;
mod error;
mod hats;
mod helpers;
mod likely_kind;
mod placed;
mod relief;
mod twist_frames;
mod twist_names;
mod twist_rolls;
mod twists;
pub mod weights;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twist_constraint_tests;

pub use baked_clips::with_baked_joints;
pub use bone::{has_bone, has_own_twist, is_twist, split_of};
pub use error::{MOST_TWIST_JOINTS, TwistError};
pub use helpers::{
    HelperError, HelperJoints, HelperNode, MOST_HELPERS, can_have_helpers, check_helpers, has_helpers, helped_joint,
    helper_nodes, helpers_of, moves_skin, with_helper_joints,
};
pub use likely_kind::likely_twist_kind;
pub use placed::{Placement, PlacementError, placed};
pub use relief::{bone_for_twist_of, relieving_split};
pub use twist_frames::with_twist_frames;
pub use twist_rolls::twist_constraints;
pub use twists::{TwistSplit, with_twist_joints};
