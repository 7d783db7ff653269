//! The command palette (Ctrl+K): every command by its name.

use crate::session::palette_entries::PaletteEntry;
use crate::session::user_commands::{SEARCH_COMMANDS, palette_entries};
use crate::session::{Command, State};
use crate::style::{Palette, icons, medium, regular};
use egui::{Align2, CornerRadius, Key, Modifiers, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

const WIDTH: f32 = 560.0;
const ROW: f32 = 28.0;
/// Number of visible rows.
const ROWS_SEEN: f32 = 12.0;

/// The typed text, and the row that Enter selects.
#[derive(Clone, Default)]
struct Typed {
    text: String,
    row: usize,
}

pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let id = egui::Id::unique("command palette");
    if !state.interface.palette_shown {
        ui.data_mut(|data| data.remove::<Typed>(id));
        return;
    }
    let mut typed: Typed = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (step, enter, escape) = keys(ui);
    let mut chosen = None;
    let top = egui::Area::new(id.with("area")).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0));
    let modal = egui::Modal::new(id.with("modal")).area(top.order(egui::Order::Foreground)).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            ui.label(egui::RichText::new(icons::MAGNIFYING_GLASS).font(icons::font(16.0)).color(palette.text3));
            if field(ui, palette, &mut typed.text) {
                typed.row = 0;
            }
        });
        // Computed after the field, since letters and Enter may arrive in the same frame.
        let entries = found(state, &typed.text);
        let last = entries.len().saturating_sub(1);
        typed.row = (typed.row.min(last) as isize + step).clamp(0, last as isize) as usize;
        chosen = entries.get(typed.row).filter(|_| enter).map(|entry| entry.command.clone());
        ui.separator();
        let room = (ui.ctx().content_rect().height() - 200.0).clamp(ROW, ROW * ROWS_SEEN);
        ui.spacing_mut().item_spacing.y = 0.0;
        // The minimum and maximum height are equal. Otherwise the list would keep its last height, such as two rows
        // after "nothing".
        let list = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room).auto_shrink([false, true]);
        list.show(ui, |ui| {
            for (index, entry) in entries.iter().enumerate() {
                let response = row(ui, palette, entry, index == typed.row);
                if response.clicked() {
                    chosen = Some(entry.command.clone());
                }
                if step != 0 && index == typed.row {
                    response.scroll_to_me(None);
                }
            }
            if entries.is_empty() {
                ui.add_space(6.0);
                ui.label(crate::viewer::ui::label(palette, "No matching commands"));
                ui.add_space(6.0);
            }
        });
    });
    ui.data_mut(|data| data.insert_temp(id, typed));
    if chosen.is_some() || escape || modal.should_close() {
        commands.push(Command::ShowPalette(false));
    }
    commands.extend(chosen);
}

/// The entries that match the typed text, best first. The sort is stable.
fn found(state: &State, text: &str) -> Vec<PaletteEntry> {
    let ranked = palette_entries(state).into_iter();
    let mut found: Vec<(usize, PaletteEntry)> = ranked.filter_map(|entry| Some((entry.rank(text)?, entry))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Consumes the keys before the text field sees them.
fn keys(ui: &Ui) -> (isize, bool, bool) {
    ui.input_mut(|input| {
        let mut pressed = |key| isize::from(input.consume_key(Modifiers::NONE, key));
        let step = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
        let enter = input.consume_key(Modifiers::NONE, Key::Enter);
        (step, enter, input.consume_key(Modifiers::NONE, Key::Escape))
    })
}

/// Draws the text field, and returns whether the text changed.
fn field(ui: &mut Ui, palette: &Palette, text: &mut String) -> bool {
    let edit = egui::TextEdit::singleline(text)
        .hint_text(egui::RichText::new("Search commands, joints, poses and scenes").color(palette.text3))
        .frame(egui::Frame::NONE)
        .font(regular(15.0))
        .align(Align2::LEFT_CENTER)
        .min_size(vec2(0.0, 24.0))
        .desired_width(f32::INFINITY);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(SEARCH_COMMANDS.text));
    response.request_focus();
    response.changed()
}

fn row(ui: &mut Ui, palette: &Palette, entry: &PaletteEntry, chosen: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, &entry.name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if chosen || response.hovered() {
        let fill = if chosen { palette.accent_dim } else { palette.raised };
        ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    }
    let painter = ui.painter();
    let y = rect.center().y;
    let mut right = rect.right() - 8.0;
    if !entry.keys.is_empty() {
        let at = pos2(right, y);
        let keys: Rect = painter.text(at, Align2::RIGHT_CENTER, entry.keys, medium(12.0), palette.text2);
        right = keys.left() - 14.0;
    }
    let group = painter.text(pos2(right, y), Align2::RIGHT_CENTER, entry.group, regular(12.0), palette.text3);
    let color = if chosen { palette.text1 } else { palette.text2 };
    let mut job = egui::text::LayoutJob::simple_singleline(entry.name.clone(), regular(13.0), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(group.left() - rect.left() - 20.0);
    let galley = painter.layout_job(job);
    painter.galley(pos2(rect.left() + 8.0, y - galley.size().y / 2.0), galley, color);
    response
}
