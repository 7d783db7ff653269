use glam::DVec3;

/// A triangle mesh with valid vertex indices.
///
/// Vertices are connected only by index: heat does not flow between two vertices at the same position, such as those on
/// both sides of a texture seam. Weld them first.
#[derive(Clone, Debug, Default)]
pub struct HeatSurface {
    positions: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

/// Reason why vertices and triangles do not form a surface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurfaceError {
    /// A triangle refers to a vertex that does not exist.
    #[error("triangle {triangle} names vertex {vertex}, but there are {vertex_count} vertices")]
    NoSuchVertex {
        /// Index of the first invalid triangle.
        triangle: usize,
        /// The index.
        vertex: u32,
        /// Count of vertices.
        vertex_count: usize,
    },
    /// A position is infinite or NaN.
    #[error("the position of vertex {vertex} is not finite")]
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
    },
}

impl HeatSurface {
    /// Creates a surface from triangles that are counterclockwise seen from outside.
    ///
    /// # Errors
    /// A triangle has an invalid vertex index, or a position is not finite.
    pub fn new(positions: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, SurfaceError> {
        let vertex_count = positions.len();
        for (index, triangle) in triangles.iter().enumerate() {
            if let Some(&vertex) = triangle.iter().find(|&&vertex| vertex as usize >= vertex_count) {
                return Err(SurfaceError::NoSuchVertex { triangle: index, vertex, vertex_count });
            }
        }
        if let Some(vertex) = positions.iter().position(|position| !position.is_finite()) {
            return Err(SurfaceError::NotFinite { vertex });
        }
        Ok(Self { positions, triangles })
    }

    /// One position per vertex.
    pub fn positions(&self) -> &[DVec3] {
        &self.positions
    }

    /// Vertex indices, counterclockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_name_vertices_that_are_there() {
        let corners = || vec![DVec3::ZERO, DVec3::X, DVec3::Y];
        assert!(HeatSurface::new(corners(), vec![[0, 1, 2]]).is_ok());
        let error = HeatSurface::new(corners(), vec![[0, 1, 2], [0, 3, 2]]).unwrap_err();
        assert_eq!(error, SurfaceError::NoSuchVertex { triangle: 1, vertex: 3, vertex_count: 3 });
        let error = HeatSurface::new(vec![DVec3::ZERO, DVec3::NAN], Vec::new()).unwrap_err();
        assert_eq!(error, SurfaceError::NotFinite { vertex: 1 });
    }
}
