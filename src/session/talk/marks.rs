//! Positions of a scene's marks in the pose.

use super::super::state::State;
use crate::centers::Centers;
use crate::measure::VertexId;
use crate::model::{Model, Pose, Skeleton};
use crate::pairs::JointMatch;
use crate::panes::{MarkedPlace, MarkedWorst, PaneModel, PaneSettings};
use crate::skinning::{JointPalette, PrimitiveCenters, deform_vertex};
use glam::Vec3;

/// A model in a pose, as a pane skins it.
pub(super) struct PosedPane<'a> {
    pub model: &'a Model,
    pub pose: &'a Pose,
    /// For a second model: the skeleton of the first one, whose joints and vertices scenes name, and the partners of
    /// its joints.
    pub partners: Option<(&'a Skeleton, &'a JointMatch)>,
    pub settings: &'a PaneSettings,
    /// Centers of rotation for the pane's settings, if its method needs them.
    pub centers: Option<&'a Centers>,
}

impl PosedPane<'_> {
    /// Position of the marked place in scene space. `worst` returns the vertex to point at. `None` if the model has no
    /// such place.
    pub fn position(&self, at: &MarkedPlace, worst: impl FnOnce(MarkedWorst) -> Option<VertexId>) -> Option<Vec3> {
        match at {
            MarkedPlace::Joint(name) => {
                let skeleton = &self.model.skeleton;
                let joint = match self.partners {
                    Some((first, partners)) => partners.second_of(first.find(name).ok()?)?,
                    None => skeleton.find(name).ok()?,
                };
                let scene_from_node = self.settings.skinning.scene_from_node(skeleton, self.pose);
                Some(scene_from_node[joint as usize].translation.as_vec3())
            }
            MarkedPlace::Vertex(..) if self.partners.is_some() => None,
            MarkedPlace::Vertex(primitive, vertex) => self.vertex(VertexId { primitive: *primitive, vertex: *vertex }),
            MarkedPlace::Worst(kind) => self.vertex(worst(*kind)?),
        }
    }

    /// The position of a vertex in scene space.
    pub fn vertex(&self, id: VertexId) -> Option<Vec3> {
        let Self { model, pose, settings, centers, .. } = self;
        let primitive = model.primitives.get(id.primitive as usize)?;
        if id.vertex as usize >= primitive.positions.len() {
            return None;
        }
        let none = PrimitiveCenters::default();
        let centers = centers.and_then(|centers| centers.of_primitives.get(id.primitive as usize)).unwrap_or(&none);
        let palettes = JointPalette::all(model, pose, settings.skinning);
        let palette = palettes.get(primitive.skin as usize)?;
        let vertex = deform_vertex(model, primitive, palette, settings.skinning, id.vertex as usize, centers);
        vertex.ok().map(|vertex| vertex.position)
    }
}

impl State {
    /// Position of the marked place in scene space under a pane's method. `None` if the model has no such place, or no
    /// figures say yet which vertex stands out. While the pose moves, the vertex comes from the newest figures.
    pub fn marked_position(&self, pane: usize, at: &MarkedPlace) -> Option<Vec3> {
        let worst = |kind| self.figures_of(&self.skin_of_pane(pane)?)?.marked(kind);
        self.posed_pane(pane)?.position(at, worst)
    }

    fn posed_pane(&self, pane: usize) -> Option<PosedPane<'_>> {
        let settings = &self.edit.panes.get(pane)?.settings;
        let shown = self.model_of_pane(settings);
        if self.wait_for_moments(shown, settings.skinning).is_some() {
            return None;
        }
        let (document, pose) = self.posed_document(shown)?;
        let partners = match (shown, &self.documents.first, self.second()) {
            (PaneModel::Second, Some(first), Some(second)) => Some((&first.model.skeleton, &second.pair.joints)),
            _ => None,
        };
        let centers = self.centers_for(document.id, settings).map(|(centers, _)| &**centers);
        Some(PosedPane { model: &document.model, pose, partners, settings, centers })
    }
}
