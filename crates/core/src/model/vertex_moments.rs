//! How the smoothed surroundings of each vertex are divided among the joints: the multi-weights of direct delta mush.

use super::smooth_surface::SmoothSurface;
use super::surface_laplacian::{Patch, SurfaceLaplacian, low_pass};
use super::{Model, MostSurroundingJoints};
use crate::work::{Progress, map_each};
use bytemuck::{Pod, Zeroable};
use glam::{DMat3, DVec3, Vec3};
use std::sync::{Mutex, PoisonError};

/// Implicit steps of smoothing (p of Le & Lewis 2019).
const STEPS: i32 = 20;

/// Strength of a step for the rest shape (lambda). With more, detail is kept over wider surroundings, and bends are rounder.
const STRENGTH: f64 = 3.0;

/// Strength of a step for the weights (kappa), less than [`STRENGTH`].
const STRENGTH_OF_WEIGHTS: f64 = 1.0;

/// Part of the weights that are smoothed less in the posed surface (alpha); the rest of it follows [`STRENGTH`]. With less,
/// bends reach farther.
const PART_OF_WEIGHTS: f64 = 0.8;

/// Joints that a vertex keeps, the heaviest.
pub const MOST_MOMENTS: usize = 32;

/// A joint with less weight is left out: it moves the vertex by less than single precision notices.
const LEAST_WEIGHT: f64 = 1e-6;

/// Part of its spread that the surroundings of a vertex get in all directions, so that flat or straight ones turn with the
/// mean of the joints in the directions that they do not have. More would change the rotation where they are merely thin.
const LEAST_SPREAD: f64 = 1e-5;

/// The same, as a part of the extent squared, for surroundings that are a point.
const LEAST_SPREAD_OF_EXTENT: f64 = 1e-12;

/// Surroundings whose second moment is negative in a direction get so many times as much in all directions.
const ENOUGH: f64 = 1.1;

/// Part of the smoothed surroundings of a vertex that follows one joint: weight, and first and second moment about the
/// vertex in the default shape, in the bind frame. The weights of a vertex sum to one. These are the ten numbers Omega of
/// Le & Lewis 2019, about the vertex instead of the origin, which keeps single precision where the vertex is far from it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct JointMoments {
    /// xx, yy, zz of the second moment.
    pub squares: Vec3,
    /// Index into the skin's joints.
    pub joint: u32,
    /// yz, xz, xy of the second moment.
    pub products: Vec3,
    /// Weight.
    pub weight: f32,
    /// First moment.
    pub first: Vec3,
    pub(crate) _pad: u32,
}

/// What is known of the surroundings of one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexMoments<'a> {
    /// The vertex in the default shape, about which moments are.
    pub anchor: Vec3,
    /// Trace of the second moment of all joints about their mean.
    pub spread: f32,
    /// The heaviest joint first.
    pub of_joints: &'a [JointMoments],
}

/// The moments of the vertices of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkinMoments {
    /// Where the moments of each vertex's point begin and end, in `of_joints`; vertices in the order of the skin.
    ranges: Vec<[u32; 2]>,
    /// By vertex.
    spreads: Vec<f32>,
    of_joints: Vec<JointMoments>,
    dropped: f32,
}

impl SkinMoments {
    /// The moments of a vertex, by its place among all vertices of the skin.
    pub fn of(&self, vertex: usize) -> (f32, &[JointMoments]) {
        let [first, end] = self.ranges[vertex];
        (self.spreads[vertex], &self.of_joints[first as usize..end as usize])
    }

    /// At most this weight was lost by any vertex because only [`MOST_MOMENTS`] joints are kept, or fewer.
    pub fn dropped(&self) -> f32 {
        self.dropped
    }

    /// Appends the content of a file: counts of vertices and joints, lost weight, ranges, spreads, moments.
    pub(super) fn append(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.ranges.len() as u32).to_le_bytes());
        bytes.extend((self.of_joints.len() as u32).to_le_bytes());
        bytes.extend(self.dropped.to_le_bytes());
        bytes.extend_from_slice(bytemuck::cast_slice(&self.ranges));
        bytes.extend_from_slice(bytemuck::cast_slice(&self.spreads));
        bytes.extend_from_slice(bytemuck::cast_slice(&self.of_joints));
    }

    /// Takes what [`Self::append`] wrote for this many vertices and joints of a skin. `None` if the bytes are anything else.
    pub(super) fn take(bytes: &mut &[u8], vertices: usize, joints: usize) -> Option<Self> {
        let mut part = |length: usize| {
            let (part, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            Some(part)
        };
        let [of_vertices, of_lists, dropped]: [[u8; 4]; 3] = bytemuck::pod_read_unaligned(part(12)?);
        let entries = u32::from_le_bytes(of_lists) as usize;
        if u32::from_le_bytes(of_vertices) as usize != vertices {
            return None;
        }
        let ranges: Vec<[u32; 2]> = bytemuck::pod_collect_to_vec(part(vertices.checked_mul(8)?)?);
        let spreads: Vec<f32> = bytemuck::pod_collect_to_vec(part(vertices.checked_mul(4)?)?);
        let of_joints: Vec<JointMoments> =
            bytemuck::pod_collect_to_vec(part(entries.checked_mul(size_of::<JointMoments>())?)?);
        let dropped = f32::from_le_bytes(dropped);
        let is_list =
            |&[first, end]: &[u32; 2]| first < end && end as usize <= entries && (end - first) as usize <= MOST_MOMENTS;
        let is_usable = |own: &JointMoments| {
            let is_finite = own.squares.is_finite() && own.products.is_finite() && own.first.is_finite();
            is_finite && own.weight.is_finite() && (own.joint as usize) < joints
        };
        let is_whole = dropped.is_finite()
            && ranges.iter().all(is_list)
            && spreads.iter().all(|spread| spread.is_finite())
            && of_joints.iter().all(is_usable);
        is_whole.then_some(Self { ranges, spreads, of_joints, dropped })
    }

    /// The same with fewer joints for each vertex, the heaviest. At rest, every vertex is still itself.
    pub(super) fn keeping(&self, most: MostSurroundingJoints) -> Self {
        let mut kept = Self { ranges: self.ranges.clone(), spreads: self.spreads.clone(), ..Self::default() };
        // Vertices of one point share a list.
        let mut order: Vec<usize> = (0..self.ranges.len()).collect();
        order.sort_by_key(|&vertex| self.ranges[vertex]);
        let mut dropped = 0.0_f64;
        let mut last: Option<usize> = None;
        for vertex in order {
            if let Some(same) = last.filter(|&other| self.ranges[other] == self.ranges[vertex]) {
                (kept.ranges[vertex], kept.spreads[vertex]) = (kept.ranges[same], kept.spreads[same]);
                continue;
            }
            let (_, of_joints) = self.of(vertex);
            let first = kept.of_joints.len() as u32;
            let raised = |spread: f64, smallest: f64| (LEAST_SPREAD * spread - smallest).max(0.0);
            let all = of_joints.iter().map(OwnMoments::from).collect();
            let (spread, lost) = append_heaviest(all, most.get().into(), raised, &mut kept.of_joints);
            dropped = dropped.max(lost);
            kept.ranges[vertex] = [first, kept.of_joints.len() as u32];
            kept.spreads[vertex] = spread as f32;
            last = Some(vertex);
        }
        kept.dropped = self.dropped + dropped as f32;
        kept
    }

    /// The moments of a skin. `None` if canceled. Work is counted in joints.
    pub(super) fn compute(surface: &SmoothSurface, skin: &Surroundings, progress: &Progress) -> Option<Self> {
        let laplacian = SurfaceLaplacian::of(&skin.points, surface.triangles());
        progress.add_total(skin.joints.len() as u64);
        let [of_shape, of_weights] = [STRENGTH, STRENGTH_OF_WEIGHTS].map(|strength| low_pass(strength, STEPS));
        // Threads of their own: others may wait for the result, and rayon would let this one wait for them.
        let memories: Mutex<Vec<Memory>> = Mutex::default();
        let take = || memories.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let parts = map_each(skin.joints.len(), |joint| {
            let sources = &skin.joints[joint];
            if progress.is_canceled() || sources.is_empty() {
                progress.advance(1);
                return Vec::new();
            }
            let mut memory = take().unwrap_or_else(|| Memory::new(skin.points.len()));
            let of_both = [&of_shape[..], &of_weights];
            let found = memory.smoothed(&laplacian, (joint as u32, sources), skin, of_both, progress);
            memories.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
            progress.advance(1);
            found
        });
        if progress.is_canceled() {
            return None;
        }
        Some(Self::gathered(surface, skin, parts))
    }

    fn gathered(surface: &SmoothSurface, skin: &Surroundings, parts: Vec<Vec<(u32, Smoothed)>>) -> Self {
        let mut of_points: Vec<Vec<Smoothed>> = vec![Vec::new(); skin.points.len()];
        for (point, smoothed) in parts.into_iter().flatten() {
            of_points[point as usize].push(smoothed);
        }
        let extent = skin.extent();
        let mut gathered = Self::default();
        let mut of_point = Vec::with_capacity(of_points.len());
        for smoothed in of_points {
            let first = gathered.of_joints.len() as u32;
            let (spread, dropped) = joint_moments(&smoothed, extent, &mut gathered.of_joints);
            gathered.dropped = gathered.dropped.max(dropped as f32);
            of_point.push(([first, gathered.of_joints.len() as u32], spread as f32));
        }
        (gathered.ranges, gathered.spreads) =
            surface.points_of_vertices().iter().map(|&point| of_point[point as usize]).unzip();
        gathered
    }
}

/// The weights, first and second moments of a joint in the surroundings of a point, about the point.
#[derive(Clone, Copy, Debug)]
struct Smoothed {
    joint: u32,
    /// Weight of the smoothed shape.
    weight: f64,
    first: DVec3,
    second: DMat3,
    /// Weight that is smoothed less.
    own_weight: f64,
}

/// Appends the moments of a vertex. Returns their spread, and the weight that was left out.
fn joint_moments(smoothed: &[Smoothed], extent: f64, of_joints: &mut Vec<JointMoments>) -> (f64, f64) {
    let whole: f64 = smoothed.iter().map(|own| own.weight).sum();
    let center = smoothed.iter().map(|own| own.first).sum::<DVec3>() / whole;
    let moments = |own: &Smoothed| {
        let (of_center, of_shape) = (PART_OF_WEIGHTS * own.own_weight, 1.0 - PART_OF_WEIGHTS);
        OwnMoments {
            joint: own.joint,
            weight: of_center + of_shape * own.weight,
            first: center * of_center + own.first * of_shape,
            second: outer(center) * of_center + own.second * of_shape,
        }
    };
    // Obtuse triangles may spread weights of both signs, with less than nothing in some direction. At rest the nearest
    // rotation would then not be the identity.
    let raised = |spread: f64, smallest: f64| {
        LEAST_SPREAD * spread + LEAST_SPREAD_OF_EXTENT * extent * extent + ENOUGH * (-smallest).max(0.0)
    };
    append_heaviest(smoothed.iter().map(moments).collect(), MOST_MOMENTS, raised, of_joints)
}

/// [`JointMoments`] in double precision.
struct OwnMoments {
    joint: u32,
    weight: f64,
    first: DVec3,
    second: DMat3,
}

impl From<&JointMoments> for OwnMoments {
    fn from(own: &JointMoments) -> Self {
        let (squares, products) = (own.squares.as_dvec3(), own.products.as_dvec3());
        let columns = [
            DVec3::new(squares.x, products.z, products.y),
            DVec3::new(products.z, squares.y, products.x),
            DVec3::new(products.y, products.x, squares.z),
        ];
        let second = DMat3::from_cols(columns[0], columns[1], columns[2]);
        Self { joint: own.joint, weight: own.weight.into(), first: own.first.as_dvec3(), second }
    }
}

/// Appends the heaviest moments of a vertex, divided by the sum of their weights. Of the spread of these, and of the least
/// spread in any direction, `raised` tells how much is added in all directions. Returns the spread, and the weight that was
/// left out.
fn append_heaviest(
    mut all: Vec<OwnMoments>,
    most: usize,
    raised: impl FnOnce(f64, f64) -> f64,
    of_joints: &mut Vec<JointMoments>,
) -> (f64, f64) {
    all.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()).then(a.joint.cmp(&b.joint)));
    let dropped: f64 = all.iter().skip(most).map(|own| own.weight.abs()).sum();
    all.truncate(most);
    let whole: f64 = all.iter().map(|own| own.weight).sum();
    let center = all.iter().map(|own| own.first).sum::<DVec3>() / whole;
    let second: DMat3 = all.iter().map(|own| own.second).fold(DMat3::ZERO, |sum, own| sum + own) * (1.0 / whole);
    let about_mean = second - outer(center);
    let spread = (about_mean.x_axis.x + about_mean.y_axis.y + about_mean.z_axis.z).max(0.0);
    let least = raised(spread, smallest_eigenvalue(about_mean));
    of_joints.extend(all.into_iter().map(|OwnMoments { joint, weight, first, second }| {
        let second = (second + DMat3::IDENTITY * (least * weight)) / whole;
        JointMoments {
            squares: DVec3::new(second.x_axis.x, second.y_axis.y, second.z_axis.z).as_vec3(),
            joint,
            products: DVec3::new(second.y_axis.z, second.x_axis.z, second.x_axis.y).as_vec3(),
            weight: (weight / whole) as f32,
            first: (first / whole).as_vec3(),
            _pad: 0,
        }
    }));
    (spread + 3.0 * least, dropped)
}

/// Of a symmetric matrix, in closed form.
fn smallest_eigenvalue(m: DMat3) -> f64 {
    let mean = (m.x_axis.x + m.y_axis.y + m.z_axis.z) / 3.0;
    let deviation = m - DMat3::IDENTITY * mean;
    let size = (deviation.to_cols_array().iter().map(|entry| entry * entry).sum::<f64>() / 6.0).sqrt();
    if size <= 0.0 {
        return mean;
    }
    let angle = ((deviation * (1.0 / size)).determinant() / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    mean + 2.0 * size * (angle + std::f64::consts::TAU / 3.0).cos()
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// A skin as it is smoothed.
pub(super) struct Surroundings {
    /// About their mean.
    points: Vec<DVec3>,
    /// By joint: the points that it moves, and its weights there.
    joints: Vec<Vec<(u32, f64)>>,
}

impl Surroundings {
    pub(super) fn of(model: &Model, skin: u32, surface: &SmoothSurface) -> Self {
        let primitives = || model.primitives.iter().filter(|primitive| primitive.skin == skin);
        let mut points = surface.points(primitives().flat_map(|primitive| primitive.positions.iter().copied()));
        let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        points.iter_mut().for_each(|point| *point -= mean);
        let mut joints: Vec<Vec<(u32, f64)>> = vec![Vec::new(); model.skins[skin as usize].joints.len()];
        let influences = primitives().flat_map(|primitive| primitive.influences.iter());
        for (influences, (point, share)) in influences.zip(surface.shares()) {
            for influence in influences {
                joints[influence.joint as usize].push((point, share * f64::from(influence.weight)));
            }
        }
        for weights in &mut joints {
            weights.sort_by_key(|&(point, _)| point);
            weights.dedup_by(|(point, weight), (kept, sum)| {
                let is_same = point == kept;
                if is_same {
                    *sum += *weight;
                }
                is_same
            });
        }
        Self { points, joints }
    }

    fn extent(&self) -> f64 {
        let largest = self.points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
        2.0 * largest
    }
}

/// Memory of a thread.
struct Memory {
    patch: Patch,
    values: [Vec<[f64; 10]>; 2],
    sums: Vec<[f64; 11]>,
    /// By point.
    weights: Vec<f64>,
}

impl Memory {
    fn new(points: usize) -> Self {
        Self { patch: Patch::new(points), values: Default::default(), sums: Vec::new(), weights: vec![0.0; points] }
    }

    /// What a joint contributes to the points around the skin that it moves.
    fn smoothed(
        &mut self,
        laplacian: &SurfaceLaplacian,
        (joint, sources): (u32, &[(u32, f64)]),
        skin: &Surroundings,
        [of_shape, of_weights]: [&[f64]; 2],
        progress: &Progress,
    ) -> Vec<(u32, Smoothed)> {
        let Self { patch, values, sums, weights } = self;
        sources.iter().for_each(|&(point, weight)| weights[point as usize] = weight);
        // About the middle of the joint's points, which keeps the moments small.
        let middle =
            sources.iter().map(|&(point, _)| skin.points[point as usize]).sum::<DVec3>() / sources.len() as f64;
        let source = |point: u32| {
            let DVec3 { x, y, z } = skin.points[point as usize] - middle;
            [x * x, y * y, z * z, y * z, x * z, x * y, x, y, z, 1.0].map(|value| value * weights[point as usize])
        };
        let degrees = of_shape.len().max(of_weights.len());
        patch.surround(laplacian, sources.iter().map(|&(point, _)| point), degrees - 1);
        sums.clear();
        sums.resize(patch.points().len(), [0.0; 11]);
        patch.polynomials(source, values, progress, |degree, place, values| {
            let sums = &mut sums[place];
            let [shape, weight] = [of_shape, of_weights].map(|list| list.get(degree).copied().unwrap_or(0.0));
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += shape * value;
            }
            sums[10] += weight * values[9];
        });
        sources.iter().for_each(|&(point, _)| weights[point as usize] = 0.0);
        let mut found = Vec::new();
        for (&point, sums) in patch.points().iter().zip(&*sums) {
            let [xx, yy, zz, yz, xz, xy, x, y, z, weight, own_weight] = *sums;
            if weight.abs().max(own_weight.abs()) < LEAST_WEIGHT {
                continue;
            }
            let (moment, to_point) = (DVec3::new(x, y, z), skin.points[point as usize] - middle);
            let second = DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz));
            let mixed = DMat3::from_cols(to_point * moment.x, to_point * moment.y, to_point * moment.z);
            let second = second - mixed - mixed.transpose() + outer(to_point) * weight;
            found.push((point, Smoothed { joint, weight, first: moment - to_point * weight, second, own_weight }));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;
    use crate::model::{Pose, StoredSkin};
    use crate::skinning::{SkinnedVertex, SkinningMethod, SkinningSettings, deform_model};

    fn skinned(model: &Model, pose: &Pose) -> Vec<SkinnedVertex> {
        let settings = SkinningSettings { method: SkinningMethod::DirectDeltaMush, ..SkinningSettings::default() };
        deform_model(model, pose, settings, &[]).unwrap().concat()
    }

    #[test]
    fn weights_sum_to_one_and_the_heaviest_is_first() {
        let model = bundled_model("limb");
        let moments = model.moments(0);
        for vertex in 0..model.vertices_of_skin(0) {
            let (spread, of_joints) = moments.of(vertex);
            let sum: f32 = of_joints.iter().map(|own| own.weight).sum();
            assert!((sum - 1.0).abs() < 1e-4 && spread > 0.0, "{vertex}: {sum}, {spread}");
            assert!(of_joints.windows(2).all(|pair| pair[0].weight.abs() >= pair[1].weight.abs()));
        }
        assert_eq!(moments.dropped(), 0.0);
    }

    #[test]
    fn at_rest_every_vertex_is_itself() {
        for name in ["bar", "cloth-9", "hand", "mannequin"] {
            let model = bundled_model(name);
            let start = std::time::Instant::now();
            model.moments(0);
            println!(
                "{name}: {:?}, {} vertices, {} joints",
                start.elapsed(),
                model.vertices_of_skin(0),
                model.skins[0].joints.len()
            );
            let extent = model.rest_bounds().extent();
            let rest = model.primitives.iter().flat_map(|primitive| primitive.positions.iter());
            for (found, expected) in skinned(&model, &Pose::rest(&model.skeleton)).iter().zip(rest) {
                assert!(found.position.distance(*expected) < 1e-6 * extent, "{name}: {found:?}, {expected}");
            }
        }
    }

    #[test]
    fn fewer_joints_are_cheaper_and_at_rest_still_every_vertex_is_itself() {
        for (name, most_of_all) in [("hand", 5e-2), ("cloth-9", 1e-2)] {
            let model = bundled_model(name);
            let rest = Pose::rest(&model.skeleton);
            let all = skinned(&model, &rest);
            let extent = model.rest_bounds().extent();
            let count = |model: &Model| (0..model.vertices_of_skin(0)).map(|v| model.moments(0).of(v).1.len()).max();
            assert!(count(&model).unwrap() > 8, "{name}");
            let mut last = f32::INFINITY;
            for most in [1, 4, 8, 31] {
                let stored = StoredSkin { most_surrounding_joints: most.try_into().ok(), ..StoredSkin::FULL };
                let fewer = model.stored(stored);
                assert!(fewer.has_moments(), "shared");
                assert!(count(&fewer).unwrap() <= usize::from(most));
                let found = skinned(&fewer, &rest);
                let moved = found.iter().zip(&all).map(|(found, all)| found.position.distance(all.position));
                let largest = moved.fold(0.0, f32::max);
                assert!(largest < 2e-6 * extent, "{name}, {most}: {largest} at rest");
                let dropped = fewer.moments(0).dropped();
                assert!(dropped <= last, "{name}, {most}: {dropped}");
                last = dropped;
                if most == 8 {
                    assert!(dropped < most_of_all, "{name}: {dropped}");
                }
            }
        }
    }

    #[test]
    fn eigenvalues_are_those_of_the_matrix() {
        let turn = DMat3::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 1.1);
        for (values, smallest) in [([3.0, -2.0, 1.0], -2.0), ([1.0, 1.0, 1.0], 1.0), ([0.0, 5.0, 5.0], 0.0)] {
            let matrix = turn * DMat3::from_diagonal(values.into()) * turn.transpose();
            assert!((smallest_eigenvalue(matrix) - smallest).abs() < 1e-12, "{values:?}");
        }
        assert_eq!(smallest_eigenvalue(DMat3::ZERO), 0.0);
    }

    #[test]
    fn canceled_work_has_no_result() {
        let progress = Progress::default();
        progress.cancel();
        assert!(bundled_model("bar").compute_moments(&progress).is_none());
    }
}
