//! Reading of the pinned or hovered vertex.

use super::figures::PaneSkin;
use super::probe::{PinnedProbe, ProbeKey, ProbeReading, ProbedModel};
use super::state::State;
use crate::measure::VertexId;
use crate::panes::PaneModel;

impl State {
    /// Updates the reading of the pinned or hovered vertex if anything about it changed.
    pub fn refresh_probe(&mut self) {
        let selected = self.view.selected_pane;
        let pinned = self.selection.pinned.as_ref().map(|pinned| (selected, pinned.model, pinned.vertex_id));
        let hovered = self.hand.hovered_vertex.map(|(pane, id)| (pane, self.model_at(pane), id));
        let Some((pane, model, vertex_id)) = pinned.or(hovered) else { return self.probe = None };
        let Some(document) = self.documents.first.as_ref().filter(|_| self.has_vertex(model, vertex_id)) else {
            return self.probe = None;
        };
        let partner = self.partner_vertex(model, vertex_id);
        let (skins, centers) = self.with_centers(self.pane_skins(), |shown: &PaneSkin| shown.skin);
        let key = ProbeKey {
            document: document.id,
            second: self.second().map(|second| second.document.id),
            pose_generation: self.pose_generation,
            model,
            vertex_id,
            partner,
            skins,
            pane,
        };
        if self.probe.as_ref().is_some_and(|probe| probe.key == key) {
            return;
        }
        let probed = |model: PaneModel| {
            let (document, pose) = self.posed_document(model)?;
            Some(ProbedModel { model: &document.model, pose })
        };
        let Some(own) = probed(model) else { return self.probe = None };
        let other = partner.and_then(|_| probed(model.other()));
        self.probe = Some(ProbeReading::new(key, own, other, &centers));
    }

    /// The vertex of the other model that rests at the same position, where the meshes agree vertex by vertex.
    pub(super) fn partner_vertex(&self, model: PaneModel, vertex_id: VertexId) -> Option<VertexId> {
        self.second()?.pair.surfaces_from(model.index()).partner_of(vertex_id)
    }

    /// The pinned vertex in one of the models: itself, or its partner.
    pub fn pinned_in(&self, model: PaneModel) -> Option<VertexId> {
        let pinned = self.selection.pinned.as_ref()?;
        self.vertex_in(model, (pinned.model, pinned.vertex_id))
    }

    /// The counterpart in `model` of a vertex of one of the models: itself, or its partner.
    pub(super) fn vertex_in(&self, model: PaneModel, (of, vertex_id): (PaneModel, VertexId)) -> Option<VertexId> {
        if of == model { Some(vertex_id) } else { self.partner_vertex(of, vertex_id) }
    }

    /// The model that the pane of this index shows.
    pub fn model_at(&self, pane: usize) -> PaneModel {
        self.edit.panes.get(pane).map_or(PaneModel::First, |pane| self.model_of_pane(&pane.settings))
    }

    pub(super) fn has_vertex(&self, model: PaneModel, vertex_id: VertexId) -> bool {
        // The same indices in the first model would be another vertex.
        let document = self.document_of(model).filter(|_| model.is_first() || self.second().is_some());
        let primitive = document.and_then(|document| document.model.primitives.get(vertex_id.primitive as usize));
        primitive.is_some_and(|primitive| (vertex_id.vertex as usize) < primitive.positions.len())
    }

    /// Pins a vertex of the selected pane's model.
    pub(super) fn pin(&mut self, vertex_id: Option<VertexId>) {
        self.hand.hovered_vertex = None;
        let model = self.model_at(self.view.selected_pane);
        let vertex_id = vertex_id.filter(|vertex_id| self.has_vertex(model, *vertex_id));
        self.selection.pinned = vertex_id.map(|vertex_id| PinnedProbe { model, vertex_id, reason: None });
    }
}
