//! What is kept of a skin: influences, bits of weights and of positions.

use crate::model::{MostInfluences, MostSurroundingJoints, PositionBits, StoredSkin, StoredSkinError, WeightBits};
use clap::{Arg, Args};
use std::str::FromStr;

/// What is kept of the skin.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Stored skin")]
pub struct StoredArguments {
    /// Keep the N heaviest influences of each vertex, divided by their sum: 1 to 8, or all.
    #[arg(long, value_name = "N", value_parser = one::<MostInfluences>, default_value = "all", allow_negative_numbers = true)]
    pub influences: Choices<MostInfluences>,
    /// Round weights to 8 or 16 bits, as in a file; the heaviest is what the others leave. full keeps them.
    #[arg(long, value_name = "8|16", value_parser = one::<WeightBits>, default_value = "full", allow_negative_numbers = true)]
    pub weight_bits: Choices<WeightBits>,
    /// Round positions to a grid of 8 to 16 bits over the extent of the model at rest, as in a file. full keeps them.
    #[arg(long, value_name = "N", value_parser = one::<PositionBits>, default_value = "full", allow_negative_numbers = true)]
    pub position_bits: Choices<PositionBits>,
    /// Keep the N heaviest joints of each vertex's smoothed surroundings, under direct-delta-mush: 1 to 32, or all, which
    /// is 32.
    #[arg(long, value_name = "N", value_parser = one::<MostSurroundingJoints>, default_value = "all", allow_negative_numbers = true)]
    pub surrounding_joints: Choices<MostSurroundingJoints>,
}

/// Values of a flag, `None` for what the file has. One, where a command takes no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<T>(Vec<Option<T>>);

impl<T> Default for Choices<T> {
    fn default() -> Self {
        Self(vec![None])
    }
}

impl StoredArguments {
    /// The ids of its flags.
    pub(super) const FLAGS: [&str; 4] = ["influences", "weight_bits", "position_bits", "surrounding_joints"];

    /// What is kept of the skin, where one value is given for each flag.
    pub fn skin(&self) -> StoredSkin {
        self.skins().first().copied().unwrap_or_default()
    }

    /// Each combination of the given values, once, the last flag changing fastest.
    pub fn skins(&self) -> Vec<StoredSkin> {
        let mut skins = Vec::new();
        for &most_influences in &self.influences.0 {
            for &weight_bits in &self.weight_bits.0 {
                for &position_bits in &self.position_bits.0 {
                    for &most_surrounding_joints in &self.surrounding_joints.0 {
                        let skin = StoredSkin { most_influences, weight_bits, position_bits, most_surrounding_joints };
                        if !skins.contains(&skin) {
                            skins.push(skin);
                        }
                    }
                }
            }
        }
        skins
    }
}

/// Lets the flags take several values.
pub(super) fn of_panes(flag: Arg) -> Arg {
    let help = |text: &str| format!("{text} With several values, such as all,4,2, a pane for each");
    let own = flag.get_help().map(ToString::to_string).unwrap_or_default();
    let id = flag.get_id().clone();
    let flag = flag.help(help(&format!("{}.", own.trim_end_matches('.'))));
    match id.as_str() {
        "influences" => flag.value_name("N,...").value_parser(several::<MostInfluences>),
        "weight_bits" => flag.value_name("8|16,...").value_parser(several::<WeightBits>),
        "position_bits" => flag.value_name("N,...").value_parser(several::<PositionBits>),
        _ => flag.value_name("N,...").value_parser(several::<MostSurroundingJoints>),
    }
}

fn one<T: FromStr<Err = StoredSkinError>>(text: &str) -> Result<Choices<T>, String> {
    Ok(Choices(vec![choice(text)?]))
}

fn several<T: FromStr<Err = StoredSkinError>>(text: &str) -> Result<Choices<T>, String> {
    Ok(Choices(text.split(',').map(choice).collect::<Result<_, _>>()?))
}

/// `None` for what the file has.
fn choice<T: FromStr<Err = StoredSkinError>>(text: &str) -> Result<Option<T>, String> {
    match text.trim() {
        "all" | "full" => Ok(None),
        given => given.parse().map(Some).map_err(|error: StoredSkinError| format!("{error}, all or full")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_taken_once() {
        let arguments = StoredArguments {
            influences: several("all,4,4").unwrap(),
            weight_bits: several("full, 8").unwrap(),
            ..StoredArguments::default()
        };
        let words: Vec<String> = arguments.skins().into_iter().map(StoredSkin::in_words).collect();
        assert_eq!(words, ["", "8-bit weights", "4 influences", "4 influences, 8-bit weights"]);
        assert!(arguments.skin().is_full());
        let error = one::<MostInfluences>("2,1").unwrap_err();
        assert_eq!(error, "\"2,1\" is not a whole number from 1 to 8, all or full");
    }
}
