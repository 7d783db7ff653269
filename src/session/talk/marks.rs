//! Where the marks of a scene are in the pose.

use super::super::probe::WorstKind;
use super::super::state::State;
use crate::measure::VertexId;
use crate::panes::{MarkedPlace, MarkedWorst};
use crate::skinning::{JointPalette, deform_vertex};
use glam::Vec3;

impl State {
    /// The marked place in scene space under a pane's method. `None` if the model has no such place, or no figures yet
    /// say which vertex stands out.
    pub fn marked_position(&self, pane: usize, at: &MarkedPlace) -> Option<Vec3> {
        match at {
            MarkedPlace::Joint(name) => {
                let skeleton = &self.document.as_ref()?.model.skeleton;
                let joint = skeleton.find(name).ok()?;
                let scale_kind = self.edit.panes.get(pane)?.settings.skinning.scale_kind;
                let scene_from_node = self.pose.scene_from_node(skeleton, scale_kind);
                Some(scene_from_node[joint as usize].translation.as_vec3())
            }
            MarkedPlace::Vertex(primitive, vertex) => {
                self.vertex_position(pane, VertexId { primitive: *primitive, vertex: *vertex })
            }
            MarkedPlace::Worst(kind) => self.worst_position(
                pane,
                match kind {
                    MarkedWorst::Collapse => WorstKind::Collapse,
                    MarkedWorst::Bulge => WorstKind::Bulge,
                    MarkedWorst::Difference => WorstKind::Difference,
                },
            ),
        }
    }

    /// Where the vertex that stands out is now. While the pose moves, the vertex is that of the newest figures.
    pub fn worst_position(&self, pane: usize, kind: WorstKind) -> Option<Vec3> {
        self.vertex_position(pane, self.worst_vertex(pane, kind)?.vertex_id)
    }

    /// The position of a vertex in the current pose under a pane's method, in scene space.
    fn vertex_position(&self, pane: usize, id: VertexId) -> Option<Vec3> {
        let document = self.document.as_ref()?;
        let model = &document.model;
        let primitive = model.primitives.get(id.primitive as usize)?;
        if id.vertex as usize >= primitive.positions.len() {
            return None;
        }
        let settings = self.edit.panes.get(pane)?.settings;
        let centers = self.centers_for(document.id, &settings).map(|(centers, _)| centers);
        if settings.skinning.method.needs_centers() && centers.is_none() {
            return None;
        }
        let center = centers
            .and_then(|centers| centers.of_primitives.get(id.primitive as usize)?.get(id.vertex as usize).copied());
        let palettes = JointPalette::all(model, &self.pose, settings.skinning);
        let palette = palettes.get(primitive.skin as usize)?;
        Some(deform_vertex(model, primitive, palette, settings.skinning, id.vertex as usize, center).position)
    }
}
