use super::surface::{Surface, joint_starts};
use crate::math::{Segment, polar_decompose_mirrored, turn_angle};
use crate::model::{Model, Pose, Reflections, ScaleKind, Skeleton, Skin, SkinJoint, SkinKind};
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// A bone: from a joint to a child, or from a joint without children to the end of the skin that follows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone {
    /// Joint index across all skins.
    pub joint: u32,
    /// The joint where the bone ends; `None` if it ends with the skin.
    pub child: Option<u32>,
    /// The bone at rest, in the bind frame.
    pub rest: Segment,
}

/// A joint of a skin, as used by the measures.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredJoint {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// Index of the parent joint across all skins.
    pub parent: Option<u32>,
    /// The node whose own twist the joint spreads, if it is such a twist joint. Its skin belongs to that node's zone.
    pub(super) spreads_own_of: Option<u32>,
    /// Whether it is a driven twist joint, which ends no bone.
    is_driven: bool,
    joint_from_bind: DAffine3,
    first_bone: u32,
    bone_count: u32,
}

impl MeasuredJoint {
    pub(super) fn is_driven(&self) -> bool {
        self.is_driven
    }
}

/// The bones of all skins of a model, at rest.
#[derive(Clone, Debug)]
pub struct Bones {
    /// The joints of all skins, skin by skin, in the order of [`Skin::joints`].
    pub joints: Vec<MeasuredJoint>,
    /// The bones of all joints, joint by joint. Every joint has at least one.
    pub bones: Vec<Bone>,
}

/// Joints and bones in a pose.
#[derive(Clone, Debug)]
pub struct PosedBones {
    /// Segments, one per bone, in scene space.
    pub segments: Vec<Segment>,
    /// Transforms from the bind frame to the scene, one per joint, indexed across all skins.
    pub posed_from_bind: Vec<DAffine3>,
    /// Reflections, one per joint, see [`Reflections::of_joint`]; empty if no scale mirrors.
    reflections: Vec<Option<DMat3>>,
    /// Angles by which the joints are turned from rest, the shorter way, one per joint.
    pub turned_degrees: Vec<f64>,
}

impl PosedBones {
    /// The rotation that a joint applies to the bind frame. The quaternion's sign is arbitrary.
    pub fn turn(&self, joint: u32) -> DQuat {
        let reflection = self.reflections.get(joint as usize).copied().flatten();
        polar_decompose_mirrored(self.posed_from_bind[joint as usize].matrix3, reflection).rotation
    }
}

impl Bones {
    /// Finds the bones of a model at rest. `surface` is the model's own, where bones without a child joint end.
    pub fn of(model: &Model, surface: &Surface) -> Self {
        let starts = joint_starts(model);
        let ends = leaf_ends(model, surface);
        let (mut joints, mut bones) = (Vec::new(), Vec::new());
        for (skin, &start) in model.skins.iter().zip(&starts) {
            for (index, joint) in skin.joints.iter().enumerate() {
                let first_bone = bones.len() as u32;
                let own = start + index as u32;
                let from = joint.bind_origin;
                let bone = |child: Option<u32>, to: DVec3| Bone { joint: own, child, rest: Segment { from, to } };
                let children = (0u32..).zip(&skin.joints).filter(|(_, other)| other.parent == Some(index as u32));
                bones.extend(children.map(|(child, other)| bone(Some(start + child), other.bind_origin)));
                if bones.len() as u32 == first_bone {
                    // The bone of a rigid mesh, or of a joint that moves no vertex, is a point.
                    let end = ends[own as usize].filter(|_| skin.kind == SkinKind::Skinned);
                    bones.push(bone(None, end.unwrap_or(from)));
                }
                let driver = model.skeleton.twist_driver(joint.node);
                let own = driver.filter(|driver| driver.kind.spreads_own());
                joints.push(MeasuredJoint {
                    node: joint.node,
                    parent: joint.parent.map(|parent| start + parent),
                    spreads_own_of: own.map(|driver| driver.joint),
                    is_driven: driver.is_some(),
                    joint_from_bind: joint.joint_from_bind,
                    first_bone,
                    bone_count: bones.len() as u32 - first_bone,
                });
            }
        }
        Self { joints, bones }
    }

    /// Whether a joint's skin belongs to the blend zone of a node: the joint is the node's own, or a twist joint that
    /// spreads the node's own twist.
    pub(super) fn has_skin_of(&self, joint: u32, node: u32) -> bool {
        let joint = self.joints[joint as usize];
        joint.node == node || joint.spreads_own_of == Some(node)
    }

    /// Indices of the bones that begin at a joint; never empty.
    pub fn of_joint(&self, joint: u32) -> std::ops::Range<usize> {
        let joint = self.joints[joint as usize];
        joint.first_bone as usize..(joint.first_bone + joint.bone_count) as usize
    }

    /// The bone that ends at a joint.
    pub(super) fn incoming(&self, joint: u32) -> Option<usize> {
        let parent = self.joints[joint as usize].parent?;
        self.of_joint(parent).find(|&bone| self.bones[bone].child == Some(joint))
    }

    /// Among the bones that begin at a joint, the one most in line with the bone that ends there, or the longest if no
    /// bone ends there. Driven twist joints lie inside a bone and end none.
    pub fn outgoing(&self, joint: u32) -> usize {
        let direction = |bone: usize| self.bones[bone].rest.to - self.bones[bone].rest.from;
        let incoming = self.incoming(joint).map(|bone| direction(bone).normalize_or_zero());
        let merit = |bone: usize| match incoming {
            Some(incoming) => incoming.dot(direction(bone).normalize_or_zero()),
            None => direction(bone).length(),
        };
        let is_whole = |bone: usize| self.bones[bone].child.is_none_or(|child| !self.joints[child as usize].is_driven);
        // False is less than true, so a whole bone goes before a part of one.
        let rank = |bone: usize| (is_whole(bone), merit(bone));
        let own = self.of_joint(joint);
        own.clone().skip(1).fold(own.start, |best, bone| if rank(bone) > rank(best) { bone } else { best })
    }

    /// Poses the bones. The joint's full transform moves a bone that ends with the skin.
    pub fn posed(&self, model: &Model, pose: &Pose, scale_kind: ScaleKind) -> PosedBones {
        let scene_from_node = pose.scene_from_node(&model.skeleton, scale_kind);
        let of_joint = |joint: &MeasuredJoint| scene_from_node[joint.node as usize] * joint.joint_from_bind;
        let posed_from_bind: Vec<DAffine3> = self.joints.iter().map(of_joint).collect();
        let origin = |joint: u32| scene_from_node[self.joints[joint as usize].node as usize].translation;
        let end = |bone: &Bone| posed_from_bind[bone.joint as usize].transform_point3(bone.rest.to);
        let segment =
            |bone: &Bone| Segment { from: origin(bone.joint), to: bone.child.map_or_else(|| end(bone), origin) };
        let reflections = Reflections::of(&model.skeleton, pose, scale_kind).map_or_else(Vec::new, |reflections| {
            let joints = model.skins.iter().flat_map(|skin| &skin.joints);
            joints.map(|joint| reflections.of_joint(joint)).collect()
        });
        PosedBones {
            segments: self.bones.iter().map(segment).collect(),
            posed_from_bind,
            reflections,
            turned_degrees: self.joints.iter().map(|j| turned_degrees(&model.skeleton, pose, j.node)).collect(),
        }
    }

    /// The bones at rest.
    pub fn at_rest(&self) -> PosedBones {
        PosedBones {
            segments: self.bones.iter().map(|bone| bone.rest).collect(),
            posed_from_bind: vec![DAffine3::IDENTITY; self.joints.len()],
            reflections: Vec::new(),
            turned_degrees: vec![0.0; self.joints.len()],
        }
    }
}

/// For each joint, the end of its bone if it does not end at another joint: level with the farthest of the vertices
/// that mainly follow the joint, in the direction of their mean. The bone does not end at that vertex itself, which may
/// lie on the side of a limb: the bone would leave the skin there, and distances to it would be arbitrarily small.
///
/// If the mean of the vertices is too close to the joint to give a direction, the bone continues the bone that ends at
/// the joint.
fn leaf_ends(model: &Model, surface: &Surface) -> Vec<Option<DVec3>> {
    let joints = || model.skins.iter().flat_map(|skin| skin.joints.iter().map(move |joint| (skin, joint)));
    let origins: Vec<DVec3> = joints().map(|(_, joint)| joint.bind_origin).collect();
    let mut followers: Vec<Vec<u32>> = vec![Vec::new(); origins.len()];
    for vertex in 0..surface.vertex_count() as u32 {
        followers[surface.influences_of(vertex)[0].joint as usize].push(vertex);
    }
    let areas = surface.vertex_areas();
    let end = |(index, (skin, joint)): (usize, (&Skin, &SkinJoint))| {
        let offset = |vertex: u32| surface.positions[vertex as usize] - origins[index];
        let followers = &followers[index];
        let farthest = followers.iter().map(|&vertex| offset(vertex).length()).fold(0.0, f64::max);
        let total: f64 = followers.iter().map(|&vertex| areas[vertex as usize]).sum();
        let sum: DVec3 = followers.iter().map(|&vertex| offset(vertex) * areas[vertex as usize]).sum();
        let middle = if total > 0.0 { sum / total } else { DVec3::ZERO };
        let onward = joint.parent.map(|parent| joint.bind_origin - skin.joints[parent as usize].bind_origin);
        let direction = match onward {
            Some(onward) if middle.length() < UNCLEAR * farthest => onward,
            _ => middle,
        };
        let direction = direction.try_normalize()?;
        let reach = followers.iter().map(|&vertex| offset(vertex).dot(direction)).fold(0.0, f64::max);
        Some(origins[index] + direction * reach)
    };
    joints().enumerate().map(end).collect()
}

/// Fraction of the farthest vertex's distance. If the mean of a joint's vertices is closer than this, it gives no clear
/// direction.
const UNCLEAR: f64 = 0.2;

/// Angle by which a pose turns a joint from rest, the shorter way, in degrees.
pub fn turned_degrees(skeleton: &Skeleton, pose: &Pose, node: u32) -> f64 {
    let rest = skeleton.node(node).rest.rotation.as_dquat().normalize();
    let posed = pose.joints[node as usize].rotation.as_dquat().normalize();
    turn_angle(rest.inverse() * posed).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::two_joint_tube;
    use super::*;
    use glam::Quat;

    #[test]
    fn a_bone_ends_at_the_child_or_with_the_skin() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let bones = Bones::of(&model, &surface);
        assert_eq!(bones.bones.len(), 2);
        assert_eq!(bones.bones[0].rest, Segment { from: DVec3::X * -2.0, to: DVec3::ZERO });
        assert_eq!(bones.bones[1].rest.from, DVec3::ZERO);
        assert!(bones.bones[1].rest.to.abs_diff_eq(DVec3::X * 2.0, 1e-6), "{}", bones.bones[1].rest.to);
        assert_eq!((bones.incoming(1), bones.incoming(0), bones.outgoing(1)), (Some(0), None, 1));
    }

    #[test]
    fn posed_bones_follow_their_joints() {
        let model = two_joint_tube();
        let bones = Bones::of(&model, &Surface::of(&model));
        let mut pose = Pose::rest(&model.skeleton);
        assert_eq!(bones.posed(&model, &pose, ScaleKind::Inherited).segments, bones.at_rest().segments);
        let turn = Quat::from_rotation_z(90f32.to_radians());
        pose.joints[1].rotation = turn;
        let posed = bones.posed(&model, &pose, ScaleKind::Inherited);
        assert_eq!(posed.segments[0], bones.bones[0].rest);
        assert!(posed.segments[1].to.abs_diff_eq(turn.as_dquat() * bones.bones[1].rest.to, 1e-6));
        assert!((posed.turn(1).angle_between(posed.turn(0)).to_degrees() - 90.0).abs() < 1e-4);
    }

    #[test]
    fn distance_to_a_segment_by_hand() {
        let segment = Segment { from: DVec3::ZERO, to: DVec3::X * 2.0 };
        assert_eq!(segment.distance(DVec3::new(1.0, 3.0, 0.0)), 3.0);
        assert_eq!(segment.distance(DVec3::new(5.0, 4.0, 0.0)), 5.0);
        assert_eq!(Segment { from: DVec3::Y, to: DVec3::Y }.distance(DVec3::ZERO), 1.0);
    }
}
