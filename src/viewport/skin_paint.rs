use super::heat_palette::palette_color;
use crate::gpu::GpuModel;
use crate::model::{Influence, Model, Pose, Primitive};
use crate::skinning::{Deformed, JointPalette, SkinningMethod, SkinningSettings, deform_primitive_about};
use glam::{Vec3, Vec4};

/// What the colors of the skin mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SkinPaint {
    /// The model's own materials.
    #[default]
    Materials,
    /// How much the selected joint counts, from 0 to 1.
    JointWeights,
    /// A color for each joint, where it counts most.
    DominantJoint,
    /// How many joints a vertex has, from 1 to [`MOST_INFLUENCES`].
    InfluenceCount,
    /// How far the vertex lies from where the other method puts it; the far end of the palette is the largest distance.
    DifferenceTo(SkinningMethod),
}

/// More look like as many.
pub const MOST_INFLUENCES: usize = 8;

/// What the ends of the palette stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PaintScale {
    /// 0 to 1.
    Weight,
    Influences,
    /// 0 to this distance, in scene units.
    Distance(f32),
}

/// Linear colors, for every primitive one a vertex, and their scale; `None` where the materials are shown.
pub(super) fn skin_colors(
    gpu_model: &GpuModel,
    pose: &Pose,
    skinning: SkinningSettings,
    paint: SkinPaint,
    selected_joint: Option<u32>,
) -> Option<(Vec<Vec<Vec4>>, Option<PaintScale>)> {
    let model = gpu_model.model();
    let by_influences = |color: &dyn Fn(&Primitive, &[Influence]) -> Vec4| -> Vec<Vec<Vec4>> {
        let of = |primitive: &Primitive| primitive.influences.iter().map(|list| color(primitive, list)).collect();
        model.primitives.iter().map(of).collect()
    };
    Some(match paint {
        SkinPaint::Materials => return None,
        SkinPaint::JointWeights => {
            let joints: Vec<Option<usize>> = model
                .skins
                .iter()
                .map(|skin| skin.joints.iter().position(|joint| Some(joint.node) == selected_joint))
                .collect();
            let weight = |primitive: &Primitive, list: &[Influence]| {
                let joint = joints[primitive.skin as usize];
                let own = list.iter().find(|one| Some(one.joint as usize) == joint);
                palette_color(own.map_or(0.0, |one| one.weight))
            };
            (by_influences(&weight), Some(PaintScale::Weight))
        }
        SkinPaint::DominantJoint => {
            let color = |_: &Primitive, list: &[Influence]| joint_color(list.first().map_or(0, |one| one.joint));
            (by_influences(&color), None)
        }
        SkinPaint::InfluenceCount => {
            let color = |_: &Primitive, list: &[Influence]| {
                palette_color((list.len().max(1) - 1) as f32 / (MOST_INFLUENCES - 1) as f32)
            };
            (by_influences(&color), Some(PaintScale::Influences))
        }
        SkinPaint::DifferenceTo(other) => {
            let skin = |method| positions(gpu_model, pose, SkinningSettings { method, ..skinning });
            let distances: Vec<Vec<f32>> = skin(skinning.method)
                .iter()
                .zip(skin(other))
                .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.position.distance(b.position)).collect())
                .collect();
            let largest = distances.iter().flatten().copied().fold(0.0, f32::max);
            // Rounding alone is no difference.
            let range = largest.max(1e-6 * model.rest_bounds().extent());
            let color =
                |distances: &Vec<f32>| distances.iter().map(|distance| palette_color(distance / range)).collect();
            (distances.iter().map(color).collect(), Some(PaintScale::Distance(largest)))
        }
    })
}

/// By the shaders' twins: as exact as what is drawn.
fn positions(gpu_model: &GpuModel, pose: &Pose, skinning: SkinningSettings) -> Vec<Deformed> {
    let model: &Model = gpu_model.model();
    let palettes = JointPalette::all(model, pose, skinning);
    let centers = |number: usize, primitive: &Primitive| -> Vec<Vec3> {
        match gpu_model.centers_of_primitives() {
            Some(centers) if skinning.method.needs_centers() => centers[number].clone(),
            _ => primitive.positions.clone(),
        }
    };
    let deform = |(number, primitive): (usize, &Primitive)| {
        let palette = &palettes[primitive.skin as usize];
        deform_primitive_about(model, primitive, palette, skinning, &centers(number, primitive))
    };
    model.primitives.iter().enumerate().map(deform).collect()
}

/// Far apart for neighboring numbers: the hue advances by the golden section.
fn joint_color(joint: u32) -> Vec4 {
    let hue = (joint as f32 * 0.618_034).fract() * std::f32::consts::TAU;
    let wave = |shift: f32| 0.42 + 0.30 * (hue + shift).cos();
    let third = std::f32::consts::TAU / 3.0;
    // Lighter and darker in turns, for those who see few hues.
    let light = if joint.is_multiple_of(2) { 1.0 } else { 0.7 };
    (Vec3::new(wave(0.0), wave(-third), wave(third)) * light).extend(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_joints_are_apart() {
        let colors: Vec<Vec4> = (0..12).map(joint_color).collect();
        for (place, a) in colors.iter().enumerate() {
            for b in &colors[place + 1..] {
                assert!(a.distance(*b) > 0.06, "{a} {b}");
            }
        }
    }
}
