//! Text in XML. Names and titles of files appear in plots and slides.

/// The text with `instead` in place of characters that XML does not allow or may change: control characters, and U+FFFE
/// and U+FFFF, which are no characters (XML 1.0, section 2.2).
pub fn printable_in_xml(text: &str, instead: char) -> String {
    let is_refused = |letter: char| letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}');
    text.chars().map(|letter| if is_refused(letter) { instead } else { letter }).collect()
}
