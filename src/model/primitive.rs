use super::Influences;
use glam::{Vec2, Vec3, Vec4};

/// Triangles of one material, in the bind frame of their skin.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// The mesh's name, for people; may be empty.
    pub mesh_name: String,
    /// The node that carries the mesh. Its transform counts only for rigid meshes.
    pub node: u32,
    /// Index into the model's skins.
    pub skin: u32,
    /// Index into the model's materials.
    pub material: u32,
    /// Rest positions V, morph targets applied at their default weights; in accessor order.
    pub positions: Vec<Vec3>,
    /// Unit normals in the bind frame, one a vertex.
    pub normals: Vec<Vec3>,
    /// Texture coordinates of the base color texture, one a vertex, or none.
    pub texcoords: Vec<Vec2>,
    /// Linear vertex colors with alpha, one a vertex, or none.
    pub colors: Vec<Vec4>,
    /// Three a triangle.
    pub indices: Vec<u32>,
    /// One list a vertex; joint numbers index the skin's joints.
    pub influences: Influences,
}
