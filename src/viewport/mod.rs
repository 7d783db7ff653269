//! What one picture shows: the camera, the studio, the skeleton over the skin, and what is under the pointer.
//!
//! A [`PaneRenderer`] keeps one picture and draws it again only when something it shows has changed.

mod camera;
mod camera_text;
mod center_overlay;
mod frame;
mod ghost_masks;
mod gizmo;
mod ground;
mod heat_palette;
mod joint_framing;
mod maps;
mod paint_scale;
mod paint_summary;
mod painted;
mod pane_renderer;
mod passes;
mod picking;
mod posed;
mod render;
mod rest_cache;
mod settings;
mod skeleton_overlay;
mod skin_paint;
mod theme;
mod vertex_values;

pub use camera::{Camera, CameraPreset, Ray};
pub use camera_text::{CameraText, CameraTextError};
pub use center_overlay::pick_center;
pub use gizmo::{Gizmo, GizmoHandle, GizmoTool, RingPoint, VIEW_RING};
pub use ground::grid_step;
pub use heat_palette::palette_color;
pub use joint_framing::joint_bounds;
pub use paint_scale::{LARGEST_NORMAL_ERROR, LARGEST_RATIO, MOST_INFLUENCES, PaintScale};
pub use paint_summary::{PaintSummary, PaintedJoint};
pub use pane_renderer::{PaneRenderer, PictureRequest, Redraw};
pub use picking::{JointPicker, SkinHit, pick_joint, pick_vertex};
pub use render::render_to_image;
pub use rest_cache::{ModelAtRest, RestCache};
pub use settings::{Ghost, Overlays, PictureSettings, Quality, Shading};
pub use skeleton_overlay::{Bone, shown_bones};
pub use skin_paint::{PaintRange, SkinPaint};
pub use theme::Theme;
