//! The stress test on a model: which methods it tries, and from where what is wrong is seen best. What is measured is in
//! `measure/stress`.

mod skins;
mod view;

pub use skins::{StressSkin, deform_all, stress_model};
pub use view::{camera_of, stress_view_width};
