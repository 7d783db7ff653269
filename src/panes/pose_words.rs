use crate::model::{Pose, PoseOverrides, Skeleton};
use crate::view::angle_text;
use glam::Vec3;

/// Joints that are named. Further joints are only counted.
const NAMED_JOINTS: usize = 3;

/// The joints that overrides change, each with its angles, and the morph targets with their weights, for a caption. Those that `except` changes in the same way
/// are left out.
pub fn changed_joints_in_words(
    skeleton: &Skeleton,
    pose: &Pose,
    overrides: &PoseOverrides,
    except: &PoseOverrides,
) -> Vec<String> {
    let changed: Vec<u32> =
        overrides.iter().filter(|(node, joint)| except.get(*node) != **joint).map(|(node, _)| node).collect();
    let words = |&node: &u32| {
        let [x, y, z] = overrides.angles_degrees(skeleton, pose, node, Vec3::ZERO).to_array().map(angle_text);
        format!("{} rotated by {x}, {y}, {z}", skeleton.label(node))
    };
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
