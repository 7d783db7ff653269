//! Models of the sizes of Le & Hodgins 2016, table 1, made by code: the paper's own are not public.
//!
//! A tube along a chain of joints that stand off its axis, so that hardly two vertices have the same weights; strips
//! and a ring beside it make the counts those of the paper. Weights fall off smoothly with the distance to a joint and
//! reach as many joints as are wanted, abruptly enough that subdivision triples the triangles of the largest.

use glam::{DAffine3, Vec3};
use skinscope::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs,
};
use std::f32::consts::TAU;

/// A row of the table: counts, and how the tube and its companions are cut to meet them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    pub vertices: usize,
    pub triangles: usize,
    pub joints: usize,
    /// What the paper's computation took on eight cores of 2.4 GHz.
    pub seconds_in_paper: f64,
    tube: [u32; 2],
    strip_quads: u32,
    /// Rings and segments of a closed ring; none where zero.
    ring: [u32; 2],
}

/// All but the cloth, which is the bundled `cloth-9`.
pub const ROWS: [Row; 4] = [
    Row {
        name: "goliath",
        vertices: 39158,
        triangles: 78312,
        joints: 77,
        seconds_in_paper: 15.7,
        tube: [251, 156],
        strip_quads: 0,
        ring: [0, 0],
    },
    Row {
        name: "man",
        vertices: 20846,
        triangles: 41616,
        joints: 76,
        seconds_in_paper: 5.6,
        tube: [221, 94],
        strip_quads: 34,
        ring: [0, 0],
    },
    Row {
        name: "boy",
        vertices: 22459,
        triangles: 44360,
        joints: 28,
        seconds_in_paper: 18.0,
        tube: [65, 337],
        strip_quads: 275,
        ring: [0, 0],
    },
    Row {
        name: "horse",
        vertices: 8435,
        triangles: 16860,
        joints: 31,
        seconds_in_paper: 10.9,
        tube: [100, 83],
        strip_quads: 1,
        ring: [43, 3],
    },
];

/// A model of about so many vertices, for tables of how time grows.
pub fn of_size(vertices: usize, joints: usize, influences: usize) -> Model {
    let rings = (2.0 * (vertices as f64).sqrt()) as u32;
    let tube = [rings, vertices as u32 / rings];
    model(&Row { joints, tube, strip_quads: 0, ring: [0, 0], ..ROWS[0] }, influences)
}

pub fn model(row: &Row, influences: usize) -> Model {
    let mut surface = Surface::default();
    let length = row.joints as f32;
    surface.tube(row.tube, length);
    if row.strip_quads > 0 {
        surface.strip(row.strip_quads, length);
    }
    if row.ring[0] > 0 {
        surface.ring(row.ring, length);
    }
    let joints: Vec<Vec3> = (0..row.joints).map(joint_position).collect();
    let lists: Vec<Vec<Influence>> = surface.positions.iter().map(|&at| weights(at, &joints, influences)).collect();
    let (influences, _) = Influences::normalized(lists.iter().map(Vec::as_slice), row.joints).expect("finite weights");
    let node = |number: usize| {
        let parent = number.checked_sub(1);
        let from = parent.map_or(Vec3::ZERO, joint_position);
        let rest = Trs { translation: joint_position(number) - from, ..Trs::IDENTITY };
        Node { is_joint: true, ..Node::new(number.to_string(), parent.map(|parent| parent as u32), rest) }
    };
    let joint = |number: usize| {
        let bind = DAffine3::from_translation(-joint_position(number).as_dvec3());
        SkinJoint::new(number as u32, number.checked_sub(1).map(|parent| parent as u32), bind)
    };
    let skin = Skin {
        name: String::new(),
        kind: SkinKind::Skinned,
        joints: (0..row.joints).map(joint).collect(),
        bind_from_mesh: DAffine3::IDENTITY,
    };
    let primitive = Primitive {
        mesh_name: String::new(),
        node: 0,
        skin: 0,
        material: 0,
        normals: vec![Vec3::Z; surface.positions.len()],
        positions: surface.positions,
        texcoords: vec![],
        second_texcoords: vec![],
        blend_factors: Vec::new(),
        colors: vec![],
        indices: surface.indices,
        influences,
        morphs: None,
    };
    let parts = ModelParts {
        name: row.name.to_owned(),
        skeleton: Skeleton::new((0..row.joints).map(node).collect()).expect("a chain"),
        skins: vec![skin],
        primitives: vec![primitive],
        materials: vec![Material::default()],
        textures: vec![],
        clips: vec![],
    };
    Model::new(parts).expect("a row makes a model")
}

/// Smaller, and weights are more abrupt.
const SMOOTHNESS: f32 = 0.8;
const RADIUS: f32 = 0.4;

/// One apart along the axis, and off it.
fn joint_position(number: usize) -> Vec3 {
    let turn = number as f32 * 2.4;
    Vec3::new(number as f32 + 0.5, 0.3 * turn.cos(), 0.3 * turn.sin())
}

fn weights(at: Vec3, joints: &[Vec3], influences: usize) -> Vec<Influence> {
    let reach = influences as f32 / 2.0;
    let mut list: Vec<Influence> = Vec::new();
    for (joint, position) in joints.iter().enumerate() {
        let from_joint = (at - *position) / reach;
        let falloff = (1.0 - from_joint.x * from_joint.x).max(0.0).powi(2) / (SMOOTHNESS + from_joint.length_squared());
        if falloff > 0.0 {
            list.push(Influence { joint: joint as u32, weight: falloff });
        }
    }
    let sum: f32 = list.iter().map(|one| one.weight).sum();
    list.iter_mut().for_each(|one| one.weight /= sum);
    list
}

#[derive(Default)]
struct Surface {
    positions: Vec<Vec3>,
    indices: Vec<u32>,
}

impl Surface {
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Rings along X, closed by a point at either end.
    fn tube(&mut self, [rings, segments]: [u32; 2], length: f32) {
        let first = self.positions.len() as u32;
        for ring in 0..rings {
            for segment in 0..segments {
                let (x, turn) = ((ring as f32 + 0.5) / rings as f32, segment as f32 / segments as f32 * TAU);
                self.positions.push(Vec3::new(x * length, RADIUS * turn.cos(), RADIUS * turn.sin()));
            }
        }
        let at = |ring: u32, segment: u32| first + ring * segments + segment % segments;
        for ring in 1..rings {
            for segment in 0..segments {
                self.quad([at(ring - 1, segment), at(ring, segment), at(ring, segment + 1), at(ring - 1, segment + 1)]);
            }
        }
        let ends = first + rings * segments;
        self.positions.extend([Vec3::ZERO, Vec3::X * length]);
        for segment in 0..segments {
            self.indices.extend([ends, at(0, segment), at(0, segment + 1)]);
            self.indices.extend([ends + 1, at(rings - 1, segment + 1), at(rings - 1, segment)]);
        }
    }

    /// A ribbon above the tube.
    fn strip(&mut self, quads: u32, length: f32) {
        let first = self.positions.len() as u32;
        for step in 0..=quads {
            // Short quads, as the tube's are.
            let to_and_fro = (step as f32 * 0.3) % (2.0 * length);
            let x = to_and_fro.min(2.0 * length - to_and_fro);
            self.positions.extend([Vec3::new(x, 0.6, -0.1), Vec3::new(x, 0.6, 0.1)]);
        }
        for quad in 0..quads {
            let corner = first + 2 * quad;
            self.quad([corner, corner + 1, corner + 3, corner + 2]);
        }
    }

    /// A torus around the tube's middle.
    fn ring(&mut self, [rings, segments]: [u32; 2], length: f32) {
        let first = self.positions.len() as u32;
        for ring in 0..rings {
            for segment in 0..segments {
                let (around, turn) = (ring as f32 / rings as f32 * TAU, segment as f32 / segments as f32 * TAU);
                let away = 0.7 + 0.1 * turn.cos();
                let x = length * 0.5 + 0.1 * turn.sin();
                self.positions.push(Vec3::new(x, away * around.cos(), away * around.sin()));
            }
        }
        let at = |ring: u32, segment: u32| first + ring % rings * segments + segment % segments;
        for ring in 0..rings {
            for segment in 0..segments {
                self.quad([at(ring, segment), at(ring + 1, segment), at(ring + 1, segment + 1), at(ring, segment + 1)]);
            }
        }
    }
}
