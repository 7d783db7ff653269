use super::Subject;
use super::worst::set_of;
use crate::measure::{StressMeasure, StressReport, StressRow};
use crate::posing::Mirror;
use crate::report::{JointCell, JointRow, JointTable, Value};
use crate::stress::with_twins;

/// All joints with a defect, one table for each requested measure.
pub(super) fn of_all(subject: &Subject<'_>, found: &StressReport) -> Vec<JointTable> {
    let mirror = Mirror::of(&subject.model.skeleton);
    let skeleton = &subject.model.skeleton;
    let row = |(worse, other): (StressRow, Option<StressRow>)| {
        let both_sides = other.is_some();
        let row = StressRow::of_all(std::iter::once(&worse).chain(&other))?;
        let node = row.worst().map_or(row.node, |(_, entry)| entry.node);
        let cell = |entry: &crate::measure::StressEntry| JointCell {
            value: Value::of(entry.measure.figure(), Some(entry.over_rest)),
            severity: entry.severity(),
            set: set_of(skeleton, entry),
        };
        let cells = row.cells.iter().map(|entry| entry.as_ref().map(cell)).collect();
        Some(JointRow { joint: skeleton.short_name(node).to_owned(), both_sides, cells })
    };
    let table = |measure: StressMeasure| {
        let rows = with_twins(found.table(measure, None), |row| row.node, |node| mirror.partner(node));
        JointTable { measure, rows: rows.into_iter().filter_map(row).collect() }
    };
    subject.request.measures.iter().copied().map(table).collect()
}
