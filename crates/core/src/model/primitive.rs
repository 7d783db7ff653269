use super::{Influences, MorphDeltas};
use glam::{Vec2, Vec3, Vec4};
use std::sync::Arc;

/// Triangles of one material, in the bind frame of their skin. Plain data; [`Model::new`](super::Model::new) checks it.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// The mesh's name for display; may be empty.
    pub mesh_name: String,
    /// The node that holds the mesh. Its transform is used only for rigid meshes.
    pub node: u32,
    /// Index into the model's skins.
    pub skin: u32,
    /// Index into the model's materials.
    pub material: u32,
    /// Rest positions V in accessor order, with morph targets applied: in [`ModelParts`](super::ModelParts) at their rest
    /// weights, in a model at its [`shape_weights`](super::Model::shape_weights).
    pub positions: Vec<Vec3>,
    /// Unit normals in the bind frame, one per vertex.
    pub normals: Vec<Vec3>,
    /// Texture coordinates of the base color texture and of all textures that use the same ones; one per vertex, or
    /// empty.
    pub texcoords: Vec<Vec2>,
    /// Texture coordinates of the textures that use other ones; one per vertex, or empty.
    pub second_texcoords: Vec<Vec2>,
    /// Linear vertex colors with alpha, one per vertex, or empty.
    pub colors: Vec<Vec4>,
    /// Factors of `weighted-lbs-dqs` between LBS (zero) and DQS (one), one per vertex, or empty.
    pub blend_factors: Vec<f32>,
    /// Vertex indices, three per triangle.
    pub indices: Vec<u32>,
    /// Influences of each vertex; joint indices refer to the skin's joints.
    pub influences: Influences,
    /// The morph targets of the node that move these vertices, shared by all shapes of the model.
    pub morphs: Option<Arc<MorphDeltas>>,
}
