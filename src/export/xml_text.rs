//! Text in XML, which names and titles of files become in plots and slides.

/// The text with `instead` in place of what XML does not hold or may change: control characters, and U+FFFE and U+FFFF,
/// which are no characters (XML 1.0, section 2.2).
pub fn printable_in_xml(text: &str, instead: char) -> String {
    let is_refused = |letter: char| letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}');
    text.chars().map(|letter| if is_refused(letter) { instead } else { letter }).collect()
}
