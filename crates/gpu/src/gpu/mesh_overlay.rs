use super::edges::edges;
use super::normal_lines::normal_lines;
use super::shaders::{ShaderSource, shader};
use super::shown_mesh::ShownMesh;
use crate::view::table;
use wgpu::PrimitiveTopology;

/// Drawing of the mesh's edges or vertices by a shader of its own.
#[derive(Clone, Copy, Debug)]
pub struct MeshOverlayRow {
    /// Name for labels and error messages.
    pub name: &'static str,
    /// The file of the entry points. It follows the frame and the method's `skin_vertex`.
    pub shader: ShaderSource,
    /// Entry point.
    pub vertex: &'static str,
    /// Entry point. Colors are premultiplied with alpha.
    pub fragment: &'static str,
    /// How indices form lines or triangles.
    pub topology: PrimitiveTopology,
    /// Makes the indices of each chunk, which the vertex shader gets.
    pub(super) indices: fn(&ShownMesh<'_>) -> Vec<Vec<u32>>,
}

table! {
    /// An overlay that draws lines over the shaded skin from its skinned vertices.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum MeshOverlay of MeshOverlayRow {
        /// The edges of the triangles.
        Wireframe => MeshOverlayRow {
            name: "wireframe",
            shader: shader("wireframe.wgsl"),
            vertex: "wireframe_vertex",
            fragment: "wireframe_fragment",
            topology: PrimitiveTopology::LineList,
            indices: edges,
        };
        /// The normals of the vertices.
        Normals => MeshOverlayRow {
            name: "normals",
            shader: shader("normals.wgsl"),
            vertex: "normals_vertex",
            fragment: "normals_fragment",
            topology: PrimitiveTopology::TriangleList,
            indices: normal_lines,
        };
    }
}
