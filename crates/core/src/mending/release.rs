//! Gives the weights of helper joints back.

use super::weighted_skin::{NodeWeight, WeightedSkin};
use crate::model::{Model, Skeleton, Skin};
use crate::rigging::helpers_of;
use std::collections::BTreeMap;

/// Gives the weights of a joint's helpers back: the part by which a helper turns to the joint, and the rest to the joint
/// above. At small turns of the joint, linear blending moves the skin as before. Nothing follows the helpers then, and they
/// stay in the file.
pub(super) fn released(skin: &WeightedSkin<'_>, joint: u32) -> Model {
    let skeleton = &skin.model.skeleton;
    let helpers: BTreeMap<u32, f64> = helpers_of(skeleton, joint)
        .map(|helper| (helper, skeleton.constraint(helper).map_or(1.0, |constraint| constraint.weight)))
        .collect();
    // A skin may lack joints that another one has.
    let above: Vec<Option<u32>> = skin.model.skins.iter().map(|of| joint_above(of, skeleton, joint)).collect();
    let change = |vertex: u32| {
        let weights: Vec<NodeWeight> = skin.weights(vertex).collect();
        if !weights.iter().any(|(node, _)| helpers.contains_key(node)) {
            return None;
        }
        let above = above[skin.model.primitives[skin.primitive_of(vertex)].skin as usize];
        let mut given: BTreeMap<u32, f64> = BTreeMap::new();
        for (node, weight) in weights {
            match helpers.get(&node) {
                Some(part) => {
                    *given.entry(joint).or_default() += weight * part;
                    *given.entry(above.unwrap_or(joint)).or_default() += weight * (1.0 - part);
                }
                None => *given.entry(node).or_default() += weight,
            }
        }
        Some((vertex, given.into_iter().collect()))
    };
    skin.with_weights((0..skin.vertex_count()).filter_map(change).collect())
}

/// The nearest joint of a skin above another one.
fn joint_above(skin: &Skin, skeleton: &Skeleton, joint: u32) -> Option<u32> {
    let is_joint = |node: u32| skin.joints.iter().any(|other| other.node == node);
    skeleton.nearest_ancestor(joint, is_joint)
}

#[cfg(test)]
mod tests {
    use super::super::{WeightEdit, with_weight_edits};
    use crate::baking::{BakePose, BakeRequest, Baked, Drive, HelperCount, Look, PoseCounts, bake_look};
    use crate::measure::StressRanges;
    use crate::measure::test_shapes::two_joint_tube;
    use crate::model::Model;
    use crate::rigging::{HelperJoints, can_have_helpers, has_helpers, helpers_of, with_helper_joints};
    use crate::skinning::{SkinningMethod, SkinningSettings};
    use crate::work::Progress;

    const MID: u32 = 1;

    fn bake(model: &Model, count: u32) -> Baked {
        let ranges = StressRanges::symmetric(model, 90.0);
        let [fitted, judged] =
            [1, 2].map(|seed| BakePose::within(model, &ranges, PoseCounts { alone: 24, together: 0 }, seed));
        let settings = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
        let request = BakeRequest {
            model,
            look: Look { settings, centers: &[] },
            joints: &[MID],
            helpers: HelperCount::Each(count),
            drive: Drive::Constraints,
            most_influences: 4,
            fitted: &fitted,
            judged: &judged,
        };
        bake_look(&request, &Progress::default()).unwrap().unwrap()
    }

    #[test]
    fn weights_of_helpers_come_back_and_the_helpers_are_used_again() {
        let source = two_joint_tube();
        let baked = bake(&source, 3).model;
        assert!(has_helpers(&baked, MID) && !can_have_helpers(&baked, MID));
        let released = with_weight_edits(&baked, &[WeightEdit::Release { joint: MID }]).unwrap();
        assert!(released.counts[0].changed > 0);
        let released = released.model;
        assert!(!has_helpers(&released, MID) && can_have_helpers(&released, MID));
        for (vertex, influences) in released.primitives[0].influences.iter().enumerate() {
            let sum: f32 = influences.iter().map(|influence| influence.weight).sum();
            assert!((sum - 1.0).abs() < 1e-6 && influences.iter().all(|influence| influence.joint <= MID));
            // Of a helper that turns by half, half goes to either joint.
            let before = baked.primitives[0].influences.of(vertex);
            let part = |joint: u32| match joint {
                0 => 0.0,
                MID => 1.0,
                helper => f64::from(helper - MID) / 4.0,
            };
            let expected: f64 = before.iter().map(|one| part(one.joint) * f64::from(one.weight)).sum();
            let own = influences.iter().find(|one| one.joint == MID).map_or(0.0, |one| f64::from(one.weight));
            assert!((own - expected).abs() < 1e-5, "{own} {expected}");
        }
        let nodes = |count| with_helper_joints(&released, &[HelperJoints { joint: MID, count }]).unwrap();
        assert_eq!(nodes(3).skeleton.len(), baked.skeleton.len(), "the same parts");
        assert_eq!(nodes(1).skeleton.len(), baked.skeleton.len(), "the one that turns by half");
        assert_eq!(helpers_of(&nodes(1).skeleton, MID).count(), 1, "the others are none anymore");
        assert_eq!(nodes(2).skeleton.len(), baked.skeleton.len() + 2, "thirds");
        // Baked again, it comes near again.
        let [first, again] =
            [&bake(&source, 3), &bake(&released, 3)].map(|baked| baked.report.of_joints[&MID].after.largest);
        let before = bake(&source, 3).report.of_joints[&MID].before.largest;
        assert!(again < 0.5 * before, "{first} {again} {before}");
    }

    #[test]
    fn a_joint_without_helpers_keeps_its_weights() {
        let model = two_joint_tube();
        let kept = with_weight_edits(&model, &[WeightEdit::Release { joint: MID }]).unwrap();
        assert_eq!(kept.counts[0].changed, 0);
        assert_eq!(kept.model.primitives[0].influences, model.primitives[0].influences);
    }
}
