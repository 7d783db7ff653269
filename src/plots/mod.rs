//! Plots for papers and slides, as SVG with outlined letters and as PDF with embedded fonts.

mod canvas;
mod dot_plot;
mod error;
mod file;
mod letters;
mod line_plot;
mod method_line;
mod sweep_plot;
mod ticks;

pub use dot_plot::{Dot, DotPlot, DotRow};
pub use error::PlotError;
pub use file::{PlotFormat, PlotText};
pub use letters::shortened;
pub use line_plot::{Axis, Curve, LinePlot};
pub use method_line::{Dash, Marker, MethodLine};
pub use sweep_plot::{SweepPlot, SweptSkin};
