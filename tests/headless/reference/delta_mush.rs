//! Mancewicz et al. 2014, over the whole skin. What the paper leaves open: 20 steps of one half, one point for the vertices
//! that share position and weights, and the tangent toward the first neighbor of the first triangle that is long enough.

use super::joints::Joint;
use super::methods::{RestPoint, blended_matrix, lbs};
use super::{ReferenceVertex, influences};
use glam::{DMat3, DVec3};
use skinscope::model::{Model, Primitive};

/// All vertices of the skinned primitives, in node order. `joints` are those of the primitives.
pub fn deform(model: &Model, joints: &[Vec<Joint>]) -> Vec<ReferenceVertex> {
    let primitives: Vec<&Primitive> = model.skinned_primitives().collect();
    let mut skins: Vec<u32> = primitives.iter().map(|primitive| primitive.skin).collect();
    skins.sort_unstable();
    skins.dedup();
    let mut of_primitives: Vec<Vec<ReferenceVertex>> = vec![Vec::new(); primitives.len()];
    for skin in skins {
        let own: Vec<usize> = (0..primitives.len()).filter(|&index| primitives[index].skin == skin).collect();
        let mesh = Mesh::of(&own.iter().map(|&index| primitives[index]).collect::<Vec<_>>());
        let posed: Vec<(ReferenceVertex, bool)> =
            own.iter().flat_map(|&index| linear(primitives[index], &joints[index])).collect();
        let mut deformed = mesh.deform(&posed).into_iter();
        for index in own {
            of_primitives[index] = deformed.by_ref().take(primitives[index].positions.len()).collect();
        }
    }
    of_primitives.concat()
}

/// LBS, and whether it mirrors the skin there.
fn linear(primitive: &Primitive, joints: &[Joint]) -> Vec<(ReferenceVertex, bool)> {
    let vertex = |vertex: usize| {
        let position = primitive.positions[vertex].as_dvec3();
        let normal = primitive.normals[vertex].as_dvec3();
        let influences = influences(primitive, vertex);
        let covariance = DMat3::ZERO;
        let rest = RestPoint {
            position,
            normal,
            influences: &influences,
            center: position,
            covariance,
            bone: None,
            blend: None,
        };
        let mirrors = DMat3::from_mat4(blended_matrix(&rest, |joint| joints[joint].full())).determinant() < 0.0;
        (lbs(&rest, joints), mirrors)
    };
    (0..primitive.positions.len()).map(vertex).collect()
}

/// The vertices of one skin, and the points that they are.
pub(super) struct Mesh {
    pub rest: Vec<DVec3>,
    normals: Vec<DVec3>,
    pub point_of: Vec<usize>,
    points: usize,
    pub triangles: Vec<[usize; 3]>,
    neighbors: Vec<Vec<usize>>,
}

impl Mesh {
    pub fn of(primitives: &[&Primitive]) -> Self {
        let (mut rest, mut normals, mut point_of) = (Vec::new(), Vec::new(), Vec::new());
        let mut weights: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut triangles = Vec::new();
        let mut at = std::collections::BTreeMap::<[u32; 3], Vec<usize>>::new();
        for primitive in primitives {
            let first = rest.len();
            for vertex in 0..primitive.positions.len() {
                let own = influences(primitive, vertex);
                let here = at.entry(primitive.positions[vertex].to_array().map(|x| (x + 0.0).to_bits())).or_default();
                let known = here.iter().copied().find(|&point| apart(&weights[firsts[point]], &own) < 0.02);
                let point = known.unwrap_or(firsts.len());
                if known.is_none() {
                    here.push(point);
                    firsts.push(rest.len());
                }
                point_of.push(point);
                rest.push(primitive.positions[vertex].as_dvec3());
                normals.push(primitive.normals[vertex].as_dvec3());
                weights.push(own);
            }
            for corners in primitive.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|k| point_of[first + corners[k] as usize]);
                if a != b && b != c && a != c {
                    triangles.push([a, b, c]);
                }
            }
        }
        let mut neighbors = vec![Vec::new(); firsts.len()];
        for &[a, b, c] in &triangles {
            for (own, others) in [(a, [b, c]), (b, [a, c]), (c, [b, a])] {
                for other in others {
                    if !neighbors[own].contains(&other) {
                        neighbors[own].push(other);
                    }
                }
            }
        }
        Self { rest, normals, point_of, points: firsts.len(), triangles, neighbors }
    }

    pub fn means(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let mut sums = vec![(DVec3::ZERO, 0.0); self.points];
        for (position, &point) in positions.iter().zip(&self.point_of) {
            sums[point] = (sums[point].0 + *position, sums[point].1 + 1.0);
        }
        sums.into_iter().map(|(sum, count)| sum / count).collect()
    }

    fn smooth(&self, mut points: Vec<DVec3>) -> Vec<DVec3> {
        for _ in 0..20 {
            let before = points.clone();
            for (point, neighbors) in points.iter_mut().zip(&self.neighbors) {
                if !neighbors.is_empty() {
                    let mean = neighbors.iter().map(|&other| before[other]).sum::<DVec3>() / neighbors.len() as f64;
                    *point += 0.5 * (mean - *point);
                }
            }
        }
        points
    }

    fn normals_of(&self, points: &[DVec3]) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; points.len()];
        for &[a, b, c] in &self.triangles {
            let across = (points[b] - points[a]).cross(points[c] - points[a]);
            [a, b, c].into_iter().for_each(|corner| normals[corner] += across);
        }
        normals.into_iter().map(DVec3::normalize_or_zero).collect()
    }

    fn deform(&self, linear: &[(ReferenceVertex, bool)]) -> Vec<ReferenceVertex> {
        let positions: Vec<DVec3> = linear.iter().map(|(vertex, _)| vertex.position).collect();
        let [rest, posed] = [&self.rest, &positions].map(|positions| self.smooth(self.means(positions)));
        let [rest_normals, posed_normals] = [&rest, &posed].map(|points| self.normals_of(points));
        let along = |points: &[DVec3], normal: DVec3, from: usize, to: usize| {
            let way = points[to] - points[from];
            way - normal * way.dot(normal)
        };
        let means = self.means(&self.rest);
        let mut out = Vec::new();
        for (vertex, &point) in self.point_of.iter().enumerate() {
            let (n0, n1) = (rest_normals[point], posed_normals[point]);
            let length = |&other: &usize| along(&rest, n0, point, other).length();
            let longest = self.neighbors[point].iter().map(length).fold(0.0, f64::max);
            let toward = self.neighbors[point].iter().find(|other| length(other) >= 0.1 * longest);
            let tangents = toward
                .map(|&to| [along(&rest, n0, point, to), along(&posed, n1, point, to)].map(DVec3::normalize_or_zero));
            // Smoothing shrinks what has no neighbors to a point.
            let vanishes = |toward: Option<&usize>| {
                toward.is_some_and(|&to| rest[to].distance(rest[point]) < 1e-4 * means[to].distance(means[point]))
            };
            match tangents {
                Some([t0, t1]) if [n0, n1, t0, t1].iter().all(|axis| *axis != DVec3::ZERO) && !vanishes(toward) => {
                    let frame = |t: DVec3, n: DVec3, side: f64| DMat3::from_cols(t, n.cross(t), n * side);
                    // Triangles of mirrored skin face inward.
                    let side = if linear[vertex].1 { -1.0 } else { 1.0 };
                    let turn = frame(t1, n1, side) * frame(t0, n0, 1.0).transpose();
                    // How firmly the posed surface holds the frame.
                    let firm = along(&posed, n1, point, *toward.unwrap()).length() / longest;
                    out.push(ReferenceVertex {
                        position: posed[point] + turn * (means[point] - rest[point]),
                        normal: (turn * self.normals[vertex]).normalize_or_zero(),
                        firmness: firm.min(1.0),
                        ..linear[vertex].0
                    });
                }
                _ => out.push(linear[vertex].0),
            }
        }
        out
    }
}

/// Sum of the differences of two lists of weights.
fn apart(a: &[(usize, f64)], b: &[(usize, f64)]) -> f64 {
    let weight = |list: &[(usize, f64)], joint: usize| list.iter().find(|one| one.0 == joint).map_or(0.0, |one| one.1);
    let joints: std::collections::BTreeSet<usize> = a.iter().chain(b).map(|one| one.0).collect();
    joints.into_iter().map(|joint| (weight(a, joint) - weight(b, joint)).abs()).sum()
}
