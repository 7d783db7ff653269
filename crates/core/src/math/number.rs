use std::str::FromStr;

/// The largest value accepted as user input. Degrees, offsets and factors up to this stay finite in single precision,
/// even when a few of them are multiplied.
pub const LARGEST_NUMBER: f64 = 1e9;

/// Reason why a text is not a usable number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The text is not a finite number. Holds the text.
    NotANumber(String),
    /// The value is beyond plus or minus [`LARGEST_NUMBER`]. Holds the text.
    TooLarge(String),
}

impl std::fmt::Display for NumberError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotANumber(text) => write!(formatter, "{text:?} is not a finite number"),
            Self::TooLarge(text) => {
                write!(formatter, "{text:?} is too large; write a number from -{LARGEST_NUMBER} to {LARGEST_NUMBER}")
            }
        }
    }
}

impl std::error::Error for NumberError {}

/// Parses a number from user input: fields, handles, flags. `T` is `f32` or `f64`.
///
/// # Errors
/// The text is not a number, or the value is not finite or beyond [`LARGEST_NUMBER`].
pub fn parse_number<T: FromStr + Copy + Into<f64>>(text: &str) -> Result<T, NumberError> {
    let text = text.trim();
    // `inf` and `nan` are words, not numbers that are too large.
    let is_written_in_digits = text.contains(|c: char| c.is_ascii_digit());
    let number: Option<T> = text.parse().ok().filter(|_| is_written_in_digits);
    let number = number.ok_or_else(|| NumberError::NotANumber(text.to_owned()))?;
    if number.into().abs() <= LARGEST_NUMBER { Ok(number) } else { Err(NumberError::TooLarge(text.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_finite_and_of_a_sensible_size() {
        assert_eq!(parse_number::<f32>(" -12.5 "), Ok(-12.5));
        assert_eq!(parse_number::<f64>("1e9"), Ok(1e9));
        assert_eq!(parse_number::<f32>(".5"), Ok(0.5));
        let error = |text: &str| parse_number::<f32>(text).unwrap_err();
        for text in ["", "-", "1.2.3", "four", "nan", "inf", "-infinity"] {
            assert_eq!(error(text), NumberError::NotANumber(text.to_owned()));
        }
        for text in ["1234567890123456789012345678901234567890", "-1e10", "1e400"] {
            assert_eq!(error(text), NumberError::TooLarge(text.to_owned()));
        }
        assert!(error("1e10").to_string().ends_with("write a number from -1000000000 to 1000000000"));
    }
}
