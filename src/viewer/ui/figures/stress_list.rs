//! The list of a stress test, with a search, both sides in one line, groups that unfold, and arrow keys.

use super::stress_keys::{columns_by_keys, move_by_keys, reached_id};
use crate::measure::StressEntry;
use crate::session::palette_entries::rank;
use crate::session::{
    Command, Jobs, LinePlace, State, StressChoice, StressGroup, StressLine, StressResult, StressSort,
};
use crate::style::{Palette, icons, medium, regular};
use crate::viewer::ui::panel_rows::{number, text_at_left, text_at_right};
use crate::viewer::ui::search_field::search_field;
use egui::{Align2, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

/// Distance from the left end of a row to its name. The space holds the rank or a caret.
pub(super) const NAME_LEFT: f32 = 22.0;
/// Indent of the joints of a group.
const INDENT: f32 = 12.0;

/// Data that every line needs.
pub(super) struct List<'a> {
    pub result: &'a StressResult,
    pub choice: StressChoice,
    /// Opacity, below 1 for a list that is out of date.
    pub fade: f32,
    /// Spoken text between "Worst 3" and the joint's name.
    pub of: &'a str,
    /// Height of a row.
    pub row: f32,
    /// Space of the name, from the upper left end of a row.
    pub name: egui::Vec2,
    /// The names of the methods that have a column of their own.
    pub columns: &'a [String],
}

/// An item that a list can show.
pub(super) trait Listed: Copy {
    fn node(&self) -> u32;

    /// The pose of a line and its method, and the joint that is named; `None` if there is nothing to measure.
    fn pose(line: &StressLine<Self>, list: &List<'_>) -> Option<(usize, StressEntry)>;

    /// The values in words.
    fn told(&self, state: &State, list: &List<'_>) -> String;

    /// The entries of a line that have columns of their own.
    fn cells(_line: &StressLine<Self>) -> Vec<Option<StressEntry>> {
        Vec::new()
    }

    /// Where such a column is in a row.
    fn cell(_list: &List<'_>, row: Rect, _column: usize) -> Rect {
        row
    }

    /// Draws the values of a row.
    fn draw(line: &StressLine<Self>, ui: &Ui, palette: &Palette, list: &List<'_>, row: Rect);
}

/// The turn of an entry, such as "Y 90°".
pub(super) fn turn(entry: &StressEntry) -> String {
    format!("{} {}\u{b0}", entry.axis_name(), number(f64::from(entry.degrees), 0))
}

/// The search field above the head of a list.
pub(super) fn search(ui: &mut Ui, palette: &Palette, jobs: &Jobs, commands: &mut Vec<Command>) {
    let mut text = jobs.stress.search.clone();
    let width = ui.available_width();
    search_field(ui, palette, "Search stressed joints", width, &mut text);
    if text != jobs.stress.search {
        commands.push(Command::SearchStress(text));
    }
}

/// Shows the lines of joints in their order, and returns whether there are any.
pub(super) fn show<T: Listed>(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    list: &List<'_>,
    mut ordered: Vec<T>,
    commands: &mut Vec<Command>,
) -> bool {
    let Some(document) = &state.documents.first else { return false };
    let query = state.jobs.stress.search.trim();
    let is_found = |name: &str| rank(name, "", query).is_some();
    ordered.retain(|item| {
        is_found(document.joint_name(item.node())) || is_found(&document.model.skeleton.node(item.node()).name)
    });
    // Search results are not hidden in a group.
    let is_open = |group: StressGroup| !query.is_empty() || list.choice.unfolded[group as usize];
    let lines = list.result.listed.lines(ordered, T::node, is_open);
    for (index, line) in lines.iter().enumerate() {
        show_line(ui, palette, state, list, (index, line), commands);
    }
    columns_by_keys(ui, list, &lines, commands);
    move_by_keys(ui, list, &lines, commands);
    !lines.is_empty()
}

pub(super) fn row_id(index: usize) -> egui::Id {
    egui::Id::unique("stress row").with(index)
}

/// Id under which the column of the focused row is stored, the name being none.
pub(super) fn column_id() -> egui::Id {
    egui::Id::unique("stress column")
}

fn show_line<T: Listed>(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    list: &List<'_>,
    (index, line): (usize, &StressLine<T>),
    commands: &mut Vec<Command>,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), list.row), Sense::hover());
    let can_be_clicked = T::pose(line, list).is_some() || matches!(line.place, LinePlace::Group { .. });
    let sense = if can_be_clicked { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, row_id(index), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts(state, list, line).0));
    come_into_view(ui, index, &response);
    let mut clicked = response.clicked().then_some(None);
    let is_visible = ui.is_rect_visible(rect);
    if is_visible {
        if response.contains_pointer() || response.has_focus() {
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
        }
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    }
    let focused = ui.data(|data| data.get_temp::<usize>(column_id())).filter(|_| response.has_focus());
    for (column, entry) in T::cells(line).into_iter().enumerate() {
        let Some(entry) = entry else { continue };
        let at = T::cell(list, rect, column);
        // egui numbers the tooltips of a row, so a number alone would be the id of one.
        let cell = ui.interact(at, row_id(index).with("cell").with(column), Sense::CLICK);
        let told = || {
            let name = state.documents.first.as_ref().map_or("", |document| document.joint_name(entry.node));
            let method = list.columns.get(column).map_or("", String::as_str);
            format!("{name} under {method}: {}, {}", list.choice.measure.described(entry.over_rest), turn(&entry))
        };
        cell.widget_info(|| WidgetInfo::labeled(Role::Button, true, told()));
        if is_visible && (cell.hovered() || focused == Some(column)) {
            ui.painter().rect_filled(at.shrink2(vec2(0.0, 1.0)), 4.0, palette.active);
        }
        if cell.clicked() {
            clicked = Some(Some(column));
        }
        cell.on_hover_ui(|ui| {
            ui.label(format!("{}. Click to apply this pose.", told()));
        });
    }
    if let Some(column) = clicked {
        commands.extend(action(list, line, column));
        keep_column(ui, column);
        response.request_focus();
    }
    if !is_visible {
        return;
    }
    draw_name(ui, palette, state, list, line, rect);
    T::draw(line, ui, palette, list, rect);
    response.on_hover_ui(|ui| {
        ui.label(texts(state, list, line).1);
    });
}

/// Stores the column that arrow keys stay in.
pub(super) fn keep_column(ui: &Ui, column: Option<usize>) {
    ui.data_mut(|data| {
        data.remove_temp::<usize>(column_id());
        column.map(|column| data.insert_temp(column_id(), column));
    });
}

/// Scrolls to a row that was reached by arrow keys. A clicked row is already in view, and stays under the pointer.
fn come_into_view(ui: &Ui, index: usize, response: &Response) {
    if ui.data(|data| data.get_temp::<usize>(reached_id())) == Some(index) {
        response.scroll_to_me(None);
        ui.data_mut(|data| data.remove_temp::<usize>(reached_id()));
    }
}

/// The text of a line for screen readers, and its tooltip.
fn texts<T: Listed>(state: &State, list: &List<'_>, line: &StressLine<T>) -> (String, String) {
    let name = |node: u32| state.documents.first.as_ref().map_or("", |document| document.joint_name(node)).to_owned();
    let told_item = worst_item(line, list);
    let (worst, told) = (name(told_item.node()), told_item.told(state, list));
    if let LinePlace::Group { group, joints, is_open, .. } = line.place {
        let does = if is_open { "Fold" } else { "Unfold" };
        let spoken = format!("{does} {}: {joints} joints, {told} at {worst}", group.label().to_lowercase());
        return (spoken, format!("{does} {joints} joints. The worst is {worst}: {told}."));
    }
    let other = line.joints().find(|item| item.node() != told_item.node());
    let sides = if other.is_some() { " and its other side" } else { "" };
    let by_name = !list.columns.is_empty() && list.choice.sort == StressSort::Name;
    let spoken = match line.place {
        LinePlace::Rank(rank) if by_name => format!("Joint {rank}: {worst}{sides}, {told}"),
        LinePlace::Rank(rank) => format!("Worst {rank}{}: {worst}{sides}, {told}", list.of),
        _ => format!("Worst of the group{}: {worst}{sides}, {told}", list.of),
    };
    let mut hint = format!("Apply this pose and look at the vertex: {told}.");
    hint += &format!(" {worst} is rotated {}.", list.result.turns.origin(told_item.node()).described());
    if let Some(other) = other {
        hint += &format!(" {}: {}.", name(other.node()), other.told(state, list));
    }
    (spoken, hint)
}

/// The joint of a line whose pose a click on it takes.
fn worst_item<T: Listed>(line: &StressLine<T>, list: &List<'_>) -> T {
    let node = T::pose(line, list).map(|(_, entry)| entry.node);
    line.joints().find(|item| Some(item.node()) == node).copied().unwrap_or(line.worst)
}

fn draw_name<T: Listed>(ui: &Ui, palette: &Palette, state: &State, list: &List<'_>, line: &StressLine<T>, row: Rect) {
    let room = Rect::from_min_size(row.min, list.name);
    let of_rank = room.with_max_x(room.left() + NAME_LEFT - 6.0);
    let mut room = room.with_min_x(room.left() + NAME_LEFT);
    let ink = palette.text2.gamma_multiply(list.fade);
    if let LinePlace::Group { group, joints, is_open, .. } = line.place {
        let caret = if is_open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
        let at = of_rank.right_center();
        ui.painter().text(at, Align2::RIGHT_CENTER, caret, icons::font(11.0), palette.text3);
        return text_at_left(ui.painter(), room, &format!("{} ({joints})", group.label()), regular(12.0), ink);
    }
    match line.place {
        LinePlace::Rank(rank) => {
            text_at_right(ui.painter(), of_rank, &rank.to_string(), regular(12.0), palette.text3);
        }
        _ => room.min.x += INDENT,
    }
    let node = worst_item(line, list).node();
    let joint = state.documents.first.as_ref().map_or("", |document| document.joint_name(node));
    let selected = line.joints().any(|item| state.selection.joint == Some(item.node()));
    let (font, ink) = if selected { (medium(12.0), palette.text1) } else { (regular(12.0), palette.text2) };
    let ink = ink.gamma_multiply(list.fade);
    text_at_left(ui.painter(), room, joint, font.clone(), ink);
    if line.other_side().is_some() {
        let width = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, ink).size().x;
        room.min.x += width(joint, font) + 8.0;
        // The note is left out if neither text fits. The tooltip has it.
        let fits = |text: &&str| room.width() >= width(text, regular(12.0));
        if let Some(sides) = ["both sides", "both"].into_iter().find(fits) {
            text_at_left(ui.painter(), room, sides, regular(12.0), palette.text3.gamma_multiply(list.fade));
        }
    }
}

/// The command of a click on a line, or on one of its cells.
pub(super) fn action<T: Listed>(list: &List<'_>, line: &StressLine<T>, column: Option<usize>) -> Option<Command> {
    let pose = match (column, line.place) {
        (Some(column), _) => T::cells(line).get(column).copied().flatten().map(|entry| (column, entry)),
        (None, LinePlace::Group { group, is_open, .. }) => return Some(set_open(list.choice, group, !is_open)),
        (None, _) => T::pose(line, list),
    };
    pose.map(|(skin, entry)| Command::JumpToStress { skin, entry })
}

pub(super) fn set_open(choice: StressChoice, group: StressGroup, open: bool) -> Command {
    let mut unfolded = choice.unfolded;
    unfolded[group as usize] = open;
    Command::SetStressChoice(StressChoice { unfolded, ..choice })
}
