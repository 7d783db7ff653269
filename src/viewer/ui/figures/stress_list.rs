//! The list of a stress test, with a search, both sides in one line, groups that unfold, and arrow keys.

use crate::measure::StressEntry;
use crate::session::palette_entries::rank;
use crate::session::{Command, Jobs, LinePlace, State, StressChoice, StressGroup, StressLine, StressResult};
use crate::style::{Palette, icons, medium, regular};
use crate::viewer::ui::panel_rows::{number, text_at_left, text_at_right};
use crate::viewer::ui::search_field::search_field;
use egui::{Align2, Key, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

const ROW: f32 = 24.0;
/// Distance from the left end of a row to its name. The space holds the rank or a caret.
const NAME_LEFT: f32 = 26.0;
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
    /// Distance from the right end of a row to the end of the names.
    pub values_width: f32,
}

/// An item that a list can show.
pub(super) trait Listed: Copy {
    fn node(&self) -> u32;

    /// The pose to go to; `None` if there is nothing to measure in it.
    fn entry(&self) -> Option<StressEntry>;

    /// The values in words.
    fn told(&self, state: &State, list: &List<'_>) -> String;

    /// Draws the values at the right of a row.
    fn draw(&self, ui: &Ui, palette: &Palette, state: &State, list: &List<'_>, row: Rect);
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

/// Shows the lines of joints that are ranked from the worst on, and returns whether there are any.
pub(super) fn show<T: Listed>(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    list: &List<'_>,
    mut ranked: Vec<T>,
    commands: &mut Vec<Command>,
) -> bool {
    let Some(document) = &state.documents.first else { return false };
    // The lines stay ordered from the worst on.
    let query = state.jobs.stress.search.trim();
    let is_found = |name: &str| rank(name, "", query).is_some();
    ranked.retain(|item| {
        is_found(document.joint_name(item.node())) || is_found(&document.model.skeleton.node(item.node()).name)
    });
    // Search results are not hidden in a group.
    let is_open = |group: StressGroup| !query.is_empty() || list.choice.unfolded[group as usize];
    let lines = list.result.listed.lines(ranked, T::node, is_open);
    for (index, line) in lines.iter().enumerate() {
        show_line(ui, palette, state, list, (index, line), commands);
    }
    move_by_keys(ui, list, &lines, commands);
    !lines.is_empty()
}

fn row_id(index: usize) -> egui::Id {
    egui::Id::unique("stress row").with(index)
}

/// Id under which the row reached by arrow keys is stored.
fn reached_id() -> egui::Id {
    egui::Id::unique("stress row reached")
}

fn show_line<T: Listed>(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    list: &List<'_>,
    (index, line): (usize, &StressLine<T>),
    commands: &mut Vec<Command>,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let can_be_clicked = line.worst.entry().is_some() || matches!(line.place, LinePlace::Group { .. });
    let sense = if can_be_clicked { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, row_id(index), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts(state, list, line).0));
    come_into_view(ui, index, &response);
    if response.clicked() {
        commands.extend(action(list, line));
        response.request_focus();
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, palette.hover.gamma_multiply(0.6));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.line));
    draw_name(ui, palette, state, list, line, rect);
    line.worst.draw(ui, palette, state, list, rect);
    response.on_hover_ui(|ui| {
        ui.label(texts(state, list, line).1);
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
    let name =
        |item: &T| state.documents.first.as_ref().map_or("", |document| document.joint_name(item.node())).to_owned();
    let worst = name(&line.worst);
    let told = line.worst.told(state, list);
    if let LinePlace::Group { group, joints, is_open, .. } = line.place {
        let does = if is_open { "Fold" } else { "Unfold" };
        let spoken = format!("{does} {}: {joints} joints, {told} at {worst}", group.label().to_lowercase());
        return (spoken, format!("{does} {joints} joints. The worst is {worst}: {told}."));
    }
    let sides = if line.other_side.is_some() { " and its other side" } else { "" };
    let spoken = match line.place {
        LinePlace::Rank(rank) => format!("Worst {rank}{}: {worst}{sides}, {told}", list.of),
        _ => format!("Worst of the group{}: {worst}{sides}, {told}", list.of),
    };
    let mut hint = format!("Apply this pose and look at the vertex: {told}.");
    hint += &format!(" {worst} is rotated {}.", list.result.turns.origin(line.worst.node()).described());
    if let Some(other) = &line.other_side {
        hint += &format!(" {}: {}.", name(other), other.told(state, list));
    }
    (spoken, hint)
}

fn draw_name<T: Listed>(ui: &Ui, palette: &Palette, state: &State, list: &List<'_>, line: &StressLine<T>, row: Rect) {
    let of_rank = Rect::from_x_y_ranges(row.left()..=row.left() + NAME_LEFT - 8.0, row.y_range());
    let mut room = Rect::from_x_y_ranges(row.left() + NAME_LEFT..=row.right() - list.values_width, row.y_range());
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
    let node = line.worst.node();
    let joint = state.documents.first.as_ref().map_or("", |document| document.joint_name(node));
    let selected = state.selection.joint == Some(node);
    let (font, ink) = if selected { (medium(12.0), palette.text1) } else { (regular(12.0), palette.text2) };
    let ink = ink.gamma_multiply(list.fade);
    text_at_left(ui.painter(), room, joint, font.clone(), ink);
    if line.other_side.is_some() {
        let width = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, ink).size().x;
        room.min.x += width(joint, font) + 8.0;
        // The note is left out if neither text fits. The tooltip has it.
        let fits = |text: &&str| room.width() >= width(text, regular(12.0));
        if let Some(sides) = ["both sides", "both"].into_iter().find(fits) {
            text_at_left(ui.painter(), room, sides, regular(12.0), palette.text3.gamma_multiply(list.fade));
        }
    }
}

/// The command of a click on a line.
fn action<T: Listed>(list: &List<'_>, line: &StressLine<T>) -> Option<Command> {
    match line.place {
        LinePlace::Group { group, is_open, .. } => Some(set_open(list.choice, group, !is_open)),
        _ => line.worst.entry().map(|entry| Command::JumpToStress { skin: list.choice.skin, entry }),
    }
}

fn set_open(choice: StressChoice, group: StressGroup, open: bool) -> Command {
    let mut unfolded = choice.unfolded;
    unfolded[group as usize] = open;
    Command::SetStressChoice(StressChoice { unfolded, ..choice })
}

/// Handles arrow keys. Up and down go from the focused line to the next one, and to its pose if it has one. Left and
/// right fold and unfold a group.
fn move_by_keys<T: Listed>(ui: &Ui, list: &List<'_>, lines: &[StressLine<T>], commands: &mut Vec<Command>) {
    let Some(index) = (0..lines.len()).find(|&index| ui.memory(|memory| memory.has_focus(row_id(index)))) else {
        return;
    };
    let filter = egui::EventFilter { vertical_arrows: true, horizontal_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(index), filter));
    let presses = |key: Key| ui.input(|input| input.num_presses(key));
    if let LinePlace::Group { group, is_open, .. } = lines[index].place {
        let wanted = if is_open { Key::ArrowLeft } else { Key::ArrowRight };
        if presses(wanted) > 0 {
            commands.push(set_open(list.choice, group, !is_open));
        }
    }
    let next = (index + presses(Key::ArrowDown)).saturating_sub(presses(Key::ArrowUp)).min(lines.len() - 1);
    if next != index {
        if !matches!(lines[next].place, LinePlace::Group { .. }) {
            commands.extend(action(list, &lines[next]));
        }
        ui.memory_mut(|memory| memory.request_focus(row_id(next)));
        ui.data_mut(|data| data.insert_temp(reached_id(), next));
    }
}
