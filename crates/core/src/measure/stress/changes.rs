use super::{JointStress, StressEntry, StressMeasure, StressReport};
use std::collections::{HashMap, HashSet};

/// The least change of a worst value that counts, relative to rest, or to the larger value if that is above rest. Cutting a
/// section through other triangles moves each of the two values by up to 5e-3, and 2% of the width of a limb is the least
/// that an eye finds in two pictures side by side.
pub const LEAST_CHANGE: f64 = 0.02;

/// A worst value of a joint that changed from one version of a model to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressChange {
    /// Index of the method.
    pub method: usize,
    /// The worst value before, relative to rest.
    pub before: f64,
    /// The worst value now.
    pub now: StressEntry,
}

/// A joint that bends better or worse than before. It has at least one of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointChange {
    /// The joint's node in the model as it is now.
    pub node: u32,
    /// The change to the better that is told: of the first measure that has one, the largest over all methods. Thinning
    /// and bulging are seen first; stretch comes with every bend.
    pub better: Option<StressChange>,
    /// The change to the worse that is told.
    pub worse: Option<StressChange>,
}

/// What changed from one version of a model to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StressChanges {
    /// The joints that changed: first those that became worse, each by the size of its change.
    pub joints: Vec<JointChange>,
    /// Number of joints that bend as before.
    pub unchanged: usize,
    /// Number of joints that one of the versions lacks, or bends no skin with.
    pub without_partner: usize,
}

impl StressChange {
    /// The size of the change, 0 or more for the better and less for the worse.
    pub fn gain(&self) -> f64 {
        let measure = self.now.measure;
        let [before, now] = [self.before, self.now.over_rest].map(|value| measure.severity(value).max(0.0));
        (before - now) / self.before.max(self.now.over_rest).max(1.0)
    }
}

impl JointChange {
    /// The change that is told first: to the worse, if there is any.
    pub fn first(&self) -> Option<StressChange> {
        self.worse.or(self.better)
    }

    fn of(now: &JointStress, before: &JointStress) -> Self {
        let mut found = Self { node: now.node, better: None, worse: None };
        for measure in StressMeasure::ALL {
            for (method, (now, before)) in now.worst.iter().zip(&before.worst).enumerate() {
                let (Some(now), Some(before)) = (now[measure as usize], before[measure as usize]) else { continue };
                let change = StressChange { method, before: before.over_rest, now };
                let gain = change.gain();
                let side = if gain > 0.0 { &mut found.better } else { &mut found.worse };
                let is_larger = |told: StressChange| told.now.measure == measure && gain.abs() > told.gain().abs();
                if gain.abs() >= LEAST_CHANGE && side.is_none_or(is_larger) {
                    *side = Some(change);
                }
            }
        }
        found
    }
}

impl StressChanges {
    /// Compares two versions of a model, of which the second took the poses of the first. `partner` gives a joint's
    /// partner in the version before.
    pub fn of([now, before]: [&StressReport; 2], partner: impl Fn(u32) -> Option<u32>) -> Self {
        let of_before: HashMap<u32, &JointStress> = before.joints.iter().map(|joint| (joint.node, joint)).collect();
        let mut changes = Self::default();
        let mut compared = 0;
        for joint in &now.joints {
            let Some(other) = partner(joint.node).and_then(|partner| of_before.get(&partner)) else { continue };
            compared += 1;
            let change = JointChange::of(joint, other);
            if change.first().is_some() {
                changes.joints.push(change);
            }
        }
        changes.unchanged = compared - changes.joints.len();
        // Joints that only the version before has took no pose.
        let bend_now = now.joints.iter().map(|joint| joint.node).chain(now.not_moved.iter().copied());
        let partners: HashSet<u32> = bend_now.filter_map(&partner).collect();
        let gone = before.not_moved.iter().filter(|node| !partners.contains(node)).count();
        changes.without_partner = (now.joints.len() - compared) + (before.joints.len() - compared) + gone;
        // Left and right differ only in the last digits, which must not decide the order.
        let size = |change: Option<StressChange>| change.map_or(0.0, |change| (change.gain().abs() * 1e4).round());
        changes.joints.sort_by(|a, b| {
            let order = |side: fn(&JointChange) -> Option<StressChange>| size(side(b)).total_cmp(&size(side(a)));
            order(|joint| joint.worse).then(order(|joint| joint.better)).then(a.node.cmp(&b.node))
        });
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::VertexId;

    /// A joint with worst values of smallest section, bulge and stretch under each method.
    fn joint(node: u32, methods: &[[f64; 3]]) -> JointStress {
        let entry = |(measure, over_rest): (StressMeasure, f64)| {
            let vertex_id = VertexId { primitive: 0, vertex: 0 };
            Some(StressEntry { node, measure, axis: 0, degrees: 90.0, over_rest, vertex: 0, vertex_id })
        };
        let worst = methods.iter().map(|values| {
            let [section, bulge, stretch] = *values;
            let [collapse, wide, long] = StressMeasure::ALL;
            [(collapse, section), (wide, bulge), (long, stretch)].map(entry)
        });
        JointStress { node, ranges: [None; 3], worst: worst.collect() }
    }

    fn report(joints: Vec<JointStress>) -> StressReport {
        StressReport { joints, ..StressReport::default() }
    }

    #[test]
    fn joints_become_better_and_worse() {
        let before = report(vec![
            joint(0, &[[0.41, 1.0, 1.5], [0.9, 1.0, 1.5]]),
            joint(1, &[[0.90, 1.0, 1.5], [0.9, 1.0, 1.5]]),
            joint(2, &[[0.50, 1.0, 1.5], [0.5, 1.0, 1.5]]),
            joint(3, &[[0.80, 1.2, 1.5], [0.9, 1.0, 1.5]]),
        ]);
        let now = report(vec![
            joint(0, &[[0.68, 1.0, 1.5], [0.95, 1.0, 1.5]]),
            joint(1, &[[0.72, 1.0, 2.5], [0.8, 1.0, 1.5]]),
            joint(2, &[[0.51, 1.0, 1.52], [0.5, 1.0, 1.5]]),
            joint(3, &[[0.80, 1.1, 1.5], [0.9, 1.0, 1.8]]),
        ]);
        let changes = StressChanges::of([&now, &before], Some);
        let told = |change: Option<StressChange>| {
            change.map(|change| (change.method, change.now.measure, change.before, change.now.over_rest))
        };
        let list: Vec<_> =
            changes.joints.iter().map(|joint| (joint.node, told(joint.better), told(joint.worse))).collect();
        use StressMeasure::{Bulge, Collapse, Stretch};
        let expected = [
            (1, None, Some((0, Collapse, 0.90, 0.72))),
            (3, Some((0, Bulge, 1.2, 1.1)), Some((1, Stretch, 1.5, 1.8))),
            (0, Some((0, Collapse, 0.41, 0.68)), None),
        ];
        assert_eq!(list, expected);
        assert_eq!((changes.unchanged, changes.without_partner), (1, 0), "2 changed by less than counts");
        assert_eq!(StressChanges::of([&now, &now], Some).joints, []);
    }

    #[test]
    fn what_is_no_defect_does_not_count() {
        let before = report(vec![joint(0, &[[1.0, 0.9, 0.8]])]);
        let now = report(vec![joint(0, &[[1.2, 0.7, 0.9]])]);
        assert_eq!(
            StressChanges::of([&now, &before], Some),
            StressChanges { unchanged: 1, ..StressChanges::default() }
        );
    }

    #[test]
    fn joints_are_compared_with_their_partners_and_the_others_counted() {
        let before = report(vec![joint(10, &[[0.5, 1.0, 1.0]]), joint(12, &[[0.9, 1.0, 1.0]])]);
        let now =
            report(vec![joint(0, &[[0.8, 1.0, 1.0]]), joint(1, &[[0.8, 1.0, 1.0]]), joint(2, &[[0.9, 1.0, 1.0]])]);
        let changes = StressChanges::of([&now, &before], |node| (node != 1).then_some(node + 10));
        assert_eq!(changes.joints.iter().map(|joint| joint.node).collect::<Vec<_>>(), [0]);
        assert_eq!((changes.unchanged, changes.without_partner), (1, 1));
        // A joint that was deleted has no partner now, and one that is held in both versions has.
        let before = StressReport { not_moved: vec![20, 13], ..before };
        let now = StressReport { not_moved: vec![3], ..now };
        let changes = StressChanges::of([&now, &before], |node| (node != 1).then_some(node + 10));
        assert_eq!((changes.unchanged, changes.without_partner), (1, 2));
    }
}
