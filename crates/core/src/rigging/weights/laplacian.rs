use super::sparse::SparseMatrix;
use super::surface::HeatSurface;

/// The cotangent Laplacian of a triangle mesh (Pinkall & Polthier 1993), as the positive semidefinite stiffness matrix,
/// with the vertex areas.
pub(super) struct Laplacian {
    vertex_areas: Vec<f64>,
    /// Both ends and half the cotangent of the opposite angle; each inner edge occurs twice, once per triangle.
    edges: Vec<(u32, u32, f64)>,
}

impl Laplacian {
    pub fn new(surface: &HeatSurface) -> Self {
        let mut vertex_areas = vec![0.0; surface.positions().len()];
        let mut edges = Vec::with_capacity(3 * surface.triangles().len());
        for triangle in surface.triangles() {
            for corner in 0..3 {
                let [tip, a, b] = [0, 1, 2].map(|step| triangle[(corner + step) % 3]);
                let at = |vertex: u32| surface.positions()[vertex as usize];
                let (to_a, to_b) = (at(a) - at(tip), at(b) - at(tip));
                let twice_area = to_a.cross(to_b).length();
                vertex_areas[tip as usize] += twice_area / 6.0;
                // Negative cotangents would allow weights outside 0 to 1; slivers would stiffen their surroundings.
                const COTANGENTS: [f64; 2] = [0.02, 5.0];
                let cotangent = to_a.dot(to_b) / twice_area.max(f64::MIN_POSITIVE);
                edges.push((a, b, cotangent.clamp(COTANGENTS[0], COTANGENTS[1]) / 2.0));
            }
        }
        Self { vertex_areas, edges }
    }

    /// A third of the area of the triangles around each vertex.
    pub fn vertex_areas(&self) -> &[f64] {
        &self.vertex_areas
    }

    /// The Laplacian with `diagonal` added to its diagonal.
    pub fn into_matrix(self, diagonal: &[f64]) -> SparseMatrix {
        SparseMatrix::from_edges(diagonal, &self.edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_right_triangle_by_hand() {
        let surface = HeatSurface::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
        let laplacian = Laplacian::new(&surface);
        assert!(laplacian.vertex_areas().iter().all(|area| (area - 1.0 / 6.0).abs() < 1e-15));
        // Almost zero opposite the right angle, one half opposite 45 degrees.
        let cotangents: Vec<f64> = laplacian.edges.iter().map(|edge| edge.2).collect();
        assert!((cotangents[0] - 0.01).abs() < 1e-12 && (cotangents[1] - 0.5).abs() < 1e-12, "{cotangents:?}");
        let matrix = laplacian.into_matrix(&[0.0; 3]);
        assert!(matrix.times(&[1.0; 3]).iter().all(|row| row.abs() < 1e-15));
    }
}
