//! Basic mathematics used by the rest of the program: dual quaternions, screws, polar decomposition, least squares,
//! bounds, angles with full turns, numbers as text,
//! random numbers.
//!
//! Everything here is pure and independent of models and files.

mod angles;
mod bounds;
mod counts;
mod dual_quat;
mod least_squares;
mod number;
mod polar;
mod random;
mod screw;
mod screw_axis;
mod segment;
mod srgb;

pub use angles::{angles_from_turn, turn_angle, turn_from_angles};
pub use bounds::Bounds;
pub use counts::{counted, grouped, megabytes};
pub use dual_quat::DualQuat;
pub(crate) use least_squares::LeastSquares;
pub use number::{LARGEST_NUMBER, NumberError, parse_number};
pub(crate) use polar::polar_decompose_mirrored;
pub use polar::{Polar, nearest_rotation, polar_decompose};
pub use random::Random;
pub(crate) use screw::NO_AXIS;
pub use screw::Screw;
pub use screw_axis::ScrewAxis;
pub use segment::Segment;
pub use srgb::{linear_from_srgb, srgb_from_linear};
