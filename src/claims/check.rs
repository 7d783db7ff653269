use super::ShaderRatio;
use super::properties::Property;
use serde_json::Value;

/// One measurement that shows whether a claim holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Description of the measurement.
    pub what: String,
    pub probe: Probe,
    /// Statement of the paper, as text.
    pub claimed: String,
    /// Expected result of the program. If the claim does not hold, this is the counterexample.
    pub expectation: Expectation,
    /// Unit that is printed after the number.
    pub unit: String,
}

/// Source of the number of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Probe {
    /// A command of the program that prints JSON.
    Command {
        /// Command line without the program's name.
        line: String,
        /// A JSON pointer (RFC 6901) into the output.
        value: String,
        /// Pointer to the divisor of the value.
        over: Option<String>,
    },
    /// A computation of the program.
    Property(&'static Property),
    /// Two of the program's shaders, counted by a compiler.
    Shaders(ShaderRatio),
}

/// Range of numbers that a check accepts, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    pub at_least: f64,
    pub at_most: f64,
}

/// Reason why a command's output has no number for a check.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum CheckError {
    #[error("the output has nothing at {0}")]
    Missing(String),
    #[error("the output has no number at {0}")]
    NoNumber(String),
}

impl Expectation {
    /// Whether a value is in the range. False for NaN.
    pub fn holds(self, value: f64) -> bool {
        self.at_least <= value && value <= self.at_most
    }
}

impl Probe {
    /// Number at `value` divided by the number at `over`. A list counts as its length, true as 1, false as 0.
    ///
    /// # Errors
    /// If the output has no such number.
    pub fn number_in(output: &Value, value: &str, over: Option<&str>) -> Result<f64, CheckError> {
        let number = |pointer: &str| {
            let found = output.pointer(pointer).ok_or_else(|| CheckError::Missing(pointer.to_owned()))?;
            match found {
                Value::Number(number) => number.as_f64(),
                Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
                Value::Array(list) => Some(list.len() as f64),
                Value::Null | Value::String(_) | Value::Object(_) => None,
            }
            .ok_or_else(|| CheckError::NoNumber(pointer.to_owned()))
        };
        Ok(number(value)? / over.map_or(Ok(1.0), number)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_found_by_pointer() {
        let output = json!({"methods": [{"radius": 0.5}, {"radius": 2}], "found": true, "name": "x"});
        let of = |value, over| Probe::number_in(&output, value, over);
        assert_eq!(of("/methods/0/radius", Some("/methods/1/radius")), Ok(0.25));
        assert_eq!(of("/methods", None), Ok(2.0));
        assert_eq!(of("/found", None), Ok(1.0));
        assert_eq!(of("/name", None), Err(CheckError::NoNumber("/name".to_owned())));
        assert_eq!(of("/methods/2/radius", None), Err(CheckError::Missing("/methods/2/radius".to_owned())));
    }

    #[test]
    fn an_expectation_includes_its_ends_and_no_nan() {
        let expectation = Expectation { at_least: 1.0, at_most: 2.0 };
        assert!(expectation.holds(1.0) && expectation.holds(2.0));
        assert!(!expectation.holds(0.999) && !expectation.holds(2.001) && !expectation.holds(f64::NAN));
    }
}
