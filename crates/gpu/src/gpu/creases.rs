use glam::{DVec3, Vec3};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use skinscope_core::model::Model;
use std::hash::BuildHasher as _;

/// Radii at which hollows are found, ascending, as fractions of the model's extent, and how dark they become: creases
/// between muscles and folds, and wider hollows such as armpits.
const SCALES: [Scale; 2] = [Scale { radius: 0.008, strength: 1.1 }, Scale { radius: 0.025, strength: 0.45 }];

struct Scale {
    radius: f32,
    strength: f32,
}

/// The largest number of smoothing steps at any scale; very dense meshes show finer creases only.
const MOST_STEPS: usize = 60;
/// Limit for triangles times steps, so that the time stays well below the time for reading the file.
const MOST_WORK: usize = 40_000_000;
/// Fraction of the way to the mean of its neighbors by which a smoothing step moves a point.
const STEP: f32 = 0.6;
/// Cosine of the largest angle between normals at one position that belong to one smooth surface.
const SMOOTH_EDGE: f32 = 0.99;
/// The least light that a crease keeps.
const DARKEST: f32 = 0.35;

/// The fraction of the surrounding light that reaches each vertex: one on planes and ridges, less in hollows. For every
/// primitive, one per vertex.
///
/// A point in a hollow lies below the smoothed surface. Computed once per model, at rest. Vertices at the same position
/// share a value unless an edge between their faces is hard: the facets of a flat-shaded mesh have no creases of their
/// own, and a value at their corners would spread over whole facets.
pub(super) fn creases(model: &Model) -> Vec<Vec<f32>> {
    let mesh = Welded::of(model);
    let extent = model.rest_bounds().extent();
    let mut open = vec![1f32; mesh.points.len()];
    let edges = mesh.edges_at_points();
    let edge = mesh.mean_edge();
    if edge > 0.0 && extent.is_finite() {
        let mut smooth = Smoothing::of(&mesh);
        for Scale { radius, strength } in SCALES {
            let radius = radius * extent;
            // Each step adds a variance of about half a squared edge.
            let steps = (2.0 * (radius / edge).powi(2) / STEP).ceil() as usize;
            let affordable = MOST_WORK / mesh.triangles.len().max(1);
            let steps = steps.clamp(1, MOST_STEPS).min(affordable);
            smooth.advance_to(steps);
            for (point, open) in open.iter_mut().enumerate() {
                let depth = (smooth.points[point] - mesh.points[point]).dot(mesh.normals[point]) / radius;
                // Where the mesh is coarser than the radius, a step reaches too far. The depth of a hollow grows with
                // the square of the reach.
                let reach = edges[point] * (0.5 * STEP * steps as f32).sqrt();
                let too_deep = (reach / radius).max(1.0).powi(2);
                *open -= (strength * depth / too_deep).clamp(0.0, 1.0);
            }
        }
    }
    let of_vertex = |&point: &u32| open[point as usize].max(DARKEST);
    mesh.point_of_vertex.iter().map(|points| points.iter().map(of_vertex).collect()).collect()
}

/// Whether two normals at the same position belong to one smooth surface. Missing normals do.
fn same_surface(a: Vec3, b: Vec3) -> bool {
    a == b || a.dot(b) > SMOOTH_EDGE
}

/// All primitives as one mesh, whose vertices are merged by position, except across hard edges.
struct Welded {
    points: Vec<Vec3>,
    /// Normals of unit length, or zero.
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// Point of each vertex, for every primitive.
    point_of_vertex: Vec<Vec<u32>>,
}

impl Welded {
    fn of(model: &Model) -> Self {
        // The points by position, and the normal of the first vertex of each.
        let mut known: HashTable<u32> = HashTable::with_capacity(model.vertex_count());
        let mut first_normals: Vec<Vec3> = Vec::new();
        let mut mesh =
            Self { points: Vec::new(), normals: Vec::new(), triangles: Vec::new(), point_of_vertex: Vec::new() };
        // Adding zero turns -0 into 0.
        let bits = |position: Vec3| (position + Vec3::ZERO).to_array().map(f32::to_bits);
        let hash = |position: Vec3| FxBuildHasher.hash_one(bits(position));
        for primitive in &model.primitives {
            let mut points = Vec::with_capacity(primitive.positions.len());
            for (&position, &normal) in primitive.positions.iter().zip(&primitive.normals) {
                let is_here = |&point: &u32| {
                    let point = point as usize;
                    bits(mesh.points[point]) == bits(position) && same_surface(first_normals[point], normal)
                };
                let point = match known.find(hash(position), is_here) {
                    Some(&point) => point,
                    None => {
                        let new = mesh.points.len() as u32;
                        first_normals.push(normal);
                        mesh.points.push(position);
                        mesh.normals.push(Vec3::ZERO);
                        known.insert_unique(hash(position), new, |&point| hash(mesh.points[point as usize]));
                        new
                    }
                };
                mesh.normals[point as usize] += normal;
                points.push(point);
            }
            let triangle = |corners: &[u32; 3]| corners.map(|corner| points[corner as usize]);
            mesh.triangles.extend(primitive.indices.as_chunks::<3>().0.iter().map(triangle));
            mesh.point_of_vertex.push(points);
        }
        drop((known, first_normals));
        mesh.normals.iter_mut().for_each(|normal| *normal = normal.normalize_or_zero());
        if mesh.enclosed_volume() < 0.0 {
            mesh.normals.iter_mut().for_each(|normal| *normal = -*normal);
        }
        mesh
    }

    /// Three times the enclosed volume, negative where normals point inward, by the divergence theorem.
    fn enclosed_volume(&self) -> f64 {
        let center = self.points.iter().map(|point| point.as_dvec3()).sum::<DVec3>() / self.points.len().max(1) as f64;
        let flux = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| self.points[corner as usize].as_dvec3());
            let normal = triangle.iter().map(|&corner| self.normals[corner as usize].as_dvec3()).sum::<DVec3>();
            (b - a).cross(c - a).length() * normal.dot((a + b + c) / 3.0 - center)
        };
        self.triangles.iter().map(flux).sum()
    }

    fn mean_edge(&self) -> f32 {
        let edges = self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let sum: f64 = edges.map(|[a, b]| f64::from(self.points[a as usize].distance(self.points[b as usize]))).sum();
        (sum / (3 * self.triangles.len().max(1)) as f64) as f32
    }

    /// Mean length of the edges at each point.
    fn edges_at_points(&self) -> Vec<f32> {
        let (mut sums, mut counts) = (vec![0f32; self.points.len()], vec![0f32; self.points.len()]);
        for [a, b] in self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]) {
            let [a, b] = [a as usize, b as usize];
            let length = self.points[a].distance(self.points[b]);
            for end in [a, b] {
                sums[end] += length;
                counts[end] += 1.0;
            }
        }
        sums.iter().zip(counts).map(|(sum, count)| sum / count.max(1.0)).collect()
    }
}

/// The points of a mesh after some steps toward the means of their neighbors.
struct Smoothing<'a> {
    mesh: &'a Welded,
    /// Twice the number of triangles at each point.
    degrees: Vec<f32>,
    sums: Vec<Vec3>,
    points: Vec<Vec3>,
    steps: usize,
}

impl<'a> Smoothing<'a> {
    fn of(mesh: &'a Welded) -> Self {
        let mut degrees = vec![0f32; mesh.points.len()];
        mesh.triangles.iter().flatten().for_each(|&point| degrees[point as usize] += 2.0);
        Self { mesh, degrees, sums: vec![Vec3::ZERO; mesh.points.len()], points: mesh.points.clone(), steps: 0 }
    }

    /// Takes the steps that are missing up to this number.
    fn advance_to(&mut self, steps: usize) {
        for _ in self.steps..steps {
            self.sums.fill(Vec3::ZERO);
            for &[a, b, c] in &self.mesh.triangles {
                let [a, b, c] = [a as usize, b as usize, c as usize];
                self.sums[a] += self.points[b] + self.points[c];
                self.sums[b] += self.points[c] + self.points[a];
                self.sums[c] += self.points[a] + self.points[b];
            }
            for ((point, &sum), &degree) in self.points.iter_mut().zip(&self.sums).zip(&self.degrees) {
                if degree > 0.0 {
                    *point = point.lerp(sum / degree, STEP);
                }
            }
        }
        self.steps = self.steps.max(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::shown_mesh::tests::primitive;
    use glam::DAffine3;
    use skinscope_core::model::{Material, ModelParts, Node, Skeleton, Skin, SkinJoint, SkinKind, Trs};
    use std::f32::consts::{PI, TAU};

    /// A ball with a dent around +Y, with this number of rings and twice as many sides. Vertices by ring; the first is
    /// the dent's bottom.
    fn dented_ball(rings: u32) -> (Vec<Vec3>, Vec<u32>) {
        let sides = 2 * rings;
        let point = |ring: u32, side: u32| {
            let (down, around) = (PI * ring as f32 / rings as f32, TAU * side as f32 / sides as f32);
            let radius = 1.0 - 0.3 * (-(down / 0.35).powi(2)).exp();
            Vec3::new(down.sin() * around.sin(), down.cos(), down.sin() * around.cos()) * radius
        };
        let inner = (1..rings).flat_map(|ring| (0..sides).map(move |side| point(ring, side)));
        let points = [point(0, 0)].into_iter().chain(inner).chain([point(rings, 0)]).collect();
        let at = |ring: u32, side: u32| match ring {
            0 => 0,
            _ if ring == rings => 1 + (rings - 1) * sides,
            _ => 1 + (ring - 1) * sides + side % sides,
        };
        let quads = (0..rings).flat_map(|ring| (0..sides).map(move |side| (ring, side)));
        let corners = |(ring, side)| [at(ring, side), at(ring + 1, side), at(ring + 1, side + 1), at(ring, side + 1)];
        let triangles = quads.map(corners).flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
        (points, triangles.filter(|[a, b, c]| a != b && b != c && c != a).flatten().collect())
    }

    fn model(positions: Vec<Vec3>, normals: Vec<Vec3>, indices: Vec<u32>) -> Model {
        let joints = vec![SkinJoint::new(0, None, DAffine3::IDENTITY)];
        Model::new(ModelParts {
            name: String::new(),
            skeleton: Skeleton::new(vec![Node::new("root", None, Trs::IDENTITY)]).unwrap(),
            skins: vec![Skin {
                name: String::new(),
                kind: SkinKind::Rigid,
                joints,
                bind_from_mesh: DAffine3::IDENTITY,
            }],
            primitives: vec![primitive(positions, normals, indices)],
            materials: vec![Material::default()],
            textures: vec![],
            clips: vec![],
        })
        .unwrap()
    }

    fn face_normal(points: &[Vec3], corners: &[u32]) -> Vec3 {
        let [a, b, c] = [0, 1, 2].map(|corner| points[corners[corner] as usize]);
        (b - a).cross(c - a)
    }

    fn smooth(rings: u32) -> Vec<f32> {
        let (points, indices) = dented_ball(rings);
        let mut normals = vec![Vec3::ZERO; points.len()];
        for corners in indices.as_chunks::<3>().0 {
            corners.iter().for_each(|&corner| normals[corner as usize] += face_normal(&points, corners));
        }
        let normals = normals.into_iter().map(Vec3::normalize).collect();
        creases(&model(points, normals, indices)).remove(0)
    }

    #[test]
    fn a_hollow_is_dark_and_what_bulges_is_not() {
        let open = smooth(40);
        assert!(open[0] < 0.85, "{}", open[0]);
        let far_half = &open[open.len() / 2..];
        assert!(far_half.iter().all(|&open| open == 1.0), "{far_half:?}");
    }

    #[test]
    fn facets_have_no_creases() {
        let (points, indices) = dented_ball(12);
        let facets = indices.as_chunks::<3>().0.iter();
        let normals = facets.flat_map(|corners| [face_normal(&points, corners).normalize(); 3]).collect();
        let positions: Vec<Vec3> = indices.iter().map(|&corner| points[corner as usize]).collect();
        let own_corners = (0..positions.len() as u32).collect();
        let open = creases(&model(positions, normals, own_corners)).remove(0);
        let darkest = open.iter().copied().fold(1.0, f32::min);
        assert!(darkest > 0.97, "{darkest}");
    }

    #[test]
    fn coarse_meshes_are_not_darkened_over_whole_triangles() {
        let darkest = smooth(8).into_iter().fold(1.0, f32::min);
        assert!(darkest > 0.85, "{darkest}");
    }
}
