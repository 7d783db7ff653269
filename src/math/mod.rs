//! Small mathematics that the rest of the program stands on: dual quaternions, polar decomposition, bounds,
//! turns counted in degrees.
//!
//! Everything here is pure and knows nothing about models or files.

mod angles;
mod bounds;
mod dual_quat;
mod polar;

pub use angles::{angles_from_turn, turn_from_angles};
pub use bounds::Bounds;
pub use dual_quat::DualQuat;
pub use polar::{Polar, polar_decompose};
