use super::shaders::ShaderSource;
use super::shaders::shader;
use crate::view::table;

/// Drawing of the mesh's edges by a shader of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshOverlayRow {
    /// Name for labels and error messages.
    pub name: &'static str,
    /// The file of the entry points. It follows the frame and the method's `skin_vertex`.
    pub shader: ShaderSource,
    /// Entry point.
    pub vertex: &'static str,
    /// Entry point. Colors are premultiplied with alpha.
    pub fragment: &'static str,
}

table! {
    /// An overlay that draws the edges of the skinned mesh, as lines over the shaded skin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum MeshOverlay of MeshOverlayRow {
        /// The edges of the triangles.
        Wireframe => MeshOverlayRow {
            name: "wireframe",
            shader: shader("wireframe.wgsl"),
            vertex: "wireframe_vertex",
            fragment: "wireframe_fragment",
        };
    }
}
