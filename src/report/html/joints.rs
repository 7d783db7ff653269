use super::super::{JointCell, JointRow, JointTable, Report};
use super::cases::meaning;
use super::key::method_key;
use super::markup::{decimal, escaped};
use crate::skinning::SkinningMethod;

/// Section of all joints under all methods. Empty without defects.
pub(super) fn section(report: &Report) -> String {
    let tables = report.stress.as_ref().map_or(&[][..], |part| &part.tables);
    let tables: String =
        tables.iter().filter(|table| !table.rows.is_empty()).map(|table| of_table(table, &report.methods)).collect();
    if tables.is_empty() {
        return tables;
    }
    format!(
        "<p>Each joint at the worst angle of each method, the worst joint first. A joint and its other side share a row, \
         which shows the worse of both. The longer the bar, the worse the defect.</p>\n<p class=\"find\" hidden><label>Find a joint <input type=\"search\"></label></p>\n{tables}"
    )
}

fn of_table(JointTable { measure, rows }: &JointTable, methods: &[SkinningMethod]) -> String {
    let heads: String =
        methods.iter().map(|method| format!("<th scope=\"col\">{}</th>", method_key(*method))).collect();
    let rows: String = rows.iter().map(|row| of_row(row, methods)).collect();
    let label = measure.label();
    format!(
        "<h3>{label}, of rest</h3>\n<p>{}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label} of all \
         joints\"><table class=\"joints\">\n<thead><tr><th scope=\"col\" class=\"left\">Joint</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        meaning(*measure)
    )
}

fn of_row(JointRow { joint, both_sides, cells }: &JointRow, methods: &[SkinningMethod]) -> String {
    let severity = |cell: &Option<JointCell>| cell.as_ref().map_or(f64::NEG_INFINITY, |cell| cell.severity);
    let worst = cells.iter().map(severity).fold(f64::NEG_INFINITY, f64::max);
    let cell = |(cell, method): (&Option<JointCell>, &SkinningMethod)| match cell {
        Some(cell) => of_cell(cell, *method, cell.severity >= worst),
        None => "<td class=\"number\">\u{2013}</td>".to_owned(),
    };
    let cells: String = cells.iter().zip(methods).map(cell).collect();
    let both = if *both_sides { " <small>both sides</small>" } else { "" };
    format!("<tr><th scope=\"row\" class=\"left\">{}{both}</th>{cells}</tr>\n", escaped(joint))
}

/// A number over a bar of its severity. A collapse to nothing or a stretch to twice the length fills it.
fn of_cell(JointCell { value, severity, set }: &JointCell, method: SkinningMethod, is_worst: bool) -> String {
    let classes = ["number", if value.is_past_limit { " bad" } else { "" }, if is_worst { " worst" } else { "" }];
    let text = value.number.map_or_else(|| "\u{2013}".to_owned(), |number| format!("{}%", decimal(100.0 * number, 0)));
    format!(
        "<td class=\"{}\" data-severity=\"{severity:.4}\" title=\"--set {}\">{text}<i><i \
         style=\"width:{:.0}%;background:var(--{})\"></i></i></td>",
        classes.concat(),
        escaped(set),
        100.0 * severity.clamp(0.0, 1.0),
        method.id()
    )
}
