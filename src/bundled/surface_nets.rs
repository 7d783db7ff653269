use super::assemble::Surface;
use super::field::Field;
use glam::{DVec3, USizeVec3};

/// A lattice of cubes in scene space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// The first node. One cell all around must lie outside the solid.
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

/// Every index triple below `size`, x fastest.
fn each(size: USizeVec3) -> impl Iterator<Item = USizeVec3> {
    (0..size.z).flat_map(move |z| (0..size.y).flat_map(move |y| (0..size.x).map(move |x| USizeVec3::new(x, y, z))))
}

fn flat(at: USizeVec3, size: USizeVec3) -> usize {
    (at.z * size.y + at.y) * size.x + at.x
}

/// The surface of a solid by naive surface nets (Gibson 1998): one vertex in each cube that the surface passes
/// through, at the mean of its edges' crossings, and a quad around each lattice edge that it crosses, cut along its
/// shorter diagonal.
///
/// Written here rather than taken from a crate: it is short, and in double precision with a fixed order of
/// operations it gives the same triangles everywhere. Closed and manifold where the solid is thicker than two cubes.
pub(super) fn surface_nets<F: Fn(DVec3) -> f64>(field: &Field<F>, lattice: &Lattice) -> Surface {
    let nodes = lattice.nodes();
    let values: Vec<f64> = each(nodes).map(|at| field.value(lattice.node(at))).collect();
    let value = |at: USizeVec3| values[flat(at, nodes)];

    let mut surface = Surface::default();
    // Cubes that the surface misses have no vertex; no quad names them.
    let mut vertex_of_cell = vec![0u32; lattice.cells.element_product()];
    for cell in each(lattice.cells) {
        if let Some(position) = cell_vertex(cell, lattice, value) {
            vertex_of_cell[flat(cell, lattice.cells)] = surface.positions.len() as u32;
            surface.positions.push(position);
        }
    }
    for axis in 0..3 {
        let along = USizeVec3::AXES[axis];
        let (u, v) = (USizeVec3::AXES[(axis + 1) % 3], USizeVec3::AXES[(axis + 2) % 3]);
        for node in each(nodes - along) {
            let starts_inside = value(node) < 0.0;
            let on_border = node.dot(u) == 0 || node.dot(v) == 0;
            if on_border || starts_inside == (value(node + along) < 0.0) {
                continue;
            }
            let [a, b, c, d] =
                [node - u - v, node - v, node, node - u].map(|cell| vertex_of_cell[flat(cell, lattice.cells)]);
            let quad = if starts_inside { [a, b, c, d] } else { [d, c, b, a] };
            surface.triangles.extend(cut(quad, &surface.positions));
        }
    }
    surface
}

/// The mean of the surface's crossings with a cube's twelve edges; `None` where there is none.
fn cell_vertex(cell: USizeVec3, lattice: &Lattice, value: impl Fn(USizeVec3) -> f64) -> Option<DVec3> {
    let (mut sum, mut count) = (DVec3::ZERO, 0u32);
    for axis in 0..3 {
        let (u, v) = (USizeVec3::AXES[(axis + 1) % 3], USizeVec3::AXES[(axis + 2) % 3]);
        for start in [cell, cell + u, cell + v, cell + u + v] {
            let end = start + USizeVec3::AXES[axis];
            let (from, to) = (value(start), value(end));
            if (from < 0.0) != (to < 0.0) {
                sum += lattice.node(start).lerp(lattice.node(end), from / (from - to));
                count += 1;
            }
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

fn cut([a, b, c, d]: [u32; 4], positions: &[DVec3]) -> [[u32; 3]; 2] {
    let length = |p: u32, q: u32| positions[p as usize].distance_squared(positions[q as usize]);
    if length(a, c) <= length(b, d) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
}

#[cfg(test)]
mod tests {
    use super::super::checks;
    use super::*;

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
}
