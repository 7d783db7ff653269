use skinscope_core::math::Bounds;
use skinscope_core::model::Primitive;

/// A primitive as overlays see it: in chunks, and with triangles that are not shown.
#[derive(Clone)]
pub struct ShownMesh<'a> {
    pub primitive: &'a Primitive,
    /// Of the whole model at rest.
    pub bounds: Bounds,
    /// For each chunk, the primitive's indices of its vertices, and its count of triangles. The chunks contain the
    /// triangles in the primitive's order.
    pub chunks: Vec<(&'a [u32], usize)>,
    pub is_shown: &'a dyn Fn([u32; 3]) -> bool,
}

impl ShownMesh<'_> {
    /// Indices for every chunk. `add` adds those of a shown triangle; it is given the triangle and, by index in the
    /// primitive, the indices of the vertices in the chunk.
    pub fn indices_of_chunks(&self, mut add: impl FnMut([u32; 3], &[u32], &mut Vec<u32>)) -> Vec<Vec<u32>> {
        let mut triangles = self.primitive.indices.as_chunks::<3>().0.iter();
        let mut in_chunk = vec![0; self.primitive.positions.len()];
        let mut indices_of = |&(vertices, count): &(&[u32], usize)| {
            for (index, &vertex) in vertices.iter().enumerate() {
                in_chunk[vertex as usize] = index as u32;
            }
            let mut indices = Vec::new();
            let own = triangles.by_ref().take(count).copied();
            own.filter(|triangle| (self.is_shown)(*triangle)).for_each(|own| add(own, &in_chunk, &mut indices));
            indices
        };
        self.chunks.iter().map(&mut indices_of).collect()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use glam::Vec3;
    use skinscope_core::model::Influences;

    /// A rigid mesh.
    pub fn primitive(positions: Vec<Vec3>, normals: Vec<Vec3>, indices: Vec<u32>) -> Primitive {
        Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            influences: Influences::rigid(positions.len()),
            positions,
            normals,
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            blend_factors: Vec::new(),
            colors: Vec::new(),
            indices,
            morphs: None,
        }
    }
}
