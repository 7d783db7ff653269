/// A message that repeats text of a file, in one line. Control characters are escaped: they could break the line or
/// steer a terminal.
pub fn one_line(message: &str) -> String {
    let mut line = String::with_capacity(message.len());
    for letter in message.chars() {
        if letter.is_control() { line.extend(letter.escape_default()) } else { line.push(letter) }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(one_line("a \"größe\" of\n\u{1b}[2J \u{85}"), "a \"größe\" of\\n\\u{1b}[2J \\u{85}");
    }
}
