//! Changes to a rig: a bone's weights split among twist joints, and clips that rotate them for other programs.
//!
//! All functions create a new model and leave the original unchanged.

mod bake;
mod bone;
mod error;
mod hats;
mod likely_kind;
mod relief;
mod scaled;
mod twist_names;
mod twists;
#[cfg(test)]
mod tests;

pub use bake::with_baked_twists;
pub use bone::{has_bone, has_own_twist, is_twist};
pub use error::{MOST_TWIST_JOINTS, TwistError};
pub use likely_kind::likely_twist_kind;
pub use relief::relieving_split;
pub use scaled::{ScaleError, scaled};
pub use twists::{TwistSplit, with_twist_joints};
