use super::sweep::Row;
use super::{Measured, Subject};
use crate::centers::CenterSettings;
use crate::cli::CliError;
use crate::cli::plot_file::write_plot;
use crate::cli::sweep_range::SweepRange;
use crate::measure::{CrossSection, Figure};
use crate::plots::{Axis, Curve, LinePlot};
use crate::session::figures::{ShownSkin, names, runs};
use crate::skinning::SkinningSettings;
use std::path::Path;

/// Figures that a sweep plots.
pub(super) const OF_SWEEP: [Figure; 9] = [
    Figure::ZoneVolume,
    Figure::Volume,
    Figure::MinorRadius,
    Figure::MajorRadius,
    Figure::SmallestDistance,
    Figure::LargestDistance,
    Figure::Bulge,
    Figure::Flipped,
    Figure::Step,
];

/// Figures of cross sections, which lie along the bones.
pub(super) const OF_SECTIONS: [Figure; 4] =
    [Figure::MinorRadius, Figure::MajorRadius, Figure::SmallestDistance, Figure::LargestDistance];

/// A figure over the angle of the joint that turns.
pub(in crate::cli) fn of_sweep(
    figure: Figure,
    (model, joint): (&str, &str),
    range: &SweepRange,
    settings: &[SkinningSettings],
    rows: &[Row],
) -> LinePlot {
    let of_skin = |index: usize| -> Vec<(f32, Option<f64>)> {
        let own = rows.iter().skip(index).step_by(settings.len());
        let mut points: Vec<_> = own.map(|row| (row.angle_degrees as f32, row.value(figure))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let all: Vec<Vec<(f32, Option<f64>)>> = (0..settings.len()).map(of_skin).collect();
    let values = || all.iter().flatten().filter_map(|point| point.1);
    let span = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
    let parts = |points: &Vec<(f32, Option<f64>)>| {
        let parts = runs(points, span.max(0.0)).into_iter();
        parts.map(|part| part.into_iter().map(|(angle, value)| [f64::from(angle), value]).collect()).collect()
    };
    let axis = range.key.trim_start_matches('r').to_uppercase();
    let title = format!("{} of {model}, {} rotated about {axis}", figure.label(), range.joint);
    LinePlot {
        subtitle: format!("{}; measured at {joint}", figure.unit()),
        x: Axis { label: format!("Rotation of {} about {axis}", range.joint), is_degrees: true, reference: None },
        y: value_axis(figure),
        curves: curves(settings, all.iter().map(parts)),
        title,
    }
}

/// Plots a figure of the cross sections around a joint.
pub(super) fn sections(
    path: &Path,
    figure: Figure,
    subject: &Subject<'_>,
    measured: &[Measured],
) -> Result<(), CliError> {
    let Some(selected) = subject.selected else { return Err(CliError::NoSections) };
    let joint = subject.model.skeleton.label(selected.node);
    let value = |section: &CrossSection| match figure {
        Figure::MajorRadius => section.major_radius,
        Figure::SmallestDistance => section.smallest_distance,
        Figure::LargestDistance => section.largest_distance,
        _ => section.minor_radius,
    };
    let parts = |measured: &Measured| {
        let sections = measured.figures.joint.as_ref().map_or(&[][..], |joint| &joint.sections);
        let mut points: Vec<(f32, Option<f64>)> =
            sections.iter().map(|section| (section.along_bone as f32, value(section))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let parts = points.split(|(_, value)| value.is_none());
        let part = |part: &[(f32, Option<f64>)]| -> Vec<[f64; 2]> {
            part.iter().filter_map(|(at, value)| Some([f64::from(*at), (*value)?])).collect()
        };
        parts.map(part).filter(|part| !part.is_empty()).collect::<Vec<_>>()
    };
    let of_methods: Vec<Vec<Vec<[f64; 2]>>> = measured.iter().map(parts).collect();
    if of_methods.iter().all(Vec::is_empty) {
        return Err(CliError::NoSections);
    }
    let settings: Vec<SkinningSettings> = measured.iter().map(|measured| measured.settings).collect();
    let title = format!("{} of {} along the bones at {joint}", figure.label(), subject.model.name);
    let degrees = super::turned_degrees(subject.model, subject.pose, selected.node);
    let plot = LinePlot {
        subtitle: format!("{}; {joint} rotated by {degrees:.1}\u{b0}", figure.unit()),
        x: Axis {
            label: format!("Position from {joint} along the bones at rest, scene units"),
            is_degrees: false,
            reference: Some(0.0),
        },
        y: value_axis(figure),
        curves: curves(&settings, of_methods.into_iter()),
        title: title.clone(),
    };
    write_plot(path, &title, plot.svg())
}

fn value_axis(figure: Figure) -> Axis {
    let is_ratio = figure.unit() == "relative to rest";
    let label = format!("{}, {}", figure.label(), figure.unit());
    // At rest a ratio is 1, and what is counted or differs is 0.
    Axis { label, is_degrees: false, reference: Some(if is_ratio { 1.0 } else { 0.0 }) }
}

fn curves(settings: &[SkinningSettings], parts: impl Iterator<Item = Vec<Vec<[f64; 2]>>>) -> Vec<Curve> {
    let skins: Vec<ShownSkin> =
        settings.iter().map(|&settings| ShownSkin::new(settings, CenterSettings::default())).collect();
    let named = names(&skins).into_iter().zip(settings).zip(parts);
    named.map(|((name, settings), parts)| Curve { name, method: settings.method, parts }).collect()
}
