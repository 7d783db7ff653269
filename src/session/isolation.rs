//! Isolation: showing only the skin that some joints move.

use super::state::State;
use crate::measure::{RestSkin, VertexId};
use crate::model::SkinPart;
use std::sync::Arc;

/// The skin that is shown alone.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The joints whose skin is shown, together with the skin of all joints below them.
    pub roots: Vec<u32>,
    pub part: Arc<SkinPart>,
}

impl PartialEq for Isolation {
    /// Parts are compared by address: each isolation makes a new one.
    fn eq(&self, other: &Self) -> bool {
        self.roots == other.roots && Arc::ptr_eq(&self.part, &other.part)
    }
}

impl State {
    /// Hides all skin except the skin of the selected joints, the joints below them and the bones before them.
    pub(super) fn isolate_selected(&mut self) {
        let Some(document) = &self.documents.first else { return };
        let roots = self.selected_joints();
        if roots.is_empty() {
            return self.notify("Select a joint first, then isolate its skin.".to_owned(), None);
        }
        let part = SkinPart::of_branches(&document.model, &roots);
        if part.is_empty() {
            return self.notify("No skin follows this joint or the joints below it.".to_owned(), None);
        }
        self.view.isolation = Some(Isolation { roots, part: Arc::new(part) });
        let hidden = |vertex_id: VertexId| !self.is_vertex_shown(vertex_id);
        if self.selection.pinned.as_ref().is_some_and(|pinned| pinned.model.is_first() && hidden(pinned.vertex_id)) {
            self.selection.pinned = None;
        }
        self.hand.hovered_vertex = None;
    }

    /// Finds the isolated skin in a document that replaced another with the same joints.
    pub(super) fn refresh_isolation(&mut self, same: impl Fn(u32) -> Option<u32>) {
        let (Some(document), Some(before)) = (&self.documents.first, self.view.isolation.take()) else { return };
        let roots: Vec<u32> = before.roots.into_iter().filter_map(same).collect();
        let part = SkinPart::of_branches(&document.model, &roots);
        if !part.is_empty() {
            self.view.isolation = Some(Isolation { roots, part: Arc::new(part) });
        }
    }

    /// Shows all skin if a vertex that is to be looked at is hidden.
    pub(super) fn reveal_vertex(&mut self, vertex_id: VertexId) {
        if !self.is_vertex_shown(vertex_id) {
            self.view.isolation = None;
        }
    }

    fn is_vertex_shown(&self, VertexId { primitive, vertex }: VertexId) -> bool {
        let isolation = self.view.isolation.as_ref();
        isolation.is_none_or(|isolation| isolation.part.has_vertex(primitive as usize, vertex))
    }

    /// Whether a joint's skin is shown. The skeleton shows the same joints.
    pub fn is_joint_shown(&self, node: u32) -> bool {
        self.shown_part().is_none_or(|part| part.has_node(node))
    }

    pub(super) fn shown_part(&self) -> Option<&SkinPart> {
        self.view.isolation.as_ref().map(|isolation| &*isolation.part)
    }

    /// Description of the isolated skin. `None` while all skin is shown.
    pub fn isolation_text(&self) -> Option<String> {
        let (document, isolation) = (self.documents.first.as_ref()?, self.view.isolation.as_ref()?);
        let name = match isolation.roots.as_slice() {
            [root] => document.joint_name(*root).to_owned(),
            roots => format!("{} joints", roots.len()),
        };
        Some(format!("Only the skin of {name} is shown. Alt+H shows all."))
    }
}

/// The triangles of the surface that are shown.
pub(super) fn shown_triangles<'a>(
    rest: &'a RestSkin,
    part: Option<&'a SkinPart>,
) -> impl Iterator<Item = [u32; 3]> + 'a {
    let is_shown = move |triangle: &[u32; 3]| {
        part.is_none_or(|part| {
            let corners = triangle.map(|vertex| rest.surface.id_of(vertex));
            part.has_triangle(corners[0].primitive as usize, corners.map(|corner| corner.vertex))
        })
    };
    rest.surface.triangles.iter().copied().filter(is_shown)
}
