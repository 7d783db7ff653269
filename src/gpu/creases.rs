use crate::model::Model;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// Radii at which hollows are found, as fractions of the model's extent, and how dark they become: creases between
/// muscles and folds, and wider hollows such as armpits.
const SCALES: [Scale; 2] = [Scale { radius: 0.008, strength: 1.1 }, Scale { radius: 0.025, strength: 0.45 }];

struct Scale {
    radius: f32,
    strength: f32,
}

/// The largest number of smoothing steps at any scale; very dense meshes show finer creases only.
const MOST_STEPS: usize = 60;
/// Limit for triangles times steps, so that the time stays well below that of reading the file.
const MOST_WORK: usize = 40_000_000;
/// How far a smoothing step moves a point toward the mean of its neighbors.
const STEP: f32 = 0.6;
/// The least light that a crease keeps.
const DARKEST: f32 = 0.35;

/// The fraction of the surrounding light that reaches each vertex: one on planes and ridges, less in hollows. For every
/// primitive, one per vertex.
///
/// A point in a hollow lies below the smoothed surface. Computed once per model, at rest; vertices at the same position
/// share a value.
pub(super) fn creases(model: &Model) -> Vec<Vec<f32>> {
    let mesh = Welded::of(model);
    let extent = model.rest_bounds().extent();
    let mut open = vec![1f32; mesh.points.len()];
    let edge = mesh.mean_edge();
    if edge > 0.0 && extent.is_finite() {
        for Scale { radius, strength } in SCALES {
            let radius = radius * extent;
            // Each step adds a variance of about half a squared edge.
            let steps = (2.0 * (radius / edge).powi(2) / STEP).ceil() as usize;
            let affordable = MOST_WORK / mesh.triangles.len().max(1);
            let smooth = mesh.smoothed(steps.clamp(1, MOST_STEPS).min(affordable));
            for (point, open) in open.iter_mut().enumerate() {
                let depth = (smooth[point] - mesh.points[point]).dot(mesh.normals[point]) / radius;
                *open -= (strength * depth).clamp(0.0, 1.0);
            }
        }
    }
    let of_vertex = |&point: &u32| open[point as usize].max(DARKEST);
    mesh.point_of_vertex.iter().map(|points| points.iter().map(of_vertex).collect()).collect()
}

/// All primitives as one mesh, whose vertices are merged by position.
struct Welded {
    points: Vec<Vec3>,
    /// Unit length, or zero.
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// For every primitive and vertex.
    point_of_vertex: Vec<Vec<u32>>,
}

impl Welded {
    fn of(model: &Model) -> Self {
        let mut known: HashMap<[u32; 3], u32> = HashMap::with_capacity(model.vertex_count());
        let mut mesh =
            Self { points: Vec::new(), normals: Vec::new(), triangles: Vec::new(), point_of_vertex: Vec::new() };
        for primitive in &model.primitives {
            let mut points = Vec::with_capacity(primitive.positions.len());
            for (&position, &normal) in primitive.positions.iter().zip(&primitive.normals) {
                // Adding zero turns -0 into 0.
                let bits = (position + Vec3::ZERO).to_array().map(f32::to_bits);
                let point = *known.entry(bits).or_insert_with(|| {
                    mesh.points.push(position);
                    mesh.normals.push(Vec3::ZERO);
                    mesh.points.len() as u32 - 1
                });
                mesh.normals[point as usize] += normal;
                points.push(point);
            }
            let triangle = |corners: &[u32]| [0, 1, 2].map(|corner| points[corners[corner] as usize]);
            mesh.triangles.extend(primitive.indices.chunks_exact(3).map(triangle));
            mesh.point_of_vertex.push(points);
        }
        mesh.normals.iter_mut().for_each(|normal| *normal = normal.normalize_or_zero());
        if mesh.enclosed_volume() < 0.0 {
            mesh.normals.iter_mut().for_each(|normal| *normal = -*normal);
        }
        mesh
    }

    /// Three times the volume inside, negative where normals point inward, by the divergence theorem.
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

    /// The points after some steps toward the means of their neighbors.
    fn smoothed(&self, steps: usize) -> Vec<Vec3> {
        let mut degrees = vec![0f32; self.points.len()];
        self.triangles.iter().flatten().for_each(|&point| degrees[point as usize] += 2.0);
        let mut points = self.points.clone();
        let mut sums = vec![Vec3::ZERO; points.len()];
        for _ in 0..steps {
            sums.fill(Vec3::ZERO);
            for &[a, b, c] in &self.triangles {
                let [a, b, c] = [a as usize, b as usize, c as usize];
                sums[a] += points[b] + points[c];
                sums[b] += points[c] + points[a];
                sums[c] += points[a] + points[b];
            }
            for ((point, &sum), &degree) in points.iter_mut().zip(&sums).zip(&degrees) {
                if degree > 0.0 {
                    *point = point.lerp(sum / degree, STEP);
                }
            }
        }
        points
    }
}
