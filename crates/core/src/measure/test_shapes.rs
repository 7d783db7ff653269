//! Shapes with known figures, for the tests of this module.

use super::surface::{DeformedSkin, Surface};
use crate::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs,
};
use glam::{DAffine3, DVec3, Vec3};
use std::f64::consts::{PI, TAU};

#[derive(Clone)]
pub struct Shape {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Shape {
    /// A cube from -1 to 1 with eight vertices.
    pub fn cube() -> Self {
        let positions: Vec<Vec3> = (0..8)
            .map(|corner| Vec3::from_array([0, 1, 2].map(|axis| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 })))
            .collect();
        let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let normals = positions.iter().map(|position| position.normalize()).collect();
        Self { positions, normals, triangles }
    }

    pub fn sphere(segments: u32, radius: f64) -> Self {
        let mut shape = Self::lathe(segments, segments / 2, |share| {
            let polar = PI * share;
            // Exactly on the axis, so that each pole welds to a point.
            let across = if share == 0.0 || share == 1.0 { 0.0 } else { polar.sin() };
            (-polar.cos() * radius, across * radius)
        });
        shape.normals = shape.positions.iter().map(|position| position.normalize()).collect();
        shape
    }

    /// A cylinder along X from -length/2 to length/2, open or with its two lids as fans.
    pub fn cylinder(segments: u32, rows: u32, radius: f64, length: f64, closed: bool) -> Self {
        let mut shape = Self::lathe(segments, rows, |share| ((share - 0.5) * length, radius));
        shape.normals = shape.positions.iter().map(|p| Vec3::new(0.0, p.y, p.z).normalize()).collect();
        if closed {
            for (ring, side) in [(0, -1.0), (rows, 1.0)] {
                let center = shape.positions.len() as u32;
                shape.positions.push(Vec3::X * (side * length / 2.0) as f32);
                shape.normals.push(Vec3::X * side as f32);
                for segment in 0..segments {
                    let (a, b) = (ring * segments + segment, ring * segments + (segment + 1) % segments);
                    shape.triangles.push(if side > 0.0 { [center, a, b] } else { [center, b, a] });
                }
            }
        }
        shape
    }

    /// Rings around X; `profile` gives position and radius for a fraction from 0 to 1 along it.
    fn lathe(segments: u32, rows: u32, profile: impl Fn(f64) -> (f64, f64)) -> Self {
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        for row in 0..=rows {
            let (x, radius) = profile(f64::from(row) / f64::from(rows));
            for segment in 0..segments {
                let around = TAU * f64::from(segment) / f64::from(segments);
                positions.push(DVec3::new(x, radius * around.cos(), radius * around.sin()).as_vec3());
                let next = (segment + 1) % segments;
                if row > 0 {
                    let [a, b] = [row * segments + segment, row * segments + next];
                    triangles.extend([[a - segments, b - segments, b], [a - segments, b, a]]);
                }
            }
        }
        Self { positions, normals: Vec::new(), triangles }
    }

    pub fn shifted(&self, by: DVec3) -> Self {
        let mut shape = self.clone();
        shape.positions.iter_mut().for_each(|position| *position += by.as_vec3());
        shape
    }

    /// Two shapes with half of the triangles each, both with all the vertices.
    pub fn split_in_two(&self) -> (Self, Self) {
        let (mut front, mut back) = (self.clone(), self.clone());
        back.triangles = front.triangles.split_off(self.triangles.len() / 2);
        (front, back)
    }
}

/// A model with one joint at the origin and one primitive per shape.
pub fn model_of(shapes: &[Shape]) -> Model {
    skinned_model(shapes, &[("only", None, Vec3::ZERO)], |_| vec![1.0])
}

/// A model with joints at rest at the given scene positions. The weight function returns one weight per joint for a
/// rest position.
pub fn skinned_model(
    shapes: &[Shape],
    joints: &[(&str, Option<u32>, Vec3)],
    weights: impl Fn(Vec3) -> Vec<f32>,
) -> Model {
    let node = |&(name, parent, at): &(&str, Option<u32>, Vec3)| {
        let translation = at - parent.map_or(Vec3::ZERO, |parent: u32| joints[parent as usize].2);
        Node { is_joint: true, ..Node::new(name, parent, Trs { translation, ..Trs::IDENTITY }) }
    };
    let skin_joint = |(index, joint): (usize, &(&str, Option<u32>, Vec3))| {
        SkinJoint::new(index as u32, joint.1, DAffine3::from_translation(-joint.2.as_dvec3()))
    };
    let influences = |shape: &Shape| {
        let list = |&position: &Vec3| -> Vec<Influence> {
            weights(position).into_iter().zip(0..).map(|(weight, joint)| Influence { joint, weight }).collect()
        };
        let lists: Vec<Vec<Influence>> = shape.positions.iter().map(list).collect();
        Influences::normalized(lists.iter().map(Vec::as_slice), joints.len()).unwrap().0
    };
    let primitive = |shape: &Shape| Primitive {
        mesh_name: "shape".to_owned(),
        node: 0,
        skin: 0,
        material: 0,
        positions: shape.positions.clone(),
        normals: shape.normals.clone(),
        texcoords: vec![],
        second_texcoords: vec![],
        blend_factors: Vec::new(),
        colors: vec![],
        indices: shape.triangles.iter().flatten().copied().collect(),
        influences: influences(shape),
        morphs: None,
    };
    Model::new(ModelParts {
        name: "test".to_owned(),
        skeleton: Skeleton::new(joints.iter().map(node).collect()).unwrap(),
        skins: vec![Skin {
            name: String::new(),
            kind: SkinKind::Skinned,
            joints: joints.iter().enumerate().map(skin_joint).collect(),
            bind_from_mesh: DAffine3::IDENTITY,
        }],
        primitives: shapes.iter().map(primitive).collect(),
        materials: vec![Material::default()],
        textures: vec![],
        clips: vec![],
    })
    .unwrap()
}

/// A tube of radius 0.5 along X from -2 to 2 with a joint in its middle, `root` behind it and `mid` ahead of it.
/// Weights change linearly from -1 to 1.
pub fn two_joint_tube() -> Model {
    let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO)];
    skinned_model(&[Shape::cylinder(48, 40, 0.5, 4.0, true)], &joints, |at| {
        let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
        vec![1.0 - mid, mid]
    })
}

/// Moves every vertex by a map; normals are unchanged.
pub fn moved(surface: &Surface, map: impl Fn(DVec3) -> DVec3) -> DeformedSkin {
    DeformedSkin { positions: surface.positions.iter().map(|&p| map(p)).collect(), normals: surface.normals.clone() }
}
