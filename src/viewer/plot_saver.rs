//! Saving the sweep of the inspector as a plot.

use crate::files::write_file;
use crate::panes::PaneModel;
use crate::plots::{LinePlot, PlotFormat, PlotText, SweepPlot};
use crate::session::State;
use std::path::Path;

/// Writes the sweep in the format of the path's extension. Returns its number of curves.
///
/// # Errors
/// The reason why it was not written, phrased for the user.
pub fn save(state: &State, path: &Path) -> Result<usize, String> {
    let plot = sweep_plot(state).ok_or("The sweep is not computed yet. Try again in a moment.")?;
    let format = PlotFormat::of(path).ok_or("The name must end in .svg or .pdf.")?;
    let description = format!("Made by skinscope {}", env!("CARGO_PKG_VERSION"));
    let text = PlotText { title: &plot.title, description: &description };
    let bytes = plot.svg().and_then(|svg| format.bytes(&svg, text)).map_err(|error| error.to_string())?;
    write_file(path, &bytes).map_err(|error| error.to_string())?;
    Ok(plot.curves.len())
}

/// The plot of the sweep. `None` unless the sweep is finished and belongs to the shown skins.
fn sweep_plot(state: &State) -> Option<LinePlot> {
    let (document, sweep) = (state.documents.first.as_ref()?, state.current_sweep()?);
    let (joint, axis) = (document.joint_name(sweep.key.node), ["X", "Y", "Z"][sweep.key.axis.min(2)]);
    let figure = sweep.key.figure;
    let both = state.names_of_models(PaneModel::First).filter(|_| state.shows_second());
    let [model, second] = both.unwrap_or([document.model.name.as_str(), ""]);
    let second = both.map(|_| second);
    let plot = SweepPlot { figure, model, second, joint, axis, measured_at: None };
    Some(plot.lines(sweep.curves.iter().map(|curve| (curve.skin, curve.points.clone())).collect()))
}
