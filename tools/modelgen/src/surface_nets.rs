use crate::assemble::Surface;
use crate::field::Field;
use glam::{DVec3, USizeVec3};

/// A lattice of cubes in scene space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    /// First node. A margin of one cell all around must lie outside the solid.
    pub origin: DVec3,
    /// Edge of a cube.
    pub cell: f64,
    /// Cubes along each axis.
    pub cells: USizeVec3,
}

impl Lattice {
    fn node(&self, at: USizeVec3) -> DVec3 {
        self.origin + at.as_dvec3() * self.cell
    }

    fn nodes(&self) -> USizeVec3 {
        self.cells + USizeVec3::ONE
    }
}

/// Every index triple below `size`, with x changing fastest.
fn each(size: USizeVec3) -> impl Iterator<Item = USizeVec3> {
    (0..size.z).flat_map(move |z| (0..size.y).flat_map(move |y| (0..size.x).map(move |x| USizeVec3::new(x, y, z))))
}

fn flat(at: USizeVec3, size: USizeVec3) -> usize {
    (at.z * size.y + at.y) * size.x + at.x
}

/// The surface of a solid by surface nets (Gibson 1998): a vertex in each cube that the surface passes through, at the
/// mean of its edges' crossings, and a quad around each lattice edge that it crosses, cut along its shorter diagonal.
/// A cube through which two sheets pass, as in a narrow crease, has a vertex for each (as in dual marching cubes,
/// Nielson 2004): they do not grow together.
///
/// Written here instead of taken from a crate: it is short, and in double precision with a fixed order of operations it
/// gives the same triangles everywhere. The result is closed, and manifold except for rare cases of features thinner
/// than a cube.
pub(crate) fn surface_nets<F: Fn(DVec3) -> f64>(field: &Field<F>, lattice: &Lattice) -> Surface {
    let nodes = lattice.nodes();
    let values: Vec<f64> = each(nodes).map(|at| field.value(lattice.node(at))).collect();
    let value = |at: USizeVec3| values[flat(at, nodes)];

    let mut surface = Surface::default();
    // Cubes that the surface misses have no vertex; no quad names them.
    let mut first_vertex_of_cell = vec![0u32; lattice.cells.element_product()];
    for cell in each(lattice.cells) {
        first_vertex_of_cell[flat(cell, lattice.cells)] = surface.positions.len() as u32;
        add_cell_vertices(cell, lattice, value, &mut surface.positions);
    }
    let vertex_of = |cell: USizeVec3, edge: usize| {
        first_vertex_of_cell[flat(cell, lattice.cells)] + u32::from(Sheets::of(cell, value).of_edge[edge])
    };
    for axis in 0..3 {
        let along = USizeVec3::AXES[axis];
        let (u, v) = (USizeVec3::AXES[(axis + 1) % 3], USizeVec3::AXES[(axis + 2) % 3]);
        for node in each(nodes - along) {
            let starts_inside = value(node) < 0.0;
            let on_border = node.dot(u) == 0 || node.dot(v) == 0;
            if on_border || starts_inside == (value(node + along) < 0.0) {
                continue;
            }
            let cells = [node - u - v, node - v, node, node - u];
            let [a, b, c, d] = cells.map(|cell| vertex_of(cell, edge_of_cube(axis, node - cell)));
            let quad = if starts_inside { [a, b, c, d] } else { [d, c, b, a] };
            surface.triangles.extend(cut(quad, &surface.positions));
        }
    }
    surface
}

/// Number below twelve of the edge of a cube along an axis that starts at a corner (zeros and ones).
fn edge_of_cube(axis: usize, corner: USizeVec3) -> usize {
    let corner = corner.to_array();
    axis * 4 + corner[(axis + 1) % 3] + 2 * corner[(axis + 2) % 3]
}

/// Corner at which an edge along an axis through this corner starts.
fn start_of_edge(corner: USizeVec3, axis: usize) -> USizeVec3 {
    corner * (USizeVec3::ONE - USizeVec3::AXES[axis])
}

/// The sheets of a surface in one cube: edges that it crosses belong to one sheet where a face joins them.
struct Sheets {
    /// Sheet of each edge; meaningless for edges that are not crossed.
    of_edge: [u8; 12],
    count: u8,
}

impl Sheets {
    fn of(cell: USizeVec3, value: impl Fn(USizeVec3) -> f64) -> Self {
        let mut inside = [false; 8];
        for corner in each(USizeVec3::splat(2)) {
            inside[flat(corner, USizeVec3::splat(2))] = value(cell + corner) < 0.0;
        }
        let is_inside = |corner: USizeVec3| inside[flat(corner, USizeVec3::splat(2))];
        let is_crossed = |axis: usize, start: USizeVec3| is_inside(start) != is_inside(start + USizeVec3::AXES[axis]);
        let mut root: [u8; 12] = std::array::from_fn(|edge| edge as u8);
        let mut join = |a: usize, b: usize| {
            let (kept, lost) = (root[a].min(root[b]), root[a].max(root[b]));
            root.iter_mut().filter(|root| **root == lost).for_each(|root| *root = kept);
        };
        for normal in 0..3 {
            let (a, b) = ((normal + 1) % 3, (normal + 2) % 3);
            let (along_a, along_b) = (USizeVec3::AXES[a], USizeVec3::AXES[b]);
            for origin in [USizeVec3::ZERO, USizeVec3::AXES[normal]] {
                let sides = [(a, origin), (a, origin + along_b), (b, origin), (b, origin + along_a)];
                let crossed: Vec<usize> = sides
                    .into_iter()
                    .filter(|&(axis, start)| is_crossed(axis, start))
                    .map(|(axis, start)| edge_of_cube(axis, start))
                    .collect();
                if let [first, second] = crossed[..] {
                    join(first, second);
                } else if crossed.len() == 4 {
                    // Opposite corners are inside: the solid counts as divided there, with each corner cut off alone.
                    for corner in [origin, origin + along_a, origin + along_b, origin + along_a + along_b] {
                        if is_inside(corner) {
                            let beside = |axis: usize| edge_of_cube(axis, start_of_edge(corner, axis));
                            join(beside(a), beside(b));
                        }
                    }
                }
            }
        }
        Self::numbered(root, is_crossed)
    }

    /// Sheets in the order of their first edges.
    fn numbered(root: [u8; 12], is_crossed: impl Fn(usize, USizeVec3) -> bool) -> Self {
        let mut sheets = Self { of_edge: [0; 12], count: 0 };
        for (axis, start) in cube_edges() {
            let edge = edge_of_cube(axis, start);
            if !is_crossed(axis, start) {
                continue;
            }
            let first = usize::from(root[edge]);
            if first == edge {
                sheets.of_edge[edge] = sheets.count;
                sheets.count += 1;
            } else {
                sheets.of_edge[edge] = sheets.of_edge[first];
            }
        }
        sheets
    }
}

/// The twelve edges of a cube, by axis and starting corner, in the order of their numbers.
fn cube_edges() -> impl Iterator<Item = (usize, USizeVec3)> {
    (0..3).flat_map(|axis| {
        let (u, v) = (USizeVec3::AXES[(axis + 1) % 3], USizeVec3::AXES[(axis + 2) % 3]);
        [USizeVec3::ZERO, u, v, u + v].map(|start| (axis, start))
    })
}

/// Adds a vertex for each sheet of the surface in a cube: the mean of its crossings with the cube's edges.
fn add_cell_vertices(cell: USizeVec3, lattice: &Lattice, value: impl Fn(USizeVec3) -> f64, positions: &mut Vec<DVec3>) {
    let sheets = Sheets::of(cell, &value);
    for sheet in 0..sheets.count {
        let (mut sum, mut count) = (DVec3::ZERO, 0u32);
        for (axis, start) in cube_edges() {
            let (start_node, end_node) = (cell + start, cell + start + USizeVec3::AXES[axis]);
            let (from, to) = (value(start_node), value(end_node));
            if (from < 0.0) != (to < 0.0) && sheets.of_edge[edge_of_cube(axis, start)] == sheet {
                sum += lattice.node(start_node).lerp(lattice.node(end_node), from / (from - to));
                count += 1;
            }
        }
        positions.push(sum / f64::from(count));
    }
}

fn cut([a, b, c, d]: [u32; 4], positions: &[DVec3]) -> [[u32; 3]; 2] {
    let length = |p: u32, q: u32| positions[p as usize].distance_squared(positions[q as usize]);
    if length(a, c) <= length(b, d) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn a_ball_comes_out_closed_and_round() {
        let ball = Field(|point: DVec3| point.length() - 1.0);
        let lattice = Lattice { origin: DVec3::splat(-1.3), cell: 0.1, cells: USizeVec3::splat(26) };
        let surface = surface_nets(&ball, &lattice);
        assert_eq!(checks::euler_characteristic(surface.positions.len(), &surface.triangles), Ok(2));
        assert!(surface.positions.iter().all(|position| (position.length() - 1.0).abs() < 0.02));
        let volume = checks::signed_volume(&surface.positions, &surface.triangles);
        assert!((volume / 4.189 - 1.0).abs() < 0.02, "{volume}");
    }
    #[test]
    fn two_sheets_in_one_cube_stay_apart() {
        // Two balls whose surfaces face each other within a cell, in a direction that leaves opposite corners inside.
        let centers = [DVec3::ZERO, DVec3::new(1.44, 1.44, 0.0)];
        let balls = Field(|point: DVec3| {
            centers.map(|center| point.distance(center) - 1.0).iter().copied().fold(9.0, f64::min)
        });
        let lattice = Lattice { origin: DVec3::splat(-1.33), cell: 0.1, cells: USizeVec3::new(42, 42, 27) };
        let surface = surface_nets(&balls, &lattice);
        assert_eq!(checks::euler_characteristic(surface.positions.len(), &surface.triangles), Ok(4));
    }
}
