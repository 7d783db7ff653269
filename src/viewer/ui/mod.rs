//! The panels. Each reads the state and pushes commands; nothing changes while drawing.

mod close_dialog;
mod empty;
mod file_browser;
mod figures;
mod joints;
mod notices;
mod palette;
mod panel_rows;
mod panes;
mod poses;
mod scenes;
mod status;
mod top_bar;

use super::pictures::Pictures;
use crate::session::{Command, Panels, State};
use crate::style::Palette;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};

pub use palette::shortcuts::read_shortcuts;

/// Below this width the right panel is hidden, and below the next the left one too.
const WIDTH_FOR_RIGHT_PANEL: f32 = 1100.0;
const WIDTH_FOR_LEFT_PANEL: f32 = 640.0;

/// Draws the whole window and returns the user's commands.
pub fn show(ui: &mut Ui, state: &State, pictures: &mut Pictures) -> Vec<Command> {
    let palette = Palette::of(state.transient.theme);
    let mut commands = Vec::new();
    let width = ui.available_width();
    // The window is cleared to the panels' color. That saves one fill of every pixel, which matters on a software GPU.
    let bar = |margin: Margin| Frame::new().inner_margin(margin);

    Panel::top("top_bar").exact_size(44.0).resizable(false).frame(bar(Margin::symmetric(12, 8))).show(ui, |ui| {
        top_bar::show(ui, &palette, state, &mut commands);
    });
    Panel::bottom("status").exact_size(24.0).resizable(false).frame(bar(Margin::symmetric(12, 3))).show(ui, |ui| {
        status::show(ui, &palette, state, pictures);
    });
    if state.document.as_ref().is_some_and(|document| !document.model.clips.is_empty()) {
        Panel::bottom("timeline").exact_size(76.0).resizable(false).frame(bar(Margin::symmetric(12, 8))).show(
            ui,
            |ui| {
                poses::timeline::show(ui, &palette, state, &mut commands);
            },
        );
    }
    pictures.begin_frame(state.transient.poses_shown);
    if state.transient.poses_shown && state.document.is_some() {
        let height = poses::pose_strip::HEIGHT + 16.0;
        Panel::bottom("poses")
            .exact_size(height)
            .resizable(false)
            .frame(bar(Margin::symmetric(12, 8)))
            .show(ui, |ui| poses::pose_strip::show(ui, &palette, state, pictures, &mut commands));
        if pictures.thumbnail_waits() {
            ui.ctx().request_repaint();
        }
    }
    if left_panel_shown(state, width) {
        Panel::left("joints").default_size(272.0).size_range(240.0..=420.0).frame(bar(Margin::ZERO)).show(ui, |ui| {
            joints(ui, &palette, state, &mut commands);
        });
    }
    if left_panel_shown(state, width) && (width >= WIDTH_FOR_RIGHT_PANEL || state.transient.panels == Panels::Shown) {
        Panel::right("settings").default_size(336.0).size_range(272.0..=440.0).frame(bar(Margin::ZERO)).show(
            ui,
            |ui| {
                settings(ui, &palette, state, &mut commands);
            },
        );
    }
    scenes::scene_caption::show(ui, &palette, state, &mut commands);
    CentralPanel::no_frame().frame(Frame::new().inner_margin(4)).show(ui, |ui| {
        let area = ui.max_rect();
        ui.painter().add(pictures.background(palette.app, area.expand(4.0)));
        if state.document.is_some() {
            panes::show(ui, &palette, state, pictures, &mut commands);
        } else {
            empty::show(ui, &palette, state, &mut commands);
        }
        notices::show(ui, area, &palette, state, &mut commands);
    });
    palette::command_palette::show(ui, &palette, state, &mut commands);
    if state.transient.shortcuts_shown {
        palette::shortcuts::show_sheet(ui, &palette, &mut commands);
    }
    close_dialog::show(ui, &palette, state, &mut commands);
    poses::replace_dialog::show(ui, &palette, state, &mut commands);
    file_browser::show(ui, &palette, state, &mut commands);
    commands
}

fn joints(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if let Some(selected) = state.transient.selected_joint {
        Panel::bottom("joint").resizable(false).frame(Frame::new().inner_margin(12)).show(ui, |ui| {
            joints::joint_panel::show(ui, palette, state, selected, commands);
        });
    }
    let frame = Frame::new().inner_margin(Margin { left: 12, right: 0, top: 12, bottom: 8 });
    CentralPanel::no_frame().frame(frame).show(ui, |ui| joints::joint_tree::show(ui, palette, state, commands));
}

/// The vertex readout is at the bottom, so that the other sections stay in position when it appears or disappears.
fn settings(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if state.document.is_some() {
        Panel::bottom("probe").resizable(false).frame(Frame::new().inner_margin(Margin::symmetric(12, 8))).show(
            ui,
            |ui| {
                figures::probe_panel::show(ui, palette, state, commands);
            },
        );
    }
    CentralPanel::no_frame().frame(Frame::new().inner_margin(12)).show(ui, |ui| {
        panes::settings_panel::show(ui, palette, state, commands);
    });
}

/// Whether the mouse or a key holds something. Other keys are then ignored, because they would make the held object
/// jump.
fn is_mid_gesture(ctx: &egui::Context, state: &State) -> bool {
    state.transient.gizmo_drag.is_some() || ctx.input(|input| input.pointer.any_down())
}

/// In narrow windows the panels are shown only on request.
fn left_panel_shown(state: &State, width: f32) -> bool {
    let wanted = match state.transient.panels {
        Panels::Auto => width >= WIDTH_FOR_LEFT_PANEL,
        Panels::Shown => true,
        Panels::Hidden => false,
    };
    wanted && state.document.is_some()
}

/// A muted section title.
fn section(ui: &mut Ui, palette: &Palette, title: &str, note: &str) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(title).font(crate::style::semibold(13.0)).color(palette.text1));
        if !note.is_empty() {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(hint(palette, note)).truncate());
            });
        }
    });
    ui.add_space(4.0);
}

fn hint(palette: &Palette, text: &str) -> egui::RichText {
    egui::RichText::new(text).font(crate::style::regular(11.0)).color(palette.text3)
}

fn label(palette: &Palette, text: &str) -> egui::RichText {
    egui::RichText::new(text).font(crate::style::regular(12.0)).color(palette.text2)
}

fn separator(ui: &mut Ui, palette: &Palette) {
    ui.add_space(12.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().hline(rect.x_range().expand(12.0), rect.center().y, egui::Stroke::new(1.0, palette.line));
    ui.add_space(11.0);
}
