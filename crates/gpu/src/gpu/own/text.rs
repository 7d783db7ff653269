//! What would cost the compiler its stack or hours, found in the text of a file before the compiler reads it.

use super::OwnShaderError;
use std::collections::HashMap;

/// The longest file.
const MOST_BYTES: usize = 256 << 10;

/// The deepest nesting of brackets, operators and `else`. naga reads it by recursion, on threads of 2 MiB: it takes
/// about a kilobyte a level, and reads back at most 200 levels of what it has written.
const MOST_LEVELS: u32 = 500;

/// The most declarations: naga sorts those of a module by recursion.
const MOST_DECLARATIONS: usize = 1000;

/// The most numbers of all constants at all places that use them. naga copies a constant to each, so that constants of
/// constants grow without bound, in a time that grows with the square.
const MOST_CONSTANT_NUMBERS: u64 = 8192;

pub(super) fn check(text: &str) -> Result<(), OwnShaderError> {
    if text.len() > MOST_BYTES {
        return Err(OwnShaderError::of_file(format!("it has {} bytes; at most {MOST_BYTES} are read", text.len())));
    }
    let tokens = tokens(text);
    check_levels(text, &tokens)?;
    check_constants(&tokens)
}

/// Line and column of a byte, both from 1.
pub(super) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() as u32 + 1, before[line_start..].chars().count() as u32 + 1)
}

/// A word, a number, or one sign.
struct Token<'a> {
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn is_word(&self) -> bool {
        self.text.starts_with(is_of_word)
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// What ends a line, and a comment, in WGSL.
const LINE_BREAKS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// The tokens of a file without comments and space.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            rest.find(LINE_BREAKS).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            length_of_comment(rest)
        } else if is_of_word(first) {
            let is_number = first.is_ascii_digit();
            rest.find(|letter| !(is_of_word(letter) || is_number && letter == '.')).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() && !rest.starts_with("//") && !rest.starts_with("/*") {
            tokens.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    tokens
}

/// The length of a comment in `/*` and `*/`, which may hold others.
fn length_of_comment(text: &str) -> usize {
    let mut depth = 0_u32;
    let mut at = 0;
    while at < text.len() {
        let pair = text.as_bytes().get(at..at + 2).unwrap_or_default();
        depth = match pair {
            b"/*" => depth + 1,
            b"*/" => depth - 1,
            _ => depth,
        };
        at += if matches!(pair, b"/*" | b"*/") { 2 } else { 1 };
        if depth == 0 {
            break;
        }
    }
    at
}

/// Counts what nests: open brackets, and the operators and `else` of each statement that is not ended.
fn check_levels(text: &str, tokens: &[Token]) -> Result<(), OwnShaderError> {
    // Of the brackets that are open, and of the statement within the last.
    let mut outer: Vec<u32> = Vec::new();
    let (mut all_outer, mut own) = (0, 0);
    let mut declarations = 0;
    let refuse =
        |token: &Token, message: String| Err(OwnShaderError { message, at: Some(line_and_column(text, token.at)) });
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => {
                outer.push(own + 1);
                all_outer += own + 1;
                own = 0;
            }
            ")" | "]" | "}" => {
                own = outer.pop().unwrap_or(0);
                all_outer -= own;
                let is_chained = tokens.get(index + 1).is_some_and(|next| next.text == "else");
                if token.text == "}" && !is_chained {
                    own = 0;
                }
            }
            ";" | "," => own = 0,
            "const" | "alias" | "fn" | "struct" | "override" => declarations += 1,
            "var" if outer.is_empty() => declarations += 1,
            _ if !token.is_word() => own += 1,
            _ => {}
        }
        if all_outer + own > MOST_LEVELS {
            return refuse(token, format!("more than {MOST_LEVELS} brackets and operators are nested"));
        }
        if declarations > MOST_DECLARATIONS {
            return refuse(token, format!("there are more than {MOST_DECLARATIONS} declarations"));
        }
    }
    Ok(())
}

/// Counts the numbers of constants where they are used.
fn check_constants(tokens: &[Token]) -> Result<(), OwnShaderError> {
    let mut constants: HashMap<&str, usize> = HashMap::new();
    for pair in tokens.windows(2).filter(|pair| pair[0].text == "const") {
        let next = constants.len();
        constants.entry(pair[1].text).or_insert(next);
    }
    // Of each constant, its own words and the constants that it names. Constants of one name in two functions count
    // together.
    let mut own = vec![0_u64; constants.len()];
    let mut named: Vec<Vec<usize>> = vec![Vec::new(); constants.len()];
    for (start, pair) in tokens.windows(2).enumerate().filter(|(_, pair)| pair[0].text == "const") {
        let constant = constants[pair[1].text];
        let declaration = tokens[start + 2..].iter().take_while(|token| token.text != ";");
        for word in declaration.skip_while(|token| token.text != "=").filter(|token| token.is_word()) {
            match constants.get(word.text) {
                Some(other) => named[constant].push(*other),
                None => own[constant] += 1,
            }
        }
    }
    let mut counts = own.clone();
    // They may stand in any order; each pass settles at least one more. naga refuses a circle.
    for _ in 0..constants.len() {
        let mut is_settled = true;
        for constant in 0..counts.len() {
            let count = named[constant].iter().map(|other| counts[*other]).fold(own[constant], u64::saturating_add);
            is_settled &= count == counts[constant];
            counts[constant] = count;
        }
        if is_settled {
            break;
        }
    }
    let uses = tokens.iter().filter_map(|token| constants.get(token.text));
    let all = uses.map(|constant| counts[*constant].saturating_sub(1)).fold(0, u64::saturating_add);
    if all > MOST_CONSTANT_NUMBERS {
        return Err(OwnShaderError::of_file(format!(
            "its constants have more than {MOST_CONSTANT_NUMBERS} numbers at the places that use them: keep tables in \
             var<private>"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    fn message(text: &str) -> String {
        check(text).map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn comments_are_no_tokens() {
        assert_eq!(words("a// b\nc/* d /* e */ f */1.5e3+é;"), ["a", "c", "1.5e3", "+", "é", ";"]);
        assert_eq!(words("a /* b"), ["a"]);
        for end in LINE_BREAKS {
            assert_eq!(words(&format!("// a{end}b")), ["b"], "{end:?}");
        }
        assert_eq!(words("/"), ["/"]);
        assert_eq!(words("a */*/ b"), ["a", "*"]);
    }

    #[test]
    fn what_nests_too_deep_is_refused_where_it_does() {
        let long = |part: &str, count: usize| format!("\n x = {};", part.repeat(count));
        for part in ["!", "*&", "(", "array<", "a + ", ".x", "[0]", "if b {} else ", "{", "f(a, !"] {
            assert_eq!(message(&long(part, 100)), "", "{part}");
            let refused = message(&long(part, 600));
            assert!(refused.starts_with("line 2, column ") && refused.contains("are nested"), "{part}: {refused}");
        }
        // As long, and not deep.
        for part in ["f(a, b),", "a = b + c;", "if a {} else {} ", "// ((((((\n"] {
            assert_eq!(message(&long(part, 2000)), "", "{part}");
        }
    }

    #[test]
    fn declarations_and_constants_are_bounded() {
        let many: String = (0..1001).map(|index| format!("const c{index} = c{};\n", index + 1)).collect();
        assert!(message(&many).starts_with("line 1001, column 1: there are more than 1000 declarations"));
        let doubled = |count: usize| -> String {
            let lines = (1..=count).rev().map(|index| format!("const a{index} = array(a{0}, a{0});\n", index - 1));
            lines.chain(["const a0 = 1.0; fn f() { let y = a".to_owned(), format!("{count}; }}")]).collect()
        };
        assert_eq!(message(&doubled(8)), "");
        assert!(message(&doubled(60)).contains("more than 8192 numbers"));
        assert_eq!(message("const a = b; const b = a;"), "");
    }
}
