use crate::math::{NumberError, parse_number};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Range in which a joint may turn about one axis: one of its intrinsic X, Y, Z angles, in degrees after the rest
/// rotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f32; 2]", into = "[f32; 2]")]
pub struct AngleLimit {
    least_degrees: f32,
    most_degrees: f32,
}

/// Reason why a limit cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AngleLimitError {
    /// The text is not two angles separated by `..`, or an angle is not finite.
    #[error("write a limit as LEAST..MOST in degrees, such as -20..140")]
    Shape,
    /// The first angle is larger than the second.
    #[error("a limit goes from its smaller to its larger angle, such as -20..140")]
    Order,
    /// An angle is not a usable number.
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl AngleLimit {
    /// # Errors
    /// An end is not finite, or the first is larger than the second.
    pub fn new(least_degrees: f32, most_degrees: f32) -> Result<Self, AngleLimitError> {
        if !(least_degrees.is_finite() && most_degrees.is_finite()) {
            return Err(AngleLimitError::Shape);
        }
        if least_degrees > most_degrees {
            return Err(AngleLimitError::Order);
        }
        Ok(Self { least_degrees, most_degrees })
    }

    /// The limit between two finite angles, in either order.
    pub fn between(a_degrees: f32, b_degrees: f32) -> Self {
        Self { least_degrees: a_degrees.min(b_degrees), most_degrees: a_degrees.max(b_degrees) }
    }

    /// The lower end.
    pub fn least_degrees(self) -> f32 {
        self.least_degrees
    }

    /// The upper end, at least [`Self::least_degrees`].
    pub fn most_degrees(self) -> f32 {
        self.most_degrees
    }

    /// The nearest angle within the limit.
    pub fn held(self, degrees: f32) -> f32 {
        degrees.clamp(self.least_degrees, self.most_degrees)
    }
}

impl FromStr for AngleLimit {
    type Err = AngleLimitError;

    fn from_str(text: &str) -> Result<Self, AngleLimitError> {
        let (least, most) = text.split_once("..").ok_or(AngleLimitError::Shape)?;
        Self::new(parse_number(least.trim())?, parse_number(most.trim())?)
    }
}

impl TryFrom<[f32; 2]> for AngleLimit {
    type Error = AngleLimitError;

    fn try_from([least, most]: [f32; 2]) -> Result<Self, AngleLimitError> {
        Self::new(least, most)
    }
}

impl From<AngleLimit> for [f32; 2] {
    fn from(limit: AngleLimit) -> Self {
        [limit.least_degrees, limit.most_degrees]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_or_refused() {
        assert_eq!("-20..140".parse(), AngleLimit::new(-20.0, 140.0));
        assert_eq!(" -5.5 .. -5.5 ".parse::<AngleLimit>().map(|limit| limit.held(3.0)), Ok(-5.5));
        assert_eq!("20..-140".parse::<AngleLimit>(), Err(AngleLimitError::Order));
        assert_eq!("20".parse::<AngleLimit>(), Err(AngleLimitError::Shape));
        for wrong in ["..", "1..nan", "1..2..3", "a..b"] {
            assert!(matches!(wrong.parse::<AngleLimit>(), Err(AngleLimitError::Number(_))), "{wrong}");
        }
        assert!(AngleLimit::new(f32::NEG_INFINITY, 0.0).is_err());
    }

    #[test]
    fn angles_beyond_a_limit_go_to_its_end() {
        let limit = AngleLimit::between(140.0, -20.0);
        assert_eq!(
            [-21.0, -20.0, 0.0, 140.0, 500.0].map(|degrees| limit.held(degrees)),
            [-20.0, -20.0, 0.0, 140.0, 140.0]
        );
    }
}
