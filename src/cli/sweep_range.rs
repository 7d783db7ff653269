use super::CliError;
use crate::math::{NumberError, parse_number};
use crate::model::{ROTATION_KEYS, SetExpression, Skeleton, one_line};
use std::str::FromStr;

/// `JOINT:KEY=FROM..TO[:STEP]`: the angles that a joint is turned through, in degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRange {
    pub joint: String,
    /// "rx", "ry" or "rz", in the syntax of `--set`.
    pub key: &'static str,
    pub from: f64,
    pub to: f64,
    /// Step in degrees. Positive for both sweep directions.
    pub step: f64,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SweepRangeError {
    #[error("write JOINT:KEY=FROM..TO[:STEP], such as mid:rx=-200..200:10")]
    Shape,
    #[error("keys are rx, ry and rz, not {0:?}")]
    Key(String),
    #[error(transparent)]
    Number(#[from] NumberError),
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

/// Refuses a `--set` for the joint and key that a sweep changes, because it would be lost.
///
/// # Errors
/// If there is such a `--set`.
pub(super) fn refuse_set_of(
    set: &[SetExpression],
    skeleton: &Skeleton,
    (joint, key): (&str, &str),
) -> Result<(), CliError> {
    let swept = skeleton.find(joint).ok();
    let is_lost = |set: &&SetExpression| set.sets(key) && skeleton.find(set.joint()).ok() == swept;
    match set.iter().find(is_lost).filter(|_| swept.is_some()) {
        None => Ok(()),
        Some(set) => {
            let [joint, set] = [joint, set.joint()].map(one_line);
            Err(CliError::SetAndSwept { joint, key: key.to_owned(), set })
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_up_and_down() {
        let sweep: SweepRange = "rig:mid:rx=-200..200:50".parse().unwrap();
        assert_eq!((sweep.joint.as_str(), sweep.key), ("rig:mid", "rx"));
        assert_eq!(sweep.angles(), [-200.0, -150.0, -100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0]);
        assert_eq!(sweep.set_expression(-50.0), "rig:mid:rx=-50");
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
