//! The stress test: rotates every joint on its own through its range and finds where the skin suffers most.
//!
//! A joint is rotated from rest about one of its axes at a time, and three figures are measured in its blend zone. For
//! each joint and method, the worst angle of each figure is kept. Only the vertices that these figures read are
//! deformed.

mod changes;
mod joint;
mod kind;
mod paired;
mod ranges;
mod report;
mod run;
mod table;

pub use changes::{JointChange, LEAST_CHANGE, StressChange, StressChanges};
pub(crate) use joint::StressJoint;
pub use kind::StressMeasure;
pub use paired::{PairedOrder, PairedStress, paired_stress};
pub use ranges::{AngleRange, StressRanges};
pub use report::{JointStress, StressEntry, StressReport};
pub use run::{PosedPositions, StressDeform, StressPose, StressTest, stress_pose};
pub use table::StressRow;
