//! The stress test in the viewer: ordered with a button, made on a thread of its own, listed, and gone to with a click.

mod desk;
mod jump;

pub use desk::{StressChoice, StressDesk, StressOrder, StressResult};
