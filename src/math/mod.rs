//! Small mathematics that the rest of the program stands on: dual quaternions, screws, polar decomposition, least
//! squares, bounds, turns counted in degrees, numbers as people write them.
//!
//! Everything here is pure and knows nothing about models or files.

mod angles;
mod bounds;
mod dual_quat;
mod least_squares;
mod number;
mod polar;
mod screw;
mod srgb;

pub use angles::{angles_from_turn, turn_from_angles};
pub use bounds::Bounds;
pub use dual_quat::DualQuat;
pub use least_squares::LeastSquares;
pub use number::{LARGEST_NUMBER, NumberError, parse_number};
pub use polar::{Polar, polar_decompose};
pub use screw::Screw;
pub use srgb::{linear_from_srgb, srgb_from_linear};
