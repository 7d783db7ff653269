use super::{PictureRequest, RestCache};
use crate::view::{PaintRange, PaintScale, PaintSummary, PaintedJoint, SimilarTo, SkinPaint, UNKNOWN, color};
use glam::{Vec3, Vec4};
use skinscope_core::centers::similarities_to;
use skinscope_core::measure::{DeformedSkin, Surface, normal_errors};
use skinscope_core::model::{Influence, Model, Pose, Primitive, SkinKind};
use skinscope_core::skinning::{
    Deformed, JointPalette, MissingInput, SkinnedVertex, SkinningSettings, has_valid_signs,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The values of a paint for every vertex.
#[derive(Debug)]
pub(super) struct VertexValues {
    /// Values for every primitive, one per vertex; NaN if unknown.
    of_primitives: Vec<Vec<f32>>,
    meaning: Meaning,
}

/// The meaning of the values.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// Node indices.
    Joint,
    /// Distances in scene units, with the largest of them.
    Distance {
        largest: f32,
    },
    Scaled(PaintScale),
}

impl VertexValues {
    /// Computes the values; `None` if the materials are shown.
    ///
    /// # Errors
    /// A method that needs centers of rotation on a model without them.
    pub fn of(request: &PictureRequest<'_>) -> Result<Option<Self>, MissingInput> {
        let gpu_model = request.model;
        let model = &gpu_model.model();
        let skinning = request.settings.skinning;
        let (of_primitives, meaning) = match request.settings.look.paint {
            SkinPaint::Materials => return Ok(None),
            SkinPaint::JointWeights => {
                (joint_weights(model, request.settings.selected_joint), Meaning::Scaled(PaintScale::Weight))
            }
            SkinPaint::DominantJoint => {
                // By node, since skins may use different indices for the same joint and equal indices for different
                // joints.
                let joint = |primitive: &Primitive, list: &[Influence]| {
                    let joints = &model.skins[primitive.skin as usize].joints;
                    let heaviest = list.first().and_then(|one| joints.get(one.joint as usize));
                    heaviest.map_or(f32::NAN, |joint| joint.node as f32)
                };
                (by_influences(model, joint), Meaning::Joint)
            }
            SkinPaint::InfluenceCount => {
                let count = by_influences(model, |_, list| list.len().max(1) as f32);
                let largest = count.iter().flatten().copied().filter(|count| !count.is_nan()).fold(1.0, f32::max);
                (count, Meaning::Scaled(PaintScale::Influences(largest as usize)))
            }
            SkinPaint::DifferenceTo(method) => {
                let skin = |skinning| deform(request, skinning);
                let distances = distances(&skin(skinning)?, &skin(skinning.compared_with(method))?);
                let largest = distances.iter().flatten().copied().fold(0.0, f32::max);
                (distances, Meaning::Distance { largest })
            }
            SkinPaint::DifferenceToModel => {
                let distances = distances_to_model(request)?;
                let known = distances.iter().flatten().copied().filter(|distance| distance.is_finite());
                let largest = known.fold(0.0, f32::max);
                (distances, Meaning::Distance { largest })
            }
            SkinPaint::WeightDifference => (weight_differences(request), Meaning::Scaled(PaintScale::Weight)),
            SkinPaint::InvalidSigns => {
                let (values, count) = invalid_signs(model, request.pose, skinning);
                (values, Meaning::Scaled(PaintScale::InvalidSigns(count)))
            }
            SkinPaint::AreaStretch | SkinPaint::EdgeStretch | SkinPaint::VolumeChange => {
                (measured(request)?, Meaning::Scaled(PaintScale::Ratio))
            }
            SkinPaint::NormalError => (measured(request)?, Meaning::Scaled(PaintScale::NormalError)),
            SkinPaint::Similarity => similarities(model, request.settings.similar_to),
        };
        Ok(Some(Self { of_primitives, meaning }))
    }

    /// The largest distance of a difference map, in scene units.
    pub fn largest_distance(&self) -> Option<f32> {
        if let Meaning::Distance { largest } = self.meaning { Some(largest) } else { None }
    }

    /// The smallest and the largest value on the skin; `None` if none is known.
    fn found(&self) -> Option<[f32; 2]> {
        let known = self.of_primitives.iter().flatten().copied().filter(|value| value.is_finite());
        known.map(|value| [value; 2]).reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
    }

    /// A summary of the colors on a scale returned by [`Self::scale`].
    pub fn summary(&self, scale: Option<PaintScale>) -> PaintSummary {
        match scale {
            Some(scale) => PaintSummary::Scaled { scale, found: self.found() },
            None => PaintSummary::Joints(self.joints()),
        }
    }

    fn joints(&self) -> Vec<PaintedJoint> {
        let mut vertices: BTreeMap<u32, usize> = BTreeMap::new();
        for value in self.of_primitives.iter().flatten().filter(|value| !value.is_nan()) {
            *vertices.entry(*value as u32).or_default() += 1;
        }
        let joint = |(node, vertices): (u32, usize)| PaintedJoint {
            node,
            vertices,
            color: joint_color(node).truncate().to_array(),
        };
        let mut joints: Vec<PaintedJoint> = vertices.into_iter().map(joint).collect();
        joints.sort_by_key(|joint| std::cmp::Reverse(joint.vertices));
        joints
    }

    /// Scale of the values. `extent` is the model's longest side.
    pub fn scale(&self, range: PaintRange, extent: f32) -> Option<PaintScale> {
        match self.meaning {
            Meaning::Joint => None,
            Meaning::Scaled(scale) => Some(scale),
            Meaning::Distance { largest } => {
                let end = if let PaintRange::Fixed(end) = range { end } else { largest };
                // Differences caused only by rounding do not count.
                Some(PaintScale::Distance(end.max(1e-6 * extent).max(f32::MIN_POSITIVE)))
            }
        }
    }

    /// Linear colors: for every primitive, one per vertex.
    pub fn colors(&self, scale: Option<PaintScale>) -> Vec<Vec<Vec4>> {
        let of_joint = |value: f32| if value.is_nan() { color(UNKNOWN) } else { joint_color(value as u32) };
        let color = |&value: &f32| scale.map_or_else(|| of_joint(value), |scale| scale.color_of(value));
        self.of_primitives.iter().map(|values| values.iter().map(color).collect()).collect()
    }
}

fn by_influences(model: &Model, value: impl Fn(&Primitive, &[Influence]) -> f32) -> Vec<Vec<f32>> {
    let of = |primitive: &Primitive| primitive.influences.iter().map(|list| value(primitive, list)).collect();
    model.primitives.iter().map(|primitive| of(primitive)).collect()
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

/// Similarities to a vertex. Without a vertex, or if the vertex does not exist, they are unknown.
fn similarities(model: &Model, similar_to: Option<SimilarTo>) -> (Vec<Vec<f32>>, Meaning) {
    let found = similar_to.and_then(|to| similarities_to(model, to.vertex, &to.centers));
    let largest = found.as_ref().map(|found| found.iter().flatten().copied().fold(0.0, f32::max));
    let values = found.unwrap_or_else(|| unknown(model));
    (values, Meaning::Scaled(PaintScale::Similarity(largest)))
}

fn distances(a: &[Deformed], b: &[Deformed]) -> Vec<Vec<f32>> {
    let of = |(a, b): (&Deformed, &Deformed)| a.iter().zip(b).map(|(a, b)| a.position.distance(b.position)).collect();
    a.iter().zip(b).map(of).collect()
}

/// Values that are one for each vertex with invalid signs, and the number of such vertices.
fn invalid_signs(model: &Model, pose: &Pose, skinning: SkinningSettings) -> (Vec<Vec<f32>>, Option<usize>) {
    if !skinning.method.blends_quaternions() {
        return (unknown(model), None);
    }
    let palettes = JointPalette::all(model, pose, skinning);
    let sign_mode = skinning.antipodality().sign_mode();
    let values = by_influences(model, |primitive, list| {
        let motions = &palettes[primitive.skin as usize].motions;
        f32::from(u8::from(!has_valid_signs(list, motions, sign_mode)))
    });
    let count = values.iter().flatten().filter(|value| **value > 0.0).count();
    (values, Some(count))
}

/// Result of `measure` for the posed skin; unknown on rigid meshes.
fn measured(request: &PictureRequest<'_>) -> Result<Vec<Vec<f32>>, MissingInput> {
    let model = &request.model.model();
    let at_rest = request.rest.of(model);
    let rest = at_rest.skin();
    let deformed = deform(request, request.settings.skinning)?;
    let skin = collected(&rest.surface, &deformed);
    let values = match request.settings.look.paint {
        SkinPaint::AreaStretch => rest.metric.area_stretch_of_vertices(&rest.surface, &skin),
        SkinPaint::EdgeStretch => rest.metric.edge_stretch_of_vertices(&rest.surface, &skin),
        SkinPaint::NormalError => normal_errors(&rest.surface, &skin).into_iter().map(f64::to_degrees).collect(),
        _ => return Ok(zone_volumes(model, request.rest, &skin)),
    };
    Ok(of_primitives(model, &rest.surface, &values))
}

/// Volume of the zone of each vertex's heaviest joint, relative to rest.
fn zone_volumes(model: &Arc<Model>, rest: &RestCache, skin: &DeformedSkin) -> Vec<Vec<f32>> {
    let at_rest = rest.of(model);
    let surface = &at_rest.skin().surface;
    let volume = |zone: &skinscope_core::measure::BlendZone| {
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

/// The part of each vertex's weight that other joints have in the other model; NaN without another model.
fn weight_differences(request: &PictureRequest<'_>) -> Vec<Vec<f32>> {
    let model = &request.model.model();
    let Some(beside) = request.beside else { return unknown(model) };
    let pair = beside.surfaces;
    of_primitives(model, &pair.own, &pair.weight_differences(model, &beside.model.model()))
}

fn unknown(model: &Model) -> Vec<Vec<f32>> {
    by_influences(model, |_, _| f32::NAN)
}

/// Distance of each vertex to the other model; NaN without another model.
fn distances_to_model(request: &PictureRequest<'_>) -> Result<Vec<Vec<f32>>, MissingInput> {
    let model = &request.model.model();
    let Some(beside) = request.beside else { return Ok(unknown(model)) };
    let skinning = request.settings.skinning;
    let other = PictureRequest { model: beside.model, pose: beside.pose, ..*request };
    let pair = beside.surfaces;
    let own = collected(&pair.own, &deform(request, skinning)?);
    let other = collected(&pair.other, &deform(&other, skinning)?);
    Ok(of_primitives(model, &pair.own, &pair.distances([&own, &other])))
}

fn collected(surface: &Surface, deformed: &[Deformed]) -> DeformedSkin {
    surface.deformed(|primitive| deformed[primitive].iter().map(SkinnedVertex::position_and_normal))
}

/// Converts values indexed by surface vertex to values per primitive.
fn of_primitives(model: &Model, surface: &Surface, values: &[f64]) -> Vec<Vec<f32>> {
    let mut apart: Vec<Vec<f32>> = model.primitives.iter().map(|p| vec![f32::NAN; p.positions.len()]).collect();
    let mut left = values.iter().map(|&value| value as f32);
    for primitive in surface.primitives() {
        apart[primitive].iter_mut().zip(&mut left).for_each(|(slot, value)| *slot = value);
    }
    apart
}

/// The deformed skin, shared by all pictures of the pose.
fn deform(request: &PictureRequest<'_>, skinning: SkinningSettings) -> Result<Arc<Vec<Deformed>>, MissingInput> {
    let model = request.model;
    request.rest.of(&model.model()).posed(
        request.pose,
        skinning,
        model.centers_of_primitives().unwrap_or_default(),
        model.id(),
    )
}

/// Distinct colors for neighboring indices: the hue advances by the golden ratio.
fn joint_color(joint: u32) -> Vec4 {
    let hue = (joint as f32 * 0.618_034).fract() * std::f32::consts::TAU;
    let wave = |shift: f32| 0.42 + 0.30 * (hue + shift).cos();
    let third = std::f32::consts::TAU / 3.0;
    // Alternates between lighter and darker, for color-blind viewers.
    let light = if joint.is_multiple_of(2) { 1.0 } else { 0.7 };
    (Vec3::new(wave(0.0), wave(-third), wave(third)) * light).extend(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_joints_are_apart() {
        let colors: Vec<Vec4> = (0..12).map(joint_color).collect();
        for (index, a) in colors.iter().enumerate() {
            for b in &colors[index + 1..] {
                assert!(a.distance(*b) > 0.06, "{a} {b}");
            }
        }
    }

    #[test]
    fn what_the_skin_has_is_summed_up() {
        let of_primitives = vec![vec![2.0, 7.0], vec![7.0, f32::NAN]];
        let joints = VertexValues { of_primitives, meaning: Meaning::Joint };
        let PaintSummary::Joints(found) = joints.summary(joints.scale(PaintRange::Automatic, 1.0)) else { panic!() };
        assert_eq!(found.iter().map(|joint| (joint.node, joint.vertices)).collect::<Vec<_>>(), [(7, 2), (2, 1)]);
        assert_eq!(found[0].color, joint_color(7).truncate().to_array());
        let ratios = VertexValues { meaning: Meaning::Scaled(PaintScale::Ratio), ..joints };
        let summary = ratios.summary(ratios.scale(PaintRange::Automatic, 1.0));
        assert_eq!(summary, PaintSummary::Scaled { scale: PaintScale::Ratio, found: Some([2.0, 7.0]) });
    }

    #[test]
    fn the_range_of_a_difference_map_is_its_largest_or_the_one_given() {
        let values = VertexValues { of_primitives: vec![], meaning: Meaning::Distance { largest: 0.25 } };
        assert_eq!(values.scale(PaintRange::Automatic, 2.0), Some(PaintScale::Distance(0.25)));
        assert_eq!(values.scale(PaintRange::Fixed(0.1), 2.0), Some(PaintScale::Distance(0.1)));
        // At rest there is no difference, and rounding is not amplified.
        let agreeing = VertexValues { meaning: Meaning::Distance { largest: 0.0 }, ..values };
        assert_eq!(agreeing.scale(PaintRange::Automatic, 2.0), Some(PaintScale::Distance(2e-6)));
    }
}
