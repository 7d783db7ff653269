//! The stress test in the viewer: started with a button, computed on a background thread, listed, and opened with a
//! click.

mod desk;
mod jump;
mod lines;

pub use desk::{
    RangeChoice, SecondStress, StressChoice, StressDesk, StressRequest, StressResult, StressSort, beside_the_window,
};
pub(super) use desk::{test, tried};
pub use jump::StressGap;
pub use lines::{LinePlace, ListedJoints, StressGroup, StressLine};
