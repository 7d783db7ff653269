use super::Outcome;
use crate::centers::CenterSettings;
use crate::cli::CliError;
use crate::cli::plot_file::write_plot;
use crate::measure::{JointStress, StressMeasure};
use crate::plots::{Dot, DotPlot, DotRow, DotSeries, shortened};
use crate::session::figures::{ShownSkin, names};
use std::path::Path;

/// Plots the worst joints under any method: how bad each is under every method.
pub(super) fn write(path: &Path, outcome: &Outcome<'_>, measure: StressMeasure, top: usize) -> Result<(), CliError> {
    let Outcome { model, turns, skins, found, .. } = outcome;
    let worst = |joint: &JointStress| {
        let severity = |index: usize| joint.worst.get(index)?[measure as usize].map(|entry| entry.severity());
        (0..skins.len()).filter_map(severity).fold(f64::NEG_INFINITY, f64::max)
    };
    let has_defect = |joint: &&JointStress| {
        (0..skins.len()).any(|index| found.ranked(index, measure).iter().any(|entry| entry.node == joint.node))
    };
    let mut joints: Vec<_> = found.joints.iter().filter(has_defect).collect();
    if joints.is_empty() {
        return Err(CliError::NothingStressed { measure: measure.flag() });
    }
    joints.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
    let row = |joint: &&JointStress| {
        let value = |index: usize| joint.worst.get(index)?[measure as usize].map(|entry| entry.over_rest);
        let dot = |series: usize| value(series).map(|value| Dot { series, value });
        let dots = (0..skins.len()).filter_map(dot).collect();
        DotRow { name: model.skeleton.short_name(joint.node).to_owned(), method: None, dots }
    };
    let shown: Vec<ShownSkin> = skins.iter().map(|&skin| ShownSkin::new(skin, CenterSettings::default())).collect();
    let range = turns.source.described();
    let title = format!("{} of {}, worst joints", measure.label(), shortened(&model.name));
    let plot = DotPlot {
        subtitle: format!("each joint alone, rotated {range}; the worst angle under each method"),
        label: format!("{}, {}", measure.label(), measure.figure().unit()),
        reference: Some(1.0),
        is_logarithmic: false,
        series: skins.iter().zip(names(&shown)).map(|(skin, name)| DotSeries::of_method(skin.method, name)).collect(),
        rows: joints.iter().take(top).map(row).collect(),
        title: title.clone(),
    };
    write_plot(path, &title, plot.svg())
}
