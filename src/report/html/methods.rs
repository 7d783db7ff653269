use super::super::Report;
use super::key::method_key;
use super::markup::escaped;
use crate::skinning::{MethodCard, SkinningMethod};

/// Section of the methods. Empty if no method was tested.
pub(super) fn section(report: &Report) -> String {
    if report.stress.is_err() {
        return String::new();
    }
    let cards: String = report.methods.iter().map(|method| card(*method)).collect();
    format!(
        "<p>v\u{2032} is the skinned vertex, w<sub>i</sub> its weight of joint i, C<sub>i</sub> the transform of that joint. \
         The properties are those of Kavan 2007, section 3.1.</p>\n{cards}"
    )
}

fn card(method: SkinningMethod) -> String {
    let MethodCard { rigid_result, coordinate_invariant, shortest_path, cost, breaks, source, formula } =
        method.row().card;
    let property = |holds: bool, yes: &'static str, no: &'static str| if holds { yes } else { no };
    let properties = [
        property(rigid_result, "keeps rigid parts rigid", "does not keep rigid parts rigid"),
        property(coordinate_invariant, "does not depend on the origin", "depends on the origin"),
        property(shortest_path, "takes the shortest path", "does not take the shortest path"),
    ];
    format!(
        "<article class=\"card\" style=\"--of-method:var(--{})\">\n<h3>{} <span>{}</span></h3>\n<pre class=\"formula\">{}</pre>\n<p>{}. It {}, {} and {}. Cost: \
         {}. Source: {}.</p>\n</article>\n",
        method.id(),
        method_key(method),
        escaped(method.long_name()),
        formula_html(formula),
        escaped(breaks),
        properties[0],
        properties[1],
        properties[2],
        escaped(&lower_start(cost)),
        escaped(source)
    )
}

/// Formula as HTML. The character after a `_` is small and low.
fn formula_html(formula: &str) -> String {
    let mut html = String::new();
    for (index, part) in formula.split('_').enumerate() {
        let low = if index == 0 { 0 } else { part.chars().next().map_or(0, char::len_utf8) };
        let (subscript, rest) = part.split_at(low);
        if !subscript.is_empty() {
            html += &format!("<sub>{}</sub>", escaped(subscript));
        }
        // Line breaks are kept.
        html += &rest.lines().map(escaped).collect::<Vec<_>>().join("\n");
        if rest.ends_with('\n') {
            html.push('\n');
        }
    }
    html
}

/// Text with a lower-case start, to follow a colon. Abbreviations keep their capitals.
fn lower_start(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscripts_are_low_and_lines_stay() {
        assert_eq!(
            formula_html("v' = w_i C_i v\nr_1 < 0"),
            "v&#39; = w<sub>i</sub> C<sub>i</sub> v\nr<sub>1</sub> &lt; 0"
        );
        assert_eq!(lower_start("As little"), "as little");
        assert_eq!(lower_start("LBS and"), "LBS and");
    }
}
