//! Models of a few joints and vertices, without triangles.

use glam::{DAffine3, DVec3, Vec3};
use skinscope::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs,
};

pub struct Vertex<'a> {
    pub position: Vec3,
    pub normal: Vec3,
    /// Influences of the first joints, in their order.
    pub influences: &'a [Influence],
}

/// Every node is a joint of the one skin; `bind` says where each was bound.
pub fn small_model(nodes: Vec<Node>, bind: &[DAffine3], vertices: &[Vertex<'_>]) -> Model {
    let skeleton = Skeleton::new(nodes).unwrap();
    let joint = |(node, bind): (usize, &DAffine3)| {
        SkinJoint::new(node as u32, skeleton.node(node as u32).parent, bind.inverse())
    };
    let joints: Vec<SkinJoint> = bind.iter().enumerate().map(joint).collect();
    let (influences, _) =
        Influences::normalized(vertices.iter().map(|vertex| vertex.influences), joints.len()).unwrap();
    let parts = ModelParts {
        name: String::new(),
        skeleton,
        skins: vec![Skin { name: String::new(), kind: SkinKind::Skinned, joints, bind_from_mesh: DAffine3::IDENTITY }],
        primitives: vec![Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions: vertices.iter().map(|vertex| vertex.position).collect(),
            normals: vertices.iter().map(|vertex| vertex.normal).collect(),
            texcoords: vec![],
            second_texcoords: vec![],
            blend_factors: Vec::new(),
            colors: vec![],
            indices: vec![],
            influences,
            morphs: None,
        }],
        materials: vec![Material::default()],
        textures: vec![],
        clips: vec![],
    };
    Model::new(parts).unwrap()
}

/// Two joints along Y, and vertices with their influences.
pub fn chain(vertices: &[(Vec3, Vec<Influence>)]) -> Model {
    let rest = |y| Trs { translation: Vec3::Y * y, ..Trs::IDENTITY };
    let nodes = vec![Node::new("lower", None, rest(0.0)), Node::new("upper", Some(0), rest(1.0))];
    let bind = [DAffine3::IDENTITY, DAffine3::from_translation(DVec3::Y)];
    let vertices: Vec<Vertex<'_>> = vertices
        .iter()
        .map(|(position, influences)| Vertex { position: *position, normal: Vec3::Y, influences })
        .collect();
    small_model(nodes, &bind, &vertices)
}
