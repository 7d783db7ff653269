//! Text, numbers and pictures as HTML.

use super::super::Picture;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Escapes plain text for use within an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // HTML does not allow control characters, which names in files may contain.
            control if control.is_control() => html.push('\u{FFFD}'),
            other => html.push(other),
        }
    }
    html
}

/// Text of a number, with a true minus sign.
fn with_minus(text: &str) -> String {
    let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
    text.replace('-', if is_zero { "" } else { "\u{2212}" })
}

pub(super) fn decimal(value: f64, decimals: usize) -> String {
    with_minus(&format!("{value:.decimals$}"))
}

/// Text of an angle, with a decimal only if it is not whole.
pub(super) fn degrees(value: f64) -> String {
    let decimals = usize::from((value - value.round()).abs() >= 0.05);
    format!("{}\u{b0}", decimal(value, decimals))
}

/// A picture on its ground, with a ring around a point: fractions of the picture from its upper left corner.
pub(crate) fn picture(picture: &Picture, alt: &str, mark: Option<[f32; 2]>) -> String {
    let [width, height] = picture.size.map(|side| side / 2);
    let class = if picture.is_clay { " class=\"clay\"" } else { "" };
    let mark = mark.map_or_else(String::new, |[x, y]| {
        format!("<i class=\"mark\" style=\"left:{:.2}%;top:{:.2}%\"></i>", 100.0 * x, 100.0 * y)
    });
    format!(
        "<div class=\"ground\"><img{class} alt=\"{}\" width=\"{width}\" height=\"{height}\" \
         src=\"data:image/png;base64,{}\">{mark}</div>",
        escaped(alt),
        STANDARD.encode(&picture.png)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(escaped("<b a=\"x\" b='y'>&amp;"), "&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;");
        assert_eq!(escaped("a\u{1b}\nb"), "a\u{FFFD}\u{FFFD}b");
    }

    #[test]
    fn numbers_have_a_true_minus() {
        assert_eq!([degrees(-150.0), degrees(149.97), degrees(12.34)], ["\u{2212}150°", "150°", "12.3°"]);
        assert_eq!([decimal(-0.0004, 3), decimal(-0.26, 1)], ["0.000", "\u{2212}0.3"]);
    }
}
