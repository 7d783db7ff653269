//! Labelled pictures without a window: panes with headers, captions and legends on one sheet.

mod caption;
mod compose;
mod diagram_page;
mod egui_page;
mod framed;
mod free_corner;
mod layout;
mod legend;
mod over_picture;
mod paint_report;
mod pane_note;
mod pair_poses;
mod recording;
mod scene_models;
mod scene_page;
mod scene_sheet;
mod sheet;
mod sheet_renderer;
mod typesetter;
mod word_corners;

pub use caption::SheetCaption;
pub use framed::FramedView;
pub use layout::{PaneOrder, SheetLayout};
pub use legend::ExplainedPicture;
pub use paint_report::PaintReport;
pub use pair_poses::PairPoses;
pub use pane_note::PaneNote;
pub use recording::{
    FrameTimes, MarkPose, Moved, Recorder, begins_again, bounds_of_motion, largest_distance_of_motion,
};
pub use scene_models::{SceneModels, UploadedModel};
pub use scene_page::ScenePage;
pub use scene_sheet::{SceneOptions, SceneSheet, narrowest_sharing, natural_size, scene_picture, whole_bounds};
pub use sheet::{DrawnSheet, PaneView, Sheet, SheetBeside, SheetPane, render_sheet};
pub use sheet_renderer::{Mix, PageOptions, SheetFrame, SheetRenderer, largest_distance};
pub use typesetter::Typesetter;
