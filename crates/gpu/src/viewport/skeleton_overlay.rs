use super::center_overlay::paper_colors;
use super::layers::StrokeScene;
use crate::gpu::mirrors::Stroke;
use crate::view::{Overlay, PictureSettings, ShownBone, color, shown_bones, with_alpha};
use glam::{Vec3, Vec4};

/// Bones shorter than this fraction of the model's extent, such as fingers, are drawn thinner.
const FINE_BONE: f32 = 0.035;

/// Strokes for the skeleton, or for the joints of a part of the skin that is shown alone, in drawing order: bones,
/// joints, and the selected ones on top.
pub(super) fn skeleton_strokes(scene: &StrokeScene<'_>) -> Vec<Stroke> {
    let &StrokeScene { settings, skeleton, scene_from_node, extent, part, .. } = scene;
    let is_shown = |node: u32| part.is_none_or(|part| part.has_node(node));
    let origin = |node: u32| scene_from_node[node as usize].translation.as_vec3();
    let style = Style::new(settings);
    let mut longest = vec![0f32; skeleton.len()];
    for ShownBone { joint, child } in shown_bones(skeleton) {
        let length = origin(joint).distance(origin(child));
        for node in [joint, child] {
            longest[node as usize] = longest[node as usize].max(length);
        }
    }
    let fine = |length: f32| length < FINE_BONE * extent;
    let rank = |node: u32| match Some(node) {
        selected if selected == settings.selected_joint => 2,
        hovered if hovered == settings.hovered_joint => 1,
        _ => 0,
    };
    let mut ranked: Vec<(u32, Stroke)> = Vec::new();
    for ShownBone { joint, child } in shown_bones(skeleton).filter(|bone| is_shown(bone.joint) && is_shown(bone.child))
    {
        let ends = [origin(joint), origin(child)];
        let stroke = match rank(joint) {
            2 => style.bone(ends, 4.4, style.accent),
            1 => style.bone(ends, 3.4, Vec4::ONE),
            _ => style.bone(ends, if fine(ends[0].distance(ends[1])) { 1.6 } else { 2.8 }, style.plain),
        };
        ranked.push((rank(joint), stroke));
    }
    for node in skeleton.shown_joints().filter(|&node| is_shown(node)) {
        // A joint without bones has no length; it is then the whole skeleton.
        let small = longest[node as usize] > 0.0 && fine(longest[node as usize]);
        let at = origin(node);
        let stroke = match rank(node) {
            2 => Stroke { edge: 1.5, edge_color: Vec4::ONE, ..style.dot(at, 3.7, style.accent) },
            1 => Stroke { edge: 1.5, edge_color: style.accent, ..style.dot(at, 2.8, Vec4::ONE) },
            _ => style.dot(at, if small { 1.5 } else { 2.8 }, style.joint),
        };
        ranked.push((rank(node), stroke));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, stroke)| stroke).collect()
}

struct Style {
    accent: Vec4,
    plain: Vec4,
    joint: Vec4,
    edge: Vec4,
}

impl Style {
    fn new(settings: &PictureSettings) -> Self {
        let [joint, plain] = match settings.look.overlays.has(Overlay::Centers) {
            true => paper_colors(),
            false => [Vec4::ONE, with_alpha(0xFF_FFFF, 0.9)],
        };
        // Dark enough to separate white bones from white skin.
        Self { accent: settings.theme.accent(), plain, joint, edge: with_alpha(0x0A_0B0E, 0.8) }
    }

    /// A bone that tapers from its joint, where it has this width, to the next one: this shows its direction.
    fn bone(&self, [from, to]: [Vec3; 2], width: f32, color: Vec4) -> Stroke {
        Stroke {
            from_in_world: from,
            radius: width * 0.5,
            to_in_world: to,
            edge: 1.0,
            color,
            edge_color: self.edge,
            to_radius: width * 0.15,
            _pad0: [0.0; 3],
        }
    }

    /// A dot whose radius extends to the middle of its border.
    fn dot(&self, at: Vec3, radius: f32, fill: Vec4) -> Stroke {
        let edge = 1.0;
        Stroke {
            from_in_world: at,
            radius: radius - edge * 0.5,
            to_in_world: at,
            edge,
            color: fill,
            edge_color: color(0x0A_0B0E).truncate().extend(0.9),
            to_radius: radius - edge * 0.5,
            _pad0: [0.0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;
    use skinscope_core::model::{Node, Pose, ScaleKind, Skeleton, Trs};

    fn arm() -> Skeleton {
        let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
        let mut nodes = vec![
            Node::new("shoulder", None, Trs::IDENTITY),
            Node::new("helper", Some(0), up),
            Node::new("elbow", Some(1), up),
            Node::new("hand", Some(2), up),
        ];
        [0, 2, 3].into_iter().for_each(|joint: usize| nodes[joint].is_joint = true);
        Skeleton::new(nodes).unwrap()
    }

    #[test]
    fn the_selected_joint_and_its_bone_come_last() {
        let skeleton = arm();
        let scene_from_node = Pose::rest(&skeleton).scene_from_node(&skeleton, ScaleKind::Inherited);
        let settings = PictureSettings { selected_joint: Some(0), ..PictureSettings::default() };
        let strokes = skeleton_strokes(&StrokeScene {
            settings: &settings,
            skeleton: &skeleton,
            scene_from_node: &scene_from_node,
            extent: 3.0,
            part: None,
            centers: &[],
        });
        assert_eq!(strokes.len(), 5);
        let [.., bone, dot] = &strokes[..] else { panic!("two strokes at least") };
        assert_eq!((bone.to_in_world, dot.to_in_world), (Vec3::Y * 2.0, Vec3::ZERO));
        assert_eq!(dot.color, Theme::Dark.accent());
        assert!(bone.radius > 2.0 * bone.to_radius && bone.edge >= 1.0, "tapered, with a halo");
    }
}
