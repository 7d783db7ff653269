//! The contents of a picture and its viewpoint, independent of the GPU: cameras, rays and picking, gizmo geometry,
//! picture settings, and the meaning of colors on the skin.

mod bones;
mod camera;
mod camera_motion;
mod camera_text;
mod center_picking;
mod diagrams;
mod gizmo;
mod ground;
mod heat_palette;
mod joint_framing;
mod numbers;
mod outline;
mod overlay;
mod paint_name;
mod paint_scale;
mod picking;
mod posed_bounds;
mod settings;
mod shading;
mod skin_paint;
mod studio;
mod table;
mod theme;
mod turning;

pub use bones::{ShownBone, shown_bones};
pub use camera::{Camera, CameraPreset, Ray};
pub use camera_text::{CameraText, CameraTextError};
pub use center_picking::pick_center;
pub use diagrams::{
    Diagram, DiagramDisc, DiagramDot, DiagramDrawing, DiagramLabel, DiagramLine, DiagramRequest, Ink, heaviest_vertex,
};
pub use gizmo::{Gizmo, GizmoHandle, GizmoTool, RingPoint, VIEW_RING};
pub use ground::grid_step;
pub use heat_palette::{UNKNOWN, palette_color};
pub use joint_framing::{joint_bounds, joint_close_up, joint_skin_outline};
pub use numbers::{angle_text, significant, with_minus_sign};
pub use outline::outline;
pub use overlay::{Overlay, OverlayRow, Overlays};
pub use paint_name::PaintName;
pub use paint_scale::{LARGEST_NORMAL_ERROR, LARGEST_RATIO, MOST_INFLUENCES, PaintScale, PaintSummary, PaintedJoint};
pub use picking::{JointPicker, RigidHit, SkinHit, pick_joint, pick_rigid, pick_vertex};
pub use posed_bounds::{bounds_of_part, outline_of_part, posed_bounds};
pub use settings::{Ghost, PaneLook, PictureSettings, Quality};
pub use shading::{Shading, ShadingRow};
pub use skin_paint::{PaintRange, SimilarTo, SkinPaint, SkinPaintRow};
pub use studio::{Hall, Studio};
pub(crate) use table::table;
pub use theme::{AXES_RGB, Theme, color, with_alpha};
