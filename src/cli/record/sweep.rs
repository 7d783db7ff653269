//! Ranges of a motion, as text.

use crate::math::{NumberError, parse_number};
use crate::model::{SetExpression, SetTextError};
use std::str::FromStr;

/// `JOINT:KEY=FROM..TO`: the range through which a joint moves, in the syntax of `--set`.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRange {
    pub joint: String,
    pub channel: String,
    pub from: f32,
    pub to: f32,
}

/// `FROM..TO`: start and end of a wipe's divider, in fractions of the width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DividerRange {
    pub from: f32,
    pub to: f32,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RangeError {
    #[error("write JOINT:KEY=FROM..TO, such as forearm.L:rx=0..180")]
    Joint,
    #[error("write FROM..TO with numbers from 0 (left) to 1 (right), such as 0..1")]
    Divider,
    #[error(transparent)]
    Key(#[from] SetTextError),
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl FromStr for JointRange {
    type Err = RangeError;

    /// Parses the range. The joint ends at the last colon before the equals sign, as in `--set`.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let (target, range) = text.rsplit_once('=').ok_or(RangeError::Joint)?;
        let (joint, channel) =
            target.rsplit_once(':').filter(|(joint, _)| !joint.is_empty()).ok_or(RangeError::Joint)?;
        let (from, to) = range.split_once("..").ok_or(RangeError::Joint)?;
        let [from, to] = [parse_number(from)?, parse_number(to)?];
        // Anything that --set does not understand is refused here.
        format!("{joint}:{channel}={from}").parse::<SetExpression>()?;
        Ok(Self { joint: joint.to_owned(), channel: channel.trim().to_owned(), from, to })
    }
}

impl FromStr for DividerRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let (from, to) = text.split_once("..").ok_or(RangeError::Divider)?;
        let share = |text: &str| {
            parse_number(text).ok().filter(|share: &f32| (0.0..=1.0).contains(share)).ok_or(RangeError::Divider)
        };
        Ok(Self { from: share(from)?, to: share(to)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_like_set() {
        let range: JointRange = "rig:arm:rx=-20..180.5".parse().unwrap();
        let expected = JointRange { joint: "rig:arm".to_owned(), channel: "rx".to_owned(), from: -20.0, to: 180.5 };
        assert_eq!(range, expected);
        assert_eq!("a:lsx=1..2".parse::<JointRange>().unwrap().channel, "lsx");
        assert_eq!("1..0.25".parse::<DividerRange>().unwrap(), DividerRange { from: 1.0, to: 0.25 });
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<JointRange>().unwrap_err().to_string();
        for text in ["arm", "arm:rx", "arm=0..1", "arm:rx=5", ":rx=0..1"] {
            assert!(error(text).contains("JOINT:KEY=FROM..TO"), "{text}");
        }
        assert!(error("arm:qx=0..1").contains("\"qx\" is not a key"));
        assert!(error("arm:rx=0..far").contains("\"far\" is not a finite number"));
        for text in ["0", "0..2", "-0.1..1", "left..right"] {
            assert_eq!(text.parse::<DividerRange>().unwrap_err(), RangeError::Divider, "{text}");
        }
    }
}
