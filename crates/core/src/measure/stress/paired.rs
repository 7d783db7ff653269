use super::{JointStress, StressEntry, StressMeasure, StressReport};
use std::collections::HashMap;

/// The worst value of one measure at a joint and at its partner in another model, which took the same poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedStress {
    /// The joint of the first model that was turned.
    pub node: u32,
    /// The first model's value; `None` if there is nothing to measure.
    pub first: Option<StressEntry>,
    /// The value at the partner; `None` also without a partner. Its axis is the axis of the first model's joint.
    pub second: Option<StressEntry>,
}

/// Order of a list of both models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairedOrder {
    /// By the worst value of either model.
    #[default]
    Worst,
    /// By the largest difference between the models. Joints without a value in one of them come last.
    Difference,
}

impl PairedStress {
    /// The severity of the worse model: larger is worse.
    pub fn severity(&self) -> f64 {
        let of = |entry: Option<StressEntry>| entry.map_or(f64::NEG_INFINITY, |entry| entry.severity());
        of(self.first).max(of(self.second))
    }

    /// The second model's value minus the first one's, both relative to rest.
    pub fn difference(&self) -> Option<f64> {
        Some(self.second?.over_rest - self.first?.over_rest)
    }
}

/// The joints that have a defect of this kind in one of two models under a method. `partner` gives a joint's partner in
/// the second model.
pub fn paired_stress(
    [first, second]: [&StressReport; 2],
    partner: impl Fn(u32) -> Option<u32>,
    (method, measure): (usize, StressMeasure),
    order: PairedOrder,
) -> Vec<PairedStress> {
    let worst = |joint: &JointStress| joint.worst.get(method)?[measure as usize];
    let of_second: HashMap<u32, &JointStress> = second.joints.iter().map(|joint| (joint.node, joint)).collect();
    let pair = |joint: &JointStress| PairedStress {
        node: joint.node,
        first: worst(joint),
        second: partner(joint.node).and_then(|partner| worst(of_second.get(&partner)?)),
    };
    let is_defect = |entry: Option<StressEntry>| entry.is_some_and(|entry| measure.is_defect(entry.over_rest));
    let mut pairs: Vec<PairedStress> = first.joints.iter().map(pair).collect();
    pairs.retain(|pair| is_defect(pair.first) || is_defect(pair.second));
    let amount = |pair: &PairedStress| match order {
        PairedOrder::Worst => pair.severity(),
        PairedOrder::Difference => pair.difference().map_or(f64::NEG_INFINITY, f64::abs),
    };
    // Left and right differ only in the last digits, which must not decide the order.
    let rounded = |pair: &PairedStress| (amount(pair) * 1e4).round();
    pairs.sort_by(|a, b| rounded(b).total_cmp(&rounded(a)).then(a.node.cmp(&b.node)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::VertexId;

    fn report(nodes: &[(u32, f64)]) -> StressReport {
        let measure = StressMeasure::Collapse;
        let joint = |&(node, over_rest): &(u32, f64)| {
            let vertex_id = VertexId { primitive: 0, vertex: 0 };
            let entry = StressEntry { node, measure, axis: 0, degrees: 90.0, over_rest, vertex: 0, vertex_id };
            JointStress { node, ranges: [None; 3], worst: vec![[Some(entry), None, None]] }
        };
        StressReport { joints: nodes.iter().map(joint).collect(), ..StressReport::default() }
    }

    #[test]
    fn joints_stand_beside_their_partners_and_without_one_alone() {
        // Partners have twice the number; 4 has none.
        let (first, second) =
            (report(&[(1, 0.9), (2, 0.5), (3, 1.0), (4, 0.7)]), report(&[(2, 0.4), (4, 0.5), (6, 0.8)]));
        let partner = |node: u32| (node < 4).then_some(2 * node);
        let list = |order| {
            let pairs = paired_stress([&first, &second], partner, (0, StressMeasure::Collapse), order);
            pairs.iter().map(|pair| (pair.node, pair.second.map(|entry| entry.over_rest))).collect::<Vec<_>>()
        };
        let worst = [(1, Some(0.4)), (2, Some(0.5)), (4, None), (3, Some(0.8))];
        assert_eq!(list(PairedOrder::Worst), worst);
        assert_eq!(list(PairedOrder::Difference), [worst[0], worst[3], worst[1], worst[2]]);
        assert!(paired_stress([&first, &second], partner, (1, StressMeasure::Collapse), PairedOrder::Worst).is_empty());
    }

    #[test]
    fn ranges_follow_partners() {
        let ranges = super::super::StressRanges::symmetric(&crate::measure::test_shapes::two_joint_tube(), 30.0);
        let of_partners = ranges.of_partners([Some(1), None, Some(9)]);
        assert_eq!(of_partners.of_node(0), ranges.of_node(1));
        assert_eq!([of_partners.of_node(1), of_partners.of_node(2)], [[None; 3]; 2]);
    }
}
