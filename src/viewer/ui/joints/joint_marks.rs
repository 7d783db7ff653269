//! Joints that are selected together, and the box that selects them.

use crate::session::{Command, Hand, State};
use crate::style::Palette;
use crate::view::{ShownBone, shown_bones};
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Color32, CornerRadius, CursorIcon, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, vec2};
use std::collections::HashMap;

/// Draws every selected joint and its bones in the accent color, except for the active one, which the skeleton shows.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect) {
    if state.selection.others.len() < 2 {
        return;
    }
    let painter = ui.painter().with_clip_rect(picture);
    let marked = |node: u32| state.selection.others.contains(&node) && state.selection.joint != Some(node);
    let places: HashMap<u32, Pos2> = joints_in_picture(ui, state, pane, picture).collect();
    let skeleton = state.documents.first.as_ref().map(|document| &document.model.skeleton);
    for ShownBone { joint, child } in skeleton.into_iter().flat_map(shown_bones).filter(|bone| marked(bone.joint)) {
        if let (Some(&from), Some(&to)) = (places.get(&joint), places.get(&child)) {
            paint_bone(&painter, [from, to], palette.accent);
        }
    }
    for (_, &at) in places.iter().filter(|(node, _)| marked(**node)) {
        painter.circle(at, 4.0, palette.accent, Stroke::new(1.5, Color32::WHITE));
    }
}

/// Draws a bone that tapers like the skeleton's bones, with the same dark halo.
fn paint_bone(painter: &egui::Painter, [from, to]: [Pos2; 2], color: Color32) {
    let sideways = (to - from).normalized().rot90();
    let outline = |wide: f32, narrow: f32| {
        vec![from + sideways * wide, to + sideways * narrow, to - sideways * narrow, from - sideways * wide]
    };
    painter.add(Shape::convex_polygon(outline(3.2, 1.7), Color32::from_black_alpha(200), Stroke::NONE));
    painter.add(Shape::convex_polygon(outline(2.2, 0.7), color, Stroke::NONE));
}

/// Selects all joints in a box: B, then a drag. Returns whether the box uses the pointer.
pub fn react_to_box(ui: &Ui, state: &State, pane: &ShownPane<'_>, picture: Rect, commands: &mut Vec<Command>) -> bool {
    if !state.hand.box_armed {
        return false;
    }
    let Some(response) = ui.ctx().read_response(box_id(pane)) else { return true };
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
    }
    if let Some(area) = dragged_box(ui, &response, picture) {
        let inside = joints_in_picture(ui, state, pane, picture).filter(|(_, at)| area.contains(*at));
        commands.push(Command::SelectJoints(inside.map(|(node, _)| node).collect()));
    }
    if response.drag_stopped() || response.clicked() {
        commands.push(Command::ArmBox(false));
    }
    true
}

/// Draws the box that selects joints.
pub fn show_box(ui: &Ui, palette: &Palette, hand: &Hand, pane: &ShownPane<'_>, picture: Rect) {
    if !hand.box_armed {
        return;
    }
    let response = ui.interact(picture, box_id(pane), Sense::click_and_drag());
    if let Some(area) = dragged_box(ui, &response, picture) {
        ui.painter().rect_filled(area, CornerRadius::ZERO, palette.accent_dim);
        let ring = Stroke::new(1.0, palette.accent);
        ui.painter().rect_stroke(area, CornerRadius::ZERO, ring, StrokeKind::Inside);
    }
}

fn box_id(pane: &ShownPane<'_>) -> egui::Id {
    egui::Id::unique("box select").with(pane.id)
}

fn dragged_box(ui: &Ui, response: &Response, picture: Rect) -> Option<Rect> {
    let from = ui.input(|input| input.pointer.press_origin())?;
    let to = ui.ctx().pointer_interact_pos()?;
    response.dragged().then(|| Rect::from_two_pos(from, to).intersect(picture))
}

/// Every shown joint in front of the eye, in points of the window.
pub fn joints_in_picture<'a>(
    ui: &Ui,
    state: &'a State,
    pane: &'a ShownPane<'_>,
    picture: Rect,
) -> impl Iterator<Item = (u32, Pos2)> + 'a {
    let scale = ui.ctx().pixels_per_point();
    let skeleton = state.documents.first.as_ref().map(|document| &document.model.skeleton);
    skeleton.into_iter().flat_map(move |skeleton| {
        let scene_from_node = pane.settings.skinning.scene_from_node(skeleton, &state.pose);
        skeleton.shown_joints().filter_map(move |node| {
            let origin = scene_from_node[node as usize].translation.as_vec3();
            let at = pane.camera.project(origin, pane.pixels)?;
            Some((node, picture.min + vec2(at.x, at.y) / scale))
        })
    })
}
