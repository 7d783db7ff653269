//! Mouse input in a pane's picture: select, orbit, pan, zoom.

use super::shown_pane::ShownPane;
use crate::measure::VertexId;
use crate::session::{Command, Documents};
use egui::{CursorIcon, PointerButton, Rect, Response, Ui};
use glam::Vec2;

/// Camera rotation for a drag across the whole pane.
const ORBIT_RADIANS: f32 = std::f32::consts::TAU * 0.75;

/// Distance limits of the eye, as fractions of the model's extent. Nothing is visible outside them.
const NEAREST: f32 = 0.01;
const FARTHEST: f32 = 40.0;

/// Handles mouse input. `under` is the joint under the pointer and, if there is none, the vertex.
pub fn react(
    ui: &Ui,
    pane: &ShownPane<'_>,
    response: &Response,
    under: (Option<u32>, Option<VertexId>),
    commands: &mut Vec<Command>,
) {
    let (hovered, pointed_at) = under;
    if response.clicked() || response.drag_started() {
        commands.push(Command::SelectPane(pane.index));
    }
    if response.clicked() {
        let more = ui.input(|input| input.modifiers.command || input.modifiers.shift);
        commands.push(match (hovered, pointed_at) {
            (Some(joint), _) if more => Command::ToggleJoint(joint),
            (None, Some(_)) => Command::PinProbe(pointed_at),
            _ => Command::SelectJoint(hovered),
        });
    }
    if response.double_clicked() {
        commands.push(Command::Frame);
    }
    if hovered.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
}

/// Handles drags and the wheel.
pub fn move_camera(
    ui: &Ui,
    pane: &ShownPane<'_>,
    documents: &Documents,
    response: &Response,
    picture: Rect,
    commands: &mut Vec<Command>,
) {
    let mut camera = *pane.camera;
    let pixels_per_point = ui.ctx().pixels_per_point();
    let drag = response.drag_delta();
    let modifiers = ui.input(|input| input.modifiers);
    let pans = response.dragged_by(PointerButton::Secondary)
        || response.dragged_by(PointerButton::Middle)
        || (response.dragged_by(PointerButton::Primary) && modifiers.shift);
    let zooms = response.dragged_by(PointerButton::Primary) && modifiers.command;
    if pans {
        camera.pan(Vec2::new(drag.x, drag.y) * pixels_per_point, pane.pixels);
    } else if zooms {
        camera.zoom((drag.y * 0.01).exp());
    } else if response.dragged_by(PointerButton::Primary) {
        let per_point = ORBIT_RADIANS / picture.height().max(1.0);
        camera.orbit(-drag.x * per_point, drag.y * per_point);
    }
    if let Some(pointer) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = (-scroll.y * 0.0025).exp() / pinch;
        if factor != 1.0 {
            let pixel = (pointer - picture.min) * pixels_per_point;
            camera.dolly_to_cursor(factor, Vec2::new(pixel.x, pixel.y), pane.pixels);
        }
    }
    let extent = documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
    camera.distance = camera.distance.clamp(extent * NEAREST, extent * FARTHEST);
    if camera != *pane.camera {
        commands.push(Command::SetCamera { pane: pane.index, camera });
    }
}
