use super::{Camera, outline, shown_bones};
use glam::{DAffine3, Vec3};
use skinscope_core::math::Bounds;
use skinscope_core::model::{Model, Pose, Skeleton};
use skinscope_core::skinning::{SkinningSettings, deform_linear};

/// Margin for the skin around the bones, as a fraction of the model's extent.
const FLESH: f32 = 0.06;

/// A box around a joint, its bone, and the bone that leads to it.
///
/// `scene_from_node` comes from [`SkinningSettings::scene_from_node`]; `extent` is the model's.
pub fn joint_bounds(skeleton: &Skeleton, scene_from_node: &[DAffine3], joint: u32, extent: f32) -> Bounds {
    let near = shown_bones(skeleton)
        .filter(|bone| bone.joint == joint || bone.child == joint)
        .flat_map(|bone| [bone.joint, bone.child])
        .chain([joint]);
    let mut bounds = Bounds::of(near.map(|node| scene_from_node[node as usize].translation.as_vec3()));
    let flesh = Vec3::splat(FLESH * extent);
    bounds.min -= flesh;
    bounds.max += flesh;
    bounds
}

/// Reach of a close-up along the bones, as a fraction of the longest of them.
const OF_BONE: f32 = 0.5;

/// A cube around a joint of the shown skin. The joint is in its middle, and it reaches half the length of the bones
/// before and after the joint.
pub fn joint_close_up(model: &Model, pose: &Pose, skinning: SkinningSettings, joint: u32) -> Bounds {
    let scene_from_node = skinning.scene_from_node(&model.skeleton, pose);
    let origin = |node: u32| scene_from_node[node as usize].translation.as_vec3();
    let near = shown_bones(&model.skeleton).filter(|bone| bone.joint == joint || bone.child == joint);
    let longest = near.map(|bone| origin(bone.joint).distance(origin(bone.child))).fold(0.0, f32::max);
    let half = Vec3::splat(OF_BONE * longest + 0.5 * FLESH * model.rest_bounds().extent());
    Bounds { min: origin(joint) - half, max: origin(joint) + half }
}

/// The least weight with which a vertex counts as a joint's skin: the blend zone belongs to both of its joints.
const LEAST_WEIGHT: f32 = 0.2;

/// Reach on the other side of a single joint, as a fraction of its skin.
const SEEN_BEFORE: f32 = 0.25;

/// The outermost points of the shown skin of some joints, under linear blending, and their origins. Empty if they move no
/// vertex.
pub fn joint_skin_outline(model: &Model, pose: &Pose, skinning: SkinningSettings, joints: &[u32]) -> Vec<Vec3> {
    let pose = skinning.shown_pose(&model.skeleton, pose);
    let deformed = deform_linear(model, &pose, skinning.scale_kind);
    let of_skin = model.primitives.iter().zip(&deformed).flat_map(|(primitive, deformed)| {
        let skin = &model.skins[primitive.skin as usize];
        primitive.influences.iter().zip(deformed).filter_map(move |(influences, vertex)| {
            let is_wanted = |joint: u32| joints.contains(&skin.joints[joint as usize].node);
            let weight: f32 = influences.iter().filter(|of| is_wanted(of.joint)).map(|of| of.weight).sum();
            (weight >= LEAST_WEIGHT).then_some(vertex.position)
        })
    });
    let mut points = outline(of_skin);
    if !points.is_empty() {
        let scene_from_node = pose.scene_from_node(&model.skeleton, skinning.scale_kind);
        let origins = joints.iter().map(|&joint| scene_from_node[joint as usize].translation.as_vec3());
        if let [joint] = joints {
            // The skin before the joint is seen too, so that the bend is not at the edge of the picture.
            let origin = scene_from_node[*joint as usize].translation.as_vec3();
            let before: Vec<Vec3> = points.iter().map(|point| origin - SEEN_BEFORE * (*point - origin)).collect();
            points.extend(before);
        }
        points.extend(origins);
    }
    points
}

impl Camera {
    /// The same direction, closer and with less perspective; for [`joint_skin_outline`].
    #[must_use]
    pub fn framing_points(self, points: &[Vec3], size: [u32; 2]) -> Self {
        Self { fov: Self::JOINT_FOV_DEGREES.to_radians(), ..self }.framed_around(points, size)
    }

    /// The same direction, closer and with less perspective; for [`joint_bounds`].
    #[must_use]
    pub fn framing_joint(self, bounds: Bounds, size: [u32; 2]) -> Self {
        Self { fov: Self::JOINT_FOV_DEGREES.to_radians(), ..self }.framed(bounds, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::CameraPreset;
    use skinscope_core::model::{Node, Trs};

    #[test]
    fn a_joint_is_framed_with_the_bones_before_and_after_it() {
        let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
        let names = ["hip", "knee", "ankle", "toe"];
        let nodes = names.iter().enumerate().map(|(index, name)| {
            let parent = (index > 0).then(|| index as u32 - 1);
            Node { is_joint: true, ..Node::new(*name, parent, up) }
        });
        let skeleton = Skeleton::new(nodes.collect()).unwrap();
        let scene_from_node = SkinningSettings::default().scene_from_node(&skeleton, &Pose::rest(&skeleton));
        let bounds = joint_bounds(&skeleton, &scene_from_node, 1, 1.0);
        assert!(bounds.min.abs_diff_eq(Vec3::new(-0.06, 0.94, -0.06), 1e-6), "{bounds:?}");
        assert!(bounds.max.abs_diff_eq(Vec3::new(0.06, 3.06, 0.06), 1e-6), "{bounds:?}");
        let size = [400, 300];
        let camera = Camera::framing(bounds, size, CameraPreset::Side).framing_joint(bounds, size);
        assert!(camera.project(Vec3::Y, size).is_some_and(|at| at.y < 300.0));
    }
}
