//! Hovering the skin, and the position of the probed vertex in each pane.

use crate::measure::VertexId;
use crate::panes::ComparisonKind;
use crate::session::figures::ShownSkin;
use crate::session::{Command, SkinWait, State};
use crate::style::Palette;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Color32, Rect, Response, Stroke, Ui, vec2};
use glam::Vec2;

/// The vertex under the pointer. `None` off the skin, or while the deformed skin is unknown.
pub fn point_at(
    ui: &Ui,
    state: &State,
    pane: &ShownPane<'_>,
    response: &Response,
    picture: Rect,
    commands: &mut Vec<Command>,
) -> Option<VertexId> {
    if response.dragged() || (ui.input(|input| input.pointer.any_down()) && !response.clicked()) {
        return None;
    }
    let pointer = response.hover_pos().or(response.interact_pointer_pos().filter(|_| response.clicked()))?;
    let skin = skin_at(pane, picture, pointer.x, state);
    let pixel = (pointer - picture.min) * ui.ctx().pixels_per_point();
    let ray = pane.camera.ray(Vec2::new(pixel.x, pixel.y), pane.pixels);
    let wait = if response.clicked() { SkinWait::Deform } else { SkinWait::Skip };
    // A vertex of the other model belongs to the other panes.
    let vertex_id = state.pick_skin(&skin, ray, wait).filter(|_| skin.model == state.model_of_pane(pane.settings))?;
    let hovered = Some((pane.index, vertex_id));
    if state.hand.hovered_vertex != hovered && state.selection.pinned.is_none() {
        commands.push(Command::HoverVertex(hovered));
    }
    Some(vertex_id)
}

/// The skin that is drawn at `x`. In a wipe, the skin on the pointer's side.
fn skin_at(pane: &ShownPane<'_>, picture: Rect, x: f32, state: &State) -> ShownSkin {
    let comparison = pane.settings.comparison;
    let other = match comparison.kind {
        ComparisonKind::Wipe => x > picture.left() + comparison.divider * picture.width(),
        ComparisonKind::Flicker => state.hand.flicker_held,
        _ => false,
    };
    let model = state.model_of_pane(pane.settings);
    if !other {
        return ShownSkin::new(pane.settings.skinning, pane.settings.centers).of(model);
    }
    let is_other_model = comparison.other_model && state.second().is_some();
    let model = if is_other_model { model.other() } else { model };
    ShownSkin::new(comparison.other, pane.settings.centers).of(model)
}

/// Draws a ring around the vertex, filled with the accent color if it is pinned.
pub fn ring(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect) {
    let Some(row) = state.probe.as_ref().and_then(|probe| probe.of_pane(pane.index)) else { return };
    let Some(at) = pane.camera.project(row.position, pane.pixels) else { return };
    let at = picture.min + vec2(at.x, at.y) / ui.ctx().pixels_per_point();
    if !picture.contains(at) {
        return;
    }
    let painter = ui.painter().with_clip_rect(picture);
    let pinned = state.selection.pinned.is_some();
    let (radius, fill) = if pinned { (5.0, palette.accent_fill) } else { (4.0, Color32::TRANSPARENT) };
    painter.circle_stroke(at, radius, Stroke::new(4.0, Color32::from_black_alpha(110)));
    painter.circle(at, radius, fill, Stroke::new(1.8, Color32::WHITE));
    super::probe_card::show(ui, palette, state, pane, picture, at);
}
