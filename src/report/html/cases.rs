use super::super::{Case, CaseGroup, Report, Shot, Value};
use super::key::method_key;
use super::markup::{decimal, degrees, escaped, picture};
use crate::measure::StressMeasure;
use crate::skinning::SkinningMethod;

/// Most pictures side by side.
pub(super) const MOST_COLUMNS: usize = 4;

pub(super) fn section(report: &Report) -> String {
    let part = match &report.stress {
        Ok(part) => part,
        Err(why) => return format!("<p>{}</p>\n", escaped(why)),
    };
    let groups: String = part.groups.iter().map(|group| of_group(group, &report.methods)).collect();
    let ring = match part.groups.is_empty() {
        true => "",
        false => " The ring marks the vertex that shows the defect most under the method that does worst.",
    };
    format!("<p>{}{ring}</p>\n{groups}", escaped(&part.range))
}

fn of_group(group: &CaseGroup, methods: &[SkinningMethod]) -> String {
    let measure = group.measure;
    let figure = measure.figure();
    let cases: String = group.cases.iter().map(|case| of_case(case, measure, methods)).collect();
    format!(
        "<h3>{}</h3>\n<p>By <a href=\"#figure-{}\">{}</a>: {}</p>\n{cases}",
        title(measure),
        figure.id(),
        figure.label().to_lowercase(),
        meaning(measure)
    )
}

fn title(measure: StressMeasure) -> &'static str {
    match measure {
        StressMeasure::Collapse => "Where the skin collapses",
        StressMeasure::Bulge => "Where the skin bulges",
        StressMeasure::Stretch => "Where the skin stretches",
    }
}

pub(super) fn meaning(measure: StressMeasure) -> &'static str {
    match measure {
        StressMeasure::Collapse => "100% is as thick as at rest, 50% half as thick.",
        StressMeasure::Bulge => {
            "100% has no bulge; at 150% the skin is one and a half times as thick as its bones explain."
        }
        StressMeasure::Stretch => "100% is as long as at rest, 200% twice as long. One edge in a hundred is longer.",
    }
}

/// Meaning of a percentage, below it.
fn caption(measure: StressMeasure) -> &'static str {
    match measure {
        StressMeasure::Collapse => "smallest section, of rest",
        StressMeasure::Bulge => "bulge, of rest",
        StressMeasure::Stretch => "longest edges, of rest",
    }
}

fn of_case(case: &Case, measure: StressMeasure, methods: &[SkinningMethod]) -> String {
    let columns = methods.len().min(MOST_COLUMNS);
    let turn = format!("about {} by {}", case.axis, degrees(f64::from(case.degrees)));
    let shot = |(shot, method): (&Shot, &SkinningMethod)| {
        let alt = format!("{} {turn} under {}: {}", case.joint, method.short_name(), shot.described);
        format!(
            "<figure class=\"shot\">{}<figcaption>{}{}<small>{}</small></figcaption></figure>\n",
            picture(&shot.picture, &alt, shot.mark),
            method_key(*method),
            percentage(shot.value),
            caption(measure)
        )
    };
    let shots: String = case.shots.iter().zip(methods).map(shot).collect();
    let few = match columns {
        0..3 => " few",
        3 => "",
        _ => " many",
    };
    format!(
        "<article class=\"case\">\n<header><h4>{}</h4><p>{turn}, worst under {}; rotated {}</p></header>\n<div class=\"shots{few}\" \
         style=\"--columns:{columns}\">\n{shots}</div>\n</article>\n",
        escaped(&case.joint),
        escaped(case.worst_under.short_name()),
        escaped(&case.range)
    )
}

fn percentage(value: Value) -> String {
    let class = if value.is_past_limit { " class=\"bad\"" } else { "" };
    let text = value.number.map_or_else(|| "\u{2013}".to_owned(), |number| format!("{}%", decimal(100.0 * number, 0)));
    format!("<b{class}>{text}</b>")
}
