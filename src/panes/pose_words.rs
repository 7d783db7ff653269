use crate::model::{Pose, PoseOverrides, Skeleton};
use crate::view::{angle_text, with_minus_sign};
use glam::Vec3;

/// Count of joints that are named. Further joints are only counted.
const NAMED_JOINTS: usize = 3;

/// Least change that is mentioned. Smaller ones would read as none.
const LEAST_DEGREES: f32 = 0.05;
const LEAST_CHANGE: f32 = 5e-4;

/// Text for a caption: the joints that overrides change, each with its change, and the morph targets with their
/// weights. Joints that `except` changes in the same way are left out.
pub fn changed_joints_in_words(
    skeleton: &Skeleton,
    pose: &Pose,
    overrides: &PoseOverrides,
    except: &PoseOverrides,
) -> Vec<String> {
    let changed: Vec<u32> =
        overrides.iter().filter(|(node, joint)| except.get(*node) != **joint).map(|(node, _)| node).collect();
    let words =
        |&node: &u32| format!("{} {}", skeleton.short_name(node), change_in_words(skeleton, pose, overrides, node));
    let mut parts: Vec<String> = changed.iter().take(NAMED_JOINTS).map(words).collect();
    if changed.len() > NAMED_JOINTS {
        parts.push(format!("and {} more joints", changed.len() - NAMED_JOINTS));
    }
    let weights: Vec<(u32, f32)> =
        overrides.morphs().filter(|(target, weight)| except.morph(*target) != Some(*weight)).collect();
    if !weights.is_empty() {
        let labels = skeleton.morph_labels();
        let words = |(target, weight): &(u32, f32)| format!("{} at {weight:.2}", labels[*target as usize]);
        parts.extend(weights.iter().take(NAMED_JOINTS).map(words));
    }
    if weights.len() > NAMED_JOINTS {
        parts.push(format!("and {} more morph targets", weights.len() - NAMED_JOINTS));
    }
    parts
}

/// Change of a joint by overrides, relative to rest.
fn change_in_words(skeleton: &Skeleton, pose: &Pose, overrides: &PoseOverrides, node: u32) -> String {
    let (over, rest) = (overrides.get(node), skeleton.node(node).rest);
    let angles = over.rotation.map(|_| overrides.angles_degrees(skeleton, pose, node, Vec3::ZERO));
    let angles = angles.filter(|angles| angles.abs().max_element() >= LEAST_DEGREES);
    let numbers = |values: Vec3| values.to_array().map(number).join(", ");
    let factors = |values: Vec3| match values.to_array().map(number) {
        [x, y, z] if x == y && y == z => x,
        values => values.join(", "),
    };
    let changed = |value: Option<Vec3>, none: Vec3, words: &dyn Fn(Vec3) -> String| {
        let value = value.filter(|value| !value.abs_diff_eq(none, LEAST_CHANGE))?;
        Some(words(value))
    };
    // A rest scale of zero has no ratio.
    let over_rest = |to: Vec3| Vec3::select(rest.scale.cmpeq(Vec3::ZERO), to, to / rest.scale);
    let parts = [
        angles.map(turn_in_words),
        changed(over.translation.map(|to| to - rest.translation), Vec3::ZERO, &|by| {
            format!("moved by {}", numbers(by))
        }),
        changed(over.scale.filter(|to| *to != rest.scale).map(over_rest), Vec3::ONE, &|by| {
            format!("scaled by {}", factors(by))
        }),
        changed(over.local_scale, Vec3::ONE, &|by| format!("locally scaled by {}", factors(by))),
        changed(over.local_shear, Vec3::ZERO, &|by| format!("locally sheared by {}", numbers(by))),
        over.whole.map(|weight| format!("followed by the whole mesh at t = {}", number(weight))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "at rest".to_owned() } else { parts.join(" and ") }
}

/// A rotation about one axis with its name, about several as their three angles.
fn turn_in_words(angles: Vec3) -> String {
    let angles = angles.to_array();
    let turned = angles.iter().zip(["X", "Y", "Z"]).filter(|(angle, _)| angle.abs() >= LEAST_DEGREES);
    match turned.collect::<Vec<_>>()[..] {
        [(angle, axis)] => format!("rotated by {} about {axis}", angle_text(*angle)),
        _ => format!("rotated by {}", angles.map(angle_text).join(", ")),
    }
}

/// A number with up to three decimals.
fn number(value: f32) -> String {
    // Adding zero turns -0 into 0.
    let text = format!("{:.3}", (value * 1000.0).round() / 1000.0 + 0.0);
    with_minus_sign(text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{JointOverride, Node, RotationOverride, Trs};

    fn words(over: JointOverride) -> Vec<String> {
        let scale = Vec3::splat(100.0);
        let node = Node { is_joint: true, ..Node::new("arm", None, Trs { scale, ..Trs::IDENTITY }) };
        let skeleton = Skeleton::new(vec![node]).unwrap();
        let mut overrides = PoseOverrides::default();
        overrides.set(0, over);
        let mut pose = Pose::rest(&skeleton);
        overrides.apply(&skeleton, &mut pose);
        changed_joints_in_words(&skeleton, &pose, &overrides, &PoseOverrides::default())
    }

    #[test]
    fn a_caption_says_what_a_joint_does() {
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(90.0, 0.0, -12.5)));
        let none = JointOverride::default();
        assert_eq!(
            words(JointOverride { rotation, ..none }),
            ["arm rotated by 90.0\u{b0}, 0.0\u{b0}, \u{2212}12.5\u{b0}"]
        );
        let scale = Some(Vec3::splat(150.0));
        assert_eq!(
            words(JointOverride { scale, ..none }),
            ["arm scaled by 1.5"],
            "relative to rest, and not rotated by 0"
        );
        let scale = Some(Vec3::new(100.0, 50.0, -100.0));
        let both = JointOverride { rotation, scale, ..none };
        assert!(words(both)[0].ends_with("\u{2212}12.5\u{b0} and scaled by 1, 0.5, \u{2212}1"), "{:?}", words(both));
        let translation = Some(Vec3::new(0.0, 0.1, -0.0001));
        assert_eq!(words(JointOverride { translation, ..none }), ["arm moved by 0, 0.1, 0"]);
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::new(0.0, -120.0, 0.001)));
        assert_eq!(words(JointOverride { rotation, ..none }), ["arm rotated by \u{2212}120.0\u{b0} about Y"]);
        let (local_scale, local_shear) = (Some(Vec3::new(2.0, 1.0, 1.0)), Some(Vec3::X));
        assert_eq!(
            words(JointOverride { local_scale, local_shear, ..none }),
            ["arm locally scaled by 2, 1, 1 and locally sheared by 1, 0, 0"]
        );
        let unturned = Some(RotationOverride::AnglesDegrees(Vec3::ZERO));
        assert_eq!(words(JointOverride { rotation: unturned, ..none }), ["arm at rest"]);
    }

    /// Captions, motions and diagrams leave the prefix out.
    #[test]
    fn an_audience_sees_no_prefix() {
        use crate::model::Model;
        use crate::panes::{MotionKind, MovingPose};
        use crate::view::{Camera, CameraPreset, Diagram, DiagramRequest};
        let mut model = Model::clone(&crate::files::open_model("mannequin").unwrap().asset.model);
        let prefixed = |index: u32| {
            let node = model.skeleton.node(index);
            Node { name: format!("mixamorig:{}", node.name), ..node.clone() }
        };
        let nodes: Vec<Node> = (0..model.skeleton.len() as u32).map(prefixed).collect();
        model.skeleton = Skeleton::new(nodes).unwrap();
        let model = std::sync::Arc::new(model);
        let skeleton = &model.skeleton;
        let forearm = skeleton.find("mixamorig:forearm.L").unwrap();
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::Y * -90.0));
        overrides.set(forearm, JointOverride { rotation, ..JointOverride::default() });
        let rest = Pose::rest(skeleton);
        let mut pose = rest.clone();
        overrides.apply(skeleton, &mut pose);
        let mut seen = changed_joints_in_words(skeleton, &pose, &overrides, &PoseOverrides::default());
        let moving = MovingPose::new(&model, rest, overrides, &MotionKind::Turntable { degrees: 360.0 }).unwrap();
        seen.push(moving.joint_name("mixamorig:forearm.L"));
        let size = [400, 300];
        let camera = Camera::framing(model.rest_bounds(), size, CameraPreset::Front);
        for diagram in Diagram::ALL {
            let drawing = diagram.draw(&DiagramRequest {
                model: &model,
                pose: &pose,
                skinning: Default::default(),
                centers: None,
                joint: Some(forearm),
                vertex: None,
                camera: &camera,
                size,
                pixels_per_point: 1.0,
            });
            seen.extend(drawing.labels.into_iter().map(|label| label.text));
        }
        assert!(seen.iter().filter(|text| text.contains("forearm.L")).count() > 2, "{seen:?}");
        assert!(seen.iter().all(|text| !text.contains("mixamorig")), "{seen:?}");
    }
}
