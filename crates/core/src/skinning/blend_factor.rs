use crate::math::parse_number;
use serde::{Deserialize, Serialize};

/// The position of `lbs-dqs` between LBS (zero) and two-phase DQS (one).
///
/// Stored in thousandths, finer than the slider's steps, so that settings can be compared and hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "f32", into = "f32")]
pub struct BlendFactor {
    thousandths: u16,
}

/// A value that is not a valid blend factor.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{given:?} is not a blend factor; give a number from 0 (LBS) to 1 (two-phase DQS)")]
pub struct BlendFactorError {
    /// The given text.
    pub given: String,
}

impl BlendFactor {
    /// Zero, where `lbs-dqs` is LBS.
    pub const LBS: Self = Self { thousandths: 0 };
    /// The middle between both methods.
    pub const HALF: Self = Self { thousandths: 500 };
    /// One, where `lbs-dqs` is two-phase DQS.
    pub const DQS: Self = Self { thousandths: 1000 };

    /// The nearest factor in 0..=1; one half for NaN.
    pub fn nearest(value: f32) -> Self {
        if value.is_nan() {
            return Self::HALF;
        }
        Self { thousandths: (value.clamp(0.0, 1.0) * 1000.0).round() as u16 }
    }

    /// The factor, from zero to one.
    pub fn get(self) -> f32 {
        f32::from(self.thousandths) / 1000.0
    }
}

impl From<f32> for BlendFactor {
    fn from(value: f32) -> Self {
        Self::nearest(value)
    }
}

impl From<BlendFactor> for f32 {
    fn from(factor: BlendFactor) -> Self {
        factor.get()
    }
}

impl Default for BlendFactor {
    fn default() -> Self {
        Self::HALF
    }
}

impl std::fmt::Display for BlendFactor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.get())
    }
}

impl std::str::FromStr for BlendFactor {
    type Err = BlendFactorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match parse_number(text) {
            Ok(value) if (0.0..=1.0).contains(&value) => Ok(Self::nearest(value)),
            _ => Err(BlendFactorError { given: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_read_written_and_kept_in_range() {
        assert_eq!("0.25".parse::<BlendFactor>().map(BlendFactor::get), Ok(0.25));
        assert_eq!(BlendFactor::default().to_string(), "0.5");
        assert_eq!(BlendFactor::nearest(7.0), BlendFactor::DQS);
        assert_eq!(BlendFactor::nearest(f32::NAN), BlendFactor::HALF);
        for wrong in ["1.01", "-0.1", "NaN", "half"] {
            let error = wrong.parse::<BlendFactor>().unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("from 0 (LBS)"), "{error}");
        }
    }
}
