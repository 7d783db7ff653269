//! The contents of the menus in the bar at the top.

use crate::bundled;
use crate::files::ModelSource;
use crate::panes::{Arrangement, PaneLook, PanePreset};
use crate::session::user_commands as rows;
use crate::session::{Command, Documents, EditState, History, MOST_PANES, State};
use crate::style::{Palette, explained_check_box, icon_button, icons, segments};
use crate::viewer::ui::command_widgets::{menu_entry, menu_text};
use egui::Ui;

/// Draws the model's menu: the user's own files first, then the actions for the open model.
pub fn model(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(280.0);
    menu_entry(ui, state, icons::FOLDER_OPEN, &rows::OPEN_FILE, commands);
    let has_recent = !state.documents.recent.files().is_empty();
    submenu(ui, has_recent, icons::FOLDER_OPEN, "Recent files", |ui| recent_files(ui, palette, state, commands));
    submenu(ui, true, icons::CUBE, "Bundled models", |ui| bundled_models(ui, commands));
    menu_entry(ui, state, icons::PUSH_PIN, &rows::PIN_BEFORE, commands);
    menu_entry(ui, state, icons::X, &rows::CLOSE_MODEL, commands);
    ui.separator();
    // An entry that does not apply stays, so that the others keep their positions.
    submenu(ui, !state.documents.library.poses().is_empty(), icons::PERSON, "Poses", |ui| {
        poses(ui, &state.documents, commands);
    });
    menu_entry(ui, state, icons::PERSON, &rows::OPEN_POSE, commands);
    menu_entry(ui, state, "", &rows::OPEN_METHOD, commands);
    let posed = !state.edit.overrides.is_empty();
    ui.add_enabled_ui(posed, |ui| menu_entry(ui, state, icons::DOWNLOAD, &rows::SAVE_POSE, commands));
    ui.separator();
    menu_entry(ui, state, icons::DOWNLOAD, &rows::SAVE_SESSION, commands);
    if state.session_file().is_some() {
        menu_entry(ui, state, icons::DOWNLOAD, &rows::SAVE_SESSION_AS, commands);
    }
    menu_entry(ui, state, icons::DOWNLOAD, &rows::EXPORT_SKIN, commands);
    menu_entry(ui, state, icons::DOWNLOAD, &rows::EXPORT_MODEL, commands);
    menu_entry(ui, state, icons::DOWNLOAD, &rows::BAKE_LOOK, commands);
    ui.separator();
    menu_entry(ui, state, icons::COPY, &rows::COPY_PICTURE, commands);
    menu_entry(ui, state, icons::DOWNLOAD, &rows::SAVE_PICTURE, commands);
    menu_entry(ui, state, icons::FILM_SLATE, &rows::RECORD_FILM, commands);
    menu_entry(ui, state, icons::LINK_SIMPLE, &rows::SHARE_PAGE, commands);
    menu_entry(ui, state, icons::PRESENTATION, &rows::SAVE_SLIDES, commands);
    menu_entry(ui, state, icons::DOWNLOAD, &rows::REPORT, commands);
    ui.separator();
    let switches = [
        (&rows::RESTORE_SESSION, state.restoring.is_enabled()),
        (&rows::WATCH_FILES, state.interface.settings.watches_files),
    ];
    for (row, is_on) in switches {
        if row.is_offered(state) && explained_check_box(ui, palette, is_on, row.text, row.tip) {
            commands.extend(row.command(state));
        }
    }
}

/// An entry that opens a menu of its own.
fn submenu(ui: &mut Ui, enabled: bool, icon: &str, name: &str, entries: impl FnOnce(&mut Ui)) {
    ui.add_enabled_ui(enabled, |ui| {
        let button = ui.menu_button(menu_text(icon, name), entries).response;
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
    });
}

fn bundled_models(ui: &mut Ui, commands: &mut Vec<Command>) {
    for bundled in &bundled::MODELS {
        let button = egui::Button::new(menu_text(icons::CUBE, bundled.name)).min_size(egui::vec2(200.0, 28.0));
        if ui.add(button).on_hover_text(bundled.description).clicked() {
            commands.push(Command::Open(ModelSource::Bundled(bundled.name)));
        }
    }
}

fn poses(ui: &mut Ui, documents: &Documents, commands: &mut Vec<Command>) {
    egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for (index, pose) in documents.library.poses().iter().enumerate() {
            if ui.button(&pose.name).clicked() {
                commands.push(Command::TakePose(index));
            }
        }
    });
}

/// Draws the recently opened files.
pub fn recent(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(recent_width(ui));
    menu_entry(ui, state, icons::FOLDER_OPEN, &rows::OPEN_FILE, commands);
    ui.separator();
    if state.documents.recent.files().is_empty() {
        ui.label(super::hint(palette, "Files that you open are listed here"));
        return;
    }
    ui.label(super::hint(palette, "Recent files"));
    recent_files(ui, palette, state, commands);
}

fn recent_width(ui: &Ui) -> f32 {
    420.0_f32.min(ui.ctx().content_rect().width() - 40.0)
}

fn recent_files(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let width = recent_width(ui);
    ui.set_min_width(width);
    let most = ui.ctx().content_rect().height() - 160.0;
    egui::ScrollArea::vertical().max_height(most).show(ui, |ui| {
        super::recent_files::rows(ui, palette, &state.documents, width, commands);
    });
}

/// The edits, newest first. A click goes to that step.
pub fn history(ui: &mut Ui, palette: &Palette, history: &History, commands: &mut Vec<Command>) {
    ui.set_min_width(220.0);
    ui.label(super::hint(palette, "Newest first"));
    egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (index, step) in history.steps().iter().enumerate().rev() {
            let shown = index == history.current();
            let button = egui::Button::selectable(shown, step.name.as_str()).min_size(egui::vec2(204.0, 24.0));
            if ui.add(button).clicked() {
                commands.push(Command::GoToStep(index));
            }
        }
    });
}

/// Buttons for the arrangement of the panes.
pub fn arrangement(ui: &mut Ui, palette: &Palette, edit: &EditState, width: f32, commands: &mut Vec<Command>) {
    let arrangements = [
        (Arrangement::Row, icons::COLUMNS, rows::ARRANGE_IN_ROW.text),
        (Arrangement::Column, icons::ROWS, rows::ARRANGE_IN_COLUMN.text),
        (Arrangement::Grid, icons::SQUARES_FOUR, rows::ARRANGE_IN_GRID.text),
    ];
    let shown = shown_arrangement(edit);
    if let Some(arrangement) = segments(ui, palette, "Arrangement", width, &arrangements, shown) {
        commands.push(Command::SetArrangement(arrangement));
    }
}

/// The arrangement in effect, with automatic resolved.
fn shown_arrangement(edit: &EditState) -> Arrangement {
    let count = edit.panes.len();
    match (edit.layout.arrangement, edit.layout.shape(count)) {
        (Arrangement::Auto, (_, 1)) => Arrangement::Row,
        (Arrangement::Auto, _) => Arrangement::Grid,
        (arrangement, _) => arrangement,
    }
}

/// The count of panes, and named presets of panes.
pub fn panes(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let count = state.edit.panes.len();
    ui.set_min_width(270.0);
    ui.horizontal(|ui| {
        const COUNTS: [(usize, &str, &str); 6] = [
            (1, "1", "One pane"),
            (2, "2", "Two panes"),
            (3, "3", "Three panes"),
            (4, "4", "Four panes"),
            (5, "5", "Five panes"),
            (6, "6", "Six panes"),
        ];
        if let Some(count) = segments(ui, palette, "Panes", 200.0, &COUNTS, count) {
            commands.push(Command::SetPaneCount(count));
        }
        let more = icon_button(ui, palette, icons::PLUS, "Add a pane", count < MOST_PANES);
        if more.clicked() {
            commands.push(Command::SetPaneCount(count + 1));
        }
    });
    ui.add_space(4.0);
    ui.label(super::hint(palette, "Pane presets"));
    for preset in PanePreset::ALL {
        if ui.add(egui::Button::new(preset.label()).min_size(egui::vec2(262.0, 28.0))).clicked() {
            commands.push(Command::TakePreset(preset));
        }
    }
    ui.add_space(4.0);
    ui.label(super::hint(palette, "Figures over the pictures"));
    for row in rows::MEASURE_ROWS {
        // The chosen one is not offered again.
        let button = egui::Button::selectable(!row.is_offered(state), row.text);
        if ui.add(button.min_size(egui::vec2(262.0, 28.0))).clicked() {
            commands.extend(row.command(state));
        }
    }
}

pub fn overlays(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.view.selected_pane;
    let look = state.edit.pane(pane).look;
    ui.set_min_width(220.0);
    if let Some(overlays) = super::panes::look_panel::check_boxes(ui, palette, look.overlays) {
        commands.push(Command::SetLook { pane, look: PaneLook { overlays, ..look } });
    }
}

pub fn view(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(200.0);
    for row in rows::CAMERA_ROWS.iter().chain(rows::FRAMING_ROWS).filter(|row| row.command(state).is_some()) {
        menu_entry(ui, state, "", row, commands);
    }
}
