//! The list of scenes. A click shows a scene, a drag moves it.

use crate::panes::Scene;
use crate::session::{Command, State, TalkEdit};
use crate::style::{Palette, icon_button, icons, medium, regular};
use crate::viewer::ui::panel_rows::text_at_left;
use egui::{
    Align, Align2, CornerRadius, CursorIcon, Id, Layout, Popup, Rect, Response, Role, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

const ROW: f32 = 42.0;
/// Width of the number at the left and of the menu button at the right.
const NUMBER: f32 = 30.0;
const MENU: f32 = 30.0;

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let top = ui.cursor().top();
    let count = state.talk().scenes.len();
    let mut dragged = None;
    for (index, scene) in state.talk().scenes.iter().enumerate() {
        let response = row(ui, palette, state, (index, scene), commands);
        if response.dragged() || response.drag_stopped() {
            dragged = Some((index, response));
        }
    }
    if let Some((from, response)) = dragged {
        drag(ui, palette, (from, count, top), &response, commands);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
}

fn row(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (index, scene): (usize, &Arc<Scene>),
    commands: &mut Vec<Command>,
) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let (main, button) = rect.split_left_right_at_x(rect.right() - MENU);
    // Named after the scene, so that focus and drags stay with it when it moves.
    let response = ui.interact(main, Id::unique("scene of the talk").with(&scene.id), Sense::click_and_drag());
    let is_shown = state.talk_scene_in_hand() == Some(index);
    let problem = state.problem_of(scene);
    response.widget_info(|| {
        let cannot = if problem.is_some() { ", cannot be shown" } else { "" };
        WidgetInfo::selected(Role::Button, true, is_shown, format!("Scene {}: {}{cannot}", index + 1, scene.title))
    });
    let fill = match (is_shown, response.hovered() || response.has_focus()) {
        (true, _) => Some(palette.accent_dim),
        (false, true) => Some(palette.hover),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    }
    let center = pos2(main.left() + NUMBER / 2.0, main.center().y);
    ui.painter().text(center, Align2::CENTER_CENTER, index + 1, medium(13.0), palette.text3);
    let words = main.with_min_x(main.left() + NUMBER).shrink2(vec2(0.0, 4.0));
    let (above, below) = words.split_top_bottom_at_fraction(0.52);
    let title = if scene.title.is_empty() { &scene.id } else { &scene.title };
    text_at_left(ui.painter(), above, title, medium(13.0), palette.text1);
    let source = if scene.is_of_paper() { scene.citation() } else { scene.models_label() };
    let (source, ink) = match problem {
        Some(problem) if problem.is_missing => (format!("{source} cannot be opened"), palette.bad),
        Some(_) => (format!("does not fit {source}"), palette.bad),
        None => (source, palette.text3),
    };
    text_at_left(ui.painter(), below, &source, regular(12.0), ink);
    if let Some(problem) = problem {
        response.clone().on_hover_text(format!("{}.", problem.text));
    }
    if response.clicked() {
        commands.push(Command::TakeScene(Arc::clone(scene)));
    }
    let entries = |ui: &mut Ui, commands: &mut Vec<Command>| menu(ui, state, index, commands);
    Popup::context_menu(&response).show(|ui| entries(ui, commands));
    ui.scope_builder(UiBuilder::new().max_rect(button).layout(Layout::left_to_right(Align::Center)), |ui| {
        let name = format!("Menu of scene {}", index + 1);
        let button = icon_button(ui, palette, icons::DOTS_THREE, &name, true);
        Popup::menu(&button).show(|ui| entries(ui, commands));
    });
    response
}

fn menu(ui: &mut Ui, state: &State, index: usize, commands: &mut Vec<Command>) {
    ui.set_min_width(170.0);
    let last = state.talk().scenes.len() - 1;
    let mut entry = |ui: &mut Ui, name: &str, enabled: bool, edit: TalkEdit| {
        if ui.add_enabled(enabled, egui::Button::new(name)).clicked() {
            commands.push(Command::EditTalk(edit));
        }
    };
    let has_model = state.documents.first.is_some();
    entry(ui, "Retake from the panes", has_model, TalkEdit::Retake(index));
    entry(ui, "Duplicate", true, TalkEdit::Duplicate(index));
    entry(ui, "Move up", index > 0, TalkEdit::Move { from: index, to: index.saturating_sub(1) });
    entry(ui, "Move down", index < last, TalkEdit::Move { from: index, to: index + 1 });
    ui.separator();
    entry(ui, "Delete", true, TalkEdit::Delete(index));
}

/// Shows the place of a dragged scene, and moves it when it is dropped.
fn drag(
    ui: &Ui,
    palette: &Palette,
    (from, count, top): (usize, usize, f32),
    response: &Response,
    commands: &mut Vec<Command>,
) {
    let Some(pointer) = ui.ctx().pointer_interact_pos() else { return };
    // The gap between rows that is nearest to the pointer.
    let gap = (((pointer.y - top) / ROW).round().max(0.0) as usize).min(count);
    let to = if gap > from { gap - 1 } else { gap };
    if response.drag_stopped() {
        if to != from {
            commands.push(Command::EditTalk(TalkEdit::Move { from, to }));
        }
        return;
    }
    let y = top + gap as f32 * ROW;
    let line = Rect::from_x_y_ranges(response.rect.x_range(), y - 1.0..=y + 1.0);
    ui.painter().hline(line.x_range(), y, Stroke::new(2.0, palette.accent));
    ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
}
