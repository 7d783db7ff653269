//! Small models for the tests of this module.

use crate::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs,
};
use glam::{DAffine3, Vec3};

/// One primitive per part: positions, influences and triangles.
pub type Part = (Vec<Vec3>, Vec<Vec<Influence>>, Vec<u32>);

pub fn model(parts: Vec<Part>, joint_count: usize) -> Model {
    let node = |index: usize| Node { is_joint: true, ..Node::new(index.to_string(), None, Trs::IDENTITY) };
    let joints = (0..joint_count).map(|node| SkinJoint::new(node as u32, None, DAffine3::IDENTITY)).collect();
    let primitive = |(positions, lists, indices): Part| Primitive {
        mesh_name: String::new(),
        node: 0,
        skin: 0,
        material: 0,
        normals: vec![Vec3::Z; positions.len()],
        positions,
        texcoords: vec![],
        second_texcoords: vec![],
        blend_factors: Vec::new(),
        colors: vec![],
        indices,
        influences: Influences::normalized(lists.iter().map(Vec::as_slice), joint_count).unwrap().0,
        morphs: None,
    };
    Model::new(ModelParts {
        name: String::new(),
        skeleton: Skeleton::new((0..joint_count).map(node).collect()).unwrap(),
        skins: vec![Skin { name: String::new(), kind: SkinKind::Skinned, joints, bind_from_mesh: DAffine3::IDENTITY }],
        primitives: parts.into_iter().map(primitive).collect(),
        materials: vec![Material::default()],
        textures: vec![],
        clips: vec![],
    })
    .unwrap()
}

/// A square tube along X with rings from `from` to `to`; `weights` returns the weights at a position.
pub fn tube(from: f32, to: f32, rings: u32, weights: impl Fn(Vec3) -> Vec<Influence>) -> Part {
    let (mut positions, mut lists, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for ring in 0..=rings {
        let x = from + (to - from) * ring as f32 / rings as f32;
        for corner in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
            let position = Vec3::new(x, corner[0] * 0.2, corner[1] * 0.2);
            lists.push(weights(position));
            positions.push(position);
        }
        for side in (0..4).filter(|_| ring > 0) {
            let [a, b] = [ring * 4 + side, ring * 4 + (side + 1) % 4];
            indices.extend([a, b, a - 4, b, b - 4, a - 4]);
        }
    }
    (positions, lists, indices)
}

/// A tube from -2 to 2 whose weights fall off from joints at -1, 0.5 and 1.5, differently at each angle.
pub fn three_joints() -> Model {
    three_joints_with(|_| 0.0)
}

/// Like [`three_joints`], but the second joint passes a fraction of its weight to the third.
pub fn three_joints_with(given_at: impl Fn(Vec3) -> f32) -> Model {
    let joints = [Vec3::new(-1.0, 0.1, 0.0), Vec3::new(0.5, -0.1, 0.1), Vec3::new(1.5, 0.0, -0.1)];
    let weights = |at: Vec3| {
        let falloff = |joint: Vec3| (1.0 - at.distance_squared(joint) / 2.4).max(0.0).powi(2);
        let [first, second, third] = joints.map(falloff);
        let given = second * given_at(at);
        let weights = [first, second - given, third + given];
        (0..3).map(|joint| Influence { joint, weight: weights[joint as usize] }).collect()
    };
    model(vec![tube(-2.0, 2.0, 60, weights)], 3)
}
