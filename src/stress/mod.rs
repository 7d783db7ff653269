//! The stress test on a model: the methods that it tests, and the best view of a defect. `measure/stress` has the
//! measurements.

mod case;
mod skins;
mod view;

pub use case::{StressCase, with_twins, without_twins, worst_under_any};
pub use skins::{StressSkin, deform_all, stress_in_poses, stress_model};
pub use view::{ViewSearch, ViewSubject, camera_of, seen_vertex, stress_view_width};
