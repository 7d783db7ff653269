use super::{PaintRange, PaintScale, PictureRequest, RestCache, SkinPaint};
use crate::gpu::GpuModel;
use crate::measure::{DeformedSkin, Surface, normal_errors};
use crate::model::{Influence, Model, Pose, Primitive, SkinKind};
use crate::skinning::{Deformed, JointPalette, SkinningSettings, deform_model, has_valid_signs};
use glam::{Vec3, Vec4};
use std::collections::HashMap;

/// What a paint knows of every vertex.
#[derive(Debug)]
pub(super) struct VertexValues {
    /// For every primitive one a vertex; not-a-number where nothing is known.
    of_primitives: Vec<Vec<f32>>,
    meaning: Meaning,
}

/// What the values are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// Numbers of joints in their skins.
    Joint,
    /// In scene units; with the largest of them.
    Distance {
        largest: f32,
    },
    Scaled(PaintScale),
}

impl VertexValues {
    /// `None` where the materials are shown.
    pub fn of(request: &PictureRequest<'_>) -> Option<Self> {
        let gpu_model = request.model;
        let model = gpu_model.model();
        let skinning = request.settings.skinning;
        let (of_primitives, meaning) = match request.settings.paint {
            SkinPaint::Materials => return None,
            SkinPaint::JointWeights => {
                (joint_weights(model, request.settings.selected_joint), Meaning::Scaled(PaintScale::Weight))
            }
            SkinPaint::DominantJoint => {
                (by_influences(model, |_, list| list.first().map_or(0, |one| one.joint) as f32), Meaning::Joint)
            }
            SkinPaint::InfluenceCount => {
                let count = by_influences(model, |_, list| list.len().max(1) as f32);
                (count, Meaning::Scaled(PaintScale::Influences))
            }
            SkinPaint::DifferenceTo(method) => {
                let skin = |skinning| deform(gpu_model, request.pose, skinning);
                let distances = distances(&skin(skinning), &skin(SkinningSettings { method, ..skinning }));
                let largest = distances.iter().flatten().copied().fold(0.0, f32::max);
                (distances, Meaning::Distance { largest })
            }
            SkinPaint::InvalidSigns => {
                let (values, count) = invalid_signs(model, request.pose, skinning);
                (values, Meaning::Scaled(PaintScale::InvalidSigns(count)))
            }
            SkinPaint::AreaStretch | SkinPaint::EdgeStretch | SkinPaint::VolumeChange => {
                (measured(request), Meaning::Scaled(PaintScale::Ratio))
            }
            SkinPaint::NormalError => (measured(request), Meaning::Scaled(PaintScale::NormalError)),
        };
        Some(Self { of_primitives, meaning })
    }

    /// Of a difference map, in scene units.
    pub fn largest_distance(&self) -> Option<f32> {
        if let Meaning::Distance { largest } = self.meaning { Some(largest) } else { None }
    }

    /// `extent` is the model's longest side.
    pub fn scale(&self, range: PaintRange, extent: f32) -> Option<PaintScale> {
        match self.meaning {
            Meaning::Joint => None,
            Meaning::Scaled(scale) => Some(scale),
            Meaning::Distance { largest } => {
                let end = if let PaintRange::Fixed(end) = range { end } else { largest };
                // Rounding alone is no difference.
                Some(PaintScale::Distance(end.max(1e-6 * extent).max(f32::MIN_POSITIVE)))
            }
        }
    }

    /// Linear, for every primitive one a vertex.
    pub fn colors(&self, scale: Option<PaintScale>) -> Vec<Vec<Vec4>> {
        let color = |&value: &f32| scale.map_or_else(|| joint_color(value as u32), |scale| scale.color_of(value));
        self.of_primitives.iter().map(|values| values.iter().map(color).collect()).collect()
    }
}

fn by_influences(model: &Model, value: impl Fn(&Primitive, &[Influence]) -> f32) -> Vec<Vec<f32>> {
    let of = |primitive: &Primitive| primitive.influences.iter().map(|list| value(primitive, list)).collect();
    model.primitives.iter().map(of).collect()
}

fn joint_weights(model: &Model, selected_joint: Option<u32>) -> Vec<Vec<f32>> {
    let joints: Vec<Option<usize>> = model
        .skins
        .iter()
        .map(|skin| skin.joints.iter().position(|joint| Some(joint.node) == selected_joint))
        .collect();
    by_influences(model, |primitive, list| {
        let joint = joints[primitive.skin as usize];
        list.iter().find(|one| Some(one.joint as usize) == joint).map_or(0.0, |one| one.weight)
    })
}

fn distances(a: &[Deformed], b: &[Deformed]) -> Vec<Vec<f32>> {
    let of = |(a, b): (&Deformed, &Deformed)| a.iter().zip(b).map(|(a, b)| a.position.distance(b.position)).collect();
    a.iter().zip(b).map(of).collect()
}

/// One where signs are no valid sequence, and how many such vertices there are.
fn invalid_signs(model: &Model, pose: &Pose, skinning: SkinningSettings) -> (Vec<Vec<f32>>, Option<usize>) {
    if !skinning.method.blends_quaternions() {
        return (by_influences(model, |_, _| f32::NAN), None);
    }
    let palettes = JointPalette::all(model, pose, skinning);
    let sign_mode = skinning.antipodality.sign_mode();
    let values = by_influences(model, |primitive, list| {
        let motions = &palettes[primitive.skin as usize].motions;
        f32::from(u8::from(!has_valid_signs(list, motions, sign_mode)))
    });
    let count = values.iter().flatten().filter(|value| **value > 0.0).count();
    (values, Some(count))
}

/// What `measure` tells of the posed skin; not known on rigid meshes.
fn measured(request: &PictureRequest<'_>) -> Vec<Vec<f32>> {
    let model = request.model.model();
    let at_rest = request.rest.of(model);
    let rest = at_rest.skin();
    let deformed = deform(request.model, request.pose, request.settings.skinning);
    let vertices = rest.surface.primitives().flat_map(|primitive| &deformed[primitive]);
    let skin = DeformedSkin::new(vertices.map(|vertex| (vertex.position, vertex.normal)));
    let values = match request.settings.paint {
        SkinPaint::AreaStretch => rest.metric.area_stretch_of_vertices(&rest.surface, &skin),
        SkinPaint::EdgeStretch => rest.metric.edge_stretch_of_vertices(&rest.surface, &skin),
        SkinPaint::NormalError => normal_errors(&rest.surface, &skin).into_iter().map(f64::to_degrees).collect(),
        _ => return zone_volumes(model, request.rest, &skin),
    };
    of_primitives(model, &rest.surface, &values)
}

/// Volume over rest of the zone of each vertex's heaviest joint.
fn zone_volumes(model: &std::sync::Arc<Model>, rest: &RestCache, skin: &DeformedSkin) -> Vec<Vec<f32>> {
    let at_rest = rest.of(model);
    let surface = &at_rest.skin().surface;
    let volume = |zone: &crate::measure::BlendZone| {
        let volume = zone.volume(surface, skin).ok()?;
        Some((zone.node, volume.over_rest() as f32))
    };
    let over_rest: HashMap<u32, f32> = at_rest.zones().iter().filter_map(volume).collect();
    by_influences(model, |primitive, list| {
        let skin = &model.skins[primitive.skin as usize];
        let heaviest = list.first().filter(|_| skin.kind == SkinKind::Skinned);
        let node = heaviest.and_then(|one| skin.joints.get(one.joint as usize)).map(|joint| joint.node);
        node.and_then(|node| over_rest.get(&node)).copied().unwrap_or(f32::NAN)
    })
}

/// From the numbering of a surface back to that of primitives.
fn of_primitives(model: &Model, surface: &Surface, values: &[f64]) -> Vec<Vec<f32>> {
    let mut apart: Vec<Vec<f32>> = model.primitives.iter().map(|p| vec![f32::NAN; p.positions.len()]).collect();
    let mut left = values.iter().map(|&value| value as f32);
    for primitive in surface.primitives() {
        apart[primitive].iter_mut().zip(&mut left).for_each(|(place, value)| *place = value);
    }
    apart
}

/// By the shaders' twins: as exact as what is drawn.
fn deform(gpu_model: &GpuModel, pose: &Pose, skinning: SkinningSettings) -> Vec<Deformed> {
    let model: &Model = gpu_model.model();
    deform_model(model, pose, skinning, gpu_model.centers_of_primitives())
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

    #[test]
    fn the_range_of_a_difference_map_is_its_largest_or_the_one_given() {
        let values = VertexValues { of_primitives: vec![], meaning: Meaning::Distance { largest: 0.25 } };
        assert_eq!(values.scale(PaintRange::Automatic, 2.0), Some(PaintScale::Distance(0.25)));
        assert_eq!(values.scale(PaintRange::Fixed(0.1), 2.0), Some(PaintScale::Distance(0.1)));
        // At rest nothing differs, and rounding is not blown up.
        let agreeing = VertexValues { meaning: Meaning::Distance { largest: 0.0 }, ..values };
        assert_eq!(agreeing.scale(PaintRange::Automatic, 2.0), Some(PaintScale::Distance(2e-6)));
    }
}
