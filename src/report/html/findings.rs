use super::super::{Finding, InfluenceCounts, Level, Report};
use super::markup::{decimal, escaped};
use crate::math::{counted, grouped};

/// Counts of influences with a bar of their own. Larger ones share a further bar.
const MOST_BARS: usize = 8;

pub(super) fn section(report: &Report) -> String {
    let items: String = report.health.findings.iter().map(item).collect();
    let bars = report.influences.as_ref().map_or_else(String::new, bars);
    format!("<p>{}</p>\n<ul class=\"findings\">\n{items}</ul>\n{bars}", escaped(&report.health.verdict()))
}

fn item(finding: &Finding) -> String {
    let (class, word, icon) = match finding.level {
        Level::Problem => ("problem", "Problem", PROBLEM),
        Level::Note => ("note", "Note", NOTE),
        Level::Fine => ("fine", "Fine", FINE),
    };
    let more: Vec<&str> =
        [&finding.means, &finding.to_do].into_iter().filter(|text| !text.is_empty()).map(String::as_str).collect();
    let more =
        if more.is_empty() { String::new() } else { format!("<p class=\"quiet\">{}</p>", escaped(&more.join(" "))) };
    format!(
        "<li class=\"{class}\"><span class=\"level\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\" fill=\"none\" \
         stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linecap=\"round\">{icon}</svg>{word}</span><div><p>{}</p>{more}</div></li>\n",
        escaped(&finding.what)
    )
}

const PROBLEM: &str = "<path d=\"M8 1.8 15 14H1z\" stroke-linejoin=\"round\"/><path d=\"M8 6.4v3.4M8 11.9v.1\"/>";
const NOTE: &str = "<circle cx=\"8\" cy=\"8\" r=\"6.6\"/><path d=\"M8 7.4v3.9M8 4.8v.1\"/>";
const FINE: &str = "<path d=\"M2.5 8.6 6.2 12.2 13.5 4.4\" stroke-linejoin=\"round\"/>";

/// Chart of the vertices by their count of influences.
fn bars(counts: &InfluenceCounts) -> String {
    let mut rows: Vec<(String, usize)> = counts
        .vertices
        .iter()
        .take(MOST_BARS)
        .enumerate()
        .map(|(index, &count)| ((index + 1).to_string(), count))
        .collect();
    if counts.vertices.len() > MOST_BARS {
        let more = counts.vertices.iter().skip(MOST_BARS).sum();
        rows.push((format!("{} to {}", MOST_BARS + 1, counts.vertices.len()), more));
    }
    let largest = rows.iter().map(|row| row.1).max().unwrap_or(1).max(1);
    let total: usize = counts.vertices.iter().sum();
    let bar = |(label, count): &(String, usize)| {
        let width = 60.0 * *count as f64 / largest as f64;
        let share = decimal(100.0 * *count as f64 / total.max(1) as f64, 0);
        format!(
            "<dt>{label}</dt><dd><i style=\"width:{width:.2}%\"></i><span>{}, {share}%</span></dd>\n",
            grouped(*count)
        )
    };
    let bars: String = rows.iter().map(bar).collect();
    format!(
        "<h3>Influences per vertex</h3>\n<p>{} by how many joints they follow.</p>\n<dl class=\"bars\">\n{bars}</dl>\n",
        counted(total, "skinned vertex", "skinned vertices")
    )
}
