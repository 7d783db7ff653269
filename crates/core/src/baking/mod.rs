//! Bakes the look of a skinning method into a rig for linear blending, which every program that reads glTF has.
//!
//! Helper joints turn by parts of a joint's turn; weights that blend across the joint are fitted anew, so that linear
//! blending of the helpers comes near to the look over many poses. [`judge_look`] says how near, in poses to which nothing
//! was fitted.

mod bake;
mod fit;
mod judge;
mod motions;
mod poses;
mod simplex;
mod vertex_fits;
#[cfg(test)]
mod tests;

pub use crate::measure::SkinDistance as LookDistance;
pub use bake::{
    BakeError, BakeRequest, Baked, DEFAULT_AIM, DEFAULT_GAIN, Drive, HelperCount, HelperCountError, bake_look,
};
pub use fit::{FitCounts, Look, fit_look};
pub use judge::{BakeReport, Farthest, Judged, judge_look, judge_morphed};
pub use poses::{BakePose, LARGEST_FITTED_DEGREES, PoseCounts};
pub use vertex_fits::{bending_joints, helpable_joints};
