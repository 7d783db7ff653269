//! Distances between two models, including rigid meshes, one row per method.

use super::figures_panel::explain;
use crate::measure::Figure;
use crate::pairs::PairDifference;
use crate::session::figures::{ShownSkin, distinct, names};
use crate::session::{State, length_decimals};
use crate::style::{Palette, elided_middle, medium, method_color, regular};
use crate::viewer::ui::panel_rows::{chip, number, text_at_left, text_at_right};
use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const ROW: f32 = 22.0;
const COLUMNS: [&str; 3] = ["Largest", "Mean", "99%"];
const COLUMN: f32 = 64.0;

/// Draws the rows, if panes show something of a second model.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State) {
    let Some(second) = state.second().filter(|_| state.shows_second()) else { return };
    let skins = distinct(&state.pane_skins());
    // The distances between vertices are the same from both sides.
    let by_vertex = second.pair.surfaces.is_by_vertex();
    let (skins, names) = if by_vertex {
        let mut skins: Vec<ShownSkin> = skins;
        let mut seen: Vec<ShownSkin> = Vec::new();
        skins.retain(|skin| {
            let of_first = skin.of(crate::panes::PaneModel::First);
            let is_new = !seen.contains(&of_first);
            seen.push(of_first);
            is_new
        });
        let names = names(&skins);
        (skins, names)
    } else {
        let names = state.names_of_skins(&skins);
        (skins, names)
    };
    ui.add_space(6.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let columns = columns(rect);
    // The figure's name does not fit next to three columns; the explanation has it.
    let title = "Models apart";
    let room = Rect::from_x_y_ranges(rect.left()..=columns[0].left(), rect.y_range());
    text_at_left(ui.painter(), room, title, regular(12.0), palette.text3);
    explain(ui, palette, room, title, Figure::DistanceToModel);
    for (column, head) in columns.into_iter().zip(COLUMNS) {
        text_at_right(ui.painter(), column, head, regular(12.0), palette.text3);
    }
    for (skin, name) in skins.iter().zip(&names) {
        row(ui, palette, state, skin, name);
    }
}

fn columns(row: Rect) -> [Rect; 3] {
    [3.0, 2.0, 1.0].map(|from_right: f32| {
        let left = row.right() - COLUMN * from_right;
        Rect::from_x_y_ranges(left..=left + COLUMN, row.y_range())
    })
}

fn row(ui: &mut Ui, palette: &Palette, state: &State, skin: &ShownSkin, name: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let found = state.figures_of(skin).map(|measured| measured.to_other);
    let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    let decimals = length_decimals(extent);
    let (texts, spoken) = match found.flatten() {
        Some(PairDifference { largest, mean, p99, .. }) => {
            let texts = [largest, mean, p99].map(|length| number(length, decimals));
            let percent = 100.0 * largest / f64::from(extent.max(f32::MIN_POSITIVE));
            let spoken =
                format!("{} at most, {percent:.2}% of the extent, mean {}, 99% {}", texts[0], texts[1], texts[2]);
            (texts, spoken)
        }
        None => {
            let why = match found {
                None => "measuring",
                Some(_) if state.second().is_some_and(|second| second.pair.surfaces.is_empty()) => {
                    "not known, because one of the models has no surface"
                }
                Some(_) if state.interface.busy => "measured when nothing moves",
                Some(_) => "not known, because the other model is not shown under this method",
            };
            (["\u{2013}"; 3].map(str::to_owned), why.to_owned())
        }
    };
    let spoken = format!("Between the models, {name}: {spoken}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let columns = columns(rect);
    chip(ui.painter(), pos2(rect.left() + 5.0, rect.center().y), method_color(skin.skinning.method, palette.theme));
    let room = Rect::from_x_y_ranges(rect.left() + 16.0..=columns[0].left(), rect.y_range());
    // The ends distinguish models whose names begin alike.
    let (short, _) = elided_middle(ui.painter(), name, &regular(12.0), room.width());
    text_at_left(ui.painter(), room, &short, regular(12.0), palette.text2);
    let fade = if state.jobs.figures.is_current() { 1.0 } else { 0.55 };
    for (column, text) in columns.into_iter().zip(&texts) {
        text_at_right(ui.painter(), column, text, medium(12.0), palette.text1.gamma_multiply(fade));
    }
    response.on_hover_text(spoken);
}
