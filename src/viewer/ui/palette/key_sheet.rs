//! The list of shortcuts and mouse gestures (`?`).

use crate::session::Command;
use crate::session::user_commands::{SEARCH_COMMANDS, SHOW_SHORTCUTS, sheet};
use crate::style::{Palette, medium, regular, semibold};
use egui::{Grid, RichText, Ui};

/// The search field of the sheet. Its text stays until the program ends.
fn search(ui: &mut Ui, palette: &Palette) -> String {
    let id = egui::Id::unique("search of the key sheet");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let hint = RichText::new("Search shortcuts").color(palette.text3);
    let field = ui.add(egui::TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search shortcuts"));
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    ui.add_space(6.0);
    text
}

/// Shows all keys and mouse gestures. On the stage, shows only the stage's, without a search, because letters are keys
/// there.
pub fn show(ui: &mut Ui, palette: &Palette, on_stage: bool, commands: &mut Vec<Command>) {
    let mut open = true;
    egui::Window::new(RichText::new(SHOW_SHORTCUTS.text).font(semibold(14.0)))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ui.ctx(), |ui| {
            let height = (ui.ctx().content_rect().height() - 120.0).max(80.0);
            ui.set_min_width(460.0);
            let query = if on_stage { String::new() } else { search(ui, palette) };
            let mut lines = sheet(on_stage);
            lines.retain(|line| {
                let text = format!("{} {} {}", line.group, line.inputs.join(" "), line.text).to_lowercase();
                query.to_lowercase().split_whitespace().all(|word| text.contains(word))
            });
            if lines.is_empty() {
                let text =
                    format!("No matching shortcuts. Press {} to search all commands.", SEARCH_COMMANDS.first_keys());
                ui.label(crate::viewer::ui::label(palette, &text));
            }
            let least = height.min(560.0);
            egui::ScrollArea::vertical().max_height(height).min_scrolled_height(least).show(ui, |ui| {
                let spacing = [24.0, if on_stage { 3.0 } else { 6.0 }];
                Grid::new("keys").num_columns(2).spacing(spacing).min_row_height(0.0).show(ui, |ui| {
                    let mut group = "";
                    for line in &lines {
                        if !on_stage && line.group != group {
                            group = line.group;
                            title(ui, palette, group);
                        }
                        ui.label(RichText::new(line.inputs.join("   ")).font(medium(12.0)).color(palette.text1));
                        ui.label(RichText::new(&line.text).font(regular(12.0)).color(palette.text2));
                        ui.end_row();
                    }
                });
            });
        });
    if !open {
        commands.push(Command::ToggleShortcuts);
    }
}

/// The title of a group.
fn title(ui: &mut Ui, palette: &Palette, group: &str) {
    ui.vertical(|ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(group).font(semibold(12.0)).color(palette.text3));
    });
    ui.end_row();
}
