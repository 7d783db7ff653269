//! The shown part of a model: which of its triangles are drawn.

use super::model::next_id;
use super::shown_mesh::ShownMesh;
use super::triangle_order::order_for_reuse;
use super::{GpuContext, GpuError, GpuModel, MeshOverlay};
use skinscope_core::model::SkinPart;
use std::sync::Arc;

/// Indices of a chunk's triangles into its vertices, three each, or those of a [`MeshOverlay`].
#[derive(Debug)]
pub struct IndexBuffer {
    pub indices: wgpu::Buffer,
    pub index_count: u32,
}

impl IndexBuffer {
    /// Uploads indices. `None` if there are none.
    pub(super) fn upload(context: &GpuContext, indices: &[u32]) -> Option<Self> {
        let usage = wgpu::BufferUsages::INDEX;
        let buffer = || context.buffer_of_elements("indices", indices.len(), usage, |i| indices[i]);
        (!indices.is_empty()).then(|| Self { indices: buffer(), index_count: indices.len() as u32 })
    }
}

/// The triangles of a chunk, all or those of a part.
#[derive(Debug)]
pub(super) struct ShownTriangles {
    all: Option<IndexBuffer>,
    /// Count of all triangles of the chunk.
    count: usize,
    /// Triangles of a part, which are drawn instead of all.
    part: Option<Option<IndexBuffer>>,
}

impl ShownTriangles {
    pub(super) fn all(all: Option<IndexBuffer>, count: usize) -> Self {
        Self { all, count, part: None }
    }

    pub(super) fn shown(&self) -> Option<&IndexBuffer> {
        self.part.as_ref().unwrap_or(&self.all).as_ref()
    }
}

impl GpuModel {
    /// Shown part of the skin. `None` is all of it.
    pub fn part(&self) -> Option<&Arc<SkinPart>> {
        self.part.as_ref()
    }

    /// Draws only a part of the skin, or all of it again. This changes the upload id. Deforming is not affected.
    ///
    /// # Errors
    /// Out of memory.
    pub fn show_part(&mut self, context: &GpuContext, part: Option<Arc<SkinPart>>) -> Result<(), GpuError> {
        let model = self.model();
        context.checked("the shown triangles", || {
            for (index, (primitive, source)) in self.primitives.iter_mut().zip(&model.primitives).enumerate() {
                primitive.overlays = Default::default();
                let mut triangles = source.indices.as_chunks::<3>().0.iter();
                let mut in_chunk = vec![0; source.positions.len()];
                for chunk in &mut primitive.chunks {
                    let own = triangles.by_ref().take(chunk.triangles.count);
                    let Some(part) = &part else {
                        chunk.triangles.part = None;
                        own.for_each(drop);
                        continue;
                    };
                    for (local, &vertex) in chunk.vertices.iter().enumerate() {
                        in_chunk[vertex as usize] = local as u32;
                    }
                    let shown = own.filter(|triangle| part.has_triangle(index, **triangle));
                    let indices: Vec<u32> = shown.flatten().map(|&vertex| in_chunk[vertex as usize]).collect();
                    let indices = order_for_reuse(&indices, chunk.vertices.len());
                    chunk.triangles.part = Some(IndexBuffer::upload(context, &indices));
                }
            }
        })?;
        self.part = part;
        self.id = next_id();
        Ok(())
    }

    /// What an overlay draws of every chunk of a primitive; `None` if that is nothing. Uploaded on first use.
    ///
    /// # Errors
    /// Out of memory.
    pub fn overlay(
        &self,
        context: &GpuContext,
        overlay: MeshOverlay,
        primitive_index: usize,
    ) -> Result<&[Option<IndexBuffer>], GpuError> {
        let primitive = &self.primitives[primitive_index];
        let known = &primitive.overlays[overlay as usize];
        if let Some(indices) = known.get() {
            return Ok(indices);
        }
        let source = Arc::clone(&self.model().primitives[primitive_index]);
        let uploaded = context.checked("the lines on the skin", || {
            let is_shown =
                |triangle| self.part.as_ref().is_none_or(|part| part.has_triangle(primitive_index, triangle));
            let mesh = ShownMesh {
                primitive: &source,
                bounds: self.rest_bounds(),
                chunks: primitive.chunks.iter().map(|chunk| (&chunk.vertices[..], chunk.triangles.count)).collect(),
                is_shown: &is_shown,
            };
            let indices = (overlay.row().indices)(&mesh);
            indices.iter().map(|indices| IndexBuffer::upload(context, indices)).collect()
        })?;
        Ok(known.get_or_init(|| uploaded))
    }
}
