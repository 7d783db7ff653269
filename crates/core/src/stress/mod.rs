//! The stress test on a model and the methods that it tests. `measure/stress` has the measurements.

mod case;
mod skins;

pub use case::{StressCase, with_twins, without_twins, worst_under_any};
pub use skins::{StressSkin, deform_all, stress_in_poses, stress_model};
