//! The surfaces of a model's skins as they are smoothed, and what smoothing takes from them at rest.

use super::{Influence, Model, MorphDelta, Primitive, SkinKind};
use crate::work::parallel::prelude::*;
use glam::{DMat3, DVec3, Vec3};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Part of the way to the mean of the neighbors in one step (Mancewicz et al. 2014). With more, details alternate instead of
/// vanishing.
pub const SMOOTHING_PART: f64 = 0.5;

/// Steps. More smooth away more of the bend, and with it the shape that the deltas must restore.
pub const SMOOTHING_STEPS: usize = 20;

/// A tangent toward a neighbor has at least this fraction of the longest one's length: a shorter one has an uncertain
/// direction.
const LONG_ENOUGH: f64 = 0.1;

/// Fraction of its length at rest below which an edge counts as smoothed away, as in a triangle without neighbors: its
/// direction would be rounding of single precision.
const VANISHED: f64 = 1e-4;

/// Vertices at one position whose weights differ by less are one vertex that a seam has split. Others belong to two
/// surfaces that touch, such as closed lips.
const SAME_WEIGHTS: f32 = 0.02;

/// Points that a core smooths at once.
const POINTS_AT_ONCE: usize = 1 << 12;

/// The surface of a skin: its points, which are vertices without the splits of seams, with the edges and triangles between
/// them. Belongs to the default shape.
#[derive(Debug)]
pub struct SmoothSurface {
    point_of_vertex: Vec<u32>,
    /// One over the number of its vertices.
    share_of_vertex: Vec<f64>,
    /// Where the neighbors of each point begin, and the end.
    offsets: Vec<u32>,
    neighbors: Vec<u32>,
    triangles: Vec<[u32; 3]>,
    /// The neighbor of each point toward which its tangent goes. The point itself if it has none.
    tangent_toward: Vec<u32>,
    rest: RestDetail,
}

/// What smoothing takes from a surface at rest, in frames that follow the smoothed surface.
#[derive(Clone, Debug, Default)]
pub struct RestDetail {
    /// By point: tangent, binormal and normal of the smoothed surface; zero where it has none or has vanished.
    frames: Vec<DMat3>,
    /// By point: the way from the smoothed point to the point, in its frame.
    deltas: Vec<DVec3>,
}

impl RestDetail {
    /// Tangent, binormal and normal of the smoothed surface at a point; zero where it has none or has vanished.
    pub fn frame(&self, point: usize) -> DMat3 {
        self.frames[point]
    }

    /// The way from the smoothed point to the point, in its frame.
    pub fn delta(&self, point: usize) -> DVec3 {
        self.deltas[point]
    }
}

/// The surfaces once they were needed. A copy of a model is made to be changed, so it starts without.
#[derive(Debug, Default)]
pub(super) struct KeptSurfaces(OnceLock<Vec<Option<SmoothSurface>>>);

impl Clone for KeptSurfaces {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Model {
    /// The place of a primitive's first vertex among all vertices of its skin.
    pub fn first_in_skin(&self, primitive: usize) -> u32 {
        let skin = self.primitives[primitive].skin;
        let before = self.primitives[..primitive].iter().filter(|other| other.skin == skin);
        before.map(|other| other.positions.len() as u32).sum()
    }

    /// How many vertices the primitives of a skin have.
    pub fn vertices_of_skin(&self, skin: u32) -> usize {
        let own = self.primitives.iter().filter(|primitive| primitive.skin == skin);
        own.map(|primitive| primitive.positions.len()).sum()
    }

    /// The surface of a skin for smoothing; `None` for rigid meshes. The first call visits every vertex.
    pub fn smooth_surface(&self, skin: u32) -> Option<&SmoothSurface> {
        let model = self.default_shape();
        let surfaces = model.smooth_surfaces.0.get_or_init(|| {
            let surface = |(skin, source): (u32, &super::Skin)| {
                (source.kind == SkinKind::Skinned).then(|| SmoothSurface::of(&model.primitives, skin))
            };
            (0..).zip(&model.skins).map(surface).collect()
        });
        surfaces[skin as usize].as_ref()
    }
}

impl SmoothSurface {
    fn of(primitives: &[Arc<Primitive>], skin: u32) -> Self {
        let mut points = Points::default();
        let mut triangles = Vec::new();
        for primitive in primitives {
            if primitive.skin != skin {
                continue;
            }
            let first = points.of_vertex.len();
            for (vertex, &position) in primitive.positions.iter().enumerate() {
                let deltas = primitive.morphs.as_ref().map_or(&[][..], |morphs| morphs.of(vertex));
                points.add(position, primitive.influences.of(vertex), deltas);
            }
            let corner = |vertex: u32| points.of_vertex[first + vertex as usize];
            let corners = primitive.indices.as_chunks::<3>().0.iter().map(|triangle| triangle.map(corner));
            // Triangles between the copies of one vertex have no area and no direction.
            triangles.extend(corners.filter(|[a, b, c]| a != b && b != c && c != a));
        }
        let count = points.positions.len();
        let (offsets, neighbors) = edges(&triangles, count);
        let mut vertices_of_point = vec![0_u32; count];
        points.of_vertex.iter().for_each(|&point| vertices_of_point[point as usize] += 1);
        let share_of_vertex =
            points.of_vertex.iter().map(|&point| 1.0 / f64::from(vertices_of_point[point as usize])).collect();
        let mut surface = Self {
            point_of_vertex: points.of_vertex,
            share_of_vertex,
            offsets,
            neighbors,
            triangles,
            tangent_toward: (0..count as u32).collect(),
            rest: RestDetail::default(),
        };
        let rest: Vec<DVec3> = points.positions.iter().map(|position| position.as_dvec3()).collect();
        let smoothed = surface.smoothed_alone(rest.clone());
        surface.choose_tangents(&smoothed);
        surface.rest = surface.detail_of_points(&rest, &smoothed);
        surface
    }

    /// Number of the skin's vertices.
    pub fn vertex_count(&self) -> usize {
        self.point_of_vertex.len()
    }

    /// The detail of the default shape.
    pub fn rest_detail(&self) -> &RestDetail {
        &self.rest
    }

    /// The detail of other rest positions of the skin's vertices.
    pub fn detail(&self, rest_positions: impl Iterator<Item = Vec3>) -> RestDetail {
        let points = self.points(rest_positions);
        self.detail_of_points(&points, &self.smoothed(points.clone()))
    }

    /// Number of points.
    pub fn point_count(&self) -> usize {
        self.tangent_toward.len()
    }

    /// The neighbor toward which the tangent of a point goes. The point itself if it has none.
    pub fn tangent_toward(&self, point: usize) -> u32 {
        self.tangent_toward[point]
    }

    /// The triangles between the points.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The point of each vertex.
    pub fn points_of_vertices(&self) -> &[u32] {
        &self.point_of_vertex
    }

    /// The point of each vertex, and the vertex's share in it.
    pub(super) fn shares(&self) -> impl Iterator<Item = (u32, f64)> {
        self.point_of_vertex.iter().copied().zip(self.share_of_vertex.iter().copied())
    }

    /// The mean of each point's vertices.
    pub(super) fn points(&self, positions: impl Iterator<Item = Vec3>) -> Vec<DVec3> {
        let mut points = vec![DVec3::ZERO; self.tangent_toward.len()];
        for ((position, &point), &share) in positions.zip(&self.point_of_vertex).zip(&self.share_of_vertex) {
            points[point as usize] += position.as_dvec3() * share;
        }
        points
    }

    /// Smooths posed vertices and gives the detail back: for each vertex its position, and the turn from the frame at
    /// rest to the posed one. `None` where the surface has no frame, at rest or in the pose. Where `mirrors` says that the
    /// pose mirrors the skin at a vertex, the triangles face inward, and the turn is a reflection.
    pub fn with_detail(
        &self,
        posed_positions: impl Iterator<Item = Vec3>,
        detail: &RestDetail,
        mirrors: impl Fn(usize) -> bool,
    ) -> Vec<Option<(DVec3, DMat3)>> {
        let smoothed = self.smoothed(self.points(posed_positions));
        let frames = self.frames(&smoothed);
        let at_vertex = |(vertex, &point): (usize, &u32)| {
            let point = point as usize;
            let (rest, mut posed) = (detail.frames[point], frames[point]);
            if mirrors(vertex) {
                posed.z_axis = -posed.z_axis;
            }
            let has_frames = rest != DMat3::ZERO && posed != DMat3::ZERO;
            has_frames.then(|| (smoothed[point] + posed * detail.deltas[point], posed * rest.transpose()))
        };
        self.point_of_vertex.iter().enumerate().map(at_vertex).collect()
    }

    fn detail_of_points(&self, points: &[DVec3], smoothed: &[DVec3]) -> RestDetail {
        let mut frames = self.frames(smoothed);
        for (point, (frame, &toward)) in frames.iter_mut().zip(&self.tangent_toward).enumerate() {
            let length = |points: &[DVec3]| points[toward as usize].distance(points[point]);
            if length(smoothed) < VANISHED * length(points) {
                *frame = DMat3::ZERO;
            }
        }
        let delta = |((point, smoothed), frame): ((&DVec3, &DVec3), &DMat3)| frame.transpose() * (*point - *smoothed);
        let deltas = points.iter().zip(smoothed).zip(&frames).map(delta).collect();
        RestDetail { frames, deltas }
    }

    /// The points to which edges lead from a point.
    pub fn neighbors_of(&self, point: usize) -> &[u32] {
        &self.neighbors[self.offsets[point] as usize..self.offsets[point + 1] as usize]
    }

    /// Moves every point by [`SMOOTHING_PART`] toward the mean of its neighbors, [`SMOOTHING_STEPS`] times. A point without neighbors stays.
    fn smoothed(&self, mut points: Vec<DVec3>) -> Vec<DVec3> {
        let mut next = points.clone();
        for _ in 0..SMOOTHING_STEPS {
            let chunks = next.par_chunks_mut(POINTS_AT_ONCE).enumerate();
            chunks.for_each(|(chunk, next)| self.step(&points, chunk * POINTS_AT_ONCE, next));
            std::mem::swap(&mut points, &mut next);
        }
        points
    }

    /// The same on this thread alone. What is computed once while others wait for it must not wait for them.
    fn smoothed_alone(&self, mut points: Vec<DVec3>) -> Vec<DVec3> {
        let mut next = points.clone();
        for _ in 0..SMOOTHING_STEPS {
            self.step(&points, 0, &mut next);
            std::mem::swap(&mut points, &mut next);
        }
        points
    }

    /// One step for the points from `first` on.
    fn step(&self, points: &[DVec3], first: usize, next: &mut [DVec3]) {
        for (point, next) in (first..).zip(next) {
            let neighbors = self.neighbors_of(point);
            if neighbors.is_empty() {
                continue;
            }
            let sum: DVec3 = neighbors.iter().map(|&neighbor| points[neighbor as usize]).sum();
            *next = points[point].lerp(sum / neighbors.len() as f64, SMOOTHING_PART);
        }
    }

    /// Normals of the surface, as long as the areas around the points.
    fn normals(&self, points: &[DVec3]) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| points[corner as usize]);
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|&corner| normals[corner as usize] += normal);
        }
        normals
    }

    fn choose_tangents(&mut self, smoothed: &[DVec3]) {
        let normals = self.normals(smoothed);
        for (point, normal) in normals.iter().enumerate() {
            let normal = normal.normalize_or_zero();
            let length =
                |neighbor: u32| (smoothed[neighbor as usize] - smoothed[point]).reject_from_normalized(normal).length();
            let neighbors = self.neighbors_of(point);
            let longest = neighbors.iter().map(|&neighbor| length(neighbor)).fold(0.0, f64::max);
            let chosen = neighbors.iter().copied().find(|&neighbor| length(neighbor) >= LONG_ENOUGH * longest);
            if normal != DVec3::ZERO && longest > 0.0 {
                self.tangent_toward[point] = chosen.unwrap_or(point as u32);
            }
        }
    }

    /// The frames of a smoothed surface; zero where it has no normal or tangent.
    fn frames(&self, smoothed: &[DVec3]) -> Vec<DMat3> {
        let frame = |((point, normal), &toward): ((usize, DVec3), &u32)| {
            let normal = normal.normalize_or_zero();
            let tangent =
                (smoothed[toward as usize] - smoothed[point]).reject_from_normalized(normal).normalize_or_zero();
            if normal == DVec3::ZERO || tangent == DVec3::ZERO || !tangent.is_finite() {
                return DMat3::ZERO;
            }
            DMat3::from_cols(tangent, normal.cross(tangent), normal)
        };
        self.normals(smoothed).into_iter().enumerate().zip(&self.tangent_toward).map(frame).collect()
    }
}

/// Vertices without the splits of seams.
#[derive(Default)]
struct Points {
    of_vertex: Vec<u32>,
    positions: Vec<Vec3>,
    /// Influences and morph targets of the first vertex of each point.
    firsts: Vec<(Vec<Influence>, Vec<MorphDelta>)>,
    at_position: HashMap<[u32; 3], Vec<u32>>,
}

impl Points {
    /// Vertices that a morph target moves apart are two points.
    fn add(&mut self, position: Vec3, influences: &[Influence], deltas: &[MorphDelta]) {
        // Adding zero makes -0 and 0 equal.
        let known = self.at_position.entry((position + 0.0).to_array().map(f32::to_bits)).or_default();
        let same = known.iter().copied().find(|&point| {
            let (own, moved) = &self.firsts[point as usize];
            are_near(own, influences) && move_alike(moved, deltas)
        });
        let point = same.unwrap_or_else(|| {
            let point = self.positions.len() as u32;
            known.push(point);
            self.positions.push(position);
            self.firsts.push((influences.to_vec(), deltas.to_vec()));
            point
        });
        self.of_vertex.push(point);
    }
}

/// Whether the weights of two vertices differ by less than [`SAME_WEIGHTS`] in sum.
fn are_near(a: &[Influence], b: &[Influence]) -> bool {
    let weight = |list: &[Influence], joint: u32| {
        list.iter().filter(|influence| influence.joint == joint).map(|influence| influence.weight).sum::<f32>()
    };
    let of_both = a.iter().chain(b.iter().filter(|own| a.iter().all(|other| other.joint != own.joint)));
    let difference: f32 = of_both.map(|one| (weight(a, one.joint) - weight(b, one.joint)).abs()).sum();
    difference < SAME_WEIGHTS
}

/// Whether morph targets move two vertices by the same ways. Normals may differ at a seam.
fn move_alike(a: &[MorphDelta], b: &[MorphDelta]) -> bool {
    let way = |delta: &MorphDelta| (delta.target, delta.position);
    a.iter().map(way).eq(b.iter().map(way))
}

/// The neighbors of each point by the edges of the triangles, in the order in which triangles name them.
fn edges(triangles: &[[u32; 3]], points: usize) -> (Vec<u32>, Vec<u32>) {
    let mut of_point: Vec<Vec<u32>> = vec![Vec::new(); points];
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)] {
            let neighbors = &mut of_point[from as usize];
            if !neighbors.contains(&to) {
                neighbors.push(to);
            }
        }
    }
    let mut offsets = vec![0];
    let mut neighbors = Vec::new();
    for own in of_point {
        neighbors.extend(own);
        offsets.push(neighbors.len() as u32);
    }
    (offsets, neighbors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;

    #[test]
    fn at_rest_the_detail_restores_every_vertex() {
        for name in ["bar", "cloth", "hand"] {
            let model = bundled_model(name);
            let surface = model.smooth_surface(0).unwrap();
            let positions =
                || model.primitives.iter().filter(|p| p.skin == 0).flat_map(|p| p.positions.iter().copied());
            let restored = surface.with_detail(positions(), surface.rest_detail(), |_| false);
            assert_eq!(restored.len(), surface.vertex_count());
            for (position, restored) in positions().zip(restored) {
                let (found, turn) = restored.unwrap();
                assert!(found.distance(position.as_dvec3()) < 1e-7, "{name}: {found}, {position}");
                assert!(turn.abs_diff_eq(DMat3::IDENTITY, 1e-12));
            }
        }
    }

    #[test]
    fn seams_are_one_point_and_touching_surfaces_are_two() {
        let near = |joint, weight| Influence { joint, weight };
        let mut points = Points::default();
        points.add(Vec3::X, &[near(0, 0.6), near(1, 0.4)], &[]);
        points.add(Vec3::X, &[near(0, 0.605), near(1, 0.395)], &[]);
        points.add(Vec3::X, &[near(2, 1.0)], &[]);
        points.add(Vec3::new(1.0, -0.0, 0.0), &[near(2, 1.0)], &[]);
        let opens = MorphDelta { target: 0, position: Vec3::Y, normal: Vec3::ZERO };
        points.add(Vec3::X, &[near(2, 1.0)], &[opens]);
        assert_eq!(points.of_vertex, [0, 0, 1, 1, 2]);
    }

    #[test]
    fn edges_are_found_once() {
        let (offsets, neighbors) = edges(&[[0, 1, 2], [2, 1, 3]], 5);
        let of = |point: usize| &neighbors[offsets[point] as usize..offsets[point + 1] as usize];
        assert_eq!([of(0), of(1), of(3)], [&[1, 2][..], &[0, 2, 3], &[1, 2]]);
        assert!(of(4).is_empty(), "a point without triangles");
    }
}
