//! The words of a pane's diagram. Its lines are in the picture.

use super::shown_pane::ShownPane;
use crate::session::State;
use crate::style::{LabeledPicture, draw_diagram_labels};
use crate::view::{DiagramRequest, Theme};
use egui::{Rect, Ui};

/// Draws the words at a size. The diagram is of the selected joint, and of the pinned vertex or that of the scene.
pub fn show(ui: &Ui, state: &State, pane: &ShownPane<'_>, picture: Rect, theme: Theme, scale: f32) {
    let (Some(diagram), Some(document)) = (pane.settings.look.diagram, &state.document) else { return };
    let centers = state.centers_for(document.id, pane.settings).map(|(centers, _)| centers.of_primitives.as_slice());
    let drawing = diagram.draw(&DiagramRequest {
        model: &document.model,
        pose: &state.pose,
        skinning: pane.settings.skinning,
        centers,
        joint: state.transient.selected_joint,
        vertex: state.diagram_vertex(),
        camera: pane.camera,
        size: pane.pixels,
        pixels_per_point: ui.ctx().pixels_per_point(),
    });
    let labeled = LabeledPicture { rect: picture, camera: pane.camera, pixels: pane.pixels, theme, scale };
    draw_diagram_labels(ui.painter(), labeled, &drawing);
}
