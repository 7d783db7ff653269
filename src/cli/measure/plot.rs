use super::sweep::Swept;
use super::{Measured, Subject};
use crate::centers::CenterSettings;
use crate::cli::CliError;
use crate::cli::plot_file::write_plot;
use crate::measure::{CrossSection, Figure, turned_degrees};
use crate::model::SweepRange;
use crate::plots::{Axis, Curve, LineModel, LinePlot, SweepPlot, shortened};
use crate::session::figures::{ShownSkin, names};
use crate::skinning::SkinningSettings;
use std::path::Path;

/// Figures of cross sections that are plotted along the bones.
pub(super) const OF_SECTIONS: [Figure; 4] =
    [Figure::MinorRadius, Figure::MajorRadius, Figure::SmallestDistance, Figure::LargestDistance];

/// Plots a figure over the angle of the joint that turns.
pub(super) fn of_sweep(
    figure: Figure,
    (model, joint): (&str, &str),
    range: &SweepRange,
    settings: &[SkinningSettings],
    swept: &Swept,
) -> LinePlot {
    let curve = |(index, &settings): (usize, &SkinningSettings)| (skin(settings), swept.points(figure, index));
    let skins = settings.iter().enumerate().map(curve).collect();
    let axis = range.key.trim_start_matches('r').to_uppercase();
    SweepPlot { figure, model, second: None, joint: &range.joint, axis: &axis, measured_at: Some(joint) }.lines(skins)
}

/// Plots a figure of the cross sections around a joint.
pub(super) fn sections(
    path: &Path,
    figure: Figure,
    subject: &Subject<'_>,
    measured: &[Measured],
) -> Result<(), CliError> {
    let Some(selected) = subject.selected else { return Err(CliError::NoSections) };
    let joint = shortened(subject.model.skeleton.short_name(selected.node));
    let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
    let value = |section: &CrossSection| match figure {
        Figure::MajorRadius => section.major_radius,
        Figure::SmallestDistance => section.smallest_distance,
        Figure::LargestDistance => section.largest_distance,
        _ => section.minor_radius,
    };
    let parts = |measured: &Measured| {
        let sections = measured.figures.joint.as_ref().map_or(&[][..], |joint| &joint.sections);
        let mut points: Vec<(f32, Option<f64>)> =
            sections.iter().map(|section| (section.along_bone as f32, finite(value(section)))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let parts = points.split(|(_, value)| value.is_none());
        let part = |part: &[(f32, Option<f64>)]| -> Vec<[f64; 2]> {
            part.iter().filter_map(|(at, value)| Some([f64::from(*at), (*value)?])).collect()
        };
        parts.map(part).filter(|part| !part.is_empty()).collect::<Vec<_>>()
    };
    let of_methods: Vec<Vec<Vec<[f64; 2]>>> = measured.iter().map(parts).collect();
    if of_methods.iter().all(Vec::is_empty) {
        return Err(CliError::NoClosedSections { joint });
    }
    let skins: Vec<ShownSkin> = measured.iter().map(|measured| skin(measured.settings)).collect();
    let curve = |((name, skin), parts): ((String, &ShownSkin), _)| Curve {
        name,
        method: skin.skinning.method,
        model: LineModel::First,
        parts,
    };
    // Along the bones every section is shown, not only the smallest one.
    let label = if figure == Figure::MinorRadius { "Sections" } else { figure.label() };
    let title = format!("{label} of {} along the bones at {joint}", shortened(&subject.model.name));
    let degrees = turned_degrees(&subject.model.skeleton, subject.pose, selected.node);
    let plot = LinePlot {
        subtitle: format!("{}; {joint} rotated by {degrees:.1}\u{b0}", figure.unit()),
        x: Axis {
            label: format!("Position from {joint} along the bones at rest, scene units"),
            is_degrees: false,
            reference: Some(0.0),
        },
        y: Axis { label: format!("{label}, {}", figure.unit()), ..Axis::of_figure(figure) },
        curves: names(&skins).into_iter().zip(&skins).zip(of_methods).map(curve).collect(),
        title: title.clone(),
    };
    write_plot(path, &title, plot.svg())
}

fn skin(settings: SkinningSettings) -> ShownSkin {
    ShownSkin::new(settings, CenterSettings::default())
}
