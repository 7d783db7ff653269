use crate::session::palette_entries::rank;
use crate::session::user_commands::{ISOLATE, SEARCH_JOINTS, SHOW_ALL_SKIN};
use crate::session::{Command, Document, Hand, Interface, State};
use crate::style::{Palette, elided_middle, icon_button, icons, medium, regular, semibold};
use crate::viewer::ui::is_mid_gesture;
use crate::viewer::ui::palette::shortcuts::key_of;
use crate::viewer::ui::search_field::search_field;
use egui::{Align, Align2, Color32, CornerRadius, Key, Layout, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const ROW_HEIGHT: f32 = 24.0;
const INDENT: f32 = 10.0;

/// One visible row.
struct Row {
    node: u32,
    depth: usize,
    /// Whether the branch is open. `None` for a row without a caret.
    caret: Option<bool>,
}

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new("Joints").font(semibold(13.0)).color(palette.text1));
        ui.label(crate::viewer::ui::label(palette, &document.joints.count.to_string()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // The button that folds the panel is in the corner.
            ui.add_space(34.0);
            isolate_button(ui, palette, state, commands);
        });
    });
    ui.add_space(4.0);
    let rows = rows(document, state);
    let in_search = search(ui, palette, state, &rows, commands);
    ui.add_space(6.0);
    if rows.is_empty() {
        let text =
            if state.interface.joint_search.is_empty() { "This model has no joints" } else { "No matching joints" };
        ui.label(crate::viewer::ui::label(palette, text));
        return;
    }
    move_by_keys(ui, state, &rows, in_search, commands);
    let mut area = egui::ScrollArea::vertical().auto_shrink([false, false]);
    // A row that is in sight stays under the pointer that clicked it.
    let id = egui::Id::unique("scrolled_tree");
    let scrolled: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let in_sight = |index: &usize| {
        let top = *index as f32 * ROW_HEIGHT - scrolled;
        top >= 0.0 && top + ROW_HEIGHT <= ui.available_height()
    };
    if let Some(index) = newly_revealed(ui, &state.interface, &rows).filter(|index| !in_sight(index)) {
        let target = index as f32 * ROW_HEIGHT - ui.available_height() / 2.0;
        area = area.vertical_scroll_offset(target.max(0.0));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let shown = area.show_rows(ui, ROW_HEIGHT, rows.len(), |ui, range| {
        for row in &rows[range] {
            show_row(ui, palette, document, state, (row, &rows), commands);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, shown.state.clamped_offset().y));
}

/// Isolates the skin of the selected joints, or shows all skin again.
fn isolate_button(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let isolated = state.view.isolation.is_some();
    let row = if isolated { &SHOW_ALL_SKIN } else { &ISOLATE };
    let response = icon_button(ui, palette, icons::EYE, &row.with_keys(row.text), row.is_offered(state));
    if isolated {
        let ring = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(response.rect, CornerRadius::same(5), ring, egui::StrokeKind::Inside);
    }
    if response.clicked() {
        commands.extend(row.command(state));
    }
    response.on_disabled_hover_text(row.with_keys("Select a joint to isolate its skin"));
}

/// The row to scroll to. Only set when the selection, the search or the list's height changed (sliders open below the
/// list with the first selection), so that the user can scroll freely.
fn newly_revealed(ui: &Ui, interface: &Interface, rows: &[Row]) -> Option<usize> {
    let id = egui::Id::unique("revealed_joint");
    let wanted = interface.reveal;
    let now = (wanted, ui.available_height().round() as i32, interface.joint_search.clone());
    let before = ui.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default::<(Option<u32>, i32, String)>(id), now.clone())
    });
    if before == now {
        return None;
    }
    rows.iter().position(|row| Some(row.node) == wanted)
}

/// Draws the search field, and returns whether it has keyboard focus. Enter selects the first joint found, or keeps a
/// joint that the arrow keys chose.
fn search(ui: &mut Ui, palette: &Palette, state: &State, rows: &[Row], commands: &mut Vec<Command>) -> bool {
    let mut text = state.interface.joint_search.clone();
    let width = ui.available_width() - 12.0;
    let response = search_field(ui, palette, SEARCH_JOINTS.text, width, &mut text);
    let has_dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
    let free = !has_dialog && !ui.ctx().text_edit_focused() && !is_mid_gesture(ui.ctx(), &state.hand);
    if free && key_of(&SEARCH_JOINTS).is_some_and(|key| ui.input(|input| input.key_pressed(key))) {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered && !text.is_empty() {
        let chosen = rows.iter().find(|row| Some(row.node) == state.selection.joint).or(rows.first());
        commands.extend(chosen.map(|row| Command::SelectJoint(Some(row.node))));
    }
    if text != state.interface.joint_search {
        commands.push(Command::SearchJoints(text));
    }
    response.has_focus()
}

fn rows(document: &Document, state: &State) -> Vec<Row> {
    let skeleton = &document.model.skeleton;
    let query = &state.interface.joint_search;
    if !query.trim().is_empty() {
        // The full name in the file is found too, with the prefix that the list leaves out.
        let names = |node: u32| [document.joint_name(node), &skeleton.node(node).name];
        let rank_of = |node: u32| names(node).into_iter().filter_map(|name| rank(name, "", query)).min();
        let mut found: Vec<(usize, u32)> =
            skeleton.shown_joints().filter_map(|node| Some((rank_of(node)?, node))).collect();
        // The sort is stable, so that joints that match equally well stay in their order.
        found.sort_by_key(|(rank, _)| *rank);
        return found.into_iter().map(|(_, node)| Row { node, depth: 0, caret: None }).collect();
    }
    // Not recursive, because a file may contain an arbitrarily long chain.
    let mut waiting: Vec<(u32, usize)> = document.joints.roots.iter().rev().map(|&root| (root, 0)).collect();
    let mut rows = Vec::new();
    while let Some((node, depth)) = waiting.pop() {
        let children = &document.joints.children[node as usize];
        let open = !state.selection.folded.contains(&node);
        rows.push(Row { node, depth, caret: (!children.is_empty()).then_some(open) });
        if open {
            waiting.extend(children.iter().rev().map(|&child| (child, depth + 1)));
        }
    }
    rows
}

fn show_row(
    ui: &mut Ui,
    palette: &Palette,
    document: &Document,
    state: &State,
    (row, rows): (&Row, &[Row]),
    commands: &mut Vec<Command>,
) {
    let name = document.joint_name(row.node);
    let active = state.selection.joint == Some(row.node);
    let selected = active || state.selection.others.contains(&row.node);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - 8.0, ROW_HEIGHT), Sense::hover());
    let response = ui.interact(rect, egui::Id::unique("joint_row").with(row.node), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, name));
    let fill = match (selected, response.hovered() || state.hand.hovered_joint == Some(row.node)) {
        (true, _) => palette.accent_dim,
        (false, true) => palette.raised,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    if response.has_focus() {
        let ring = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(rect, CornerRadius::same(4), ring, egui::StrokeKind::Inside);
    }
    // Limits the indent, so that names in deep chains stay visible.
    let indent = (row.depth as f32 * INDENT).min(rect.width() * 0.55);
    let mut x = rect.left() + 4.0 + indent;
    if let Some(open) = row.caret {
        let caret_rect = Rect::from_center_size(pos2(x + 6.0, rect.center().y), vec2(16.0, ROW_HEIGHT));
        let caret = ui.interact(caret_rect, egui::Id::unique("joint_caret").with(row.node), Sense::click());
        let action = if open { "Fold" } else { "Unfold" };
        caret.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{action} {name}")));
        let icon = if open { icons::CARET_DOWN } else { icons::CARET_RIGHT };
        let color = if caret.hovered() { palette.text1 } else { palette.text3 };
        ui.painter().text(caret_rect.center(), Align2::CENTER_CENTER, icon, icons::font(11.0), color);
        if caret.clicked() {
            commands.push(Command::FoldJoint { node: row.node, folded: open });
        }
    }
    x += 16.0;
    let (font, color) = if active { (semibold(13.0), palette.text1) } else { (regular(13.0), palette.text2) };
    let (shown, _) = elided_middle(ui.painter(), name, &font, rect.right() - 16.0 - x);
    let in_file = document.model.skeleton.label(row.node);
    let differs = shown != in_file;
    ui.painter().text(pos2(x, rect.center().y), Align2::LEFT_CENTER, shown, font, color);
    if state.edit.overrides.contains(row.node) {
        ui.painter().circle_filled(pos2(rect.right() - 8.0, rect.center().y), 3.0, palette.accent);
    }
    if finishes_turn(ui, &state.hand, rect) {
        commands.push(Command::SelectJoint(Some(row.node)));
    }
    if response.clicked() {
        let modifiers = ui.input(|input| input.modifiers);
        commands.push(match (modifiers.shift, modifiers.command) {
            (true, _) => Command::SelectJoints(range(rows, state.selection.joint, row.node)),
            (_, true) => Command::ToggleJoint(row.node),
            _ => Command::SelectJoint(Some(row.node)),
        });
    }
    if response.double_clicked() {
        commands.push(Command::Frame);
    }
    if response.hovered() {
        commands.push(Command::HoverJoint(Some(row.node)));
    }
    if differs {
        response.on_hover_text_at_pointer(egui::RichText::new(in_file).font(medium(12.0)));
    }
}

/// Whether the row is pressed while a key holds another joint. The press finishes the turn and selects the row.
fn finishes_turn(ui: &Ui, hand: &Hand, rect: Rect) -> bool {
    let held_by_key = hand.gizmo_drag.as_ref().is_some_and(|drag| drag.by_key);
    let over = ui.ctx().pointer_latest_pos().is_some_and(|at| rect.intersect(ui.clip_rect()).contains(at));
    held_by_key && over && ui.input(|input| input.pointer.primary_pressed())
}

/// The joints of the visible rows between two rows. Panels still show the first joint.
fn range(rows: &[Row], from: Option<u32>, to: u32) -> Vec<u32> {
    let index = |node: u32| rows.iter().position(|row| row.node == node);
    let Some((from, to)) = from.and_then(index).zip(index(to)) else { return vec![to] };
    let nodes = rows[from.min(to)..=from.max(to)].iter().map(|row| row.node);
    if from <= to { nodes.collect() } else { nodes.rev().collect() }
}

/// Moves the selection with up and down, if no field other than the search has keyboard focus.
fn move_by_keys(ui: &Ui, state: &State, rows: &[Row], in_search: bool, commands: &mut Vec<Command>) {
    let focused = ui.memory(|memory| memory.focused().is_some()) && !in_search;
    let wanted_elsewhere = focused || egui::Popup::is_any_open(ui.ctx());
    if wanted_elsewhere || is_mid_gesture(ui.ctx(), &state.hand) {
        return;
    }
    let (up, down) = ui.input(|input| (input.num_presses(Key::ArrowUp), input.num_presses(Key::ArrowDown)));
    if up == down {
        return;
    }
    let current = rows.iter().position(|row| Some(row.node) == state.selection.joint);
    let next = match current {
        Some(index) => (index + down).saturating_sub(up).min(rows.len() - 1),
        None => 0,
    };
    commands.push(Command::SelectJoint(Some(rows[next].node)));
}
