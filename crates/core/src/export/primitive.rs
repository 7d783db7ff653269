use super::ExportError;
use crate::model::Primitive;
use glam::{Vec2, Vec3, Vec4};

/// Triangles to write, in scene space. Normals, texture coordinates and colors may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportPrimitive<'a> {
    /// The name for display; may be empty or repeated.
    pub name: &'a str,
    /// Positions, one per vertex, in scene units.
    pub positions: &'a [Vec3],
    /// Normals of unit length, one per vertex.
    pub normals: &'a [Vec3],
    /// First texture coordinates, one per vertex.
    pub texcoords: &'a [Vec2],
    /// Second texture coordinates, one per vertex.
    pub second_texcoords: &'a [Vec2],
    /// Vertex colors, linear, with alpha.
    pub colors: &'a [Vec4],
    /// Vertex indices, three per triangle, counterclockwise seen from outside.
    pub indices: &'a [u32],
    /// Index into the materials that accompany the primitives; ignored by formats without materials.
    pub material: Option<u32>,
}

impl<'a> ExportPrimitive<'a> {
    /// A model's primitive with deformed positions and normals, in accessor order.
    pub fn deformed(primitive: &'a Primitive, positions: &'a [Vec3], normals: &'a [Vec3]) -> Self {
        Self {
            name: &primitive.mesh_name,
            positions,
            normals,
            texcoords: &primitive.texcoords,
            second_texcoords: &primitive.second_texcoords,
            colors: &primitive.colors,
            indices: &primitive.indices,
            material: Some(primitive.material),
        }
    }

    /// Checks the conditions that every format relies on. `primitive` is the index used in errors.
    pub(super) fn check(&self, primitive: usize) -> Result<(), ExportError> {
        let vertices = self.positions.len();
        let counts = [
            ("normals", self.normals.len()),
            ("texture coordinates", self.texcoords.len()),
            ("second texture coordinates", self.second_texcoords.len()),
            ("colors", self.colors.len()),
        ];
        if let Some(&(attribute, values)) = counts.iter().find(|(_, count)| *count != 0 && *count != vertices) {
            return Err(ExportError::Count { primitive, attribute, values, vertices });
        }
        if !self.indices.len().is_multiple_of(3) {
            return Err(ExportError::BrokenTriangle { primitive, indices: self.indices.len() });
        }
        if let Some(&index) = self.indices.iter().find(|&&index| index as usize >= vertices) {
            return Err(ExportError::NoSuchVertex { primitive, index, vertices });
        }
        let not_finite = [
            ("positions", self.positions.iter().position(|value| !value.is_finite())),
            ("normals", self.normals.iter().position(|value| !value.is_finite())),
            ("texture coordinates", self.texcoords.iter().position(|value| !value.is_finite())),
            ("second texture coordinates", self.second_texcoords.iter().position(|value| !value.is_finite())),
            ("colors", self.colors.iter().position(|value| !value.is_finite())),
        ];
        match not_finite.into_iter().find_map(|(attribute, vertex)| Some((attribute, vertex?))) {
            Some((attribute, vertex)) => Err(ExportError::NotFinite { primitive, attribute, vertex }),
            None => Ok(()),
        }
    }
}

/// Checks all primitives, and that all vertices together can be indexed with 32 bits.
pub(super) fn check_all(primitives: &[ExportPrimitive<'_>]) -> Result<(), ExportError> {
    for (index, primitive) in primitives.iter().enumerate() {
        primitive.check(index)?;
    }
    let vertices = primitives.iter().map(|primitive| primitive.positions.len()).sum();
    if vertices >= u32::MAX as usize { Err(ExportError::TooManyVertices { vertices }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let good = ExportPrimitive { positions: &positions, indices: &[0, 1, 2], ..ExportPrimitive::default() };
        assert!(good.check(0).is_ok());
        let message = |primitive: ExportPrimitive<'_>| primitive.check(4).unwrap_err().to_string();
        assert_eq!(
            message(ExportPrimitive { normals: &[Vec3::Z], ..good }),
            "primitive 4 has 1 normals for 3 vertices"
        );
        assert_eq!(message(ExportPrimitive { indices: &[0, 1, 3], ..good }), "primitive 4 names vertex 3, but has 3");
        assert_eq!(
            message(ExportPrimitive { indices: &[0, 1], ..good }),
            "primitive 4 has 2 indices, which is not a whole number of triangles"
        );
        assert_eq!(
            message(ExportPrimitive { normals: &[Vec3::Z, Vec3::NAN, Vec3::Z], ..good }),
            "primitive 4 has normals that are not finite numbers, at vertex 1"
        );
    }
}
