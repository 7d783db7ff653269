//! The words of a pane's diagram. Its lines are in the picture.

use super::shown_pane::ShownPane;
use crate::session::State;
use crate::style::{LabeledPicture, draw_diagram_labels};
use crate::view::{DiagramRequest, Theme};
use egui::{Rect, Ui};

/// Draws the words at a scale. The diagram shows the selected joint, and the pinned vertex or the vertex of the scene.
pub fn show(ui: &Ui, state: &State, pane: &ShownPane<'_>, picture: Rect, theme: Theme, scale: f32) {
    let model = state.model_of_pane(pane.settings);
    let (Some(diagram), Some((document, pose))) = (pane.settings.look.diagram, state.posed_document(model)) else {
        return;
    };
    let centers = state.centers_for(document.id, pane.settings).map(|(centers, _)| centers.of_primitives.as_slice());
    let drawing = diagram.draw(&DiagramRequest {
        model: &document.model,
        pose,
        skinning: pane.settings.skinning,
        centers,
        joint: state.selection.joint.and_then(|joint| state.joint_in(model, joint)),
        vertex: state.diagram_vertex(model),
        camera: pane.camera,
        size: pane.pixels,
        pixels_per_point: ui.ctx().pixels_per_point(),
    });
    let labeled = LabeledPicture { rect: picture, camera: pane.camera, pixels: pane.pixels, theme, scale };
    draw_diagram_labels(ui.painter(), labeled, &drawing);
}
