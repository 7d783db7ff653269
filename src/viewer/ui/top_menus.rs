//! The contents of the menus in the bar at the top.

use crate::bundled;
use crate::files::ModelSource;
use crate::panes::{Arrangement, PaneLook, PanePreset};
use crate::session::{Command, FileRequest, HandoutKind, MOST_PANES, PictureOf, PictureOptions, PictureSize, State};
use crate::style::{Palette, explained_check_box, icon_button, icons, segments};
use crate::view::CameraPreset;
use egui::Ui;

fn menu_text(icon: &str, text: &str) -> egui::WidgetText {
    egui::WidgetText::from(if icon.is_empty() { text.to_owned() } else { format!("{icon}  {text}") })
}

/// Draws the model's menu: the user's own files first, then the actions for the open model.
pub fn model(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(280.0);
    let has_model = state.document.is_some();
    let open = egui::Button::new(menu_text(icons::FOLDER_OPEN, "Open file")).shortcut_text("Ctrl+O");
    if ui.add(open).clicked() {
        commands.push(Command::RequestFile(FileRequest::OpenModel));
    }
    let has_recent = !state.recent.files().is_empty();
    submenu(ui, has_recent, icons::FOLDER_OPEN, "Recent files", |ui| recent_files(ui, palette, state, commands));
    submenu(ui, true, icons::CUBE, "Bundled models", |ui| bundled_models(ui, commands));
    if ui.add_enabled(has_model, egui::Button::new(menu_text(icons::X, "Close model"))).clicked() {
        commands.push(Command::CloseModel);
    }
    ui.separator();
    // An entry that does not apply stays, so that the others keep their positions.
    submenu(ui, !state.library.poses().is_empty(), icons::PERSON, "Poses", |ui| poses(ui, state, commands));
    if ui.add_enabled(has_model, egui::Button::new(menu_text(icons::PERSON, "Open pose"))).clicked() {
        commands.push(Command::RequestFile(FileRequest::OpenPose));
    }
    let posed = !state.edit.overrides.is_empty();
    if ui.add_enabled(posed, egui::Button::new(menu_text(icons::DOWNLOAD, "Save pose"))).clicked() {
        commands.push(Command::RequestFile(FileRequest::SavePose));
    }
    ui.separator();
    session(ui, state, commands);
    let export = egui::Button::new(menu_text(icons::DOWNLOAD, "Export posed skin"));
    let export = ui.add_enabled(state.document.is_some(), export);
    if export.on_hover_text("Save the skin as the selected pane deforms it, as glb, obj, ply or npy").clicked() {
        commands.push(Command::RequestFile(FileRequest::ExportSkin));
    }
    let twisted = !state.edit.twists.is_empty();
    let export = if twisted { "Export model with twist joints" } else { "Export model" };
    let export = egui::Button::new(menu_text(icons::DOWNLOAD, export));
    let export = ui.add_enabled(state.document.is_some(), export);
    let hint = "Save the model in its rest pose as glb for other programs. Everything else in the file is kept.";
    if export.on_hover_text(hint).clicked() {
        commands.push(Command::RequestFile(FileRequest::ExportRig));
    }
    pictures(ui, state, commands);
    let record = egui::Button::new(menu_text(icons::FILM_SLATE, "Record a film"));
    let record = ui.add_enabled(state.document.is_some(), record);
    if record.on_hover_text("Record a turntable, a joint, a clip or the talk as mp4, gif, apng or png").clicked() {
        commands.push(Command::ShowRecordingCard(None));
    }
    let handouts = [
        (HandoutKind::Page, icons::LINK_SIMPLE, false, "One file that turns and plays in a browser"),
        (HandoutKind::Slides, icons::PRESENTATION, true, "One page for each scene, with its title and caption as text"),
    ];
    for (kind, icon, whole_talk, hint) in handouts {
        let button = ui.add_enabled(state.document.is_some(), egui::Button::new(menu_text(icon, kind.label())));
        if button.on_hover_text(hint).clicked() {
            commands.push(Command::ShowHandoutCard { kind, whole_talk });
        }
    }
    if state.restoring.is_available() {
        ui.separator();
        let enabled = state.restoring.is_enabled();
        let says = "Reopen with the same theme, zoom, window, panels, panes, model and pose";
        if explained_check_box(ui, palette, enabled, "Restore session on startup", says) {
            commands.push(Command::SetRestoring(!enabled));
        }
    } else {
        ui.separator();
    }
    let watches = state.interface.watches_files;
    let says = "When another program saves the model, its .bin or a texture. Pose, panes and camera stay.";
    if explained_check_box(ui, palette, watches, "Read files again when they change", says) {
        commands.push(Command::SetWatching(!watches));
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

fn poses(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
        for (index, pose) in state.library.poses().iter().enumerate() {
            if ui.button(&pose.name).clicked() {
                commands.push(Command::TakePose(index));
            }
        }
    });
}

/// Draws the recently opened files.
pub fn recent(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(recent_width(ui));
    if ui.button(menu_text(icons::FOLDER_OPEN, "Open file")).clicked() {
        commands.push(Command::RequestFile(FileRequest::OpenModel));
    }
    ui.separator();
    if state.recent.files().is_empty() {
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
        super::recent_files::rows(ui, palette, state, width, commands);
    });
}

/// Draws the entries that save the session.
fn session(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let has_model = state.document.is_some();
    let entry = |text, keys: &str| egui::Button::new(menu_text(icons::DOWNLOAD, text)).shortcut_text(keys.to_owned());
    let save = ui.add_enabled(has_model, entry("Save session", "Ctrl+S"));
    let says = "Save the model's path, pose, twist joints, limits, clip, panes and cameras in a file. Opening it brings them back.";
    if save.on_hover_text(says).clicked() {
        commands.push(Command::SaveSession);
    }
    if state.session_file().is_some() && ui.add(entry("Save session as", "Ctrl+Alt+S")).clicked() {
        commands.push(Command::RequestFile(FileRequest::SaveSession));
    }
}

/// Draws the entries that copy and save pictures of the panes.
fn pictures(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.separator();
    let has_model = state.document.is_some();
    let entry = |icon, text, keys: &str| egui::Button::new(menu_text(icon, text)).shortcut_text(keys.to_owned());
    let copy = ui.add_enabled(has_model, entry(icons::COPY, "Copy picture of all panes", "Shift+Ctrl+C"));
    if copy.clicked() {
        let (of, size) = (PictureOf::AllPanes, PictureSize::Screen);
        commands.push(Command::CopyPicture(PictureOptions { of, size, ..state.interface.picture }));
    }
    let save = ui.add_enabled(has_model, entry(icons::DOWNLOAD, "Save picture", "Shift+Ctrl+S"));
    if save.on_hover_text("Choose panes, size and labels, then copy or save").clicked() {
        commands.push(Command::ShowPictureDialog(true));
    }
}

/// The edits, newest first. A click goes to that step.
pub fn history(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(220.0);
    ui.label(super::hint(palette, "Newest first"));
    egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (index, step) in state.history.steps().iter().enumerate().rev() {
            let shown = index == state.history.current();
            let button = egui::Button::selectable(shown, step.name.as_str()).min_size(egui::vec2(204.0, 24.0));
            if ui.add(button).clicked() {
                commands.push(Command::GoToStep(index));
            }
        }
    });
}

/// Buttons for the arrangement of the panes.
pub fn arrangement(ui: &mut Ui, palette: &Palette, state: &State, width: f32, commands: &mut Vec<Command>) {
    const ARRANGEMENTS: [(Arrangement, &str, &str); 3] = [
        (Arrangement::Row, icons::COLUMNS, "Arrange panes in a row"),
        (Arrangement::Column, icons::ROWS, "Arrange panes in a column"),
        (Arrangement::Grid, icons::SQUARES_FOUR, "Arrange panes in a grid"),
    ];
    let shown = shown_arrangement(state);
    if let Some(arrangement) = segments(ui, palette, "Arrangement", width, &ARRANGEMENTS, shown) {
        commands.push(Command::SetArrangement(arrangement));
    }
}

/// The arrangement in effect, with automatic resolved.
fn shown_arrangement(state: &State) -> Arrangement {
    let count = state.edit.panes.len();
    match (state.edit.layout.arrangement, state.edit.layout.shape(count)) {
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
}

pub fn overlays(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.transient.selected_pane;
    let look = state.edit.pane(pane).look;
    ui.set_min_width(220.0);
    if let Some(overlays) = super::panes::look_panel::check_boxes(ui, palette, look.overlays) {
        commands.push(Command::SetLook { pane, look: PaneLook { overlays, ..look } });
    }
}

pub fn view(ui: &mut Ui, commands: &mut Vec<Command>) {
    ui.set_min_width(200.0);
    let choices = [
        ("Front", "1", Command::View(CameraPreset::Front)),
        ("Back", "Ctrl+1", Command::View(CameraPreset::Back)),
        ("Side", "3", Command::View(CameraPreset::Side)),
        ("Other side", "Ctrl+3", Command::View(CameraPreset::OtherSide)),
        ("Top", "7", Command::View(CameraPreset::Top)),
        ("Bottom", "Ctrl+7", Command::View(CameraPreset::Bottom)),
        ("Three-quarter", "0", Command::View(CameraPreset::ThreeQuarter)),
        ("Frame selected", "F", Command::Frame),
        ("Frame all", "Home", Command::FrameAll),
    ];
    for (name, key, command) in choices {
        if ui.add(egui::Button::new(name).shortcut_text(key)).clicked() {
            commands.push(command);
        }
    }
}
