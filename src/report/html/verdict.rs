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
            with_code(&verdict.sentences().join(" "))
        )
    };
    let kinds: String = part.verdicts.iter().map(of_kind).collect();
    format!(
        "<p>The kinds of joints that break under at least one method, the worst first. Each method is judged by its own worst \
         pose within the tested range; the pictures below show all methods in one pose. A skin breaks at a section below 75% \
         of rest, or a bulge above 125%.</p>\n<dl class=\"definitions verdicts\">\n{kinds}</dl>\n"
    )
}

/// Text with the words between backticks as code.
fn with_code(text: &str) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    // A name may have one of its own; elements are closed all the same.
    text.split('`').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_command_line_are_code() {
        assert_eq!(with_code("a < b (`bake --helpers 3`)."), "a &lt; b (<code>bake --helpers 3</code>).");
        assert_eq!(with_code("odd ` name"), "odd <code> name</code>", "elements are closed");
    }
}
