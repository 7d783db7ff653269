//! The layers of a picture over its opaque skin, in drawing order: [`super::passes`] draws them, and
//! [`super::draw_list`] records them for pages.

use super::axes_overlay::axis_strokes;
use super::center_overlay::center_strokes;
use super::diagram_overlay::diagram_strokes;
use super::skeleton_overlay::skeleton_strokes;
use super::{PictureRequest, draw_list::Strokes};
use crate::gpu::MeshOverlay;
use crate::gpu::mirrors::Stroke;
use crate::view::{Overlay, PictureSettings};
use glam::DAffine3;
use skinscope_core::model::{Skeleton, SkinPart};
use skinscope_core::skinning::PosedCenter;

/// How an overlay is drawn.
enum Drawing {
    /// The mesh once more, over the opaque skin.
    Mesh(MeshOverlay),
    /// By the shader of the ground, which draws all of these in one pass.
    Ground,
    /// Strokes over everything else.
    Strokes(fn(&StrokeScene<'_>) -> Vec<Stroke>),
}

/// All overlays, in drawing order among their kind.
const DRAWN: [(Overlay, Drawing); Overlay::ALL.len()] = [
    (Overlay::Wireframe, Drawing::Mesh(MeshOverlay::Wireframe)),
    (Overlay::Normals, Drawing::Mesh(MeshOverlay::Normals)),
    (Overlay::Grid, Drawing::Ground),
    (Overlay::Shadow, Drawing::Ground),
    (Overlay::Centers, Drawing::Strokes(center_strokes)),
    (Overlay::Skeleton, Drawing::Strokes(skeleton_strokes)),
    (Overlay::Axes, Drawing::Strokes(axis_strokes)),
];

/// A layer over the opaque skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureLayer {
    Mesh(MeshOverlay),
    Ground,
    /// The blended materials, from far to near.
    Blended,
    /// The other skin, if the picture shows one.
    Ghost,
    Strokes(Strokes),
}

/// The layers of a picture, in drawing order.
pub(super) fn layers(settings: &PictureSettings) -> Vec<PictureLayer> {
    let mut layers = Vec::new();
    let mut strokes = Vec::new();
    let mut has_ground = false;
    for (overlay, drawing) in DRAWN.iter().filter(|(overlay, _)| settings.look.overlays.has(*overlay)) {
        match drawing {
            Drawing::Mesh(mesh) => layers.push(PictureLayer::Mesh(*mesh)),
            Drawing::Ground => has_ground = true,
            Drawing::Strokes(_) => strokes.push(Strokes::Overlay(*overlay)),
        }
    }
    strokes.extend(settings.look.diagram.map(|_| Strokes::Diagram));
    layers.extend(has_ground.then_some(PictureLayer::Ground));
    layers.extend([PictureLayer::Blended, PictureLayer::Ghost]);
    layers.extend(strokes.into_iter().map(PictureLayer::Strokes));
    layers
}

/// The inputs of strokes.
#[derive(Clone, Copy)]
pub(super) struct StrokeScene<'a> {
    pub settings: &'a PictureSettings,
    pub skeleton: &'a Skeleton,
    /// From [`skinscope_core::model::Pose::scene_from_node`].
    pub scene_from_node: &'a [DAffine3],
    /// The longest side of the model at rest, in scene units.
    pub extent: f32,
    /// The part of the skin that is shown alone.
    pub part: Option<&'a SkinPart>,
    /// The posed centers of rotation, if the picture shows them.
    pub centers: &'a [PosedCenter],
}

impl Strokes {
    /// The strokes in drawing order.
    pub(super) fn of(self, request: &PictureRequest<'_>, scene: &StrokeScene<'_>) -> Vec<Stroke> {
        match self {
            Self::Diagram => {
                let diagram = request.diagram();
                diagram.map_or_else(Vec::new, |drawing| diagram_strokes(&drawing, request.settings.theme))
            }
            Self::Overlay(overlay) => match DRAWN.iter().find(|(drawn, _)| *drawn == overlay) {
                Some((_, Drawing::Strokes(strokes))) => strokes(scene),
                _ => Vec::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Diagram, Overlays, PaneLook};

    #[test]
    fn every_overlay_is_drawn_once() {
        for overlay in Overlay::ALL {
            assert_eq!(DRAWN.iter().filter(|(drawn, _)| *drawn == overlay).count(), 1, "{overlay:?}");
            let on_ground = DRAWN.iter().any(|(drawn, how)| *drawn == overlay && matches!(how, Drawing::Ground));
            assert_eq!(on_ground, overlay.row().is_on_ground, "{overlay:?}");
        }
    }

    #[test]
    fn the_ground_lies_over_lines_on_the_skin_and_below_strokes() {
        let overlays = Overlay::ALL.into_iter().collect();
        let look = PaneLook { overlays, diagram: Some(Diagram::Screw), ..PaneLook::default() };
        let all = PictureSettings { look, ..PictureSettings::default() };
        let layers_of_all = layers(&all);
        let (lines, rest) = layers_of_all.split_at(MeshOverlay::ALL.len());
        assert_eq!(lines, MeshOverlay::ALL.map(PictureLayer::Mesh));
        let [ground, blended, ghost, strokes @ ..] = rest else { panic!("too few layers") };
        assert_eq!([*ground, *blended, *ghost], [PictureLayer::Ground, PictureLayer::Blended, PictureLayer::Ghost]);
        assert_eq!(strokes.last(), Some(&PictureLayer::Strokes(Strokes::Diagram)));
        let none = PictureSettings { look: PaneLook::of_overlays(Overlays::NONE), ..all };
        assert_eq!(layers(&none), [PictureLayer::Blended, PictureLayer::Ghost]);
    }
}
