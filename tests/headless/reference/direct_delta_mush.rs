//! Le & Lewis 2019, variant 0, over the whole skin: the multi-weights about the origin, and the implicit steps as systems of
//! equations, by conjugate gradients. What the paper leaves open: one point for the vertices that share position and weights,
//! a first phase for scale, and a hundred-thousandth of the spread in all directions.

use super::centers::outer;
use super::delta_mush::Mesh;
use super::joints::{Joint, affine};
use super::procrustes::{eigen, fit};
use super::quaternion::matrix;
use super::{ReferenceVertex, influences};
use glam::{DMat3, DMat4, DVec3, DVec4};
use skinscope::model::{Model, Primitive};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

const STEPS: usize = 20;
const LAMBDA: f64 = 3.0;
const KAPPA: f64 = 1.0;
const ALPHA: f64 = 0.8;

/// By joint: the symmetric matrix Omega.
type MultiWeights = BTreeMap<usize, DMat4>;

/// The multi-weights of a skin at rest, by point.
struct AtRest {
    point_of: Vec<usize>,
    of_points: Vec<MultiWeights>,
    extent: f64,
}

/// All vertices of the skinned primitives, in node order. `joints` are those of the primitives.
pub fn deform(model: &Model, joints: &[Vec<Joint>]) -> Vec<ReferenceVertex> {
    let default: Vec<Arc<Primitive>> = {
        let model = model.default_shape();
        let is_skinned = |own: &&Arc<Primitive>| model.skinned_primitives().any(|other| std::ptr::eq(other, &***own));
        model.primitives.iter().filter(is_skinned).cloned().collect()
    };
    let mut skins: Vec<u32> = default.iter().map(|primitive| primitive.skin).collect();
    skins.sort_unstable();
    skins.dedup();
    let rest: BTreeMap<u32, Arc<AtRest>> = skins
        .into_iter()
        .map(|skin| (skin, at_rest(default.iter().filter(|own| own.skin == skin).cloned().collect())))
        .collect();
    let mut first: BTreeMap<u32, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (primitive, joints) in model.skinned_primitives().zip(joints) {
        let rest = &rest[&primitive.skin];
        let first = first.entry(primitive.skin).or_default();
        for vertex in 0..primitive.positions.len() {
            let weights = &rest.of_points[rest.point_of[*first + vertex]];
            out.push(deform_vertex((primitive, vertex), weights, joints, rest.extent));
        }
        *first += primitive.positions.len();
    }
    out
}

fn deform_vertex(
    (primitive, vertex): (&Primitive, usize),
    weights: &MultiWeights,
    joints: &[Joint],
    extent: f64,
) -> ReferenceVertex {
    let own = influences(primitive, vertex);
    let stretch = own.iter().fold(DMat4::ZERO, |sum, &(joint, weight)| sum + joints[joint].first_phase() * weight);
    let second = |joint: usize| {
        let Joint { stretched_origin, posed_origin, .. } = joints[joint];
        let turn = matrix(joints[joint].turn);
        affine(turn, posed_origin - turn * stretched_origin)
    };
    let (mut whole, mut posed, mut mean_turn) = (DMat4::ZERO, DMat4::ZERO, DMat3::ZERO);
    for (&joint, weights) in weights {
        let weights = stretch * *weights * stretch.transpose();
        whole += weights;
        posed += second(joint) * weights;
        mean_turn += DMat3::from_mat4(second(joint)) * weights.w_axis.w;
    }
    let (p, q) = (whole.w_axis.truncate() / whole.w_axis.w, posed.w_axis.truncate() / whole.w_axis.w);
    let outer_of = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
    let spread_of = |matrix: DMat4| DMat3::from_mat4(matrix) * (1.0 / whole.w_axis.w);
    let spread = spread_of(whole) - outer(p, p);
    let stretch_linear = DMat3::from_mat4(stretch);
    // The paper's own spread, before the stretch.
    let unstretched: DMat4 = weights.values().fold(DMat4::ZERO, |sum, own| sum + *own);
    let center = unstretched.w_axis.truncate() / unstretched.w_axis.w;
    let at_rest = DMat3::from_mat4(unstretched) * (1.0 / unstretched.w_axis.w) - outer(center, center);
    let trace = at_rest.x_axis.x + at_rest.y_axis.y + at_rest.z_axis.z;
    // Weights of both signs may leave less than nothing in a direction.
    let lacking = (-eigen(at_rest).0[2]).max(0.0);
    let least = 1e-5 * trace.max(0.0) + 1e-12 * extent * extent + 1.1 * lacking;
    let mean_turn = mean_turn * (1.0 / whole.w_axis.w);
    let b = spread_of(posed) - outer_of(q, p) + mean_turn * stretch_linear * stretch_linear.transpose() * least;
    let fitted = fit(b);
    let (position, normal) = (primitive.positions[vertex].as_dvec3(), primitive.normals[vertex].as_dvec3());
    let stretched = stretch.transform_point3(position);
    let size = spread.x_axis.length() + spread.y_axis.length() + spread.z_axis.length() + 3.0 * least;
    let kept = (b.x_axis.length() + b.y_axis.length() + b.z_axis.length()) / size;
    ReferenceVertex {
        position: fitted.rotation * (stretched - p) + q,
        normal: fitted.rotation * super::methods::cofactor_normal(stretch_linear, normal),
        // How firmly the joints hold the rotation, and how much of the surroundings they leave.
        blend_length: (fitted.firmness * kept.min(1.0)).min(1.0),
        sign_margin: if kept < 1e-4 { 0.0 } else { f64::INFINITY },
        normal_margin: f64::INFINITY,
        firmness: 1.0,
    }
}

/// The multi-weights of the primitives of a skin, computed once for all poses.
fn at_rest(primitives: Vec<Arc<Primitive>>) -> Arc<AtRest> {
    type Known = Mutex<Vec<(Vec<Arc<Primitive>>, Arc<AtRest>)>>;
    static KNOWN: Known = Mutex::new(Vec::new());
    let same = |known: &[Arc<Primitive>]| {
        known.len() == primitives.len() && known.iter().zip(&primitives).all(|(a, b)| Arc::ptr_eq(a, b))
    };
    if let Some((_, known)) = KNOWN.lock().unwrap().iter().find(|(known, _)| same(known)) {
        return Arc::clone(known);
    }
    let computed = Arc::new(AtRest::of(&primitives));
    let mut known = KNOWN.lock().unwrap();
    if known.len() == 8 {
        known.remove(0);
    }
    known.push((primitives, Arc::clone(&computed)));
    computed
}

impl AtRest {
    fn of(primitives: &[Arc<Primitive>]) -> Self {
        let mesh = Mesh::of(&primitives.iter().map(|primitive| &**primitive).collect::<Vec<_>>());
        let points = mesh.means(&mesh.rest);
        let system = System::of(&points, &mesh.triangles);
        let mut of_joints: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        let mut counts = vec![0.0; points.len()];
        mesh.point_of.iter().for_each(|&point| counts[point] += 1.0);
        let mut vertex = 0;
        for primitive in primitives {
            for own in 0..primitive.positions.len() {
                let point = mesh.point_of[vertex];
                for (joint, weight) in influences(primitive, own) {
                    of_joints.entry(joint).or_insert_with(|| vec![0.0; points.len()])[point] += weight / counts[point];
                }
                vertex += 1;
            }
        }
        let mut psi: Vec<BTreeMap<usize, (DMat4, f64)>> = vec![BTreeMap::new(); points.len()];
        for (joint, weights) in of_joints {
            let mut columns = [(); 10].map(|()| Vec::with_capacity(points.len()));
            for (point, weight) in points.iter().zip(&weights) {
                let u = [point.x, point.y, point.z, 1.0];
                let products = (0..4).flat_map(|row| (row..4).map(move |column| (row, column)));
                products.zip(&mut columns).for_each(|((a, b), list)| list.push(weight * u[a] * u[b]));
            }
            let smoothed = columns.map(|column| system.smooth(column, LAMBDA));
            let less = system.smooth(weights, KAPPA);
            for (point, less) in less.iter().enumerate() {
                let s = smoothed.each_ref().map(|column| column[point]);
                if s[9].abs().max(less.abs()) < 1e-9 {
                    continue;
                }
                let matrix = DMat4::from_cols(
                    DVec4::new(s[0], s[1], s[2], s[3]),
                    DVec4::new(s[1], s[4], s[5], s[6]),
                    DVec4::new(s[2], s[5], s[7], s[8]),
                    DVec4::new(s[3], s[6], s[8], s[9]),
                );
                psi[point].insert(joint, (matrix, *less));
            }
        }
        let of_points = psi
            .into_iter()
            .map(|psi| {
                let whole = psi.values().fold(DMat4::ZERO, |sum, (own, _)| sum + *own);
                let p = (whole.w_axis.truncate() / whole.w_axis.w).extend(1.0);
                let about = DMat4::from_cols(p * p.x, p * p.y, p * p.z, p);
                psi.into_iter()
                    .map(|(joint, (own, less))| (joint, about * (ALPHA * less) + own * (1.0 - ALPHA)))
                    .collect()
            })
            .collect();
        let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let extent = 2.0 * points.iter().map(|point| (*point - mean).abs().max_element()).fold(0.0, f64::max);
        Self { point_of: mesh.point_of, of_points, extent }
    }
}

/// D and C of the cotangent Laplacian.
struct System {
    diagonal: Vec<f64>,
    neighbors: Vec<BTreeMap<usize, f64>>,
}

impl System {
    fn of(points: &[DVec3], triangles: &[[usize; 3]]) -> Self {
        let mut neighbors = vec![BTreeMap::new(); points.len()];
        for &[a, b, c] in triangles {
            for (at, from, to) in [(a, b, c), (b, c, a), (c, a, b)] {
                let (left, right) = (points[from] - points[at], points[to] - points[at]);
                let area = left.cross(right).length();
                let longest =
                    left.length_squared().max(right.length_squared()).max(points[from].distance_squared(points[to]));
                if area > 1e-10 * longest {
                    let cotangent = left.dot(right) / area;
                    *neighbors[from].entry(to).or_insert(0.0) += cotangent;
                    *neighbors[to].entry(from).or_insert(0.0) += cotangent;
                }
            }
        }
        let diagonal = neighbors.iter().map(|own| own.values().sum()).collect();
        Self { diagonal, neighbors }
    }

    /// `(D + strength C)` times values; a point without triangles keeps its value.
    fn step(&self, values: &[f64], strength: f64) -> Vec<f64> {
        let row = |(point, value): (usize, &f64)| {
            if self.neighbors[point].is_empty() {
                return *value;
            }
            let difference: f64 = self.neighbors[point].iter().map(|(&to, c)| c * (value - values[to])).sum();
            self.diagonal[point] * value + strength * difference
        };
        values.iter().enumerate().map(row).collect()
    }

    fn smooth(&self, mut values: Vec<f64>, strength: f64) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let scale = |point: usize| if self.neighbors[point].is_empty() { 1.0 } else { self.diagonal[point] };
        for _ in 0..STEPS {
            let wanted: Vec<f64> = values.iter().enumerate().map(|(point, value)| scale(point) * value).collect();
            let size = dot(&wanted, &values);
            let product = self.step(&values, strength);
            let mut left: Vec<f64> = wanted.iter().zip(&product).map(|(a, b)| a - b).collect();
            let conditioned = |left: &[f64]| -> Vec<f64> {
                left.iter().enumerate().map(|(point, value)| value / scale(point)).collect()
            };
            let mut way = conditioned(&left);
            let mut squared = dot(&left, &way);
            while squared > 1e-24 * size {
                let product = self.step(&way, strength);
                let length = squared / dot(&way, &product);
                values.iter_mut().zip(&way).for_each(|(value, way)| *value += length * way);
                left.iter_mut().zip(&product).for_each(|(left, product)| *left -= length * product);
                let next = conditioned(&left);
                let before = std::mem::replace(&mut squared, dot(&left, &next));
                way.iter_mut().zip(&next).for_each(|(way, next)| *way = next + squared / before * *way);
            }
        }
        values
    }
}
