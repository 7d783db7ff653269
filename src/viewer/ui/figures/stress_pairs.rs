//! The worst joints of two models side by side: each joint of the first, and its partner in the second, which was
//! tested in the same poses.

use super::stress_list::{List, Listed, NAME_LEFT, search, show as show_list, turn};
use crate::measure::{PairedOrder, PairedStress, StressEntry};
use crate::panes::PaneModel;
use crate::session::figures::names;
use crate::session::{Command, State, StressChoice, StressLine, StressResult};
use crate::style::{Palette, medium, regular, segments};
use crate::viewer::ui::panel_rows::{definition, method_choice, number, text_at_left, text_at_right};
use egui::{Rect, Sense, Ui, vec2};

const ORDERS: [(PairedOrder, &str, &str); 2] = [
    (PairedOrder::Worst, "Worst first", "Sort by the worse of both models"),
    (PairedOrder::Difference, "Difference first", "Sort by how much the models differ"),
];

/// Distance from the right end of a row to the end of the names.
const VALUES_WIDTH: f32 = 190.0;
const ROW: f32 = 24.0;

/// Shows the list, and returns whether there are any joints in it.
pub(super) fn show(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (result, choice, fade): (&StressResult, StressChoice, f32),
    commands: &mut Vec<Command>,
) -> bool {
    if let Some(skin) = method_choice(ui, palette, "Stressed method", &names(&result.skins), choice.skin) {
        commands.push(Command::SetStressChoice(StressChoice { skin, ..choice }));
    }
    ui.add_space(4.0);
    let width = ui.available_width();
    if let Some(order) = segments(ui, palette, "Order of joints", width, &ORDERS, choice.order) {
        commands.push(Command::SetStressChoice(StressChoice { order, ..choice }));
    }
    ui.add_space(4.0);
    search(ui, palette, &state.jobs, commands);
    ui.spacing_mut().item_spacing.y = 0.0;
    heads(ui, palette, state, choice);
    let name = vec2(width - VALUES_WIDTH, ROW);
    let list = List { result, choice, fade, of: " of both", row: ROW, name, columns: &[] };
    show_list(ui, palette, state, &list, result.paired(choice), commands)
}

impl Listed for PairedStress {
    fn node(&self) -> u32 {
        self.node
    }

    /// The entry of the first model. Without a value there, there is no pose to go to.
    fn pose(line: &StressLine<Self>, list: &List<'_>) -> Option<(usize, StressEntry)> {
        Some((list.choice.skin, line.worst.first?))
    }

    fn told(&self, state: &State, list: &List<'_>) -> String {
        let models = state.names_of_models(PaneModel::First).unwrap_or(["first", "second"]);
        let told = |(entry, model): (Option<StressEntry>, &str)| match entry {
            Some(entry) => {
                format!("{model} {} at {}", list.choice.measure.described(entry.over_rest), turn(&entry))
            }
            None => format!("{model} has no value"),
        };
        [(self.first, models[0]), (self.second, models[1])].map(told).join(", ")
    }

    fn draw(line: &StressLine<Self>, ui: &Ui, palette: &Palette, list: &List<'_>, row: Rect) {
        let pair = &line.worst;
        let [_, turned, of_first, of_second] = columns(row);
        let worse =
            [pair.first, pair.second].into_iter().flatten().max_by(|a, b| a.severity().total_cmp(&b.severity()));
        let turned_text = worse.as_ref().map_or_else(String::new, turn);
        text_at_right(ui.painter(), turned, &turned_text, regular(12.0), palette.text2.gamma_multiply(list.fade));
        for (entry, column) in [(pair.first, of_first), (pair.second, of_second)] {
            let text =
                entry.map_or_else(|| "\u{2013}".to_owned(), |entry| format!("{}%", number(100.0 * entry.over_rest, 0)));
            // The worse of both values is emphasized.
            let is_worse =
                entry.is_some() && entry.map(|entry| entry.severity()) == worse.map(|worse| worse.severity());
            let ink = if is_worse { palette.text1 } else { palette.text2 };
            text_at_right(ui.painter(), column, &text, medium(12.0), ink.gamma_multiply(list.fade));
        }
    }
}

/// The columns of a row: joint, turn, and the values of both models.
fn columns(row: Rect) -> [Rect; 4] {
    let part = |from: f32, to: f32| Rect::from_x_y_ranges(from..=to, row.y_range());
    let (left, right) = (row.left(), row.right());
    [
        part(left + NAME_LEFT, right - VALUES_WIDTH),
        part(right - 186.0, right - 130.0),
        part(right - 126.0, right - 66.0),
        part(right - 62.0, right),
    ]
}

fn heads(ui: &mut Ui, palette: &Palette, state: &State, choice: StressChoice) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let [joint, turn, first, second] = columns(rect);
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
