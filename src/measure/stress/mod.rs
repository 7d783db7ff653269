//! The stress test: every joint alone through its range, and where the skin suffers most.
//!
//! A joint is turned from rest about one of its axes at a time, and three figures are taken in its blend zone; for each
//! joint and method the worst angle of each figure is kept. Only the vertices that these figures look at are deformed.

mod joint;
mod kind;
mod ranges;
mod report;
mod run;

pub use kind::StressMeasure;
pub use ranges::{AngleRange, RangeSource, RangeSourceError, StressRanges};
pub use report::{JointStress, StressEntry, StressReport};
pub use run::{StressDeform, StressTest, stress_pose};
