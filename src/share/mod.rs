//! Pages that show scenes in a browser: one file of HTML with the program's own shaders, their data, and recorded
//! pictures for browsers without WebGPU.
//!
//! The page's script knows neither skinning nor light. It draws the passes of a
//! [`crate::viewport::draw_list::DrawList`] and computes camera matrices. Everything that depends on the pose is baked
//! for the steps of a slider.

mod blob;
mod draw_lists;
mod error;
mod estimate;
mod legend;
mod open;
mod overlays;
mod page;
mod page_data;
mod page_size;
mod pictures;
mod scene;
mod slider;
mod steps;
mod web_names;
mod word_order;

pub use blob::{Blob, read_blob};
pub use error::ShareFailure;
pub use estimate::estimated_bytes;
pub use open::open_scenes;
pub use page::{SharedPage, share_page};
pub use page_size::LeftOut;
pub use scene::{SharedScene, pane_size};
pub use slider::Slider;
pub use web_names::compositions_json;
