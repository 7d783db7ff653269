use super::layers::StrokeScene;
use crate::gpu::mirrors::Stroke;
use crate::view::{AXES_RGB, ShownBone, color, shown_bones, with_alpha};

/// Length of an axis relative to the joint's longest bone.
const OF_BONE: f32 = 0.3;

/// Length of an axis relative to the model's extent, for a joint without bones.
const OF_EXTENT: f32 = 0.04;

/// The local axes of the posed joints, x, y and z, those of the selected joint last and bolder. A joint at the end of a
/// chain has the length of the bone that leads to it. The joint's own scale changes no length, and an axis that is scaled
/// to zero is left out.
pub(super) fn axis_strokes(scene: &StrokeScene<'_>) -> Vec<Stroke> {
    let &StrokeScene { settings, skeleton, scene_from_node, extent, part, .. } = scene;
    let is_shown = |node: u32| part.is_none_or(|part| part.has_node(node));
    let origin = |node: u32| scene_from_node[node as usize].translation.as_vec3();
    let (mut own, mut leading) = (vec![0f32; skeleton.len()], vec![0f32; skeleton.len()]);
    for ShownBone { joint, child } in shown_bones(skeleton) {
        let length = origin(joint).distance(origin(child));
        own[joint as usize] = own[joint as usize].max(length);
        leading[child as usize] = length;
    }
    let mut joints: Vec<u32> = skeleton.shown_joints().filter(|&node| is_shown(node)).collect();
    joints.sort_by_key(|&node| Some(node) == settings.selected_joint);
    let axes = |node: u32| {
        let index = node as usize;
        let bone = [own[index], leading[index]].into_iter().find(|length| *length > 0.0);
        let length = bone.map_or(OF_EXTENT * extent, |length| OF_BONE * length);
        let radius = if Some(node) == settings.selected_joint { 1.5 } else { 0.9 };
        (0..3).filter_map(move |axis| {
            let direction = scene_from_node[index].matrix3.col(axis).try_normalize()?.as_vec3();
            Some(Stroke {
                from_in_world: origin(node),
                radius,
                to_in_world: origin(node) + direction * length,
                edge: 0.8,
                color: color(AXES_RGB[axis]),
                edge_color: with_alpha(0x0A_0B0E, 0.8),
                to_radius: radius,
                _pad0: [0.0; 3],
            })
        })
    };
    joints.into_iter().flat_map(axes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PictureSettings;
    use glam::{DAffine3, DVec3, Vec3};
    use skinscope_core::model::{Node, Skeleton, Trs};
    use std::f64::consts::FRAC_PI_2;

    /// A shoulder turned by 90 degrees about z and scaled, with a bone of length 2, and a hand of which z is flat.
    #[test]
    fn axes_turn_with_the_joint_and_their_length_follows_the_bone() {
        let mut nodes = vec![Node::new("shoulder", None, Trs::IDENTITY), Node::new("hand", Some(0), Trs::IDENTITY)];
        nodes.iter_mut().for_each(|node| node.is_joint = true);
        let skeleton = Skeleton::new(nodes).unwrap();
        let turned = DAffine3::from_rotation_z(FRAC_PI_2) * DAffine3::from_scale(DVec3::splat(7.0));
        let flat = DAffine3::from_translation(DVec3::Y * 2.0) * DAffine3::from_scale(DVec3::new(1.0, -1.0, 0.0));
        let scene = StrokeScene {
            settings: &PictureSettings { selected_joint: Some(0), ..PictureSettings::default() },
            skeleton: &skeleton,
            scene_from_node: &[turned, flat],
            extent: 10.0,
            part: None,
            centers: &[],
        };
        let strokes = axis_strokes(&scene);
        let length = OF_BONE * 2.0;
        let expected =
            [(2.0, Vec3::X, 0), (2.0, -Vec3::Y, 1), (0.0, Vec3::Y, 0), (0.0, -Vec3::X, 1), (0.0, Vec3::Z, 2)];
        assert_eq!(strokes.len(), expected.len());
        for (stroke, (height, direction, axis)) in strokes.iter().zip(expected) {
            assert_eq!((stroke.from_in_world, stroke.color), (Vec3::Y * height, color(AXES_RGB[axis])));
            let end = Vec3::Y * height + direction * length;
            assert!(stroke.to_in_world.distance(end) < 1e-6, "{stroke:?}");
        }
        assert!(strokes[2].radius > strokes[1].radius, "the selected joint is bolder");
        let alone = StrokeScene { scene_from_node: &[turned, turned], ..scene };
        let lengths = axis_strokes(&alone).into_iter().map(|stroke| stroke.from_in_world.distance(stroke.to_in_world));
        assert!(lengths.into_iter().all(|length| (length - OF_EXTENT * 10.0).abs() < 1e-6), "no bone has a length");
    }
}
