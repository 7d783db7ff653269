use super::{StressCase, StressSkin};
use crate::measure::{Figure, Figures, JointStress, RestSkin, StressEntry, StressMeasure, StressReport};
use crate::model::Model;
use crate::work::Progress;

/// A pose of a stress test in which self-intersections were counted.
#[derive(Clone, Debug, PartialEq)]
pub struct IntersectedPose {
    /// The joint, its axis and its angle: the pose in which the joint's section is smallest under any method.
    pub entry: StressEntry,
    /// Pairs of triangles that intersect and did not at rest, one per method. `None` if there are too many to count.
    pub pairs: Vec<Option<u64>>,
}

/// Counts self-intersections where a stress test found the smallest sections: in the worst pose of each of the `most`
/// worst joints, and not in all poses, because each count visits the whole skin. A limb collapses where it bends
/// farthest, which is also where skin meets skin. `None` if canceled.
pub fn intersections_in_worst_poses(
    model: &Model,
    rest: &RestSkin,
    skins: &[StressSkin<'_>],
    (found, most): (&StressReport, usize),
    progress: &Progress,
) -> Option<Vec<IntersectedPose>> {
    // A joint without a visible defect counts too: skin may go through itself without becoming thin.
    let smallest = |joint: &JointStress| {
        let entries = joint.worst.iter().filter_map(|worst| worst[StressMeasure::Collapse as usize]);
        entries.reduce(|worst, other| if other.is_worse_than(&worst) { other } else { worst })
    };
    let mut worst: Vec<StressEntry> = found.joints.iter().filter_map(smallest).collect();
    worst.sort_by(|a, b| b.rounded_severity().total_cmp(&a.rounded_severity()));
    worst.truncate(most);
    progress.add_total(worst.len() as u64);
    let mut poses = Vec::new();
    for entry in worst {
        if progress.is_canceled() {
            return None;
        }
        let case = StressCase::of(model, rest, &entry, skins, |rest, _, deformed, bones| {
            Figures::measure_some(rest, &[Figure::SelfIntersections], deformed, bones)
        });
        poses.push(IntersectedPose {
            entry,
            pairs: case.figures.iter().map(|figures| figures.self_intersections).collect(),
        });
        progress.advance(1);
    }
    Some(poses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::bundled_model;
    use crate::posing::{RangeSource, TurnRanges};
    use crate::skinning::{SkinningMethod, SkinningSettings};
    use crate::stress::stress_model;

    #[test]
    fn the_worst_poses_come_first_and_have_the_figure_of_the_whole_skin() {
        let model = bundled_model("limb");
        let rest = RestSkin::of(&model);
        let skins = [SkinningMethod::Lbs, SkinningMethod::Dqs].map(|method| StressSkin {
            settings: SkinningSettings { method, ..SkinningSettings::default() },
            centers: &[],
        });
        let ranges = TurnRanges::of(&model, RangeSource::Degrees(150.0), &Default::default()).ranges;
        let progress = Progress::default();
        let found = stress_model(&model, &rest, &skins, &ranges, &progress).unwrap();
        let of = |most| intersections_in_worst_poses(&model, &rest, &skins, (&found, most), &progress).unwrap();
        let poses = of(9);
        assert!(!poses.is_empty() && of(1) == poses[..1] && of(0).is_empty());
        for pose in &poses {
            let whole = StressCase::of(&model, &rest, &pose.entry, &skins, Figures::measure);
            let expected: Vec<_> = whole.figures.iter().map(|figures| figures.self_intersections).collect();
            assert_eq!(pose.pairs, expected);
        }
        // A limb that folds up far beyond its reach goes through itself.
        assert!(poses.iter().any(|pose| pose.pairs[0] > Some(0)), "{poses:?}");
        progress.cancel();
        assert!(intersections_in_worst_poses(&model, &rest, &skins, (&found, 1), &progress).is_none());
    }
}
