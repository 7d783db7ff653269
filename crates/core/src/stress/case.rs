use super::{StressSkin, deform_all};
use crate::measure::{
    DeformedSkin, Figures, PosedBones, RestJoint, RestSkin, StressEntry, StressMeasure, StressReport, StressRow,
    stress_pose,
};
use crate::model::{Model, Pose};

/// A joint in its worst pose, deformed and measured under every method.
#[derive(Clone, Debug)]
pub struct StressCase {
    /// The joint, axis and angle of the worst pose, and how bad it is.
    pub entry: StressEntry,
    /// The pose: at rest but for that joint.
    pub pose: Pose,
    /// Deformed skins, one per method.
    pub deformed: Vec<DeformedSkin>,
    /// Figures around the joint, one per method.
    pub figures: Vec<Figures>,
}

impl StressCase {
    /// Deforms and measures the skins. `measure` is [`Figures::measure`], or [`Figures::measure_quickly`] where nobody
    /// reads costly figures.
    pub fn of(
        model: &Model,
        rest: &RestSkin,
        entry: &StressEntry,
        skins: &[StressSkin<'_>],
        measure: impl Fn(&RestSkin, Option<&RestJoint>, &DeformedSkin, &PosedBones) -> Figures,
    ) -> Self {
        let (_, pose) = stress_pose(model, entry.node, entry.axis, entry.degrees);
        let joint = RestJoint::of(rest, entry.node);
        let deformed: Vec<DeformedSkin> =
            skins.iter().map(|skin| deform_all(model, &rest.surface, &pose, skin)).collect();
        let measured = |(skin, deformed): (&StressSkin<'_>, &DeformedSkin)| {
            let bones = rest.bones.posed(model, &pose, skin.settings.scale_kind);
            measure(rest, Some(&joint), deformed, &bones)
        };
        let figures = skins.iter().zip(&deformed).map(measured).collect();
        Self { entry: *entry, pose, deformed, figures }
    }
}

/// The worst case of each joint under any of the methods, worst first, with the index of that method; equal joints keep
/// their order. Joints without the defect are left out.
pub fn worst_under_any(found: &StressReport, measure: StressMeasure) -> Vec<(StressEntry, usize)> {
    let rows = found.table(measure, None);
    rows.iter().filter_map(StressRow::worst).map(|(method, entry)| (entry, method)).collect()
}

/// The first few of a list, worst first. If two joints mirror each other, only the worse one is kept. `partner` gives
/// the node that mirrors a node.
pub fn without_twins<T>(
    ranked: impl IntoIterator<Item = T>,
    node: impl Fn(&T) -> u32,
    partner: impl Fn(u32) -> Option<u32>,
    most: usize,
) -> Vec<T> {
    with_twins(ranked, node, partner).into_iter().map(|(worse, _)| worse).take(most).collect()
}

/// A list, worst first, in which two joints that mirror each other share a place: the worse joint, followed by the
/// other one.
pub fn with_twins<T>(
    ranked: impl IntoIterator<Item = T>,
    node: impl Fn(&T) -> u32,
    partner: impl Fn(u32) -> Option<u32>,
) -> Vec<(T, Option<T>)> {
    let mut kept: Vec<(T, Option<T>)> = Vec::new();
    for entry in ranked {
        let twin = partner(node(&entry));
        match kept.iter_mut().find(|(worse, _)| Some(node(worse)) == twin) {
            Some((_, other)) => *other = Some(entry),
            None => kept.push((entry, None)),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{JointStress, VertexId};

    fn entry(node: u32, over_rest: f64) -> StressEntry {
        let vertex_id = VertexId { primitive: 0, vertex: 0 };
        StressEntry { node, measure: StressMeasure::Collapse, axis: 0, degrees: 90.0, over_rest, vertex: 0, vertex_id }
    }

    #[test]
    fn a_joint_is_listed_once_under_the_method_that_is_worst() {
        let joint = |node: u32, over_rest: [f64; 2]| JointStress {
            node,
            ranges: [None; 3],
            worst: over_rest.map(|over_rest| [Some(entry(node, over_rest)), None, None]).to_vec(),
        };
        let joints = vec![joint(1, [0.9, 0.5]), joint(2, [0.3, 0.8]), joint(3, [1.0, 1.0]), joint(4, [0.5, 0.500001])];
        let found = StressReport { joints, ..StressReport::default() };
        let worst = worst_under_any(&found, StressMeasure::Collapse);
        let listed: Vec<(u32, usize)> = worst.iter().map(|(entry, method)| (entry.node, *method)).collect();
        assert_eq!(listed, [(2, 0), (1, 1), (4, 0)]);
        assert!(worst_under_any(&found, StressMeasure::Bulge).is_empty());
    }

    #[test]
    fn of_twins_the_worse_is_kept() {
        let partner = |node: u32| (node < 4).then_some(node ^ 1);
        assert_eq!(without_twins([2, 3, 0, 5, 1, 7], |node| *node, partner, 3), [2, 0, 5]);
        assert_eq!(without_twins([2, 2], |node| *node, |_| None, 9), [2, 2]);
        let pairs = with_twins([2, 3, 0, 5], |node| *node, partner);
        assert_eq!(pairs, [(2, Some(3)), (0, None), (5, None)]);
    }
}
