//! Measures how long passes take on a GPU.

mod copy;
mod stopwatch;
mod times;

pub use copy::MeasuredCopy;
pub use stopwatch::{Clock, Stopwatch};
pub use times::{Spread, Times};
