//! Arrow keys in the list of a stress test.

use super::stress_list::{List, Listed, action, column_id, keep_column, row_id, set_open};
use crate::session::{Command, LinePlace, StressLine};
use egui::{Key, Ui};

/// Id under which the row reached by arrow keys is stored.
pub(super) fn reached_id() -> egui::Id {
    egui::Id::unique("stress row reached")
}

fn focused(ui: &Ui, rows: usize) -> Option<usize> {
    (0..rows).find(|&index| ui.memory(|memory| memory.has_focus(row_id(index))))
}

fn presses(ui: &Ui, key: Key) -> usize {
    ui.input(|input| input.num_presses(key))
}

fn column(ui: &Ui) -> Option<usize> {
    ui.data(|data| data.get_temp(column_id()))
}

/// Left and right fold and unfold a group. On a joint they go from its name through its cells, and to their poses.
pub(super) fn columns_by_keys<T: Listed>(
    ui: &Ui,
    list: &List<'_>,
    lines: &[StressLine<T>],
    commands: &mut Vec<Command>,
) {
    let Some(line) = focused(ui, lines.len()).and_then(|index| lines.get(index)) else { return };
    if let LinePlace::Group { group, is_open, .. } = line.place {
        let wanted = if is_open { Key::ArrowLeft } else { Key::ArrowRight };
        if presses(ui, wanted) > 0 {
            commands.push(set_open(list.choice, group, !is_open));
        }
        return;
    }
    // The name is at 0, and the cells follow.
    let now = column(ui).map_or(0, |column| column + 1);
    let next = (now + presses(ui, Key::ArrowRight)).saturating_sub(presses(ui, Key::ArrowLeft)).min(list.columns.len());
    if next != now {
        let column = next.checked_sub(1);
        commands.extend(action(list, line, column));
        keep_column(ui, column);
    }
}

/// Up and down go from the focused line to the next one, in the same column, and to its pose if it has one.
pub(super) fn move_by_keys<T: Listed>(ui: &Ui, list: &List<'_>, lines: &[StressLine<T>], commands: &mut Vec<Command>) {
    let Some(index) = focused(ui, lines.len()) else { return };
    let filter = egui::EventFilter { vertical_arrows: true, horizontal_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(index), filter));
    let next = (index + presses(ui, Key::ArrowDown)).saturating_sub(presses(ui, Key::ArrowUp)).min(lines.len() - 1);
    if next != index {
        if !matches!(lines[next].place, LinePlace::Group { .. }) {
            commands.extend(action(list, &lines[next], column(ui)));
        }
        ui.memory_mut(|memory| memory.request_focus(row_id(next)));
        ui.data_mut(|data| data.insert_temp(reached_id(), next));
    }
}
