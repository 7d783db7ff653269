//! Estimated room for text. The letters themselves are only known when the plot is written.

/// Average width of a letter of Inter, as a fraction of its size.
const LETTER_WIDTH: f64 = 0.55;

/// The width of a text with letters of this size, in points.
pub fn width_of(text: &str, size: f64) -> f64 {
    LETTER_WIDTH * size * text.chars().count() as f64
}

/// Longest name in a title, in letters.
const MOST_IN_TITLE: usize = 24;

/// A name from a file, which may have any length, shortened for a title or the label of an axis.
pub fn shortened(name: &str) -> String {
    shortened_to(name, MOST_IN_TITLE)
}

/// A name with an ellipsis in its middle if it has more letters than `most`.
pub fn shortened_to(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_owned();
    }
    let head: String = name.chars().take(most / 2).collect();
    let tail: String = name.chars().skip(count + 1 - most.div_ceil(2)).collect();
    format!("{head}\u{2026}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shortened("forearm.L"), "forearm.L");
        assert_eq!(shortened_to("abcdefgh", 8), "abcdefgh");
        assert_eq!(shortened_to("abcdefghi", 8), "abcd\u{2026}ghi");
        assert_eq!(shortened_to("abcdefghi", 7), "abc\u{2026}ghi");
        assert_eq!(shortened(&"\u{e9}".repeat(1000)).chars().count(), MOST_IN_TITLE);
    }
}
