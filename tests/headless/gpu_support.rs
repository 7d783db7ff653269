//! A device for the tests, and models made in code.

use glam::{DAffine3, DVec3, EulerRot, Quat, Vec2, Vec3, Vec4};
use skinscope::gpu::GpuContext;
use skinscope::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Pose, Primitive, ScaleKind, Skeleton, Skin, SkinJoint,
    SkinKind, Texture, Trs,
};
use std::f32::consts::TAU;
use std::sync::{Arc, OnceLock};

/// One device for all tests: making one takes longer than most of them.
pub fn context() -> &'static GpuContext {
    static CONTEXT: OnceLock<GpuContext> = OnceLock::new();
    CONTEXT.get_or_init(|| match pollster::block_on(GpuContext::headless()) {
        Ok(context) => context,
        Err(error) => panic!("these tests draw, without a graphics card through lavapipe: {error}"),
    })
}

/// A small generator of numbers that are the same everywhere (Marsaglia's xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Zero to one, one excluded.
    pub fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f32) as usize
    }

    pub fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    pub fn rotation(&mut self, max_degrees: f32) -> Quat {
        let axis = self.vector(1.0).try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, self.between(-max_degrees, max_degrees).to_radians())
    }
}

/// A skin whose bind pose is the skeleton's rest pose. Joints are all nodes.
pub fn skin_at_rest(skeleton: &Skeleton) -> Skin {
    let rest = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
    let joint = |node: u32| SkinJoint::new(node, skeleton.node(node).parent, rest[node as usize].inverse());
    Skin {
        name: "skin".to_owned(),
        kind: SkinKind::Skinned,
        joints: (0..skeleton.len() as u32).map(joint).collect(),
        bind_from_mesh: DAffine3::IDENTITY,
    }
}

/// A tree of joints and a cloud of vertices with 1 to `max_influences` influences each, in triangles at random.
pub fn random_model(seed: u64, max_influences: usize, vertex_count: usize) -> Arc<Model> {
    let mut random = Random::new(seed);
    let joint_count = 14;
    let nodes = (0..joint_count).map(|index| {
        let parent = (index > 0).then(|| random.below(index) as u32);
        let rest = Trs { translation: random.vector(0.5), rotation: random.rotation(60.0), scale: Vec3::ONE };
        Node { is_joint: true, ..Node::new(format!("joint {index}"), parent, rest) }
    });
    let skeleton = Skeleton::new(nodes.collect()).unwrap();
    let lists: Vec<Vec<Influence>> = (0..vertex_count)
        .map(|_| {
            let count = 1 + random.below(max_influences);
            let joint = |random: &mut Random| random.below(joint_count) as u32;
            (0..count).map(|_| Influence { joint: joint(&mut random), weight: random.between(0.01, 1.0) }).collect()
        })
        .collect();
    let (influences, _) = Influences::normalized(lists.iter().map(Vec::as_slice), joint_count).unwrap();
    let primitive = Primitive {
        mesh_name: "cloud".to_owned(),
        node: 0,
        skin: 0,
        material: 0,
        positions: (0..vertex_count).map(|_| random.vector(1.0)).collect(),
        normals: (0..vertex_count).map(|_| random.vector(1.0).normalize()).collect(),
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices: (0..vertex_count * 3).map(|_| random.below(vertex_count) as u32).collect(),
        influences,
        morphs: None,
    };
    model_of(ModelParts {
        name: "random".to_owned(),
        skins: vec![skin_at_rest(&skeleton)],
        skeleton,
        primitives: vec![primitive],
        materials: vec![Material::default()],
        textures: Vec::new(),
        clips: Vec::new(),
    })
}

fn model_of(parts: ModelParts) -> Arc<Model> {
    Arc::new(Model::new(parts).unwrap())
}

/// Rotations up to 179.9 degrees, translation, scale (mirrored now and then) and shear.
pub fn random_pose(model: &Model, seed: u64) -> Pose {
    let mut random = Random::new(seed);
    let mut pose = Pose::rest(&model.skeleton);
    for joint in &mut pose.joints {
        joint.rotation = (joint.rotation * random.rotation(179.9)).normalize();
        joint.translation += random.vector(0.2);
        joint.scale = Vec3::ONE + random.vector(0.3);
        joint.local_scale = Vec3::ONE + random.vector(0.3);
        joint.local_shear = random.vector(0.3);
        if random.unit() < 0.1 {
            joint.scale.x = -joint.scale.x;
        }
    }
    pose
}

/// A rounded bar along Y of two joints: "lower" at the ground and "upper" half way up, blending over the middle.
/// A second primitive is a colored band, a third an unskinned, textured plate beside it.
pub fn bar() -> Arc<Model> {
    let at = |translation| Trs { translation, ..Trs::IDENTITY };
    let skeleton = Skeleton::new(vec![
        Node { is_joint: true, ..Node::new("lower", None, Trs::IDENTITY) },
        Node { is_joint: true, ..Node::new("upper", Some(0), at(Vec3::Y)) },
        Node { is_joint: true, ..Node::new("end", Some(1), at(Vec3::Y * 0.95)) },
        Node::new("plate", None, at(Vec3::new(-0.55, 0.25, 0.25))),
    ])
    .unwrap();
    let mut skin = skin_at_rest(&skeleton);
    skin.joints.truncate(3);
    let plate = Skin {
        name: String::new(),
        kind: SkinKind::Rigid,
        joints: vec![SkinJoint::new(3, None, DAffine3::from_translation(-DVec3::new(-0.55, 0.25, 0.25)))],
        bind_from_mesh: DAffine3::IDENTITY,
    };
    let check = |x: u32, y: u32| if (x ^ y) & 4 == 0 { [214, 92, 60, 255] } else { [236, 226, 206, 255] };
    let texture = Texture {
        width: 32,
        height: 32,
        rgba: (0..32).flat_map(|y| (0..32).flat_map(move |x| check(x, y))).collect(),
        repeat: [true; 2],
    };
    let colored = |name: &str, base_color, base_color_texture| Material {
        name: name.to_owned(),
        base_color,
        base_color_texture,
        is_default: false,
        ..Material::default()
    };
    model_of(ModelParts {
        name: "bar".to_owned(),
        skins: vec![skin, plate],
        skeleton,
        primitives: vec![tube(0.0, 2.0, 0.28, 0), tube(1.55, 1.7, 0.295, 1), plate_primitive()],
        materials: vec![
            Material::default(),
            colored("band", Vec4::new(0.10, 0.32, 0.36, 1.0), None),
            colored("plate", Vec4::ONE, Some(0)),
        ],
        textures: vec![texture],
        clips: Vec::new(),
    })
}

fn tube(bottom: f32, top: f32, radius: f32, material: u32) -> Primitive {
    let (rings, sides) = (96, 64);
    let (mut positions, mut normals, mut lists, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ring in 0..=rings {
        let t = ring as f32 / rings as f32;
        let rounding = 0.12f32.min((top - bottom) * 0.3);
        let y = bottom + (top - bottom) * t;
        let to_end = (y - bottom).min(top - y);
        let bend = (1.0 - to_end / rounding).clamp(0.0, 1.0);
        let inset = rounding * (1.0 - (1.0 - bend * bend).max(0.0).sqrt());
        let tilt = bend.asin() * if t < 0.5 { -1.0 } else { 1.0 };
        for side in 0..sides {
            let angle = TAU * side as f32 / sides as f32;
            let outward = Vec3::new(angle.cos(), 0.0, angle.sin());
            positions.push(outward * (radius - inset) + Vec3::Y * y);
            normals.push(outward * tilt.cos() + Vec3::Y * tilt.sin());
            let upper = ((y - 0.6) / 0.8).clamp(0.0, 1.0);
            lists.push([Influence { joint: 0, weight: 1.0 - upper }, Influence { joint: 1, weight: upper }]);
            if ring < rings {
                let [a, b] = [ring * sides + side, ring * sides + (side + 1) % sides];
                indices.extend([a, a + sides, b, b, a + sides, b + sides]);
            }
        }
    }
    let (influences, _) = Influences::normalized(lists.iter().map(<[_; 2]>::as_slice), 3).unwrap();
    // Closes the ends.
    for ring in [0, rings] {
        for side in 1..sides - 1 {
            indices.extend([ring * sides, ring * sides + side, ring * sides + side + 1]);
        }
    }
    Primitive {
        mesh_name: "bar".to_owned(),
        node: 0,
        skin: 0,
        material,
        positions,
        normals,
        texcoords: Vec::new(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices,
        influences,
        morphs: None,
    }
}

fn plate_primitive() -> Primitive {
    let turn = Quat::from_euler(EulerRot::YXZ, 0.3, -0.2, 0.0);
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let position = |corner: Vec2| Vec3::new(-0.55, 0.25, 0.25) + turn * ((corner - 0.5) * 0.45).extend(0.0);
    Primitive {
        mesh_name: "plate".to_owned(),
        node: 3,
        skin: 1,
        material: 2,
        positions: corners.map(position).to_vec(),
        normals: vec![turn * Vec3::Z; 4],
        texcoords: corners.to_vec(),
        second_texcoords: Vec::new(),
        blend_factors: Vec::new(),
        colors: Vec::new(),
        indices: vec![0, 1, 2, 0, 2, 3],
        influences: Influences::rigid(4),
        morphs: None,
    }
}

/// The bar with its upper half turned about its length.
pub fn twisted(model: &Model, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    pose.joints[1].rotation = Quat::from_rotation_y(degrees.to_radians());
    pose
}
