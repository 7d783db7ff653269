use crate::bundled;
use crate::files::ModelSource;
use crate::panes::{Arrangement, PaneLook, PanePreset};
use crate::session::{Command, FileRequest, MOST_PANES, State};
use crate::style::{Palette, check_box, icon_button, icons, quiet_button, segments};
use crate::view::{CameraPreset, Theme};
use egui::{Align, Layout, RichText, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal_centered(|ui| {
        if quiet_button(ui, palette, icons::FOLDER_OPEN, "Open")
            .on_hover_text("Open a .glb or .gltf file (Ctrl+O)")
            .clicked()
        {
            commands.push(Command::RequestFile(FileRequest::OpenModel));
        }
        model_menu(ui, palette, state, commands);
        crate::viewer::ui::scenes::scenes_menu::show(ui, palette, state, commands);
        if state.document.is_some() {
            divider(ui, palette);
            panes_menu(ui, palette, state, commands);
            if ui.available_width() > 470.0 {
                const ARRANGEMENTS: [(Arrangement, &str, &str); 3] = [
                    (Arrangement::Row, icons::COLUMNS, "Panes side by side"),
                    (Arrangement::Column, icons::ROWS, "Panes above each other"),
                    (Arrangement::Grid, icons::SQUARES_FOUR, "Panes in a grid"),
                ];
                let shown = shown_arrangement(state);
                if let Some(arrangement) = segments(ui, palette, "Arrangement", 96.0, &ARRANGEMENTS, shown) {
                    commands.push(Command::SetArrangement(arrangement));
                }
            }
            divider(ui, palette);
            // Narrow windows drop the menus whose entries have shortcuts or are also in a panel.
            if ui.available_width() > 370.0 {
                overlay_menu(ui, palette, state, commands);
            }
            if ui.available_width() > 250.0 {
                view_menu(ui, commands);
            }
            if ui.available_width() > 250.0 {
                let shown = state.transient.poses_shown;
                let button = quiet_button(ui, palette, icons::PERSON, "Poses");
                ui.ctx().accesskit_node_builder(button.id, |node| node.set_label("Library of poses"));
                if button.on_hover_text("The library of poses (P)").clicked() {
                    commands.push(Command::ShowPoses(!shown));
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (icon, name, other) = match state.transient.theme {
                Theme::Dark => (icons::SUN, "Light theme", Theme::Light),
                Theme::Light => (icons::MOON, "Dark theme", Theme::Dark),
            };
            if icon_button(ui, palette, icon, name, true).clicked() {
                commands.push(Command::SetTheme(other));
            }
            if icon_button(ui, palette, icons::MAGNIFYING_GLASS, "Find a command (Ctrl+K)", true).clicked() {
                commands.push(Command::ShowPalette(true));
            }
            if icon_button(ui, palette, icons::KEYBOARD, "Keys and mouse (?)", true).clicked() {
                commands.push(Command::ToggleShortcuts);
            }
            let redo = state.history.has_redo(&state.edit);
            let name = step_label("Redo", state.history.redo_name().filter(|_| redo), "Ctrl+Shift+Z");
            if icon_button(ui, palette, icons::ARROW_CLOCKWISE, &name, redo).clicked() {
                commands.push(Command::Redo);
            }
            history_menu(ui, palette, state, commands);
            let undo = state.history.has_undo(&state.edit);
            let name = step_label("Undo", state.history.undo_name(&state.edit), "Ctrl+Z");
            if icon_button(ui, palette, icons::ARROW_COUNTER_CLOCKWISE, &name, undo).clicked() {
                commands.push(Command::Undo);
            }
        });
    });
}

/// What a button undoes or redoes, with its keys.
fn step_label(verb: &str, step: Option<&str>, keys: &str) -> String {
    step.map_or_else(|| format!("{verb} ({keys})"), |step| format!("{verb}: {step} ({keys})"))
}

fn divider(ui: &mut Ui, palette: &Palette) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(9.0, 28.0), egui::Sense::hover());
    ui.painter().vline(rect.center().x, rect.y_range().shrink(3.0), egui::Stroke::new(1.0, palette.line));
}

fn menu_text(icon: &str, text: &str) -> egui::WidgetText {
    // The icon font is a fallback of the text font, so one string holds both.
    egui::WidgetText::from(if icon.is_empty() { text.to_owned() } else { format!("{icon}  {text}") })
}

fn model_menu(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let title = match &state.document {
        Some(document) => format!("{}  {}", icons::PERSON, document.model.name),
        None => format!("{}  Bundled models", icons::CUBE),
    };
    ui.menu_button(RichText::new(format!("{title}  {}", icons::CARET_DOWN)), |ui| {
        ui.set_min_width(280.0);
        ui.label(super::hint(palette, "Bundled models"));
        for bundled in bundled::MODELS {
            let button = egui::Button::new(menu_text(icons::CUBE, bundled.name)).min_size(egui::vec2(272.0, 28.0));
            if ui.add(button).clicked() {
                commands.push(Command::Open(ModelSource::Bundled(bundled.name)));
            }
        }
        if !state.library.poses().is_empty() {
            ui.separator();
            ui.menu_button("Poses", |ui| {
                egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                    for (index, pose) in state.library.poses().iter().enumerate() {
                        if ui.button(&pose.name).clicked() {
                            commands.push(Command::TakePose(index));
                        }
                    }
                });
            });
        }
        ui.separator();
        if ui.button(menu_text(icons::FOLDER_OPEN, "Open a file")).clicked() {
            commands.push(Command::RequestFile(FileRequest::OpenModel));
        }
        if ui.add_enabled(state.document.is_some(), egui::Button::new(menu_text(icons::X, "Close the model"))).clicked()
        {
            commands.push(Command::CloseModel);
        }
        if ui
            .add_enabled(state.document.is_some(), egui::Button::new(menu_text(icons::PERSON, "Open a pose")))
            .clicked()
        {
            commands.push(Command::RequestFile(FileRequest::OpenPose));
        }
        let posed = !state.edit.overrides.is_empty();
        if ui.add_enabled(posed, egui::Button::new(menu_text(icons::DOWNLOAD, "Save the pose"))).clicked() {
            commands.push(Command::RequestFile(FileRequest::SavePose));
        }
        let export = egui::Button::new(menu_text(icons::DOWNLOAD, "Export the posed skin"));
        let export = ui.add_enabled(state.document.is_some(), export);
        if export.on_hover_text("As deformed by the selected pane's method, as glb, obj, ply or npy").clicked() {
            commands.push(Command::RequestFile(FileRequest::ExportSkin));
        }
        let twisted = !state.edit.twists.is_empty();
        let export = if twisted { "Export the model with its twist joints" } else { "Export the model" };
        let export = egui::Button::new(menu_text(icons::DOWNLOAD, export));
        let export = ui.add_enabled(state.document.is_some(), export);
        let hint = "At rest, as glb for other programs, with everything else in the file";
        if export.on_hover_text(hint).clicked() {
            commands.push(Command::RequestFile(FileRequest::ExportRig));
        }
        if state.restoring.is_available() {
            ui.separator();
            let enabled = state.restoring.is_enabled();
            let restores = ui.scope(|ui| check_box(ui, palette, enabled, "Restore the session at the next start"));
            restores.response.on_hover_text("Theme, zoom, window, panes, model and pose");
            if restores.inner {
                commands.push(Command::SetRestoring(!enabled));
            }
        }
    });
}

/// The edits, newest first. A click goes to that step.
fn history_menu(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let button = icon_button(ui, palette, icons::CARET_DOWN, "History", state.history.steps().len() > 1);
    egui::Popup::menu(&button).show(|ui| {
        ui.set_min_width(220.0);
        ui.label(super::hint(palette, "History, newest first"));
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (index, step) in state.history.steps().iter().enumerate().rev() {
                let shown = index == state.history.current();
                let button = egui::Button::selectable(shown, step.name.as_str()).min_size(egui::vec2(204.0, 24.0));
                if ui.add(button).clicked() {
                    commands.push(Command::GoToStep(index));
                }
            }
        });
    });
}

/// The arrangement in effect. Automatic is resolved.
fn shown_arrangement(state: &State) -> Arrangement {
    let count = state.edit.panes.len();
    match (state.edit.layout.arrangement, state.edit.layout.shape(count)) {
        (Arrangement::Auto, (_, 1)) => Arrangement::Row,
        (Arrangement::Auto, _) => Arrangement::Grid,
        (arrangement, _) => arrangement,
    }
}

/// The count of panes, and named presets of panes.
fn panes_menu(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let count = state.edit.panes.len();
    let title =
        format!("{}  {count} {}  {}", icons::GRID_FOUR, if count == 1 { "pane" } else { "panes" }, icons::CARET_DOWN);
    let menu = ui.menu_button(RichText::new(title), |ui| {
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
            let more = icon_button(ui, palette, icons::PLUS, "One more pane", count < MOST_PANES);
            if more.clicked() {
                commands.push(Command::SetPaneCount(count + 1));
            }
        });
        ui.add_space(4.0);
        ui.label(super::hint(palette, "Sets of panes"));
        for preset in PanePreset::ALL {
            if ui.add(egui::Button::new(preset.label()).min_size(egui::vec2(262.0, 28.0))).clicked() {
                commands.push(Command::TakePreset(preset));
            }
        }
    });
    ui.ctx().accesskit_node_builder(menu.response.id, |node| node.set_label("Panes"));
}

fn overlay_menu(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.transient.selected_pane;
    let look = state.edit.pane(pane).look;
    let menu = format!("{}  Overlays  {}", icons::STACK, icons::CARET_DOWN);
    ui.menu_button(RichText::new(menu), |ui| {
        ui.set_min_width(220.0);
        if let Some(overlays) = crate::viewer::ui::panes::look_panel::check_boxes(ui, palette, look.overlays) {
            commands.push(Command::SetLook { pane, look: PaneLook { overlays, ..look } });
        }
    });
}

fn view_menu(ui: &mut Ui, commands: &mut Vec<Command>) {
    let menu = format!("{}  View  {}", icons::CAMERA, icons::CARET_DOWN);
    ui.menu_button(RichText::new(menu), |ui| {
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
    });
}
