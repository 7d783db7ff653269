//! Labelled pictures without a window: panes with headers, captions and legends on one sheet.

mod caption;
mod egui_page;
mod layout;
mod legend;
mod paint_report;
mod sheet;

pub use caption::SheetCaption;
pub use layout::SheetLayout;
pub use legend::{ExplainedPicture, draw_explained};
pub use paint_report::PaintReport;
pub use sheet::{DrawnSheet, PaneView, Sheet, SheetPane, render_sheet, render_views};
