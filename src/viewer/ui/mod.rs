//! The panels and the panes. Each reads the state and pushes commands; nothing changes while drawing.

mod close_dialog;
mod command_widgets;
mod empty;
mod file_browser;
mod figures;
mod handout;
mod inspector;
mod joints;
mod model_panel;
mod morph_rows;
mod notices;
mod pair_panel;
mod palette;
mod panel_rows;
mod panes;
mod picture_dialog;
mod rig_dialog;
mod poses;
mod recent_files;
mod recording;
mod scenes;
mod search_field;
mod side_panels;
mod stage;
mod status;
mod talk;
mod top_bar;
mod top_menus;
mod tour;

use self::side_panels::{Shown, Sides};
use super::pictures::Pictures;
use crate::session::{Command, Hand, Panels, State};
use crate::style::Palette;
use crate::view::{Hall, Theme};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use std::sync::Arc;

pub use palette::shortcuts::{commands_of_keys, read_shortcuts};
pub use stage::{SpeakerNotes, zoom as stage_zoom};

const TOP_BAR: f32 = 44.0;
const STATUS_BAR: f32 = 24.0;
/// Height of the timeline with its margins.
const TIMELINE: f32 = poses::timeline::HEIGHT + 8.0;

/// Converts to sentence case, like other labels.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Margin around the panes, in points.
const AROUND_PANES: f32 = 4.0;

/// Draws all but the panes, and returns the user's commands. The first of three steps: commands are carried out after
/// each, so that the panes show the frame's own edits.
pub fn show_panels(ui: &mut Ui, state: &State, pictures: &mut Pictures) -> Vec<Command> {
    let palette = Palette::of(state.interface.theme);
    let mut commands = Vec::new();
    if state.talk.stage.is_some() {
        stage::show_controls(ui, state, pictures, room(ui), &mut commands);
        picture_dialog::show(ui, &palette, state, &mut commands);
        file_browser::show(ui, &palette, &state.interface, &mut commands);
        notices::show_on_stage(ui, &palette, state, &mut commands);
        if state.interface.shortcuts_shown {
            palette::key_sheet::show(ui, &palette, true, &mut commands);
        }
        return commands;
    }
    let sides = Sides::in_window(ui.ctx(), state);
    let framed = is_framed(state);
    if framed {
        bars(ui, &palette, state, &mut commands);
    }
    pictures.begin_frame(state.interface.poses_shown && framed);
    if framed {
        pose_library(ui, &palette, state, pictures, &mut commands);
    }
    side_panels::show_joints(ui, &palette, state, sides.joints, &mut commands);
    side_panels::show_inspector(ui, &palette, state, pictures, sides.inspector, &mut commands);
    scenes::scene_caption::show(ui, &palette, state, &mut commands);
    palette::command_palette::show(ui, &palette, state, &mut commands);
    if state.interface.shortcuts_shown {
        palette::key_sheet::show(ui, &palette, false, &mut commands);
    }
    close_dialog::show(ui, &palette, state, &mut commands);
    picture_dialog::show(ui, &palette, state, &mut commands);
    rig_dialog::show(ui, &palette, state, &mut commands);
    poses::replace_dialog::show(ui, &palette, state, &mut commands);
    recording::show(ui, &palette, state, &mut commands);
    handout::show(ui, &palette, state, &mut commands);
    file_browser::show(ui, &palette, &state.interface, &mut commands);
    commands
}

/// Reads what the pointer and the keys do in the panes, before they are drawn. `tree_points` says whether the tree has
/// already reported the joint under the pointer.
pub fn react(ui: &Ui, state: &State, tree_points: bool) -> Vec<Command> {
    let mut commands = Vec::new();
    if state.talk.stage.is_some() {
        stage::react(ui, state, room(ui), &mut commands);
    } else if state.documents.first.is_some() {
        panes::react(ui, state, room(ui).shrink(AROUND_PANES), tree_points, &mut commands);
    }
    commands
}

/// Draws the panes in the room that the panels leave, and returns the commands of the widgets among them.
pub fn show_panes(ui: &mut Ui, state: &State, pictures: &mut Pictures) -> Vec<Command> {
    let palette = Palette::of(state.interface.theme);
    let (room, mut commands) = (room(ui), Vec::new());
    if state.talk.stage.is_some() {
        stage::show(ui, state, pictures, room);
        return commands;
    }
    CentralPanel::no_frame().frame(Frame::new().inner_margin(AROUND_PANES)).show(ui, |ui| {
        let area = room.shrink(AROUND_PANES);
        ui.painter().add(pictures.background(palette.app, room));
        if state.documents.first.is_some() {
            panes::show(ui, &palette, state, pictures, area, &mut commands);
        } else {
            empty::show(ui, &palette, state, &mut commands);
        }
        notices::show(ui, area, &palette, state, &mut commands);
        // After every control that it may point at.
        tour::show(ui, &palette, state, &mut commands);
    });
    commands
}

/// What the panels leave.
fn room(ui: &Ui) -> egui::Rect {
    ui.available_rect_before_wrap()
}

/// Whether there are bars around the panes.
fn is_framed(state: &State) -> bool {
    state.interface.panels_shown == Panels::Shown || state.documents.first.is_none()
}

/// What the panels, and the room that they leave, depend on as a whole. If a command changes it, the panels do not go
/// with the panes of the same frame, and the frame is laid out again.
#[derive(Debug, PartialEq, Eq)]
pub struct Arrangement {
    theme: Theme,
    /// The open models.
    documents: [Option<u64>; 2],
    framed: bool,
    sides: Sides,
    has_poses: bool,
    /// Address of the captioned scene.
    caption: Option<usize>,
    /// Hall, scene, and whether that has a slider.
    stage: Option<(Hall, Option<usize>, bool)>,
}

impl Arrangement {
    pub fn of(ctx: &egui::Context, state: &State) -> Self {
        let second = state.second().map(|second| second.document.id);
        let slides = state.stage_motion().is_some();
        let number = state.talk.stage.as_ref().and_then(crate::session::Stage::number);
        Self {
            theme: state.interface.theme,
            documents: [state.documents.first.as_ref().map(|document| document.id), second],
            framed: is_framed(state),
            sides: Sides::in_window(ctx, state),
            has_poses: state.interface.poses_shown,
            caption: state.edit.scene.as_ref().map(|scene| Arc::as_ptr(scene).addr()),
            stage: state.hall().map(|hall| (hall, number, slides)),
        }
    }
}

/// The frame of a bar, without a fill: the window is cleared to the panels' color. That saves one fill of every pixel,
/// which matters on a software GPU.
fn bar(margin: Margin) -> Frame {
    Frame::new().inner_margin(margin)
}

/// The bars above and below the panes.
fn bars(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let fixed = |panel: Panel, height: f32| panel.exact_size(height).resizable(false);
    fixed(Panel::top("top_bar"), TOP_BAR).frame(bar(Margin::symmetric(12, 8))).show(ui, |ui| {
        top_bar::show(ui, palette, state, commands);
    });
    fixed(Panel::bottom("status"), STATUS_BAR).frame(bar(Margin::symmetric(12, 3))).show(ui, |ui| {
        status::show(ui, palette, state);
    });
    if state.documents.first.as_ref().is_some_and(|document| !document.model.clips.is_empty()) {
        fixed(Panel::bottom("timeline"), TIMELINE).frame(bar(Margin::symmetric(12, 4))).show(ui, |ui| {
            poses::timeline::show(ui, palette, state, commands);
        });
    }
}

fn pose_library(ui: &mut Ui, palette: &Palette, state: &State, pictures: &mut Pictures, commands: &mut Vec<Command>) {
    if !state.interface.poses_shown || state.documents.first.is_none() {
        return;
    }
    let panel = Panel::bottom("poses").exact_size(poses::pose_strip::height(ui.ctx()) + 16.0).resizable(false);
    panel
        .frame(bar(Margin::symmetric(12, 8)))
        .show(ui, |ui| poses::pose_strip::show(ui, palette, state, pictures, commands));
    if pictures.thumbnail_waits() {
        ui.ctx().request_repaint();
    }
}

/// Whether the inspector is open in the window. A folded or hidden one shows no sweep, so none is computed.
pub fn inspector_is_open(ctx: &egui::Context, state: &State) -> bool {
    Sides::in_window(ctx, state).inspector == Shown::Open
}

/// Whether the mouse or a key holds something. Other keys are then ignored, because they would make the held object
/// jump.
fn is_mid_gesture(ctx: &egui::Context, hand: &Hand) -> bool {
    hand.gizmo_drag.is_some() || ctx.input(|input| input.pointer.any_down())
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
    egui::RichText::new(text).font(crate::style::regular(12.0)).color(palette.text3)
}

fn label(palette: &Palette, text: &str) -> egui::RichText {
    egui::RichText::new(text).font(crate::style::regular(12.0)).color(palette.text2)
}

/// Says which panes a file leaves out.
fn left_out(ui: &mut Ui, palette: &Palette, state: &State) {
    if let Some(text) = state.leaves_out_before() {
        ui.add(egui::Label::new(label(palette, text)).wrap());
    }
}

fn separator(ui: &mut Ui, palette: &Palette) {
    ui.add_space(8.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().hline(rect.x_range().expand(12.0), rect.center().y, egui::Stroke::new(1.0, palette.line));
    ui.add_space(7.0);
}
