//! Plots for papers and slides, as SVG with outlined letters and as PDF with embedded fonts, and for pages of HTML.

mod canvas;
mod dot_plot;
mod error;
mod file;
mod inline;
mod letters;
mod line_plot;
mod method_line;
mod sweep_plot;
mod ticks;

pub use crate::skinning::{Dash, Marker};
pub use dot_plot::{Dot, DotPlot, DotRow, DotSeries};
pub use error::PlotError;
pub use file::{PlotFormat, PlotText};
pub use inline::{inline_svg, page_colors};
pub use letters::shortened;
pub use line_plot::{Axis, Curve, LinePlot, PlotPage};
pub use method_line::{LineModel, MarkerInk, MarkerShape, MethodLine, dash_pattern, marker_positions, marker_shape};
pub use sweep_plot::{SweepPlot, SweptSkin, method_lines};
