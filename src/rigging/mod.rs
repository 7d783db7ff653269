//! What changes a rig: a bone's weights split among twist joints, and clips that turn them for other programs.
//!
//! Everything here makes a new model from one that is left as it was.

mod bake;
mod bone;
mod error;
mod hats;
mod twist_names;
mod twists;
#[cfg(test)]
mod tests;

pub use bake::with_baked_twists;
pub use bone::has_bone;
pub use error::TwistError;
pub use twists::{MOST_TWIST_JOINTS, TwistSplit, with_twist_joints};
