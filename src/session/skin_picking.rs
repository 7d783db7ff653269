//! Finding the vertex of the skin under the pointer.

use super::figures::ShownSkin;
use super::isolation::shown_triangles;
use super::state::State;
use crate::measure::{DeformedSkin, RestSkin, VertexId};
use crate::view::{Ray, pick_rigid, pick_vertex};

/// Behavior while the deformed skin of the current pose is not computed yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkinWait {
    /// Deform it at once. For a click, which happens once.
    Deform,
    /// Find nothing. For a pointer that moves over a picture.
    Skip,
}

impl State {
    /// The vertex of the skin or of a rigid mesh that a ray hits first under a method. Hidden skin is not hit.
    pub fn pick_skin(&self, skin: &ShownSkin, ray: Ray, wait: SkinWait) -> Option<VertexId> {
        let (document, pose) = self.posed_document(skin.model)?;
        // The hidden skin belongs to the first model.
        let part = self.shown_part().filter(|_| skin.model.is_first());
        let on_skin = |rest: &RestSkin, deformed: &DeformedSkin| {
            let position = |vertex: u32| deformed.positions[vertex as usize];
            let hit = pick_vertex(ray, position, shown_triangles(rest, part))?;
            Some((hit.distance, rest.surface.id_of(hit.vertex)))
        };
        let blended = if !document.model.has_skin() {
            None
        } else {
            match (self.skin_now(skin), wait) {
                (Some((rest, deformed)), _) => on_skin(rest, deformed),
                (None, SkinWait::Deform) => {
                    let (rest, deformed) = self.skin_at_once(skin)?;
                    on_skin(&rest, &deformed)
                }
                (None, SkinWait::Skip) => return None,
            }
        };
        let scene_from_node = skin.skinning.scene_from_node(&document.model.skeleton, pose);
        let is_shown = |primitive, triangle| part.is_none_or(|part| part.has_triangle(primitive, triangle));
        let rigid = pick_rigid(ray, &document.model, &scene_from_node, is_shown)
            .map(|found| (found.hit.distance, VertexId { primitive: found.primitive, vertex: found.hit.vertex }));
        let nearest = [blended, rigid].into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, vertex_id)| vertex_id)
    }
}
