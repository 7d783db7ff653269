//! Numbers that a person chooses for a method that is not built in.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// The most numbers of one method: two vectors of a uniform buffer.
pub const MOST_NUMBERS: usize = 8;

/// A number that a method declares.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberRange {
    /// The name, by which the shader reads it.
    pub name: String,
    /// The smallest value.
    pub least: f32,
    /// The largest value.
    pub most: f32,
    /// The value that it has unless another one is chosen.
    pub usual: f32,
    /// What it does, for the tooltip. May be empty.
    pub words: String,
}

impl NumberRange {
    /// The nearest value within the range; the usual one for NaN.
    pub fn nearest(&self, value: f32) -> f32 {
        if value.is_nan() { self.usual } else { value.clamp(self.least, self.most) }
    }
}

/// The values that were chosen, by the names of their numbers. Compared and hashed bit for bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, f32>", into = "BTreeMap<&'static str, f32>")]
pub struct ChosenNumbers {
    /// Name and bits, sorted by name; all that are `None` at the end.
    chosen: [Option<(&'static str, u32)>; MOST_NUMBERS],
    /// The version of the method for which they were chosen. Not kept in files.
    revision: u32,
}

impl ChosenNumbers {
    /// Whether no value was chosen.
    pub fn are_none(&self) -> bool {
        self.chosen == [None; MOST_NUMBERS]
    }

    /// The version of the method, see [`Self::of_revision`].
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The same for a version of the method. Settings of two versions differ, so nothing that was made of one is taken for
    /// the other.
    #[must_use]
    pub fn of_revision(self, revision: u32) -> Self {
        Self { revision, ..self }
    }

    /// The value of a number, if one was chosen.
    pub fn get(&self, name: &str) -> Option<f32> {
        self.all().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All chosen values, by name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, f32)> {
        self.chosen.into_iter().flatten().map(|(name, bits)| (name, f32::from_bits(bits)))
    }

    /// The same with one value chosen, or left to the method. A value that is not finite is none. Beyond
    /// [`MOST_NUMBERS`], nothing changes.
    #[must_use]
    pub fn with(self, name: &str, value: Option<f32>) -> Self {
        let mut all: BTreeMap<&'static str, f32> = self.all().collect();
        all.remove(name);
        if let Some(value) = value.filter(|value| value.is_finite())
            && let Some(name) = interned(name).filter(|_| all.len() < MOST_NUMBERS)
        {
            // Both zeros are one value.
            all.insert(name, value + 0.0);
        }
        let mut chosen = [None; MOST_NUMBERS];
        for (slot, (name, value)) in chosen.iter_mut().zip(all) {
            *slot = Some((name, value.to_bits()));
        }
        Self { chosen, ..self }
    }

    /// The values that a method with these numbers gets: chosen or usual, and within their ranges. The others are zero.
    pub fn values(&self, numbers: &[NumberRange]) -> [f32; MOST_NUMBERS] {
        let mut values = [0.0; MOST_NUMBERS];
        for (value, number) in values.iter_mut().zip(numbers) {
            *value = number.nearest(self.get(&number.name).unwrap_or(number.usual));
        }
        values
    }
}

/// The most names of one process: files can hold any, and they are never freed.
const MOST_NAMES: usize = 1024;

/// The longest name.
const LONGEST_NAME: usize = 64;

/// A name that settings can hold. `None` if it is too long, or there are too many.
fn interned(name: &str) -> Option<&'static str> {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return Some(known);
    }
    if names.len() == MOST_NAMES || name.len() > LONGEST_NAME {
        return None;
    }
    let name = super::leaked(name);
    names.insert(name);
    Some(name)
}

impl From<BTreeMap<String, f32>> for ChosenNumbers {
    fn from(values: BTreeMap<String, f32>) -> Self {
        values.into_iter().fold(Self::default(), |chosen, (name, value)| chosen.with(&name, Some(value)))
    }
}

impl From<ChosenNumbers> for BTreeMap<&'static str, f32> {
    fn from(chosen: ChosenNumbers) -> Self {
        chosen.all().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_chosen_or_usual_and_in_range() {
        let number = |name: &str, least, most, usual| NumberRange {
            name: name.into(),
            least,
            most,
            usual,
            words: String::new(),
        };
        let numbers = [number("c", 0.0, 1.0, 0.5), number("a", -2.0, 2.0, 1.0), number("b", 0.0, 9.0, 3.0)];
        let chosen = ChosenNumbers::default().with("c", Some(7.0)).with("a", Some(-0.0)).with("b", Some(f32::NAN));
        assert_eq!(chosen.values(&numbers), [1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(chosen.with("a", None), ChosenNumbers::default().with("c", Some(7.0)));
        assert!(chosen.with("a", None).with("c", None).are_none());
        let full = (0..9).fold(ChosenNumbers::default(), |chosen, index| chosen.with(&format!("n{index}"), Some(1.0)));
        assert_eq!(full.all().count(), MOST_NUMBERS);
        assert!(ChosenNumbers::default().with(&"n".repeat(100), Some(1.0)).are_none());
    }

    #[test]
    fn chosen_values_are_kept_by_name() {
        let chosen = ChosenNumbers::default().with("share", Some(0.25)).with("lift", Some(-1.0)).of_revision(3);
        let text = serde_json::to_string(&chosen).unwrap();
        assert_eq!(text, r#"{"lift":-1.0,"share":0.25}"#);
        assert_eq!(serde_json::from_str::<ChosenNumbers>(&text).unwrap(), chosen.of_revision(0));
    }
}
