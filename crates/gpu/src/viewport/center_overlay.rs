use super::layers::StrokeScene;
use crate::gpu::mirrors::Stroke;
use crate::view::color;
use glam::Vec4;
use skinscope_core::skinning::PosedCenter;

/// Radius in points: neighbors on a limb stay distinct in a pane a few hundred points wide.
const RADIUS: f32 = 1.0;

/// A dot for each center of rotation, in the red of Le & Hodgins 2016, figure 7.
pub(super) fn center_strokes(scene: &StrokeScene<'_>) -> Vec<Stroke> {
    let dot = |posed: &PosedCenter| Stroke {
        from_in_world: posed.center,
        radius: RADIUS,
        to_in_world: posed.center,
        edge: 0.3,
        color: color(0xF0_3A3A),
        edge_color: color(0x5A_0A0A).truncate().extend(0.5),
        to_radius: RADIUS,
        _pad0: [0.0; 3],
    };
    scene.centers.iter().map(dot).collect()
}

/// Colors of joints and bones in the paper, for pictures that show centers.
pub(super) fn paper_colors() -> [Vec4; 2] {
    [color(0x35_D06A), color(0xF5_D547)]
}
