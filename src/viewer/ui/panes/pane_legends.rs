//! The meaning of the skins' colors, in one strip below all panes.

use crate::pairs::SurfacePair;
use crate::panes::{PaneModel, PaneSettings};
use crate::session::{EditState, State};
use crate::style::{PaintLegend, Palette, elided_middle, regular};
use crate::view::{PaintScale, SkinPaint};
use crate::viewer::pictures::{PictureId, Pictures};
use egui::{CornerRadius, Painter, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// Height of the strip, in points.
pub const HEIGHT: f32 = 38.0;

const PADDING: f32 = 12.0;
const TITLE_WIDTH: f32 = 220.0;

/// Whether the strip is shown.
pub fn is_shown(edit: &EditState) -> bool {
    edit.panes.iter().any(|pane| pane.settings.look.paint != SkinPaint::Materials)
}

/// Draws each legend once, even if several panes share it.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pictures: &mut Pictures, strip: Rect) {
    ui.painter().rect_filled(strip, CornerRadius::same(6), palette.panel);
    let legends = legends(state, pictures);
    if legends.is_empty() {
        return;
    }
    let width = strip.width() / legends.len() as f32;
    for (index, (panes, legend)) in legends.iter().enumerate() {
        let left = strip.left() + width * index as f32;
        let part = Rect::from_x_y_ranges(left + PADDING..=left + width - PADDING, strip.y_range());
        let prefix = if legends.len() > 1 { panes_in_words(panes) } else { String::new() };
        let title = show_line(ui, palette, part, &prefix, legend);
        let response = ui.interact(part, egui::Id::unique("legend").with(index), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Legend: {title}")));
    }
}

type Legends = Vec<(Vec<usize>, PaintLegend)>;

fn legends(state: &State, pictures: &mut Pictures) -> Legends {
    let mut known: Vec<(SkinPaint, Option<PaintScale>, PaneModel)> = Vec::new();
    let mut legends: Legends = Vec::new();
    for (index, pane) in state.edit.panes.iter().enumerate() {
        let paint = pane.settings.look.paint;
        // While a pane waits for its centers of rotation, it still shows the colors of its last picture.
        if paint == SkinPaint::Materials || pictures.paint(PictureId::a(pane.id)) != Some(paint) {
            continue;
        }
        // Counts differ between panes. The panes show them.
        let scale = pictures.paint_scale(PictureId::a(pane.id)).map(|scale| match scale {
            PaintScale::InvalidSigns(_) => PaintScale::InvalidSigns(Some(1)),
            scale => scale,
        });
        let (scale, model) = match has_no_distance(state, paint) {
            true => (None, PaneModel::First),
            false => (scale, state.model_of_pane(&pane.settings)),
        };
        if let Some(same) = known.iter().position(|other| *other == (paint, scale, model)) {
            legends[same].0.push(index);
        } else if let Some(legend) = legend(state, pictures, pane.id, &pane.settings, scale) {
            known.push((paint, scale, model));
            legends.push((vec![index], legend));
        }
    }
    legends
}

fn legend(
    state: &State,
    pictures: &mut Pictures,
    pane: u64,
    settings: &PaneSettings,
    scale: Option<PaintScale>,
) -> Option<PaintLegend> {
    let document = state.document_of(state.model_of_pane(settings))?;
    let paint = settings.look.paint;
    let first = state.documents.first.as_ref()?;
    if has_no_distance(state, paint) {
        return Some(PaintLegend::of_no_distance());
    }
    let pair = compared(state, paint);
    let Some(scale) = scale else {
        let joints = pictures.painted_joints(document.id, PictureId::a(pane));
        let named: Vec<_> =
            joints.iter().map(|joint| (joint.color, document.joint_name(joint.node).to_owned())).collect();
        if named.is_empty() {
            return None;
        }
        return Some(PaintLegend::of_names(paint.label(), named));
    };
    let extent = pair.map_or_else(|| document.rest_bounds.extent(), |pair| pair.extent as f32);
    let legend = PaintLegend::of_scale(paint, scale, extent);
    Some(match (scale, state.selection.joint) {
        (PaintScale::Weight, _) if paint == SkinPaint::WeightDifference => {
            let is_known = state.second().is_some_and(|second| second.pair.surfaces.is_by_vertex());
            if is_known { legend } else { legend.titled("The models have different vertices") }
        }
        (PaintScale::Weight, Some(joint)) => legend.titled(format!("Weight of {}", first.joint_name(joint))),
        (PaintScale::Weight, None) => legend.titled("Select a joint to see its weights"),
        (PaintScale::Similarity(None), _) => legend.titled("Point at the skin to see which weights are similar"),
        (PaintScale::InvalidSigns(_), _) => legend.titled("Vertices with invalid signs"),
        _ => legend,
    })
}

/// The models whose distance the colors show.
fn compared(state: &State, paint: SkinPaint) -> Option<&SurfacePair> {
    state.second().filter(|_| paint == SkinPaint::DifferenceToModel).map(|second| &second.pair.surfaces)
}

/// Whether one of these models has no surface, so that the legend is the same for all panes.
fn has_no_distance(state: &State, paint: SkinPaint) -> bool {
    compared(state, paint).is_some_and(SurfacePair::is_empty)
}

fn panes_in_words(panes: &[usize]) -> String {
    let numbers: Vec<String> = panes.iter().map(|pane| (pane + 1).to_string()).collect();
    let noun = if panes.len() == 1 { "Pane" } else { "Panes" };
    format!("{noun} {}: ", numbers.join(", "))
}

/// Draws title and bar side by side, and returns the title.
fn show_line(ui: &Ui, palette: &Palette, part: Rect, prefix: &str, legend: &PaintLegend) -> String {
    let painter: Painter = ui.painter().with_clip_rect(part.intersect(ui.painter().clip_rect()));
    let title_room = TITLE_WIDTH.min(0.45 * part.width());
    let room = vec2(part.width() - title_room - 24.0, part.height());
    let line = legend.line(ui.ctx(), palette, room);
    let title = format!("{prefix}{}", line.title);
    let mut left = part.left();
    if let Some(color) = line.chip {
        crate::viewer::ui::panel_rows::chip(&painter, pos2(left + 5.0, part.center().y), color);
        left += 16.0;
    }
    let most = if line.bar.is_some() { title_room } else { part.width() - 16.0 };
    let (short, _) = elided_middle(&painter, &title, &regular(12.0), most);
    let galley = painter.layout_no_wrap(short, regular(12.0), palette.text1);
    painter.galley(pos2(left, part.center().y - galley.size().y / 2.0), std::sync::Arc::clone(&galley), palette.text1);
    left += galley.size().x + 12.0;
    if let Some(bar) = line.bar {
        let size = bar.size();
        bar.draw(&painter, pos2(left, part.center().y - size.y / 2.0));
        left += size.x + 8.0;
    }
    if let Some(more) = line.more {
        let galley = painter.layout_no_wrap(more, regular(12.0), palette.text2);
        if left + galley.size().x <= part.right() {
            painter.galley(pos2(left, part.center().y - galley.size().y / 2.0), galley, palette.text2);
        }
    }
    title
}
