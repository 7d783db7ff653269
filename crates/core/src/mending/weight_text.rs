//! Weight edits in the syntax of the `--weights` flag.

use super::weight_edit::{MOST_KEPT_INFLUENCES, MOST_PRUNED_PERCENT, MOST_SMOOTH_TIMES, WeightEdit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reason why a text is not a weight edit.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightTextError {
    /// The text does not have the form of any edit.
    #[error("write smooth:JOINT[:TIMES], prune:JOINT:PERCENT, limit:[JOINT:]COUNT, mirror:JOINT or release:JOINT")]
    Shape,
    /// The count of steps is out of range.
    #[error("weights can be smoothed 1 to {MOST_SMOOTH_TIMES} times, not {0}")]
    Times(String),
    /// The percentage is out of range.
    #[error("weights are pruned under a percentage above 0 and up to {MOST_PRUNED_PERCENT}, not {0}")]
    Percent(String),
    /// The count of influences is out of range.
    #[error("vertices can be limited to 1 to {MOST_KEPT_INFLUENCES} influences, not {0}")]
    Count(String),
}

impl FromStr for WeightEdit<String> {
    type Err = WeightTextError;

    /// The joint ends at the last colon before a number, since names may contain colons.
    fn from_str(text: &str) -> Result<Self, WeightTextError> {
        let (operation, rest) = text.split_once(':').ok_or(WeightTextError::Shape)?;
        let joint =
            |joint: &str| Some(joint.to_owned()).filter(|joint| !joint.is_empty()).ok_or(WeightTextError::Shape);
        let last = rest.rsplit_once(':');
        match operation {
            "smooth" => match last.filter(|(_, times)| times.trim().parse::<i64>().is_ok()) {
                Some((name, times)) => {
                    let times = number(times, 1..=MOST_SMOOTH_TIMES).map_err(WeightTextError::Times)?;
                    Ok(Self::Smooth { joint: joint(name)?, times })
                }
                None => Ok(Self::Smooth { joint: joint(rest)?, times: 1 }),
            },
            "prune" => {
                let (name, percent) = last.ok_or(WeightTextError::Shape)?;
                let percent = number(percent, f32::MIN_POSITIVE..=MOST_PRUNED_PERCENT);
                Ok(Self::Prune { joint: joint(name)?, percent: percent.map_err(WeightTextError::Percent)? })
            }
            "limit" => {
                let (name, count) = last.map_or((None, rest), |(name, count)| (Some(name), count));
                let count = number(count, 1..=MOST_KEPT_INFLUENCES).map_err(WeightTextError::Count)?;
                Ok(Self::Limit { joint: name.map(joint).transpose()?, count })
            }
            "mirror" => Ok(Self::Mirror { joint: joint(rest)? }),
            "release" => Ok(Self::Release { joint: joint(rest)? }),
            _ => Err(WeightTextError::Shape),
        }
    }
}

/// A number within a range, or the text that is none.
fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Result<T, String> {
    let text = text.trim();
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| text.to_owned())
}

impl Display for WeightEdit<String> {
    /// In the syntax that is read.
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Smooth { joint, times } => write!(f, "smooth:{joint}:{times}"),
            Self::Prune { joint, percent } => write!(f, "prune:{joint}:{percent}"),
            Self::Limit { joint: Some(joint), count } => write!(f, "limit:{joint}:{count}"),
            Self::Limit { joint: None, count } => write!(f, "limit:{count}"),
            Self::Mirror { joint } => write!(f, "mirror:{joint}"),
            Self::Release { joint } => write!(f, "release:{joint}"),
        }
    }
}

impl Serialize for WeightEdit<String> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for WeightEdit<String> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let refused = |error| serde::de::Error::custom(format!("the edit \"{text}\" is not understood: {error}"));
        text.parse().map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<WeightEdit<String>, String> {
        text.parse::<WeightEdit<String>>().map_err(|error| error.to_string())
    }

    #[test]
    fn edits_are_read_as_they_are_written() {
        let arm = || "mixamorig:LeftArm".to_owned();
        let cases = [
            ("smooth:mixamorig:LeftArm:3", WeightEdit::Smooth { joint: arm(), times: 3 }),
            ("prune:mixamorig:LeftArm:2.5", WeightEdit::Prune { joint: arm(), percent: 2.5 }),
            ("limit:mixamorig:LeftArm:4", WeightEdit::Limit { joint: Some(arm()), count: 4 }),
            ("limit:4", WeightEdit::Limit { joint: None, count: 4 }),
            ("mirror:mixamorig:LeftArm", WeightEdit::Mirror { joint: arm() }),
            ("release:mixamorig:LeftArm", WeightEdit::Release { joint: arm() }),
        ];
        for (text, edit) in cases {
            assert_eq!(read(text), Ok(edit.clone()));
            assert_eq!(edit.to_string(), text);
        }
        assert_eq!(read("smooth:mixamorig:LeftArm"), Ok(WeightEdit::Smooth { joint: arm(), times: 1 }));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for wrong in ["", "smooth", "smooth:", "smooth::2", "blur:a", "mirror:", "prune:a", "limit::3", "prune::1"] {
            assert!(read(wrong).unwrap_err().starts_with("write smooth:JOINT"), "{wrong}: {:?}", read(wrong));
        }
        assert_eq!(read("smooth:a:0").unwrap_err(), "weights can be smoothed 1 to 100 times, not 0");
        assert_eq!(read("limit:a:17").unwrap_err(), "vertices can be limited to 1 to 16 influences, not 17");
        assert_eq!(read("limit:a").unwrap_err(), "vertices can be limited to 1 to 16 influences, not a");
        for percent in ["0", "-1", "51", "NaN", "x", ""] {
            let error = read(&format!("prune:a:{percent}")).unwrap_err();
            assert!(error.ends_with(&format!("up to 50, not {percent}")), "{error}");
        }
    }
}
