//! Joints that are selected together, and the box that selects them.

use crate::session::{Command, State};
use crate::style::Palette;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Color32, CornerRadius, CursorIcon, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

/// Draws a ring around every selected joint except the active one, which the skeleton shows.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect) {
    if state.transient.also_selected.len() < 2 {
        return;
    }
    let painter = ui.painter().with_clip_rect(picture);
    for (node, at) in joints_in_picture(ui, state, pane, picture) {
        if state.transient.also_selected.contains(&node) && state.transient.selected_joint != Some(node) {
            painter.circle(at, 4.0, palette.accent, Stroke::new(1.5, Color32::WHITE));
        }
    }
}

/// Selects all joints in a box: B, then a drag. Returns whether the box uses the pointer.
pub fn box_select(
    ui: &Ui,
    palette: &Palette,
    state: &State,
    pane: &ShownPane<'_>,
    picture: Rect,
    commands: &mut Vec<Command>,
) -> bool {
    if !state.transient.box_armed {
        return false;
    }
    let response = ui.interact(picture, egui::Id::unique("box select").with(pane.id), Sense::click_and_drag());
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    let from = ui.input(|input| input.pointer.press_origin());
    let to = ui.ctx().pointer_interact_pos();
    let done = response.drag_stopped() || response.clicked();
    if let (Some(from), Some(to), true) = (from, to, response.dragged()) {
        let area = Rect::from_two_pos(from, to).intersect(picture);
        ui.painter().rect_filled(area, CornerRadius::ZERO, palette.accent_dim);
        let ring = Stroke::new(1.0, palette.accent);
        ui.painter().rect_stroke(area, CornerRadius::ZERO, ring, StrokeKind::Inside);
        let inside = joints_in_picture(ui, state, pane, picture).filter(|(_, at)| area.contains(*at));
        commands.push(Command::SelectJoints(inside.map(|(node, _)| node).collect()));
    }
    if done {
        commands.push(Command::ArmBox(false));
    }
    true
}

/// Every shown joint in front of the eye, in points of the window.
fn joints_in_picture<'a>(
    ui: &Ui,
    state: &'a State,
    pane: &'a ShownPane<'_>,
    picture: Rect,
) -> impl Iterator<Item = (u32, Pos2)> + 'a {
    let scale = ui.ctx().pixels_per_point();
    let skeleton = state.document.as_ref().map(|document| &document.model.skeleton);
    skeleton.into_iter().flat_map(move |skeleton| {
        let scene_from_node = state.pose.scene_from_node(skeleton, pane.settings.skinning.scale_kind);
        skeleton.shown_joints().filter_map(move |node| {
            let origin = scene_from_node[node as usize].translation.as_vec3();
            let at = pane.camera.project(origin, pane.pixels)?;
            Some((node, picture.min + vec2(at.x, at.y) / scale))
        })
    })
}
