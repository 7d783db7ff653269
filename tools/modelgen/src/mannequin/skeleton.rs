//! The joints. All rest rotations are the identity, so that a joint's axes are the scene's: for the arms, which lie
//! along X, an X turn twists, a Y turn bends forward and back, a Z turn raises and lowers; for the legs, which lie
//! along Y, an X turn swings forward and back (and bends the knee), Y twists, Z spreads. An angle on the right is the
//! mirror image of one on the left with Y and Z negated.

use super::hand::FINGERS;
use glam::{DVec3, Vec3};
use skinscope::model::{Node, Skeleton, SkeletonError, Trs};

pub(super) struct Joint {
    pub name: String,
    /// Index of the parent. Parents come first.
    pub parent: Option<u32>,
    /// Position in the scene, in whole 1024ths of a meter: inverse bind matrices are then exact in single precision,
    /// and the bind frame of the file is the scene itself.
    pub position: DVec3,
}

/// Name, parent, position in meters.
type Row = (&'static str, &'static str, [f64; 3]);

const MIDDLE: [Row; 7] = [
    ("hips", "", [0.0, 0.960, -0.006]),
    ("spine_1", "hips", [0.0, 1.040, -0.014]),
    ("spine_2", "spine_1", [0.0, 1.135, -0.014]),
    ("spine_3", "spine_2", [0.0, 1.240, -0.024]),
    ("spine_4", "spine_3", [0.0, 1.350, -0.036]),
    ("neck", "spine_4", [0.0, 1.492, -0.036]),
    ("head", "neck", [0.0, 1.596, -0.014]),
];

/// Joints of the left side, without the fingers. A twist joint is in the middle of the bone that it refines.
const SIDE: [Row; 12] = [
    ("clavicle", "spine_4", [0.026, 1.452, 0.004]),
    ("upper_arm", "clavicle", [0.182, 1.436, -0.022]),
    ("upper_arm_twist", "upper_arm", [0.322, 1.436, -0.023]),
    ("forearm", "upper_arm", [0.462, 1.436, -0.024]),
    ("forearm_twist", "forearm", [0.588, 1.436, -0.018]),
    ("hand", "forearm", [0.714, 1.436, -0.013]),
    ("thigh", "hips", [0.098, 0.916, -0.006]),
    ("thigh_twist", "thigh", [0.101, 0.711, -0.003]),
    ("shin", "thigh", [0.104, 0.506, 0.000]),
    ("shin_twist", "shin", [0.107, 0.295, -0.010]),
    ("foot", "shin", [0.110, 0.084, -0.020]),
    ("toe", "foot", [0.122, 0.024, 0.108]),
];

/// All joints: middle, left side, right side; within a side the arm with its hand, then the leg.
pub(super) fn joints() -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    for (name, parent, position) in MIDDLE {
        add(&mut joints, name.to_owned(), parent, position, 1.0);
    }
    for (ending, side) in [(".L", 1.0), (".R", -1.0)] {
        let of_side = |name: &str| {
            if MIDDLE.iter().any(|row| row.0 == name) { name.to_owned() } else { format!("{name}{ending}") }
        };
        let (arm, leg) = SIDE.split_at(6);
        for (name, parent, position) in arm {
            add(&mut joints, of_side(name), &of_side(parent), *position, side);
        }
        for finger in FINGERS {
            for bone in 0..3 {
                let name = |bone: usize| of_side(&format!("{}_{}", finger.name, bone + 1));
                let parent = if bone == 0 { of_side("hand") } else { name(bone - 1) };
                add(&mut joints, name(bone), &parent, finger.points[bone], side);
            }
        }
        for (name, parent, position) in leg {
            add(&mut joints, of_side(name), &of_side(parent), *position, side);
        }
    }
    joints
}

fn add(joints: &mut Vec<Joint>, name: String, parent: &str, [x, y, z]: [f64; 3], side: f64) {
    const STEPS: f64 = 1024.0;
    let position = (DVec3::new(x * side, y, z) * STEPS).round() / STEPS;
    let parent = joints.iter().position(|joint| joint.name == parent).map(|index| index as u32);
    joints.push(Joint { name, parent, position });
}

/// The joints as nodes, and one more that carries the mesh.
pub(super) fn skeleton(joints: &[Joint], mesh_name: &str) -> Result<Skeleton, SkeletonError> {
    let mut nodes: Vec<Node> = joints
        .iter()
        .map(|joint| {
            let origin = joint.parent.map_or(DVec3::ZERO, |parent| joints[parent as usize].position);
            let rest = Trs { translation: (joint.position - origin).as_vec3(), ..Trs::IDENTITY };
            Node { is_joint: true, ..Node::new(joint.name.clone(), joint.parent, rest) }
        })
        .collect();
    nodes.push(Node::new(mesh_name, None, Trs { translation: Vec3::ZERO, ..Trs::IDENTITY }));
    Skeleton::new(nodes)
}

/// Counterpart of each joint on the other side; for a joint in the middle, itself.
pub(super) fn mirror_images(joints: &[Joint]) -> Vec<u32> {
    let across = |joint: &Joint| match joint.name.rsplit_once('.') {
        Some((name, "L")) => format!("{name}.R"),
        Some((name, _)) => format!("{name}.L"),
        None => joint.name.clone(),
    };
    let index = |name: String| joints.iter().position(|joint| joint.name == name).unwrap_or(0) as u32;
    joints.iter().map(|joint| index(across(joint))).collect()
}
