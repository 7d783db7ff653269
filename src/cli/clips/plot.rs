use super::Outcome;
use super::arguments::Plotted;
use crate::centers::CenterSettings;
use crate::cli::CliError;
use crate::cli::plot_file::write_plot;
use crate::model::clip_label;
use crate::plots::{Axis, Curve, LineModel, LinePlot, shortened};
use crate::session::figures::{ShownSkin, names, runs};
use crate::stress::{ClipCheck, ClipFrame};
use std::path::Path;

/// Times and values; `None` where nothing was measured.
type Points = Vec<(f32, Option<f64>)>;

/// Plots a number over the time of a clip, under each method. Curves break where the number jumps.
pub(super) fn write(path: &Path, outcome: &Outcome<'_>, found: &ClipCheck, plotted: Plotted) -> Result<(), CliError> {
    let figure = match plotted {
        Plotted::Joint(measure) => measure.figure(),
        Plotted::Skin(figure) => figure,
    };
    let column = match plotted {
        Plotted::Skin(figure) => {
            Plotted::reading(figure).and_then(|wanted| found.readings.iter().position(|own| own.id() == wanted.id()))
        }
        Plotted::Joint(_) => None,
    };
    let value = |frame: &ClipFrame| match plotted {
        Plotted::Joint(measure) => frame.worst[measure as usize].map(|entry| entry.over_rest),
        Plotted::Skin(_) => column.and_then(|column| frame.values[column]),
    };
    let points = |frames: &[ClipFrame]| -> Points {
        let points = found.seconds.iter().zip(frames).map(|(seconds, frame)| (*seconds, value(frame)));
        // Figures that are measured in some frames only are joined across the others.
        let is_gap = |value: &Option<f64>| value.is_none() && figure.is_costly();
        points.filter(|(_, value)| !is_gap(value)).collect()
    };
    let of_skins: Vec<Points> = found.skins.iter().map(|skin| points(&skin.frames)).collect();
    let values = || of_skins.iter().flatten().filter_map(|(_, value)| *value);
    if values().next().is_none() {
        return Err(CliError::NothingPlotted { figure: figure.flag() });
    }
    let span = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    let shown: Vec<ShownSkin> =
        outcome.skins.iter().map(|&skin| ShownSkin::new(skin, CenterSettings::default())).collect();
    let curve = |((name, skin), points): ((String, &ShownSkin), &Points)| {
        let parts = runs(points, span).into_iter();
        let parts = parts.map(|part| part.into_iter().map(|(time, value)| [f64::from(time), value]).collect());
        Curve { name, method: skin.skinning.method, model: LineModel::First, parts: parts.collect() }
    };
    let clip = clip_label(&outcome.model.clips, found.clip);
    let of = match plotted {
        Plotted::Joint(_) => "the worst joint of each frame",
        Plotted::Skin(_) => "the whole skin",
    };
    let title = format!("{} of {} in {}", figure.label(), shortened(&outcome.model.name), shortened(&clip));
    let plot = LinePlot {
        subtitle: format!("{}; {of}", figure.unit()),
        x: Axis { label: "Time in seconds".to_owned(), is_degrees: false, reference: None },
        y: Axis::of_figure(figure),
        curves: names(&shown).into_iter().zip(&shown).zip(&of_skins).map(curve).collect(),
        title: title.clone(),
    };
    write_plot(path, &title, plot.svg())
}
