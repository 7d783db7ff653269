//! Three figures below a pane's picture.

use super::shown_pane::ShownPane;
use crate::session::State;
use crate::session::figures::{ShownSkin, Summary};
use crate::style::{Palette, method_color, regular, semibold};
use crate::viewer::ui::panel_rows::{chip, number};
use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2};

const HEIGHT: f32 = 60.0;

/// Lower panes have no footer, so that the picture keeps all the space.
const LOWEST_PANE: f32 = 260.0;
/// Below this width the third figure is hidden, and below half of it the second.
const WIDTH_FOR_ALL: f32 = 300.0;

/// The value at the end of the bars.
const BAR_END: f32 = 1.5;

/// Height of the footer in a pane of this height.
pub fn height(state: &State, pane_height: f32) -> f32 {
    let measured = state.document.as_ref().is_some_and(|document| document.model.skinned_primitives().next().is_some());
    let shown = measured && state.transient.selected_joint.is_some() && pane_height >= LOWEST_PANE;
    if shown { HEIGHT } else { 0.0 }
}

pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, footer: Rect) {
    if footer.height() < 1.0 {
        return;
    }
    ui.painter().rect_filled(footer, CornerRadius { nw: 0, ne: 0, sw: 6, se: 6 }, palette.panel);
    let own = Some(pane.settings.skinning);
    let shown: Vec<(ShownSkin, Option<Summary>)> = [own, pane.settings.compared_with()]
        .into_iter()
        .flatten()
        .map(|skinning| ShownSkin::new(skinning, pane.settings.centers))
        .map(|skin| (skin, state.figures_of(&skin).map(Summary::of)))
        .collect();
    let value = |figure: usize, summary: &Summary| [summary.volume, summary.radius, summary.bulge][figure];
    let fitting = if footer.width() >= WIDTH_FOR_ALL {
        3
    } else if footer.width() >= 0.6 * WIDTH_FOR_ALL {
        2
    } else {
        1
    };
    let width = (footer.width() - 12.0) / fitting as f32;
    let mut spoken = Vec::new();
    for (figure, name) in ["Local volume", "Min radius", "Bulge"].into_iter().enumerate().take(fitting) {
        let left = footer.left() + 12.0 + width * figure as f32;
        let cell = Rect::from_x_y_ranges(left..=left + width - 12.0, footer.y_range());
        let values: Vec<(ShownSkin, Option<f64>)> =
            shown.iter().map(|(skin, summary)| (*skin, summary.as_ref().and_then(|s| value(figure, s)))).collect();
        show_figure(ui, palette, cell, name, &values, state.figures.is_current());
        let texts = values.iter().map(|(_, value)| text_of(*value)).collect::<Vec<_>>().join(", ");
        spoken.push(format!("{} {texts}", name.to_lowercase()));
    }
    let response = ui.interact(footer, egui::Id::unique("pane footer").with(pane.id), Sense::hover());
    let spoken = format!("Figures below pane {}: {}", pane.index + 1, spoken.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    response.on_hover_text("Relative to rest, near the selected joint. The tick marks the value at rest.");
}

fn text_of(value: Option<f64>) -> String {
    value.map_or_else(|| "\u{2013}".to_owned(), |value| format!("{} \u{d7}", number(value, 2)))
}

fn show_figure(
    ui: &Ui,
    palette: &Palette,
    cell: Rect,
    name: &str,
    values: &[(ShownSkin, Option<f64>)],
    is_current: bool,
) {
    let painter = ui.painter().with_clip_rect(cell);
    let ink = if is_current { palette.text1 } else { palette.text1.gamma_multiply(0.55) };
    painter.text(pos2(cell.left(), cell.top() + 8.0), Align2::LEFT_TOP, name, regular(11.0), palette.text3);
    let mut left = cell.left();
    let y = cell.top() + 33.0;
    for (skin, value) in values {
        let color = method_color(skin.skinning.method, palette.theme);
        if values.len() > 1 {
            chip(&painter, pos2(left + 5.0, y), color);
            left += 15.0;
        }
        left = painter.text(pos2(left, y), Align2::LEFT_CENTER, text_of(*value), semibold(15.0), ink).right() + 12.0;
        if let ([_], Some(value)) = (values, value) {
            bar(&painter, palette, cell, *value as f32, color);
        }
    }
}

/// Draws a bar from the rest value to the value.
fn bar(painter: &egui::Painter, palette: &Palette, cell: Rect, value: f32, color: Color32) {
    let y = cell.bottom() - 11.0;
    let trough = Rect::from_x_y_ranges(cell.x_range(), y - 2.0..=y + 2.0);
    let x = |value: f32| egui::remap_clamp(value, 0.0..=BAR_END, trough.left()..=trough.right());
    painter.rect_filled(trough, CornerRadius::same(2), palette.track);
    let (from, to) = (x(1.0), x(value));
    let filled = Rect::from_x_y_ranges(from.min(to)..=from.max(to), trough.y_range());
    painter.rect_filled(filled, CornerRadius::same(2), color);
    painter.vline(from, y - 5.0..=y + 5.0, Stroke::new(1.5, palette.text1));
}
