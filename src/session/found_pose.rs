//! Poses in which something was found: taken as one step, and looked at.

use super::figures::{ShownSkin, deform};
use super::state::State;
use super::state_figures::{is_target_seen, looking_at};
use crate::measure::VertexId;
use crate::model::PoseOverrides;
use crate::view::Camera;
use std::sync::Arc;

impl State {
    /// Applies a pose, stops at it, and selects a joint. The caller pins what shows it.
    pub(super) fn take_found_pose(&mut self, overrides: PoseOverrides, clip: Option<(usize, f32)>, node: Option<u32>) {
        self.settle_history();
        self.edit.overrides = overrides;
        self.edit.clip = clip.map(|(clip, _)| clip);
        self.edit.scene = None;
        self.playback.playing = false;
        self.playback.time_seconds = clip.map_or(0.0, |(_, seconds)| seconds);
        self.selection.others.clear();
        self.hand.hovered_vertex = None;
        self.select_joint(node);
        self.refresh_pose();
    }

    /// Moves a pane's camera close to a vertex of the first model, and turns it as little as needed to see the vertex. Does
    /// nothing if the skin lacks centers of rotation.
    pub(super) fn look_at_vertex(&mut self, pane: usize, skin: ShownSkin, vertex_id: VertexId) {
        let Some(document) = self.documents.first.clone() else { return };
        let rest = Arc::clone(document.rest.skin());
        let (_, centers) = self.with_centers(vec![skin], |skin| *skin);
        let centers = centers.first().and_then(Option::as_deref);
        let shape = document.model.in_shape(&self.pose.morph_weights);
        let deformed = deform(&shape, &rest.surface, &self.pose, skin.skinning, centers);
        let (Some(deformed), Some(vertex)) = (deformed, rest.surface.index_of(vertex_id)) else { return };
        let position = deformed.positions[vertex as usize].as_vec3();
        let part = self.shown_part();
        let seen = |camera: &Camera| is_target_seen(camera, &rest, &deformed, part);
        let camera = looking_at(self.camera_of(pane), position, document.rest_bounds.extent(), seen);
        self.set_camera(pane, camera);
    }
}
