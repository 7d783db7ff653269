use super::super::subdivision::{allowed_squared, edge_to_cut};
use crate::model::{Influence, Primitive};
use glam::DVec3;
use rustc_hash::FxHashMap;

/// The primitives of a skin as one mesh, subdivided like the exact sum's triangles and with the neighbors of each
/// triangle. Vertices with the same position and weights are one, so that seams do not separate neighbors.
#[derive(Debug, Default)]
pub(super) struct SearchMesh {
    positions: Vec<DVec3>,
    /// Weights of each vertex, by ascending joint.
    pub weights: Vec<SparseWeights>,
    pub triangles: Vec<SearchTriangle>,
    /// Triangles across the edges of each triangle.
    neighbors: Lists,
    /// Triangles at each vertex.
    around: Lists,
}

/// Largest number of triangles at an edge that are all neighbors of each other. At an edge with more, each triangle is
/// a neighbor of the next only, since all pairs of a mesh that collapses into one line would not fit into memory.
const MOST_AT_EDGE: usize = 8;

/// Joints and weights, by ascending joint.
pub(super) type SparseWeights = Vec<(u32, f64)>;

#[derive(Debug)]
pub(super) struct SearchTriangle {
    pub middle: DVec3,
    pub area: f64,
    /// Mean weights of the corners.
    pub weights: SparseWeights,
}

/// Many short lists stored in one.
#[derive(Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The second members of the pairs, by the first, which are below `count`.
    fn of(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; count + 1];
        pairs.iter().for_each(|&(list, _)| starts[list as usize + 1] += 1);
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let (mut next, mut items) = (starts.clone(), vec![0; pairs.len()]);
        for &(list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { starts, items }
    }

    fn get(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

impl SearchMesh {
    pub fn of(primitives: &[&Primitive], epsilon: f64) -> Self {
        let mut builder = Builder::default();
        for primitive in primitives {
            let corners: Vec<u32> =
                (0..primitive.positions.len()).map(|vertex| builder.vertex(primitive, vertex)).collect();
            for triangle in primitive.indices.as_chunks::<3>().0 {
                let triangle = triangle.map(|corner| corners[corner as usize]);
                let edges = builder.lengths_squared(triangle);
                builder.cut(triangle, allowed_squared(epsilon, edges));
            }
        }
        builder.finish()
    }

    pub fn neighbors(&self, triangle: u32) -> &[u32] {
        self.neighbors.get(triangle as usize)
    }

    pub fn around(&self, vertex: usize) -> &[u32] {
        self.around.get(vertex)
    }

    #[cfg(test)]
    pub fn positions(&self) -> &[DVec3] {
        &self.positions
    }
}

/// The bits of a position, and joints with the bits of their weights: vertices with equal values are one.
type SamePlace = ([u32; 3], Vec<(u32, u32)>);

#[derive(Default)]
struct Builder {
    mesh: SearchMesh,
    corners: Vec<[u32; 3]>,
    known: FxHashMap<SamePlace, u32>,
    /// The middle of each edge that was cut.
    middles: FxHashMap<[u32; 2], u32>,
}

impl Builder {
    fn vertex(&mut self, primitive: &Primitive, vertex: usize) -> u32 {
        let position = primitive.positions[vertex];
        let mut influences: Vec<&Influence> = primitive.influences.of(vertex).iter().collect();
        influences.sort_unstable_by_key(|influence| influence.joint);
        let bits = influences.iter().map(|influence| (influence.joint, influence.weight.to_bits())).collect();
        let weights = || influences.iter().map(|influence| (influence.joint, f64::from(influence.weight))).collect();
        // Adding zero makes -0 and 0 the same place.
        let key = ((position + 0.0).to_array().map(f32::to_bits), bits);
        let mesh = &mut self.mesh;
        *self.known.entry(key).or_insert_with(|| {
            mesh.positions.push(position.as_dvec3());
            mesh.weights.push(weights());
            (mesh.positions.len() - 1) as u32
        })
    }

    fn lengths_squared(&self, [a, b, c]: [u32; 3]) -> [f64; 3] {
        let weights = |vertex: u32| &self.mesh.weights[vertex as usize];
        [(a, b), (b, c), (c, a)].map(|(from, to)| distance_squared(weights(from), weights(to)))
    }

    /// Bisects edges as [`super::super::subdivision::Subdivision`] does.
    fn cut(&mut self, corners: [u32; 3], allowed_squared: f64) {
        let Some(edge) = edge_to_cut(self.lengths_squared(corners), allowed_squared) else {
            return self.keep(corners);
        };
        let [a, b, c] = [corners[edge], corners[(edge + 1) % 3], corners[(edge + 2) % 3]];
        let middle = self.middle(a, b);
        self.cut([a, middle, c], allowed_squared);
        self.cut([middle, b, c], allowed_squared);
    }

    fn middle(&mut self, a: u32, b: u32) -> u32 {
        let mesh = &mut self.mesh;
        *self.middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
            let [a, b] = [a as usize, b as usize];
            mesh.positions.push((mesh.positions[a] + mesh.positions[b]) * 0.5);
            mesh.weights.push(mean(&[&mesh.weights[a], &mesh.weights[b]]));
            (mesh.positions.len() - 1) as u32
        })
    }

    /// Triangles without area do not count in any sum, but they connect their neighbors.
    fn keep(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners.map(|corner| self.mesh.positions[corner as usize]);
        let weights = mean(&corners.map(|corner| &self.mesh.weights[corner as usize]));
        let area = (b - a).cross(c - a).length() * 0.5;
        self.mesh.triangles.push(SearchTriangle { middle: (a + b + c) / 3.0, area, weights });
        self.corners.push(corners);
    }

    fn finish(self) -> SearchMesh {
        let Self { mut mesh, corners, .. } = self;
        let triangles = || (0..).zip(&corners);
        let at_corners: Vec<(u32, u32)> =
            triangles().flat_map(|(triangle, corners)| corners.map(|corner| (corner, triangle))).collect();
        let mut of_edge: FxHashMap<[u32; 2], Vec<u32>> = FxHashMap::default();
        for (triangle, [a, b, c]) in triangles().map(|(triangle, corners)| (triangle, *corners)) {
            for (from, to) in [(a, b), (b, c), (c, a)].into_iter().filter(|(from, to)| from != to) {
                of_edge.entry([from.min(to), from.max(to)]).or_default().push(triangle);
            }
        }
        let mut across: Vec<(u32, u32)> = Vec::new();
        for triangles in of_edge.values_mut() {
            // A degenerate triangle may have the same edge twice.
            triangles.dedup();
            if triangles.len() <= MOST_AT_EDGE {
                let pairs = triangles.iter().flat_map(|&from| triangles.iter().map(move |&to| (from, to)));
                across.extend(pairs.filter(|(from, to)| from != to));
            } else {
                across.extend(triangles.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]));
            }
        }
        // The order in a hash map must not decide the order of a sum.
        across.sort_unstable();
        mesh.neighbors = Lists::of(corners.len(), &across);
        mesh.around = Lists::of(mesh.positions.len(), &at_corners);
        mesh
    }
}

/// |a - b|^2.
pub(super) fn distance_squared(a: &[(u32, f64)], b: &[(u32, f64)]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while i < a.len() || j < b.len() {
        let joint_of = |list: &[(u32, f64)], at: usize| list.get(at).map_or(u32::MAX, |(joint, _)| *joint);
        let (first, second) = (joint_of(a, i), joint_of(b, j));
        let joint = first.min(second);
        let own = if first == joint { a[i].1 } else { 0.0 };
        let other = if second == joint { b[j].1 } else { 0.0 };
        sum += (own - other) * (own - other);
        i += usize::from(first == joint);
        j += usize::from(second == joint);
    }
    sum
}

fn mean(all: &[&SparseWeights]) -> SparseWeights {
    let mut mean: SparseWeights = Vec::new();
    for &(joint, weight) in all.iter().copied().flatten() {
        match mean.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, sum)) => *sum += weight,
            None => mean.push((joint, weight)),
        }
    }
    mean.iter_mut().for_each(|(_, sum)| *sum /= all.len() as f64);
    mean.sort_unstable_by_key(|&(joint, _)| joint);
    mean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::test_models::{model, three_joints, tube};
    use glam::Vec3;

    #[test]
    fn the_subdivided_mesh_has_no_cracks() {
        let model = three_joints();
        let mesh = SearchMesh::of(&[&model.primitives[0]], 0.02);
        assert!(mesh.triangles.len() > 4 * model.primitives[0].indices.len() / 3, "{}", mesh.triangles.len());
        // The tube is open at both ends: only the edges of its two rims, at least four each, have one triangle.
        let open: usize = (0..mesh.triangles.len() as u32).map(|triangle| 3 - mesh.neighbors(triangle).len()).sum();
        let rim = mesh.positions().iter().filter(|position| position.x.abs() == 2.0).count();
        assert_eq!(open, rim);
        let area = |mesh: &SearchMesh| mesh.triangles.iter().map(|triangle| triangle.area).sum::<f64>();
        assert!((area(&mesh) - 4.0 * 1.6).abs() < 1e-6, "{}", area(&mesh));
        for triangle in &mesh.triangles {
            assert!((triangle.weights.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_mesh_that_collapses_into_one_line_stays_small() {
        let mut collapsed = tube(-2.0, 2.0, 24, |_| vec![Influence { joint: 0, weight: 1.0 }]);
        collapsed.0.fill(Vec3::ZERO);
        let model = model(vec![collapsed], 1);
        let mesh = SearchMesh::of(&[&model.primitives[0]], 0.1);
        assert_eq!(mesh.positions().len(), 1);
        let count = mesh.triangles.len() as u32;
        assert!(
            (0..count).all(|triangle| mesh.neighbors(triangle).is_empty()),
            "an edge without a length joins nothing"
        );
        // A fan of triangles around one edge.
        let corners: Vec<[u32; 3]> = (0..20_000).map(|triangle| [0, 1, triangle + 2]).collect();
        let mesh = SearchMesh { positions: vec![DVec3::ZERO; 20_002], ..SearchMesh::default() };
        let fan = Builder { mesh, corners, ..Builder::default() }.finish();
        assert_eq!(fan.neighbors(0), [1]);
        assert_eq!(fan.neighbors(100), [99, 101]);
    }

    #[test]
    fn distances_count_joints_that_only_one_list_has() {
        let (a, b) = ([(0, 0.5), (3, 0.5)], [(0, 0.2), (2, 0.8)]);
        assert!((distance_squared(&a, &b) - (0.09 + 0.64 + 0.25)).abs() < 1e-15);
        assert_eq!(distance_squared(&a, &a), 0.0);
    }
}
