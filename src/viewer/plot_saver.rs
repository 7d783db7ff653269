//! The sweep of the inspector as a file.

use crate::files::write_file;
use crate::plots::{Axis, Curve, LinePlot, PlotFormat, PlotText};
use crate::session::State;
use crate::session::figures::{ShownSkin, names, runs};
use std::path::Path;

/// Writes the sweep in the format of the path's extension. Returns its number of curves.
///
/// # Errors
/// Why it was not written, for the user.
pub fn save(state: &State, path: &Path) -> Result<usize, String> {
    let plot = sweep_plot(state).ok_or("The sweep is not computed yet. Try again in a moment.")?;
    let format = PlotFormat::of(path).ok_or("The name must end in .svg or .pdf.")?;
    let description = format!("Made by skinscope {}", env!("CARGO_PKG_VERSION"));
    let text = PlotText { title: &plot.title, description: &description };
    let bytes = plot.svg().and_then(|svg| format.bytes(&svg, text)).map_err(|error| error.to_string())?;
    write_file(path, &bytes).map_err(|error| error.to_string())?;
    Ok(plot.curves.len())
}

fn sweep_plot(state: &State) -> Option<LinePlot> {
    let (document, sweep) = (state.document.as_ref()?, state.figures.sweep()?);
    let (joint, axis) = (document.joint_name(sweep.key.node), ["X", "Y", "Z"][sweep.key.axis.min(2)]);
    let figure = sweep.key.figure;
    let values = || sweep.curves.iter().flat_map(|curve| curve.points.iter().filter_map(|point| point.1));
    let span = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    let skins: Vec<ShownSkin> = sweep.curves.iter().map(|curve| curve.skin).collect();
    let curve = |(name, curve): (String, &crate::session::figures::SweepCurve)| {
        let parts = runs(&curve.points, span.max(0.0)).into_iter();
        let parts = parts.map(|part| part.into_iter().map(|(angle, value)| [f64::from(angle), value]).collect());
        Curve { name, method: curve.skin.skinning.method, parts: parts.collect() }
    };
    let is_ratio = figure.unit() == "relative to rest";
    Some(LinePlot {
        title: format!("{} of {}, {joint} rotated about {axis}", figure.label(), document.model.name),
        subtitle: figure.unit().to_owned(),
        x: Axis { label: format!("Rotation of {joint} about {axis}"), is_degrees: true, reference: None },
        y: Axis {
            label: format!("{}, {}", figure.label(), figure.unit()),
            is_degrees: false,
            reference: Some(if is_ratio { 1.0 } else { 0.0 }),
        },
        curves: names(&skins).into_iter().zip(&sweep.curves).map(curve).collect(),
    })
}
