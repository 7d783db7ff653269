use crate::cli::CliError;
use crate::math::parse_number;
use crate::skinning::{NumberRange, OwnMethod, SkinningMethod};

/// A `--number`: a number of a shader of one's own, and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberText {
    name: String,
    value: f32,
}

impl std::str::FromStr for NumberText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
        let value = parse_number(value.trim()).map_err(|error| error.to_string())?;
        Ok(Self { name: name.trim().to_owned(), value })
    }
}

impl NumberText {
    /// Checks that a method that was loaded has it, and that the value is within its range.
    pub fn check(&self) -> Result<(), CliError> {
        let all: Vec<NumberRange> = OwnMethod::defined().into_iter().flat_map(SkinningMethod::numbers).collect();
        let Some(number) = all.iter().find(|number| number.name == self.name) else {
            let known: Vec<&str> = all.iter().map(|number| number.name.as_str()).collect();
            let known = if known.is_empty() {
                "no shader of your own with numbers is shown".to_owned()
            } else {
                format!("choose one of {}", known.join(", "))
            };
            return Err(CliError::NoSuchNumber { given: self.name.clone(), known });
        };
        if !(number.least..=number.most).contains(&self.value) {
            let NumberRange { least, most, .. } = *number;
            return Err(CliError::NumberOutOfRange { name: self.name.clone(), value: self.value, least, most });
        }
        Ok(())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn value(&self) -> f32 {
        self.value
    }
}
