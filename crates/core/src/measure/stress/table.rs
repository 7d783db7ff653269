use super::{JointStress, StressEntry, StressMeasure, StressReport};

/// The worst values of one measure at a joint, under each method.
#[derive(Clone, Debug, PartialEq)]
pub struct StressRow {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// One entry per method; `None` if there is nothing to measure.
    pub cells: Vec<Option<StressEntry>>,
}

impl StressRow {
    /// The worst entry with the index of its method; of equal ones, the first.
    pub fn worst(&self) -> Option<(usize, StressEntry)> {
        let known = self.cells.iter().enumerate().filter_map(|(method, cell)| Some((method, (*cell)?)));
        known.reduce(|worst, other| if other.1.is_worse_than(&worst.1) { other } else { worst })
    }

    /// One row for several joints: under each method, the worst entry of them all.
    pub fn of_all<'a>(mut rows: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let first = rows.next()?.clone();
        Some(rows.fold(first, |mut all, row| {
            for (cell, other) in all.cells.iter_mut().zip(&row.cells) {
                if other.is_some_and(|other| cell.is_none_or(|cell| other.is_worse_than(&cell))) {
                    *cell = *other;
                }
            }
            all
        }))
    }
}

impl StressReport {
    /// The joints that have a defect of this kind under any method, worst first; equal joints keep their order. `by` is
    /// the method that decides; without it, the worst of all does.
    pub fn table(&self, measure: StressMeasure, by: Option<usize>) -> Vec<StressRow> {
        let row = |joint: &JointStress| StressRow {
            node: joint.node,
            cells: joint.worst.iter().map(|worst| worst[measure as usize]).collect(),
        };
        let is_defect = |row: &StressRow| row.worst().is_some_and(|(_, entry)| measure.is_defect(entry.over_rest));
        let mut rows: Vec<StressRow> = self.joints.iter().map(row).filter(is_defect).collect();
        let decides = |row: &StressRow| match by {
            Some(method) => row.cells.get(method).copied().flatten(),
            None => row.worst().map(|(_, entry)| entry),
        };
        let severity = |row: &StressRow| decides(row).map_or(f64::NEG_INFINITY, |entry| entry.rounded_severity());
        rows.sort_by(|a, b| severity(b).total_cmp(&severity(a)).then(a.node.cmp(&b.node)));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::VertexId;

    fn entry(node: u32, over_rest: f64) -> StressEntry {
        let vertex_id = VertexId { primitive: 0, vertex: 0 };
        StressEntry { node, measure: StressMeasure::Collapse, axis: 0, degrees: 90.0, over_rest, vertex: 0, vertex_id }
    }

    /// Values of smallest section of four joints under two methods.
    fn report() -> StressReport {
        let joint = |(node, over_rest): (u32, [Option<f64>; 2])| JointStress {
            node,
            ranges: [None; 3],
            worst: over_rest.map(|value| [value.map(|value| entry(node, value)), None, None]).to_vec(),
        };
        let values = [
            (1, [Some(0.9), Some(0.5)]),
            (2, [Some(0.3), Some(0.8)]),
            (3, [Some(1.0), Some(1.0)]),
            (4, [Some(0.500_001), None]),
        ];
        StressReport { joints: values.map(joint).to_vec(), ..StressReport::default() }
    }

    #[test]
    fn rows_are_sorted_by_the_worst_of_all_or_by_one_method() {
        let nodes = |by| report().table(StressMeasure::Collapse, by).iter().map(|row| row.node).collect::<Vec<_>>();
        assert_eq!(nodes(None), [2, 1, 4], "3 has no defect, and 1 and 4 are equal but for rounding");
        assert_eq!(nodes(Some(0)), [2, 4, 1]);
        assert_eq!(nodes(Some(1)), [1, 2, 4], "without a value last");
        assert!(report().table(StressMeasure::Bulge, None).is_empty());
    }

    #[test]
    fn cells_are_the_entries_of_the_lists() {
        let report = report();
        for row in report.table(StressMeasure::Collapse, None) {
            for (method, cell) in row.cells.iter().enumerate() {
                let listed = report.ranked(method, StressMeasure::Collapse);
                assert_eq!(listed.into_iter().find(|entry| entry.node == row.node), *cell);
            }
        }
    }

    #[test]
    fn rows_of_two_sides_become_one_with_the_worse_of_each_method() {
        let rows = report().table(StressMeasure::Collapse, None);
        let both = StressRow::of_all(rows[..2].iter()).unwrap();
        assert_eq!(both.node, 2);
        assert_eq!(both.cells, [Some(entry(2, 0.3)), Some(entry(1, 0.5))]);
        assert_eq!(both.worst(), Some((0, entry(2, 0.3))));
        assert_eq!(StressRow::of_all([].into_iter()), None);
    }
}
