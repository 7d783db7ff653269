use super::bone::{SplitBone, has_own_twist, is_skinned, is_twist};
use super::error::MOST_TWIST_JOINTS;
use super::likely_kind::likely_twist_kind;
use super::twists::TwistSplit;
use crate::model::{Model, Pose, PoseOverrides, Skeleton, TwistDriver, TwistKind};
use std::f64::consts::PI;

/// The largest twist of one step along a bone. Smaller steps would need more joints than are needed for an even twist;
/// with larger ones, two twists of a bone could add up to a full turn.
const LARGEST_STEP_RADIANS: f64 = 120.0 / 180.0 * PI;

/// The twist joints that spread most of the angle between two joints along a bone. `None` if less than `angle_radians -
/// rest_radians` of it is a twist about a bone, or if the bone has enough twist joints.
///
/// `first` and `second` are joints that move the same skin.
pub fn relieving_split(
    model: &Model,
    (pose, overrides): (&Pose, &PoseOverrides),
    [first, second]: [u32; 2],
    angle_radians: f64,
    rest_radians: f64,
) -> Option<TwistSplit> {
    let skeleton = &model.skeleton;
    let chain = |node: u32| std::iter::successors(Some(node), |&node| skeleton.node(node).parent).collect::<Vec<_>>();
    let (above_first, above_second) = (chain(first), chain(second));
    let of_first = above_first.iter().filter(|node| !above_second.contains(node));
    let of_second = above_second.iter().filter(|node| !above_first.contains(node));
    let turned = of_second.chain(of_first).copied();
    let turned = turned.filter(|&node| skeleton.node(node).is_joint && !is_twist(skeleton, node));
    let (driver, angle) = turned
        .filter_map(|node| driver_for(model, node))
        .map(|driver| (driver, driver.angle_radians(skeleton, pose, overrides).abs()))
        .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    if angle_radians - angle > rest_radians {
        return None;
    }
    let count = ((angle / LARGEST_STEP_RADIANS).ceil() as u32).clamp(1, MOST_TWIST_JOINTS);
    let present = skeleton.twist_drivers().iter().filter(|other| other.joint == driver.joint).count() as u32;
    (count > present).then_some(TwistSplit { joint: driver.joint, count, kind: driver.kind })
}

/// The bone along which a joint's twist would be spread, and the twist that its twist joints would spread: the bone that ends
/// at the joint, such as the forearm for a wrist, or the joint's own for a shoulder or hip. `None` if there is no such
/// bone, or its twist joints spread another twist.
pub fn bone_for_twist_of(model: &Model, joint: u32) -> Option<(u32, TwistKind)> {
    driver_for(model, joint).map(|driver| (driver.joint, driver.kind))
}

/// The driver that would turn a twist joint by all of a joint's twist: along the bone that ends there or, for the upper
/// bone of a limb and for joints without such a bone, along its own.
fn driver_for(model: &Model, node: u32) -> Option<TwistDriver> {
    let skeleton = &model.skeleton;
    let end = || {
        let above = skeleton.nearest_ancestor(node, |above| skeleton.node(above).is_joint)?;
        let bone = SplitBone::of(skeleton, above).filter(|bone| bone.child == node && is_skinned(model, above))?;
        let is_free = present_kind(skeleton, above).is_none_or(TwistKind::spreads_end);
        is_free.then(|| whole(&bone, above, present_kind(skeleton, above).unwrap_or(TwistKind::End), 1.0))
    };
    let own = || {
        let bone =
            SplitBone::of(skeleton, node).filter(|_| has_own_twist(skeleton, node) && is_skinned(model, node))?;
        let is_free = present_kind(skeleton, node).is_none_or(TwistKind::spreads_own);
        is_free.then(|| whole(&bone, node, present_kind(skeleton, node).unwrap_or(TwistKind::Own), 0.0))
    };
    if likely_twist_kind(skeleton, node) == TwistKind::Own { own().or_else(end) } else { end().or_else(own) }
}

/// The twist that the twist joints of a bone already spread.
fn present_kind(skeleton: &Skeleton, joint: u32) -> Option<TwistKind> {
    skeleton.twist_drivers().iter().find(|driver| driver.joint == joint).map(|driver| driver.kind)
}

fn whole(bone: &SplitBone, joint: u32, kind: TwistKind, share: f64) -> TwistDriver {
    let axis = bone.end_in_joint.normalize();
    TwistDriver { node: joint, joint, child: bone.child, axis, ordinal: 1, kind, share }
}
