//! Which vertices show their normals: some of them, far enough apart for their lines to be told from each other.

use super::shown_mesh::ShownMesh;
use glam::{IVec3, Vec3};
use rustc_hash::FxHashMap;

/// Distance between lines at rest, as a fraction of the model's extent.
const SPACING: f32 = 0.026;

/// Lines whose directions differ by more than 80 degrees do not hide each other: those on either side of a finger.
const SAME_SIDE: f32 = 0.2;

/// Cosine of the largest angle between two normals at one position that look like one.
const SAME_NORMAL: f32 = 0.99;

/// A quad for each line: two triangles of indices into the chunk's vertices, times four, plus the corner of the quad.
pub(super) fn normal_lines(mesh: &ShownMesh<'_>) -> Vec<Vec<u32>> {
    let mut lines =
        Lines { spacing: SPACING * mesh.bounds.extent(), origin: mesh.bounds.min, cells: FxHashMap::default() };
    let mut is_known = vec![false; mesh.primitive.positions.len()];
    mesh.indices_of_chunks(|triangle, in_chunk, indices| {
        for vertex in triangle.map(|vertex| vertex as usize) {
            let is_new = !std::mem::replace(&mut is_known[vertex], true);
            if is_new && lines.add(mesh.primitive.positions[vertex], mesh.primitive.normals[vertex]) {
                indices.extend([0, 1, 2, 2, 1, 3].map(|corner| 4 * in_chunk[vertex] + corner));
            }
        }
    })
}

/// Lines by cells that are as wide as their distance.
struct Lines {
    spacing: f32,
    /// The corner of the model's bounds with the smallest coordinates.
    origin: Vec3,
    /// Positions and normals.
    cells: FxHashMap<IVec3, Vec<[Vec3; 2]>>,
}

impl Lines {
    /// Adds a line unless it has no direction or another one stands for it.
    fn add(&mut self, position: Vec3, normal: Vec3) -> bool {
        let cell = ((position - self.origin) / self.spacing).floor().as_ivec3();
        let shows_this = |&[other, direction]: &[Vec3; 2]| {
            let least = if other == position { SAME_NORMAL } else { SAME_SIDE };
            other.distance(position) <= self.spacing && direction.dot(normal) > least
        };
        // Its own cell first, where another line is likeliest.
        let steps = [0, -1, 1];
        let around = steps.into_iter().flat_map(|x| steps.map(|y| steps.map(|z| IVec3::new(x, y, z)))).flatten();
        let mut near = around.filter_map(|step| self.cells.get(&cell.saturating_add(step))).flatten();
        let is_added = normal != Vec3::ZERO && !near.any(shows_this);
        if is_added {
            self.cells.entry(cell).or_default().push([position, normal]);
        }
        is_added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::shown_mesh::tests::primitive;
    use skinscope_core::math::Bounds;

    /// The vertices with a line, for a model of extent 1 with these positions and normals.
    fn shown(vertices: &[(Vec3, Vec3)]) -> Vec<u32> {
        let (positions, normals) = vertices.iter().copied().unzip();
        let indices = (0..vertices.len() as u32).flat_map(|vertex| [vertex; 3]).collect();
        let chunk: Vec<u32> = (0..vertices.len() as u32).collect();
        let mesh = ShownMesh {
            primitive: &primitive(positions, normals, indices),
            bounds: Bounds { min: Vec3::ZERO, max: Vec3::ONE },
            chunks: vec![(&chunk, vertices.len())],
            is_shown: &|_| true,
        };
        let lines = normal_lines(&mesh).remove(0);
        let quads = lines.as_chunks::<6>().0.iter();
        quads.map(|quad| quad.iter().fold(quad[0], |least, corner| least.min(*corner)) / 4).collect()
    }

    #[test]
    fn lines_keep_their_distance_on_each_side() {
        let near = 0.9 * SPACING * Vec3::X;
        assert_eq!(
            shown(&[(Vec3::ZERO, Vec3::Y), (near, Vec3::Y), (near, -Vec3::Y), (2.0 * near, Vec3::Y)]),
            [0, 2, 3]
        );
        let row: Vec<(Vec3, Vec3)> = (0..1000).map(|step| (Vec3::X * step as f32 / 999.0, Vec3::Z)).collect();
        let count = shown(&row).len() as f32 * SPACING;
        assert!((0.9..1.1).contains(&count), "{count}");
    }

    #[test]
    fn a_hard_edge_shows_its_normals_and_a_seam_shows_one() {
        let turned = glam::Quat::from_rotation_x(0.3) * Vec3::Y;
        assert_eq!(shown(&[(Vec3::ONE, Vec3::Y), (Vec3::ONE, turned), (Vec3::ONE, Vec3::Y)]), [0, 1]);
        assert_eq!(shown(&[(Vec3::ONE, Vec3::ZERO); 2]), [0; 0], "no direction");
    }

    #[test]
    fn a_line_is_a_quad_in_its_chunk() {
        let mesh = ShownMesh {
            primitive: &primitive(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![Vec3::Z; 3], vec![0, 1, 2, 0, 2, 1]),
            bounds: Bounds { min: Vec3::ZERO, max: Vec3::ONE },
            chunks: vec![(&[2, 1, 0], 1), (&[0, 1, 2], 1)],
            is_shown: &|_| true,
        };
        let [first, second] = &normal_lines(&mesh)[..] else { panic!("two chunks") };
        assert_eq!(first, &[8, 9, 10, 10, 9, 11, 4, 5, 6, 6, 5, 7, 0, 1, 2, 2, 1, 3]);
        assert_eq!(second, &[0; 0], "each once");
        let hidden = ShownMesh { is_shown: &|_| false, ..mesh };
        assert_eq!(normal_lines(&hidden).concat(), [0; 0]);
    }
}
