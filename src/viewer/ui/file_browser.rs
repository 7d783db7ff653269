//! The program's own file dialog.

use crate::session::{BrowseStep, Command, FileBrowser, Interface};
use crate::style::{Palette, elided_middle, icons, primary_button, quiet_button, regular, semibold};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Color32, CornerRadius, Frame, Id, Key, Modal, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2,
};
use std::path::Path;

const WIDTH: f32 = 560.0;
const ROW_HEIGHT: f32 = 26.0;

pub fn show(ui: &Ui, palette: &Palette, interface: &Interface, commands: &mut Vec<Command>) {
    let Some(browser) = &interface.file_browser else { return };
    let mut step = |step: BrowseStep| commands.push(Command::Browse(step));
    let screen = ui.ctx().content_rect();
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("file browser")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(screen.width() - 80.0));
        ui.label(RichText::new(browser.request.title()).font(semibold(15.0)).color(palette.text1));
        ui.add_space(8.0);
        folder_row(ui, palette, browser, &mut step);
        ui.add_space(6.0);
        let height = (screen.height() - 300.0).clamp(80.0, 340.0);
        entries(ui, palette, browser, height, &mut step);
        ui.add_space(8.0);
        name_row(ui, palette, browser, &mut step);
    });
    if dialog.backdrop_response.clicked() {
        step(BrowseStep::Cancel);
    }
}

/// The button to the parent folder, and the folder's path.
fn folder_row(ui: &mut Ui, palette: &Palette, browser: &FileBrowser, step: &mut impl FnMut(BrowseStep)) {
    ui.horizontal(|ui| {
        let parent = browser.folder.parent().filter(|parent| !parent.as_os_str().is_empty());
        ui.add_enabled_ui(parent.is_some(), |ui| {
            if let (true, Some(parent)) = (quiet_button(ui, palette, "", "Parent folder").clicked(), parent) {
                step(BrowseStep::EnterFolder(parent.to_owned()));
            }
        });
        let path = browser.folder.display().to_string();
        let (shown, _) = elided_middle(ui.painter(), &path, &regular(13.0), ui.available_width() - 8.0);
        ui.label(RichText::new(shown).font(regular(13.0)).color(palette.text2)).on_hover_text(path);
    });
}

fn entries(ui: &mut Ui, palette: &Palette, browser: &FileBrowser, height: f32, step: &mut impl FnMut(BrowseStep)) {
    Frame::new().fill(palette.field).corner_radius(CornerRadius::same(6)).inner_margin(4).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_height(height);
        if browser.entries.is_empty() {
            let (kind, endings) = browser.request.kind();
            let text = format!("No folders or {kind} files here (.{})", endings.join(", ."));
            ui.label(super::label(palette, &text));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = egui::ScrollArea::vertical().auto_shrink([false, false]).id_salt(&browser.folder);
        area.show_rows(ui, ROW_HEIGHT, browser.entries.len(), |ui, range| {
            for entry in &browser.entries[range] {
                let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
                let chosen = !entry.is_folder && browser.name == entry.name;
                response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &entry.name));
                let fill = match (chosen, response.hovered()) {
                    (true, _) => palette.accent_dim,
                    (false, true) => palette.hover,
                    _ => Color32::TRANSPARENT,
                };
                ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
                let icon = if entry.is_folder { icons::FOLDER_OPEN } else { icons::CUBE };
                let at = pos2(rect.left() + 8.0, rect.center().y);
                ui.painter().text(at, Align2::LEFT_CENTER, icon, icons::font(14.0), palette.text3);
                let room = Rect::from_min_max(rect.min + vec2(32.0, 0.0), rect.max - vec2(8.0, 0.0));
                let (name, _) = elided_middle(ui.painter(), &entry.name, &regular(13.0), room.width());
                ui.painter().text(room.left_center(), Align2::LEFT_CENTER, name, regular(13.0), palette.text1);
                if response.clicked() {
                    step(match entry.is_folder {
                        true => BrowseStep::EnterFolder(entry.path.clone()),
                        false => BrowseStep::SetName(entry.name.clone()),
                    });
                }
                if response.double_clicked() && !entry.is_folder {
                    step(BrowseStep::Accept);
                }
            }
        });
    });
}

/// Selects the part of the name that typing should replace.
fn select_stem(ctx: &egui::Context, field: Id, name: &str) {
    let stem = Path::new(name).file_stem().map_or(0, |stem| stem.to_string_lossy().chars().count());
    let mut edit = TextEditState::load(ctx, field).unwrap_or_default();
    edit.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(stem))));
    edit.store(ctx, field);
}

/// The name, the problem with it, and the buttons.
fn name_row(ui: &mut Ui, palette: &Palette, browser: &FileBrowser, step: &mut impl FnMut(BrowseStep)) {
    let mut name = browser.name.clone();
    let hint = if browser.request.saves() { "File name" } else { "File name or path" };
    let field = ui.add(
        egui::TextEdit::singleline(&mut name)
            .hint_text(RichText::new(hint).color(palette.text3))
            .desired_width(f32::INFINITY)
            .margin(vec2(8.0, 5.0)),
    );
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("File name"));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    // Keys go to the name, but a second Enter replaces no file.
    if !entered && !browser.asks_to_replace && ui.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
        select_stem(ui.ctx(), field.id, &browser.name);
    }
    if name != browser.name {
        step(BrowseStep::SetName(name));
    }
    let (note, color) = match (&browser.problem, browser.asks_to_replace) {
        (Some(problem), _) => (problem.as_str(), palette.error),
        (None, true) => ("A file with this name already exists. Replacing it deletes its contents.", palette.error),
        (None, false) => (" ", palette.text3),
    };
    ui.add(egui::Label::new(RichText::new(note).font(regular(12.0)).color(color)).truncate());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let accept = match (browser.request.saves(), browser.asks_to_replace) {
            (true, true) => "Replace file",
            (true, false) => "Save",
            (false, _) => "Open",
        };
        if primary_button(ui, palette, "", accept).clicked() || entered {
            step(BrowseStep::Accept);
        }
        if quiet_button(ui, palette, "", "Cancel").clicked() {
            step(BrowseStep::Cancel);
        }
    });
}
