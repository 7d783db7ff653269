use super::shaders::ShaderSource;
use super::shaders::shader;
use crate::view::table;

/// Drawing of an overlay by a shader of its own.
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
    /// Whether it draws the edges as lines instead of the triangles.
    pub draws_edges: bool,
}

table! {
    /// An overlay that draws the skinned mesh once more, over the shaded skin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum MeshOverlay of MeshOverlayRow {
        /// The edges of the triangles.
        Wireframe => MeshOverlayRow {
            name: "wireframe",
            shader: shader("wireframe.wgsl"),
            vertex: "wireframe_vertex",
            fragment: "wireframe_fragment",
            draws_edges: true,
        };
    }
}
