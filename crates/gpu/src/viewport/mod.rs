//! Draws one picture on the GPU: the studio, the skin, the skeleton over it, and the colors on the skin.
//!
//! A [`PaneRenderer`] keeps one picture and redraws it only when one of its inputs has changed.

mod axes_overlay;
mod center_overlay;
mod diagram_overlay;
pub mod draw_list;
mod frame;
mod layers;
mod maps;
mod painted;
mod pane_renderer;
mod picture_request;
mod pass_encoder;
mod passes;
mod posed;
mod render;
mod rest_cache;
mod runs;
mod skeleton_overlay;
mod skinning_bench;
mod skinning_timer;
mod tiles;
mod vertex_values;

pub use pane_renderer::{PaneRenderer, Redraw};
pub use picture_request::{Beside, PictureRequest};
pub use render::render_to_image;
pub use rest_cache::RestCache;
pub use skinning_bench::{PathTimes, SkinTimes, SkinToTime, SkinningBench, SkinningTimes};
pub use skinning_timer::SkinningPath;
pub use tiles::{Tile, TiledPicture, is_tiled, tile_side, tiles_of};
