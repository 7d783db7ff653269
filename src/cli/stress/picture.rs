use super::{Outcome, StressArguments};
use crate::cli::CliError;
use crate::cli::arguments::theme;
use crate::cli::png_file::write_png;
use crate::cli::progress_line::with_progress;
use crate::defect_view::{ViewSearch, ViewSubject, camera_of, seen_vertex};
use crate::films::upload;
use crate::gpu::GpuContext;
use crate::measure::{DeformedSkin, Figures, RestSkin, StressEntry, StressMeasure};
use crate::panes::PaneSettings;
use crate::posing::{Mirror, front_yaw};
use crate::sheets::{PaneNote, PaneView, Sheet, SheetCaption, render_sheet};
use crate::skinning::SkinningMethod;
use crate::stress::{StressCase, StressSkin, without_twins};
use crate::view::{Overlays, PaneLook, Shading};
use crate::work::Progress;
use std::path::Path;

/// Count of joints in the picture.
const JOINTS: usize = 3;
const PANE: [u32; 2] = [480, 400];

/// Draws the worst joints of the first method that has any, under all methods. Linear blending never bulges, for
/// example.
pub(super) fn draw(
    context: &GpuContext,
    outcome: &Outcome<'_>,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    arguments: &StressArguments,
    output: &Path,
) -> Result<(), CliError> {
    let Outcome { model, found, .. } = outcome;
    let measure = arguments.measure;
    let Some(leading) = (0..skins.len()).find(|&method| !found.ranked(method, measure).is_empty()) else {
        return Err(CliError::NothingStressed { measure: measure.flag() });
    };
    let mirror = Mirror::of(&model.skeleton);
    let ranked = found.ranked(leading, measure);
    let worst = without_twins(ranked, |entry| entry.node, |node| mirror.partner(node), JOINTS);
    let case = |entry: &StressEntry| StressCase::of(model, rest, entry, skins, Figures::measure_quickly);
    let rows: Vec<StressCase> = worst.iter().map(case).collect();
    let centers = arguments.centers.settings();
    let look = PaneLook { overlays: Overlays::NONE, shading: Shading::Smooth, ..PaneLook::default() };
    let pane =
        |skin: &StressSkin<'_>| PaneSettings { skinning: skin.settings, centers, look, ..PaneSettings::default() };
    let settings: Vec<PaneSettings> = rows.iter().flat_map(|_| skins.iter().map(pane)).collect();
    let store = arguments.centers.store();
    let upload = |progress: &Progress| upload(context, (model, None), None, &settings, &store, progress);
    let models = with_progress("Centers of rotation", upload)?;
    let panes = models.panes(&settings, None, theme(arguments.picture.light), None, None);
    let sheet = Sheet {
        pose: &rows[0].pose,
        panes: &panes,
        caption: SheetCaption::Figure {
            citation: &model.name,
            title: &title(outcome.skins[leading].method, measure, rows.len()),
            text: &explanation(outcome, measure),
        },
        size: arguments.picture.size.unwrap_or_else(|| natural_size(skins.len(), rows.len())),
        columns: Some(skins.len()),
        legend: true,
    };
    let subject = ViewSubject { model, rest, front_yaw: front_yaw(model) };
    let views = |size| rows.iter().flat_map(|row| views_of(row, &subject, size)).collect();
    let drawn = with_progress("Pictures", |progress| render_sheet(context, &sheet, views, progress))?;
    write_png(output, &drawn.picture)
}

/// Size of the whole picture, in pixels.
pub(super) fn natural_size(methods: usize, joints: usize) -> [u32; 2] {
    [(PANE[0] * methods as u32).max(720), PANE[1] * joints as u32 + 66]
}

/// Views of a case. One camera for all methods makes them comparable.
fn views_of<'a>(case: &'a StressCase, subject: &ViewSubject<'_>, size: [u32; 2]) -> Vec<PaneView<'a>> {
    let StressCase { entry, pose, deformed, figures } = case;
    let ViewSubject { model, rest, .. } = *subject;
    let Some(first) = deformed.first() else { return Vec::new() };
    let camera = camera_of(subject, entry.into(), pose, first, size, ViewSearch::Thorough);
    let turn =
        format!("{} about {} by {:.0}\u{b0}", model.skeleton.short_name(entry.node), entry.axis_name(), entry.degrees)
            .replace("by -", "by \u{2212}");
    let view = |(deformed, figures): (&DeformedSkin, &Figures)| {
        let value = figures.joint.as_ref().and_then(|joint| entry.measure.value_of(joint));
        let description = value.map_or_else(String::new, |value| entry.measure.described(value));
        let mark = deformed.positions[seen_vertex(&camera, rest, entry.into(), deformed) as usize].as_vec3();
        let note = PaneNote { line: turn.clone(), below: description, is_below_optional: false };
        PaneView { note, mark: Some(mark), ..PaneView::new(pose, camera) }
    };
    deformed.iter().zip(figures).map(view).collect()
}

fn title(leading: SkinningMethod, measure: StressMeasure, count: usize) -> String {
    let method = leading.short_name();
    let what = match measure {
        StressMeasure::Collapse => "smallest section",
        StressMeasure::Bulge => "largest bulge",
        StressMeasure::Stretch => "largest edge stretch",
    };
    match count {
        1 => format!("{method}: the joint with the {what}"),
        _ => format!("{method}: the {count} joints with the {what}"),
    }
}

fn explanation(outcome: &Outcome<'_>, measure: StressMeasure) -> String {
    let range = outcome.turns.source.described();
    let where_it_is = match measure {
        StressMeasure::Collapse => "where the smallest section is pinched most",
        StressMeasure::Bulge => "where the skin bulges more than in 98% of the zone",
        StressMeasure::Stretch => "an edge that is stretched more than 99 of 100 edges",
    };
    format!(
        "Each joint is rotated on its own from rest about each of its axes, {range}, and shown in its worst pose. The \
         ring marks {where_it_is}."
    )
}
