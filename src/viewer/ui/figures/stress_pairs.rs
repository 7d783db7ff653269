//! The worst joints of two models side by side: each joint of the first, and its partner in the second, which took the
//! same poses.

use super::stress_panel::{LISTED, ROW, move_by_keys, reached_id, row_id};
use crate::measure::{PairedOrder, PairedStress, StressEntry};
use crate::panes::PaneModel;
use crate::session::{Command, State, StressChoice, StressResult};
use crate::style::{Palette, medium, regular, segments};
use crate::viewer::ui::panel_rows::{definition, number, text_at_left, text_at_right};
use egui::{Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

const ORDERS: [(PairedOrder, &str, &str); 2] = [
    (PairedOrder::Worst, "Worst first", "Sort by the worse of both models"),
    (PairedOrder::Difference, "Difference first", "Sort by how much the models differ"),
];

/// Shows the list, and returns how many joints there are in all. `fade` is below 1 for a list that is out of date.
pub(super) fn show(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (result, choice, fade): (&StressResult, StressChoice, f32),
    commands: &mut Vec<Command>,
) -> usize {
    let width = ui.available_width();
    if let Some(order) = segments(ui, palette, "Order of joints", width, &ORDERS, choice.order) {
        commands.push(Command::SetStressChoice(StressChoice { order, ..choice }));
    }
    ui.add_space(4.0);
    let pairs = result.paired(choice);
    let listed = &pairs[..pairs.len().min(LISTED)];
    ui.spacing_mut().item_spacing.y = 0.0;
    heads(ui, palette, state, choice);
    for (index, pair) in listed.iter().enumerate() {
        row(ui, palette, state, (index, pair, choice, fade), commands);
    }
    // Without a value in the first model there is no pose to go to.
    let entries: Vec<Option<StressEntry>> = listed.iter().map(|pair| pair.first).collect();
    move_by_keys(ui, choice.skin, &entries, commands);
    pairs.len()
}

/// The columns of a row: rank, joint, turn, and the values of both models.
fn columns(row: Rect) -> [Rect; 5] {
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, row.y_range());
    let (left, right) = (row.left(), row.right());
    [
        part(left, left + 18.0),
        part(left + 26.0, right - 190.0),
        part(right - 186.0, right - 130.0),
        part(right - 126.0, right - 66.0),
        part(right - 62.0, right),
    ]
}

fn heads(ui: &mut Ui, palette: &Palette, state: &State, choice: StressChoice) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let [_, joint, turn, first, second] = columns(rect);
    let [a, b] = state.names_of_models(PaneModel::First).unwrap_or(["first", "second"]);
    text_at_left(ui.painter(), joint, "Joint", regular(12.0), palette.text3);
    text_at_right(ui.painter(), turn, "Rotated", regular(12.0), palette.text3);
    text_at_right(ui.painter(), first, a, regular(12.0), palette.text3);
    text_at_right(ui.painter(), second, b, regular(12.0), palette.text3);
    response.on_hover_ui(|ui| {
        definition(ui, palette, choice.measure.figure());
        let says = "In percent of rest, for each model at its own worst angle. The second model takes the poses of the \
                    first and is measured around the partner of the joint.";
        ui.label(crate::viewer::ui::hint(palette, says));
    });
}

fn row(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (index, pair, choice, fade): (usize, &PairedStress, StressChoice, f32),
    commands: &mut Vec<Command>,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let sense = if pair.first.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, row_id(index), sense);
    let joint = state.document.as_ref().map_or("", |document| document.joint_name(pair.node));
    let models = state.names_of_models(PaneModel::First).unwrap_or(["first", "second"]);
    let turn = |entry: &StressEntry| format!("{} {}\u{b0}", entry.axis_name(), number(f64::from(entry.degrees), 0));
    let told = |(entry, model): (Option<StressEntry>, &str)| match entry {
        Some(entry) => format!("{model} {} at {}", choice.measure.described(entry.over_rest), turn(&entry)),
        None => format!("{model} has no value"),
    };
    let [first, second] = [(pair.first, models[0]), (pair.second, models[1])].map(told);
    let spoken = format!("Worst {} of both: {joint}, {first}, {second}", index + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    let [rank, name, turned, of_first, of_second] = columns(rect);
    let selected = state.transient.selected_joint == Some(pair.node);
    let (font, ink) = if selected { (medium(12.0), palette.text1) } else { (regular(12.0), palette.text2) };
    text_at_right(ui.painter(), rank, &(index + 1).to_string(), regular(12.0), palette.text3);
    text_at_left(ui.painter(), name, joint, font, ink.gamma_multiply(fade));
    let worse = [pair.first, pair.second].into_iter().flatten().max_by(|a, b| a.severity().total_cmp(&b.severity()));
    let turned_text = worse.as_ref().map_or_else(String::new, turn);
    text_at_right(ui.painter(), turned, &turned_text, regular(12.0), palette.text2.gamma_multiply(fade));
    for (entry, column) in [(pair.first, of_first), (pair.second, of_second)] {
        let text =
            entry.map_or_else(|| "\u{2013}".to_owned(), |entry| format!("{}%", number(100.0 * entry.over_rest, 0)));
        // The worse of both is loud.
        let is_worse = entry.is_some() && entry.map(|entry| entry.severity()) == worse.map(|worse| worse.severity());
        let ink = if is_worse { palette.text1 } else { palette.text2 };
        text_at_right(ui.painter(), column, &text, medium(12.0), ink.gamma_multiply(fade));
    }
    if let Some(entry) = pair.first.filter(|_| response.clicked()) {
        commands.push(Command::JumpToStress { skin: choice.skin, entry });
        response.request_focus();
    }
    // Rows reached by arrow keys come into view. A clicked row already is, and stays under the pointer.
    if ui.data(|data| data.get_temp::<usize>(reached_id())) == Some(index) {
        response.scroll_to_me(None);
        ui.data_mut(|data| data.remove_temp::<usize>(reached_id()));
    }
    response.on_hover_text(format!("{first}. {second}. Click to apply the worst pose of {}.", models[0]));
}
