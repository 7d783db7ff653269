//! The bones of Kim & Han 2014: one for each vertex, and the point of it that is nearest at rest. Choices that the
//! paper leaves open (the end of a bone, ties between equally near ones) are those of `docs/methods.md`.

use glam::DVec3;
use skinscope::model::{Model, Primitive, Skin};
use std::collections::BTreeMap;

/// Distances that differ by less, relatively, are equal.
const TIE: f64 = 1e-6;
/// Closer to its bone than this fraction of the extent, a vertex lies on it.
const ON_THE_BONE: f64 = 1e-5;
/// Bones whose cosines differ by less are equally straight.
const ABOUT_AS_STRAIGHT: f64 = 0.05;
/// Bones that are shorter than the longest by a smaller fraction are equally long. If their ends differ, none continues
/// a limb.
const ABOUT_AS_LONG: f64 = 1e-3;
/// Skin that reaches less far than this fraction of its farthest vertex is elsewhere.
const UNCLEAR: f64 = 0.2;

#[derive(Clone, Copy, Debug)]
pub struct RestBone {
    pub joint: usize,
    /// The joint where the bone ends, or none if it ends at `end`.
    pub child: Option<usize>,
    /// In the bind frame.
    pub end: DVec3,
    /// The point nearest to the vertex.
    pub point: DVec3,
}

/// Bones of every vertex of the skinned primitives, in node order.
pub fn rest_bones(model: &Model) -> Vec<RestBone> {
    let model = model.default_shape();
    let on_the_bone = ON_THE_BONE * f64::from(model.rest_bounds().extent());
    let of_skin = |skin: u32| Limbs::new(model, skin);
    let limbs: Vec<Limbs> = (0..model.skins.len() as u32).map(of_skin).collect();
    let mut candidates: BTreeMap<(u32, [u32; 3]), Candidates> = BTreeMap::new();
    let key = |primitive: &Primitive, vertex: usize| {
        let bits = |part: f32| if part == 0.0 { 0 } else { part.to_bits() };
        (primitive.skin, primitive.positions[vertex].to_array().map(bits))
    };
    for primitive in model.skinned_primitives() {
        for vertex in 0..primitive.positions.len() {
            let influences = primitive.influences.of(vertex);
            let limbs = &limbs[primitive.skin as usize];
            let of_position = candidates.entry(key(primitive, vertex)).or_default();
            for influence in influences.iter().filter(|influence| influence.weight == influences[0].weight) {
                let own = influence.joint as usize;
                of_position.joints.extend([Some(own), limbs.parent(own)].into_iter().flatten());
            }
            of_position.weights.extend(influences.iter().map(|one| (one.joint as usize, one.weight)));
        }
    }
    let mut bones = Vec::new();
    for primitive in model.skinned_primitives() {
        for vertex in 0..primitive.positions.len() {
            let limbs = &limbs[primitive.skin as usize];
            let position = primitive.positions[vertex].as_dvec3();
            bones.push(limbs.choose(position, &candidates[&key(primitive, vertex)], on_the_bone));
        }
    }
    bones
}

/// Candidates for the bone of all vertices at one position.
#[derive(Default)]
struct Candidates {
    /// Where the bone may begin.
    joints: Vec<usize>,
    /// Joints and weights.
    weights: Vec<(usize, f32)>,
}

struct Limbs<'a> {
    skin: &'a Skin,
    moves: Vec<bool>,
    ends: Vec<(Option<usize>, DVec3)>,
}

impl<'a> Limbs<'a> {
    fn new(model: &'a Model, skin: u32) -> Self {
        let primitives = || model.primitives.iter().filter(move |primitive| primitive.skin == skin);
        let skin = &model.skins[skin as usize];
        let count = skin.joints.len();
        let mut limbs = Self { skin, moves: vec![false; count], ends: vec![] };
        for influence in primitives().flat_map(|primitive| primitive.influences.flat()) {
            limbs.moves[influence.joint as usize] = true;
        }
        let origin = |joint: usize| skin.joints[joint].bind_origin;
        let is_driven = |joint: usize| model.skeleton.twist_driver(skin.joints[joint].node).is_some();
        let end = |joint: usize| {
            let mut children: Vec<usize> = (0..count)
                .filter(|&child| limbs.moves[child] && limbs.parent(child) == Some(joint))
                .filter(|&child| origin(child) != origin(joint))
                .collect();
            if children.iter().any(|&child| !is_driven(child)) {
                children.retain(|&child| !is_driven(child));
            }
            let direction = limbs.direction(joint);
            let cosine = |child: usize| direction.dot((origin(child) - origin(joint)).normalize());
            while !children.is_empty() {
                let best = children.iter().map(|&child| cosine(child)).fold(f64::NEG_INFINITY, f64::max);
                let mut straight: Vec<usize> =
                    children.iter().copied().filter(|&child| cosine(child) > best - ABOUT_AS_STRAIGHT).collect();
                let length = |child: usize| origin(child).distance(origin(joint));
                straight.sort_by(|&a, &b| length(b).total_cmp(&length(a)).then(a.cmp(&b)));
                let (first, longest) = (straight[0], length(straight[0]));
                straight.retain(|&child| length(child) >= longest * (1.0 - ABOUT_AS_LONG));
                if straight.iter().all(|&child| origin(child).distance(origin(first)) <= longest * ABOUT_AS_LONG) {
                    return (Some(first), origin(first));
                }
                children.retain(|child| !straight.contains(child));
            }
            let mut offsets = Vec::new();
            let (mut surface, mut moment) = (0.0, DVec3::ZERO);
            for primitive in primitives() {
                let follows = |vertex: usize| {
                    let influences = primitive.influences.of(vertex);
                    influences.iter().any(|one| one.joint as usize == joint && one.weight == influences[0].weight)
                };
                let offset = |vertex: usize| primitive.positions[vertex].as_dvec3() - origin(joint);
                offsets.extend((0..primitive.positions.len()).filter(|&vertex| follows(vertex)).map(offset));
                for corners in primitive.indices.as_chunks::<3>().0 {
                    let [a, b, c] = [0, 1, 2].map(|corner| offset(corners[corner] as usize));
                    let area = (b - a).cross(c - a).length() / 2.0;
                    for &corner in corners.iter().filter(|&&corner| follows(corner as usize)) {
                        surface += area / 3.0;
                        moment += offset(corner as usize) * (area / 3.0);
                    }
                }
            }
            let farthest = offsets.iter().map(|offset: &DVec3| offset.length()).fold(0.0, f64::max);
            let reach = |toward: DVec3| offsets.iter().map(|offset| offset.dot(toward)).fold(0.0, f64::max);
            let mean = if surface > 0.0 { moment / surface } else { DVec3::ZERO };
            let lies_elsewhere = reach(direction) < UNCLEAR * farthest && mean.length() >= UNCLEAR * farthest;
            let toward = if lies_elsewhere { mean.normalize_or_zero() } else { direction };
            (None, origin(joint) + toward * reach(toward))
        };
        let ends: Vec<(Option<usize>, DVec3)> = (0..count).map(end).collect();
        limbs.ends = ends;
        limbs
    }

    /// The nearest ancestor that moves something.
    fn parent(&self, joint: usize) -> Option<usize> {
        let above = self.skin.joints[joint].parent? as usize;
        if self.moves[above] { Some(above) } else { self.parent(above) }
    }

    /// From the nearest ancestor that is elsewhere.
    fn direction(&self, joint: usize) -> DVec3 {
        let (mut above, origin) = (self.parent(joint), self.skin.joints[joint].bind_origin);
        while let Some(ancestor) = above {
            let offset = origin - self.skin.joints[ancestor].bind_origin;
            if offset != DVec3::ZERO {
                return offset.normalize();
            }
            above = self.parent(ancestor);
        }
        DVec3::ZERO
    }

    fn depth(&self, joint: usize) -> usize {
        self.parent(joint).map_or(0, |parent| 1 + self.depth(parent))
    }

    fn choose(&self, position: DVec3, candidates: &Candidates, on_the_bone: f64) -> RestBone {
        let weight = |joint: usize| {
            let own = candidates.weights.iter().filter(|(other, _)| *other == joint);
            own.map(|(_, weight)| *weight).fold(0.0, f32::max)
        };
        let point = |joint: usize| nearest_on([self.skin.joints[joint].bind_origin, self.ends[joint].1], position);
        let away = |joint: usize| point(joint).distance(position);
        let mut joints = candidates.joints.clone();
        let least = joints.iter().map(|&joint| away(joint)).fold(f64::INFINITY, f64::min);
        joints.retain(|&joint| away(joint) <= least * (1.0 + TIE));
        joints.sort_by(|&a, &b| {
            let [end_a, end_b] = [a, b].map(|joint| self.ends[joint].1.to_array());
            let by_weight = weight(b).total_cmp(&weight(a));
            by_weight.then(self.depth(a).cmp(&self.depth(b))).then(end_a.partial_cmp(&end_b).unwrap()).then(a.cmp(&b))
        });
        let joint = joints[0];
        let (child, end) = self.ends[joint];
        let point = if away(joint) < on_the_bone { position } else { point(joint) };
        RestBone { joint, child, end, point }
    }
}

/// The point of a segment nearest to a position.
pub fn nearest_on([start, end]: [DVec3; 2], position: DVec3) -> DVec3 {
    let length = start.distance(end);
    if length == 0.0 {
        return start;
    }
    let along = (position - start).dot(end - start) / length;
    if along >= length { end } else { start + (end - start) * (along.max(0.0) / length) }
}
