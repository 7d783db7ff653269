use super::surface::HeatSurface;
use glam::{DVec3, USizeVec3};

/// A surface's triangles in a regular grid, for visibility tests.
pub(super) struct Obstacles<'a> {
    surface: &'a HeatSurface,
    origin: DVec3,
    cell: f64,
    size: USizeVec3,
    /// Triangles whose bounding boxes overlap each cell.
    cells: Vec<Vec<u32>>,
    /// Outward normal at each vertex, not normalized.
    normals: Vec<DVec3>,
}

impl<'a> Obstacles<'a> {
    pub fn new(surface: &'a HeatSurface) -> Self {
        let infinity = DVec3::splat(f64::INFINITY);
        let (min, max) = surface
            .positions()
            .iter()
            .fold((infinity, -infinity), |(min, max), &position| (min.min(position), max.max(position)));
        /// Number of cells along the longest side: a few triangles per cell for the meshes produced here.
        const CELLS: f64 = 100.0;
        let extent = (max - min).max(DVec3::ZERO);
        let cell = (extent.max_element() / CELLS).max(f64::MIN_POSITIVE);
        let size = if surface.positions().is_empty() { USizeVec3::ONE } else { (extent / cell).as_usizevec3() + 1 };
        let (cells, normals) = (vec![Vec::new(); size.element_product()], vec![DVec3::ZERO; surface.positions().len()]);
        let mut obstacles = Self { surface, origin: min, cell, size, cells, normals };
        for (index, triangle) in surface.triangles().iter().enumerate() {
            let [a, b, c] = triangle.map(|vertex| surface.positions()[vertex as usize]);
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|&vertex| obstacles.normals[vertex as usize] += normal);
            let (from, to) = (obstacles.cell_of(a.min(b).min(c)), obstacles.cell_of(a.max(b).max(c)));
            obstacles.each_cell(from, to, |cell| cell.push(index as u32));
        }
        obstacles
    }

    fn cell_of(&self, point: DVec3) -> USizeVec3 {
        ((point - self.origin) / self.cell).max(DVec3::ZERO).as_usizevec3().min(self.size - 1)
    }

    fn flat(&self, at: USizeVec3) -> usize {
        (at.z * self.size.y + at.y) * self.size.x + at.x
    }

    fn each_cell(&mut self, from: USizeVec3, to: USizeVec3, mut act: impl FnMut(&mut Vec<u32>)) {
        for z in from.z..=to.z {
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    let slot = self.flat(USizeVec3::new(x, y, z));
                    act(&mut self.cells[slot]);
                }
            }
        }
    }

    /// Whether a point lies below the surface at a vertex and no triangle, except those at the vertex, lies between
    /// them.
    pub fn sees(&self, vertex: u32, point: DVec3) -> bool {
        let start = self.surface.positions()[vertex as usize];
        let normal = self.normals[vertex as usize];
        // At shallower angles a coarse surface may let the line pass between the triangles at the vertex.
        const STEEP_ENOUGH: f64 = 0.1;
        if (point - start).dot(normal) > -STEEP_ENOUGH * start.distance(point) * normal.length() {
            return false;
        }
        // Pieces as long as a cell's side: their boxes cover few cells, and together all cells that the line crosses.
        let pieces = (start.distance(point) / self.cell).ceil().max(1.0) as usize;
        (0..pieces).all(|piece| {
            let [from, to] = [piece, piece + 1].map(|end| start.lerp(point, end as f64 / pieces as f64));
            let (low, high) = (self.cell_of(from.min(to)), self.cell_of(from.max(to)));
            (low.z..=high.z).all(|z| {
                (low.y..=high.y).all(|y| {
                    (low.x..=high.x).all(|x| {
                        let inside = &self.cells[self.flat(USizeVec3::new(x, y, z))];
                        !inside.iter().any(|&triangle| self.hides(triangle, vertex, start, point))
                    })
                })
            })
        })
    }

    /// Whether a triangle that does not contain the vertex intersects the segment (Moller & Trumbore 1997).
    fn hides(&self, triangle: u32, vertex: u32, from: DVec3, to: DVec3) -> bool {
        let triangle = self.surface.triangles()[triangle as usize];
        if triangle.contains(&vertex) {
            return false;
        }
        let [a, b, c] = triangle.map(|corner| self.surface.positions()[corner as usize]);
        let (direction, ab, ac, start) = (to - from, b - a, c - a, from - a);
        let across = direction.cross(ac);
        let determinant = ab.dot(across);
        if determinant == 0.0 {
            return false;
        }
        let u = start.dot(across) / determinant;
        let turned = start.cross(ab);
        let v = direction.dot(turned) / determinant;
        let along = ac.dot(turned) / determinant;
        // Slightly beyond the edges, so that no ray passes between two triangles.
        const MARGIN: f64 = 1e-6;
        u >= -MARGIN && v >= -MARGIN && u + v <= 1.0 + MARGIN && along > 0.0 && along < 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_hides_what_is_behind_it() {
        let positions = [[0.0, 0.0, 0.0], [0.0, -9.0, -9.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0], [-5.0, 0.0, 0.1]];
        let surface = HeatSurface::new(positions.map(DVec3::from_array).to_vec(), vec![[1, 2, 3]]).unwrap();
        let obstacles = Obstacles::new(&surface);
        assert!(!obstacles.sees(4, DVec3::X));
        assert!(obstacles.sees(4, -DVec3::X));
        assert!(obstacles.sees(4, DVec3::new(1.0, 0.0, 90.0)));
        // A wall does not hide anything from its own corners, but these see only the inner side.
        assert!(obstacles.sees(1, -9.0 * DVec3::X) && !obstacles.sees(1, 9.0 * DVec3::X));
    }
}
