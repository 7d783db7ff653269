use super::ROTATION_KEYS;
use crate::math::{NumberError, parse_number};
use std::fmt;
use std::str::FromStr;

/// `JOINT:KEY=FROM..TO[:STEP]`: the angles that a joint is turned through, in degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRange {
    /// The joint that turns, as given.
    pub joint: String,
    /// "rx", "ry" or "rz", in the syntax of `--set`.
    pub key: &'static str,
    /// The first angle, in degrees.
    pub from: f64,
    /// The last angle, in degrees. Steps that do not divide the range end before it.
    pub to: f64,
    /// Step in degrees. Positive for both sweep directions.
    pub step: f64,
}

/// Why a text is no range.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SweepRangeError {
    /// The text does not have the form `JOINT:KEY=FROM..TO[:STEP]`.
    #[error("write JOINT:KEY=FROM..TO[:STEP], such as mid:rx=-200..200:10")]
    Shape,
    /// The key is not `rx`, `ry` or `rz`. Holds the key.
    #[error("keys are rx, ry and rz, not {0:?}")]
    Key(String),
    /// A number cannot be read.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// The step is not positive, or too small.
    #[error("a step must be greater than 0 degrees, and a sweep can have at most {MOST_ANGLES} angles")]
    Step,
}

const DEFAULT_STEP: f64 = 5.0;
/// Most angles of a sweep: ten turns in steps of one degree.
const MOST_ANGLES: usize = 3601;

impl FromStr for SweepRange {
    type Err = SweepRangeError;

    /// Parses the range. The joint ends at the last colon before the equals sign, as in `--set`.
    fn from_str(text: &str) -> Result<Self, SweepRangeError> {
        let (target, range) = text.rsplit_once('=').ok_or(SweepRangeError::Shape)?;
        let (joint, key) =
            target.rsplit_once(':').filter(|(joint, _)| !joint.is_empty()).ok_or(SweepRangeError::Shape)?;
        let key = ROTATION_KEYS.into_iter().find(|known| *known == key.trim());
        let key = key.ok_or_else(|| SweepRangeError::Key(target.rsplit(':').next().unwrap_or("").to_owned()))?;
        let (range, step) = match range.split_once(':') {
            Some((range, step)) => (range, degrees(step)?),
            None => (range, DEFAULT_STEP),
        };
        let (from, to) = range.split_once("..").ok_or(SweepRangeError::Shape)?;
        let sweep = Self { joint: joint.to_owned(), key, from: degrees(from)?, to: degrees(to)?, step };
        let possible = step > 0.0 && (sweep.to - sweep.from).abs() / step < MOST_ANGLES as f64;
        if possible { Ok(sweep) } else { Err(SweepRangeError::Step) }
    }
}

fn degrees(text: &str) -> Result<f64, SweepRangeError> {
    Ok(parse_number(text)?)
}

impl SweepRange {
    /// The angles from the first one in whole steps. Includes the last one if a step hits it.
    pub fn angles(&self) -> Vec<f64> {
        // The tolerance is for steps that do not divide exactly.
        let steps = ((self.to - self.from).abs() / self.step + 1e-9).floor() as usize;
        let direction = if self.to < self.from { -1.0 } else { 1.0 };
        (0..=steps).map(|step_index| self.from + direction * self.step * step_index as f64).collect()
    }

    /// The `--set` expression for one of the angles.
    pub fn set_expression(&self, angle: f64) -> String {
        format!("{}:{}={angle}", self.joint, self.key)
    }
}

/// In the syntax of `--sweep`.
impl fmt::Display for SweepRange {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { joint, key, from, to: last, step } = self;
        // Adding zero turns -0 into 0.
        write!(to, "{joint}:{key}={}..{}:{step}", from + 0.0, last + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_up_and_down() {
        let sweep: SweepRange = "rig:mid:rx=-200..200:50".parse().unwrap();
        assert_eq!((sweep.joint.as_str(), sweep.key), ("rig:mid", "rx"));
        assert_eq!(sweep.angles(), [-200.0, -150.0, -100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0]);
        assert_eq!(sweep.set_expression(-50.0), "rig:mid:rx=-50");
        assert_eq!(sweep.to_string(), "rig:mid:rx=-200..200:50");
        assert_eq!(SweepRange { from: -0.0, ..sweep }.to_string(), "rig:mid:rx=0..200:50");
        let angles = |text: &str| text.parse::<SweepRange>().unwrap().angles();
        assert_eq!(angles("a:rz=10..0:4"), [10.0, 6.0, 2.0]);
        assert_eq!(angles("a:rz=0..1:0.1").len(), 11);
        assert_eq!(angles("a:ry=7..7"), [7.0]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<SweepRange>().unwrap_err();
        for text in ["mid", "mid:rx", "mid=0..1", "mid:rx=5", ":rx=0..1"] {
            assert_eq!(error(text), SweepRangeError::Shape, "{text}");
        }
        assert_eq!(error("mid:tx=0..1"), SweepRangeError::Key("tx".to_owned()));
        assert_eq!(error("mid:rx=0..far"), SweepRangeError::Number(NumberError::NotANumber("far".to_owned())));
        for text in ["mid:rx=0..1:0", "mid:rx=0..1:-1", "mid:rx=0..1e9"] {
            assert_eq!(error(text), SweepRangeError::Step, "{text}");
        }
    }
}
