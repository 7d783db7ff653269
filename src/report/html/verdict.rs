use super::super::{Report, Verdict};
use super::markup::escaped;

/// Section of the verdict. Empty if nothing was tested.
pub(super) fn section(report: &Report) -> String {
    let Ok(part) = &report.stress else { return String::new() };
    if part.verdicts.is_empty() {
        return format!("<p>No joint breaks under these methods. {}</p>\n", escaped(&part.worst));
    }
    let of_kind = |verdict: &Verdict| {
        format!(
            "<dt>{}<span>{}</span></dt><dd>{}</dd>\n",
            escaped(&verdict.kind),
            verdict.measure.label().to_lowercase(),
            escaped(&verdict.sentences().join(" "))
        )
    };
    let kinds: String = part.verdicts.iter().map(of_kind).collect();
    format!(
        "<p>The kinds of joints that break under a method, each by its worst joint within the tested range, the worst kind \
         first. A skin breaks at a section below 75% of rest, or a bulge above 125%.</p>\n<dl class=\"definitions\">\n{kinds}</dl>\n"
    )
}
