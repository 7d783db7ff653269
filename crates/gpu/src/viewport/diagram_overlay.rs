use super::PictureRequest;
use crate::gpu::mirrors::Stroke;
use crate::view::{DiagramDrawing, DiagramRequest, Theme, with_alpha};
use glam::{Vec3, Vec4};

/// Width of the dark border around lines and dots, in points.
const HALO: f32 = 1.3;
const HALO_RGB: u32 = 0x0A_0B0E;
/// Color of the ground below a sphere: dark, so that colors are readable on any skin.
const DISC_RGB: u32 = 0x12_161C;
const DISC_ALPHA: f32 = 0.72;

impl PictureRequest<'_> {
    /// The diagram of the picture, if it has one. Its lines are part of the picture, its labels are not.
    pub fn diagram(&self) -> Option<DiagramDrawing> {
        let settings = self.settings;
        Some(settings.look.diagram?.draw(&DiagramRequest {
            model: &self.model.model(),
            pose: self.pose,
            skinning: settings.skinning,
            centers: self.model.centers_of_primitives(),
            joint: settings.selected_joint,
            vertex: settings.diagram_vertex,
            camera: self.camera,
            size: self.size,
            pixels_per_point: self.pixels_per_point,
        }))
    }
}

/// Strokes of a diagram. All borders come first, so that none lies over a neighboring piece of a path.
pub(super) fn diagram_strokes(drawing: &DiagramDrawing, theme: Theme) -> Vec<Stroke> {
    let ground = with_alpha(DISC_RGB, DISC_ALPHA);
    let halo = with_alpha(HALO_RGB, 0.85);
    let discs = drawing.discs.iter().map(|disc| stroke([disc.at, disc.at], disc.radius, ground));
    let borders = drawing.lines.iter().map(|line| stroke([line.from, line.to], 0.5 * line.width + HALO, halo));
    let lines = drawing.lines.iter().map(|line| stroke([line.from, line.to], 0.5 * line.width, line.ink.linear(theme)));
    let dots = drawing.dots.iter().map(|dot| Stroke {
        edge: HALO,
        edge_color: halo,
        ..stroke([dot.at, dot.at], dot.radius, dot.ink.linear(theme))
    });
    discs.chain(borders).chain(lines).chain(dots).collect()
}

fn stroke([from, to]: [Vec3; 2], radius: f32, color: Vec4) -> Stroke {
    Stroke {
        from_in_world: from,
        radius,
        to_in_world: to,
        edge: 0.0,
        color,
        edge_color: Vec4::ZERO,
        to_radius: radius,
        _pad0: [0.0; 3],
    }
}
