//! The comments at the top of a file from which title, summary and numbers are read.

use super::OwnShaderError;
use skinscope_core::skinning::{MOST_NUMBERS, NumberRange};

/// What a file says about itself.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub title: Option<String>,
    pub summary: Option<String>,
    pub numbers: Vec<NumberRange>,
}

/// The longest title: it heads panes and columns.
const LONGEST_TITLE: usize = 40;

/// The longest summary, or words of a number.
const LONGEST_WORDS: usize = 300;

impl Header {
    /// Reads the lines `// Title:`, `// Summary:` and `// Number: name = usual (least to most) words` among the first
    /// comments of a file.
    pub fn read(text: &str) -> Result<Self, OwnShaderError> {
        let mut header = Self::default();
        for (index, line) in text.lines().enumerate() {
            let Some(comment) = line.trim().strip_prefix("//") else {
                if line.trim().is_empty() {
                    continue;
                }
                break;
            };
            let Some((key, words)) = comment.split_once(':') else { continue };
            let words = words.trim();
            let refuse = |message: String| OwnShaderError { message, at: Some((index as u32 + 1, 1)) };
            let short = |most: usize| match words.chars().count() {
                0 => Err(refuse(format!("{} is empty", key.trim()))),
                count if count > most => {
                    Err(refuse(format!("{} has {count} characters; write at most {most}", key.trim())))
                }
                _ if words.chars().any(char::is_control) => {
                    Err(refuse(format!("{} has control characters", key.trim())))
                }
                _ => Ok(words.to_owned()),
            };
            // People write them in either case.
            match key.trim().to_ascii_lowercase().as_str() {
                "title" => header.title = Some(short(LONGEST_TITLE)?),
                "summary" => header.summary = Some(short(LONGEST_WORDS)?),
                "number" => {
                    let number = number(words).map_err(refuse)?;
                    if header.numbers.len() == MOST_NUMBERS {
                        return Err(refuse(format!("there are more than {MOST_NUMBERS} numbers")));
                    }
                    if header.numbers.iter().any(|other| other.name == number.name) {
                        return Err(refuse(format!("the number {} is declared twice", number.name)));
                    }
                    header.numbers.push(number);
                }
                _ => {}
            }
        }
        Ok(header)
    }
}

fn number(text: &str) -> Result<NumberRange, String> {
    let read = || {
        let (name, rest) = text.split_once('=')?;
        let (usual, rest) = rest.split_once('(')?;
        let (range, words) = rest.split_once(')')?;
        let (least, most) = range.split_once(" to ")?;
        let value = |text: &str| text.trim().parse::<f32>().ok().filter(|value| value.is_finite());
        Some((name.trim(), value(usual)?, value(least)?, value(most)?, words.trim()))
    };
    let (name, usual, least, most, words) =
        read().ok_or("write a number as: // Number: stiffness = 0.5 (0 to 1) What it does")?;
    let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
        && name.len() <= LONGEST_TITLE;
    if !is_name {
        return Err(format!("{name:?} is no name of a number: write a small letter, then small letters, digits and _"));
    }
    if least >= most || !(least..=most).contains(&usual) {
        return Err(format!("{name} is {usual} in a range from {least} to {most}: the range must contain it"));
    }
    if words.chars().count() > LONGEST_WORDS || words.chars().any(char::is_control) {
        return Err(format!("the words of {name} are longer than {LONGEST_WORDS} characters"));
    }
    Ok(NumberRange { name: name.to_owned(), least, most, usual, words: words.to_owned() })
}
