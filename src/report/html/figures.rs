use super::super::{Case, Report, Shot, Value, columns};
use super::key::method_key;
use super::markup::{decimal, degrees, escaped};
use crate::measure::{Figure, Reading};
use crate::skinning::SkinningMethod;

/// Digits of lengths after the decimal point.
const LENGTH_DECIMALS: usize = 4;

/// Section of the figures. Empty without worst joints.
pub(super) fn section(report: &Report) -> String {
    let Ok(part) = &report.stress else { return String::new() };
    let cases = part.distinct_cases();
    if cases.is_empty() {
        return String::new();
    }
    let columns = columns();
    let heads: String = columns.iter().map(head).collect();
    let bodies: String = cases.iter().map(|case| of_case(case, &columns, &report.methods)).collect();
    format!(
        "<p>All methods in the poses of the pictures, relative to rest. Bold values are past the limit at which an artist \
         would call the skin broken: a section below 0.75, a bulge above 1.25, a tenth of the volume gained or lost.</p>\n<div class=\"scroll\" \
         tabindex=\"0\" role=\"region\" aria-label=\"Figures\"><table class=\"figures\">\n<thead><tr><th class=\"left\">Method</th>{heads}</tr></thead>\n{bodies}</table></div>\n<h3>What \
         the figures mean</h3>\n<dl class=\"definitions\">\n{}</dl>\n",
        definitions(&columns)
    )
}

fn head(column: &Reading) -> String {
    format!("<th scope=\"col\">{}<span>{}</span></th>", column.figure.label(), column.where_measured())
}

fn of_case(case: &Case, columns: &[Reading], methods: &[SkinningMethod]) -> String {
    let row = |(shot, method): (&Shot, &SkinningMethod)| {
        let cells: String = columns.iter().zip(&shot.figures).map(|(column, value)| cell(column, *value)).collect();
        format!("<tr><th scope=\"row\" class=\"left\">{}</th>{cells}</tr>\n", method_key(*method))
    };
    let rows: String = case.shots.iter().zip(methods).map(row).collect();
    format!(
        "<tbody>\n<tr class=\"case-row\"><th scope=\"rowgroup\" class=\"left\" colspan=\"{}\">{} about {} by {}<code>--set \
         {}</code></th></tr>\n{rows}</tbody>\n",
        columns.len() + 1,
        escaped(&case.joint),
        case.axis,
        degrees(f64::from(case.degrees)),
        escaped(&case.set)
    )
}

fn cell(column: &Reading, value: Value) -> String {
    let class = if value.is_past_limit { "number bad" } else { "number" };
    let text = value.number.map_or_else(
        || "\u{2013}".to_owned(),
        |number| decimal(number, column.figure.unit().decimals(LENGTH_DECIMALS)),
    );
    format!("<td class=\"{class}\">{text}</td>")
}

fn definitions(columns: &[Reading]) -> String {
    let mut defined: Vec<Figure> = Vec::new();
    for column in columns {
        if !defined.contains(&column.figure) {
            defined.push(column.figure);
        }
    }
    let of_figure = |figure: &Figure| {
        format!(
            "<dt id=\"figure-{}\">{}<span>{}</span></dt><dd>{} Source: {}.</dd>\n",
            figure.id(),
            figure.label(),
            figure.unit(),
            escaped(figure.definition()),
            escaped(figure.source())
        )
    };
    defined.iter().map(of_figure).collect()
}
