//! Small models with random hierarchies, for what needs a skeleton and not only joints.

use crate::properties::Random;
use crate::reference::quaternion;
use crate::small_models::{Vertex, small_model};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};
use skinscope::model::{Influence, Model, Node, Pose, Trs};

const JOINTS: usize = 5;
const VERTICES_A_JOINT: usize = 4;

fn quat(random: &mut Random) -> Quat {
    let [w, x, y, z] = random.rotation();
    DQuat::from_xyzw(x, y, z, w).as_quat()
}

/// A model whose vertices have one influence each.
fn model(nodes: Vec<Node>, bind: &[DAffine3], random: &mut Random) -> Model {
    let count = nodes.len();
    let lists: Vec<[Influence; 1]> =
        (0..count * VERTICES_A_JOINT).map(|v| [Influence { joint: (v % count) as u32, weight: 1.0 }]).collect();
    let vertices: Vec<Vertex<'_>> = lists
        .iter()
        .map(|influences| Vertex {
            position: random.point(1.0).as_vec3(),
            normal: random.direction().as_vec3(),
            influences,
        })
        .collect();
    small_model(nodes, bind, &vertices)
}

/// A random tree of joints, bound apart from its rest pose, posed with turns, shifts, scale of both kinds, shear, and
/// now and then a reflection.
pub fn random_hierarchy(random: &mut Random) -> (Model, Pose) {
    let nodes: Vec<Node> = (0..JOINTS)
        .map(|index| {
            let parent = (index > 0).then(|| (random.next() % index as u64) as u32);
            let rest = Trs { translation: random.vector(0.6), rotation: quat(random), scale: Vec3::ONE };
            Node::new(format!("joint {index}"), parent, rest)
        })
        .collect();
    let bind: Vec<DAffine3> = (0..JOINTS)
        .map(|_| DAffine3::from_rotation_translation(quat(random).as_dquat().normalize(), random.point(0.8)))
        .collect();
    let model = model(nodes, &bind, random);
    let mut pose = Pose::rest(&model.skeleton);
    for joint in &mut pose.joints {
        let mut side = || if random.next().is_multiple_of(5) { -1.0 } else { 1.0 };
        let mirror = Vec3::new(side(), side(), side());
        joint.rotation = quat(random);
        joint.translation += random.vector(0.3);
        joint.scale = mirror * (Vec3::ONE + random.vector(0.4));
        joint.local_scale = Vec3::ONE + random.vector(0.4);
        joint.local_shear = random.vector(0.4);
    }
    (model, pose)
}

/// A joint as section 4.2 of Kavan 2008 has it: rest matrix R_i, turn T_i, stretch S_i.
pub struct RigidJoint {
    pub parent: Option<usize>,
    pub rest: DMat3,
    pub offset: DVec3,
    pub turn: DMat3,
    pub stretch: DMat3,
    scale: Vec3,
    shear: Vec3,
}

pub struct RigidRig {
    pub joints: Vec<RigidJoint>,
}

impl RigidRig {
    pub fn random(random: &mut Random, count: usize) -> Self {
        let joint = |index: usize| {
            let (scale, shear) = (Vec3::ONE + random.vector(0.4), random.vector(0.4));
            let sheared =
                DMat3::from_cols_array(&[1.0, 0.0, 0.0, shear.x.into(), 1.0, 0.0, shear.y.into(), shear.z.into(), 1.0]);
            RigidJoint {
                parent: (index > 0).then(|| (random.next() % index as u64) as usize),
                rest: quaternion::matrix(random.rotation()),
                offset: random.point(0.6),
                turn: quaternion::matrix(random.rotation()),
                stretch: sheared * DMat3::from_diagonal(scale.as_dvec3()),
                scale,
                shear,
            }
        };
        Self { joints: (0..count).map(joint).collect() }
    }

    /// Bound in its rest pose.
    pub fn model(&self) -> Model {
        let mut bind: Vec<DAffine3> = Vec::new();
        let mut nodes = Vec::new();
        for (index, joint) in self.joints.iter().enumerate() {
            let rotation = DQuat::from_mat3(&joint.rest);
            let local = DAffine3::from_rotation_translation(rotation, joint.offset);
            bind.push(joint.parent.map_or(local, |parent| bind[parent] * local));
            let rest = Trs { translation: joint.offset.as_vec3(), rotation: rotation.as_quat(), scale: Vec3::ONE };
            nodes.push(Node::new(format!("joint {index}"), joint.parent.map(|parent| parent as u32), rest));
        }
        model(nodes, &bind, &mut Random(1))
    }

    pub fn pose(&self, model: &Model) -> Pose {
        let mut pose = Pose::rest(&model.skeleton);
        for (posed, joint) in pose.joints.iter_mut().zip(&self.joints) {
            posed.rotation = DQuat::from_mat3(&(joint.rest * joint.turn)).as_quat();
            posed.local_scale = joint.scale;
            posed.local_shear = joint.shear;
        }
        pose
    }
}
