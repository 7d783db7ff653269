//! Names of morph targets in text: their own name where it is unique, otherwise `#NODE/TARGET` by indices from zero.

use super::super::skeleton::{nearest_name, suggestion};
use super::super::{MorphTarget, PoseOverrides, Skeleton};
use crate::math::parse_number;
use std::collections::HashMap;
use std::str::FromStr;

/// Reason why a name gives no morph target.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FindMorphError {
    /// No morph target has this name.
    #[error("no morph target is called {name:?}{}", suggestion(.nearest, "morph targets"))]
    NotFound {
        /// The given name.
        name: String,
        /// The most similar name that exists.
        nearest: Option<String>,
    },
    /// Several morph targets have this name.
    #[error("several morph targets are called {name:?}; give one by the indices of node and target: {candidates}")]
    Ambiguous {
        /// The given name.
        name: String,
        /// The addresses of the first few targets with this name, separated by commas.
        candidates: String,
    },
    /// The model has no morph targets.
    #[error("the model has no morph targets, so there is no {name:?}")]
    None {
        /// The given name.
        name: String,
    },
}

impl Skeleton {
    /// The addresses of all morph targets, by their index in [`Self::morph_targets`]: the name if it is unique and not empty,
    /// otherwise `#12/3`. [`Self::find_morph_target`] accepts both.
    pub fn morph_addresses(&self) -> Vec<String> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        self.morph_targets().for_each(|(_, target)| *counts.entry(&target.name).or_default() += 1);
        let address = |(index, (node, target)): (usize, (u32, &MorphTarget))| match target.name.as_str() {
            name if counts[name] == 1 && !name.is_empty() && !name.starts_with('#') => name.to_owned(),
            _ => format!("#{node}/{}", index - self.morph_targets_of(node).start),
        };
        self.morph_targets().enumerate().map(address).collect()
    }

    /// The names of all morph targets for display, by their index in [`Self::morph_targets`]: with the place in its
    /// node where the node has several targets of that name, and with the name of the node where another node has a
    /// target of that name.
    pub fn morph_labels(&self) -> Vec<String> {
        let mut in_node: HashMap<(u32, &str), usize> = HashMap::new();
        for (node, target) in self.morph_targets() {
            *in_node.entry((node, &target.name)).or_default() += 1;
        }
        let mut nodes: HashMap<&str, usize> = HashMap::new();
        in_node.keys().for_each(|(_, name)| *nodes.entry(name).or_default() += 1);
        let label = |(index, (node, target)): (usize, (u32, &MorphTarget))| {
            let place = index - self.morph_targets_of(node).start;
            let name = match target.name.as_str() {
                "" => format!("target {place}"),
                name if in_node[&(node, name)] > 1 => format!("{name} ({place})"),
                name => name.to_owned(),
            };
            if nodes[target.name.as_str()] > 1 { format!("{}: {name}", self.label(node)) } else { name }
        };
        self.morph_targets().enumerate().map(label).collect()
    }

    /// Finds a morph target by its unique name or by `#NODE/TARGET`. The result is its index in
    /// [`Self::morph_targets`].
    ///
    /// # Errors
    /// If there is none, or if several have the name.
    pub fn find_morph_target(&self, address: &str) -> Result<u32, FindMorphError> {
        let named = (0u32..).zip(self.morph_targets()).filter(|(_, (_, target))| target.name == address);
        let candidates: Vec<u32> = named.map(|(index, _)| index).collect();
        match candidates[..] {
            [only] => return Ok(only),
            [] => {}
            _ => {
                let addresses = self.morph_addresses();
                let shown: Vec<&str> =
                    candidates.iter().take(6).map(|&index| addresses[index as usize].as_str()).collect();
                let more = if candidates.len() > shown.len() { ", ..." } else { "" };
                let candidates = format!("{}{more}", shown.join(", "));
                return Err(FindMorphError::Ambiguous { name: address.to_owned(), candidates });
            }
        }
        self.morph_target_by_index(address).ok_or_else(|| self.no_morph_target(address))
    }

    fn morph_target_by_index(&self, address: &str) -> Option<u32> {
        let (node, target) = address.strip_prefix('#')?.split_once('/')?;
        let (node, target): (u32, usize) = (node.parse().ok()?, target.parse().ok()?);
        let range = if (node as usize) < self.len() { self.morph_targets_of(node) } else { 0..0 };
        (target < range.len()).then_some((range.start + target) as u32)
    }

    fn no_morph_target(&self, address: &str) -> FindMorphError {
        let name = address.to_owned();
        if self.morph_target_count() == 0 {
            return FindMorphError::None { name };
        }
        let names = self.morph_targets().map(|(_, target)| target.name.as_str());
        FindMorphError::NotFound { name, nearest: nearest_name(address, names) }
    }
}

/// The weight of a morph target as text: `smile=0.5`. Split at the last `=`, since names may contain it.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphWeight {
    /// Address of the target, see [`Skeleton::morph_addresses`](super::super::Skeleton::morph_addresses).
    pub target: String,
    /// The weight, within [`LARGEST_MORPH_WEIGHT`](super::LARGEST_MORPH_WEIGHT).
    pub weight: f32,
}

/// Reason why a text is not the weight of a morph target.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum MorphTextError {
    /// The text is not a name and a weight separated by `=`.
    #[error("a morph target's name and weight are needed, such as smile=0.5")]
    Form,
    /// The weight is not a number, or too large.
    #[error("the weight {weight:?} is not a number from -10000 to 10000")]
    Weight {
        /// The text of the weight.
        weight: String,
    },
}

impl FromStr for MorphWeight {
    type Err = MorphTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (target, weight) = text.rsplit_once('=').ok_or(MorphTextError::Form)?;
        let target = target.trim();
        if target.is_empty() {
            return Err(MorphTextError::Form);
        }
        let number = parse_number::<f32>(weight).ok().filter(|number| number.abs() <= super::LARGEST_MORPH_WEIGHT);
        let weight = number.ok_or_else(|| MorphTextError::Weight { weight: weight.trim().to_owned() })?;
        Ok(Self { target: target.to_owned(), weight })
    }
}

impl std::fmt::Display for MorphWeight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.target, self.weight)
    }
}

impl MorphWeight {
    /// Sets the weight in a pose of this skeleton.
    ///
    /// # Errors
    /// If the skeleton has no such morph target.
    pub fn apply(&self, skeleton: &Skeleton, overrides: &mut PoseOverrides) -> Result<(), FindMorphError> {
        overrides.set_morph(skeleton.find_morph_target(&self.target)?, Some(self.weight));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Node, Trs};
    use super::*;

    fn skeleton() -> Skeleton {
        let with = |node: &str, names: &[&str]| Node {
            morph_targets: names.iter().map(|&name| MorphTarget { name: name.to_owned(), rest_weight: 0.0 }).collect(),
            ..Node::new(node, None, Trs::IDENTITY)
        };
        Skeleton::new(vec![
            with("root", &[]),
            with("face", &["smile", "blink", ""]),
            with("lashes", &["blink", "wink", "wink"]),
        ])
        .unwrap()
    }

    #[test]
    fn addresses_lead_back_to_their_targets() {
        let skeleton = skeleton();
        let addresses = skeleton.morph_addresses();
        assert_eq!(addresses, ["smile", "#1/1", "#1/2", "#2/0", "#2/1", "#2/2"]);
        for (index, address) in (0..).zip(&addresses) {
            assert_eq!(skeleton.find_morph_target(address), Ok(index));
        }
        assert_eq!(
            skeleton.morph_labels(),
            ["smile", "face: blink", "target 2", "lashes: blink", "wink (1)", "wink (2)"]
        );
    }

    #[test]
    fn mistakes_are_answered_with_what_there_is() {
        let error = |name: &str| skeleton().find_morph_target(name).unwrap_err().to_string();
        assert_eq!(error("smiel"), "no morph target is called \"smiel\"; did you mean \"smile\"?");
        assert!(error("blink").ends_with("#1/1, #2/0"), "{}", error("blink"));
        assert!(error("#1/3").starts_with("no morph target") && error("#9/0").starts_with("no morph target"));
        let bare = Skeleton::new(vec![Node::new("root", None, Trs::IDENTITY)]).unwrap();
        assert!(bare.find_morph_target("smile").unwrap_err().to_string().starts_with("the model has no morph targets"));
        assert_eq!("a=b=-0.5".parse(), Ok(MorphWeight { target: "a=b".to_owned(), weight: -0.5 }));
        assert_eq!("smile".parse::<MorphWeight>(), Err(MorphTextError::Form));
        assert_eq!("=1".parse::<MorphWeight>(), Err(MorphTextError::Form));
        let refused = "smile=1e9".parse::<MorphWeight>().unwrap_err().to_string();
        assert!(refused.contains("\"1e9\""), "{refused}");
    }
}
