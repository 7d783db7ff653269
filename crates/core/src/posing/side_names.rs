use crate::model::Skeleton;
use std::collections::{HashMap, HashSet};

/// The side of a body, according to a joint's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The character's left.
    Left,
    /// The character's right.
    Right,
}

/// Words that name a side, with their counterparts. Longer ones are tried first, so that "Left" is not taken for "L".
const WORDS: [(&str, &str, Side); 6] = [
    ("left", "right", Side::Left),
    ("right", "left", Side::Right),
    ("Left", "Right", Side::Left),
    ("Right", "Left", Side::Right),
    ("LEFT", "RIGHT", Side::Left),
    ("RIGHT", "LEFT", Side::Right),
];
const LETTERS: [(char, char, Side); 4] =
    [('l', 'r', Side::Left), ('r', 'l', Side::Right), ('L', 'R', Side::Left), ('R', 'L', Side::Right)];

/// The possible names of the joint on the other side: `hand.L` and `hand.R`, `LeftArm` and `RightArm`, `l_foot` and
/// `r_foot`, `Bip01 L Calf` and `Bip01 R Calf`. Each comes with the side of the given name.
fn opposites(name: &str) -> impl Iterator<Item = (Side, String)> + '_ {
    let words = WORDS.iter().flat_map(move |&(word, other, side)| {
        name.match_indices(word)
            .filter(move |(at, _)| is_word(name, *at, word.len()))
            .map(move |(at, _)| (side, replaced(name, at, word.len(), other)))
    });
    let letters = LETTERS.iter().flat_map(move |&(letter, other, side)| {
        name.match_indices(letter)
            .filter(move |(at, _)| stands_alone(name, *at))
            .map(move |(at, _)| (side, replaced(name, at, 1, other.encode_utf8(&mut [0; 4]))))
    });
    words.chain(letters)
}

/// Whether a word in a name is separate: "left" in "cleft" is not a side; in "armLeft" or "left_arm" it is.
fn is_word(name: &str, at: usize, length: usize) -> bool {
    let before = name[..at].chars().next_back();
    let after = name[at + length..].chars().next();
    let starts_upper = name[at..].starts_with(char::is_uppercase);
    let free_before = before.is_none_or(|c| !c.is_alphabetic() || (starts_upper && c.is_lowercase()));
    // "leftleg" begins with a side.
    let free_after = before.is_none() || after.is_none_or(|c| !c.is_lowercase());
    free_before && free_after
}

/// Whether a single letter stands between separators or at an end, as it must to count.
fn stands_alone(name: &str, at: usize) -> bool {
    let before = name[..at].chars().next_back();
    let after = name[at + 1..].chars().next();
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    // A name of only one letter is not enough.
    apart(before) && apart(after) && name.chars().count() > 1
}

fn replaced(name: &str, at: usize, length: usize, other: &str) -> String {
    format!("{}{other}{}", &name[..at], &name[at + length..])
}

/// The name of the joint on the other side, if it exists.
pub fn partner_name(name: &str, is_there: impl Fn(&str) -> bool) -> Option<String> {
    opposites(name).map(|(_, other)| other).find(|other| is_there(other))
}

/// The side that a name indicates, if a joint of the other side exists.
pub fn side_of(name: &str, is_there: impl Fn(&str) -> bool) -> Option<Side> {
    opposites(name).find(|(_, other)| is_there(other)).map(|(side, _)| side)
}

/// For every name, the index of the joint on the other side, or its own index if the name does not indicate a side.
/// Duplicate names, and names whose other side is missing, have none.
pub(super) fn partners(names: &[&str]) -> Vec<Option<usize>> {
    let mut indices: HashMap<&str, Option<usize>> = HashMap::new();
    for (index, name) in names.iter().enumerate() {
        indices.entry(name).and_modify(|seen| *seen = None).or_insert(Some(index));
    }
    let partner = |(index, name): (usize, &&str)| {
        indices.get(name).copied().flatten()?;
        match partner_name(name, |other| indices.contains_key(other)) {
            Some(other) => indices.get(other.as_str()).copied().flatten(),
            None if opposites(name).next().is_some() => None,
            None => Some(index),
        }
    };
    names.iter().enumerate().map(partner).collect()
}

/// The nodes whose name indicates a side, such as `hand.L`, while no node has the name of the other side. Empty if no two
/// nodes are partners: then a letter in a name is no side.
pub fn joints_without_partner(skeleton: &Skeleton) -> Vec<u32> {
    let names: HashSet<&str> = skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
    let is_there = |other: &str| names.contains(other);
    if !names.iter().any(|name| partner_name(name, is_there).is_some()) {
        return Vec::new();
    }
    let is_alone = |name: &str| opposites(name).next().is_some() && partner_name(name, is_there).is_none();
    (0..).zip(skeleton.nodes()).filter(|(_, node)| is_alone(&node.name)).map(|(node, _)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_ways_to_name_sides() {
        for (left, right) in [
            ("hand.L", "hand.R"),
            ("hand_l", "hand_r"),
            ("l_foot", "r_foot"),
            ("LeftArm", "RightArm"),
            ("mixamorig:LeftHandIndex1", "mixamorig:RightHandIndex1"),
            ("armLeft", "armRight"),
            ("left_knee", "right_knee"),
            ("Bip01 L Calf", "Bip01 R Calf"),
            ("finger.L.001", "finger.R.001"),
            ("ARM-LEFT", "ARM-RIGHT"),
            ("leftleg", "rightleg"),
        ] {
            assert_eq!(partner_name(left, |name| name == right).as_deref(), Some(right));
            assert_eq!(partner_name(right, |name| name == left).as_deref(), Some(left));
            assert_eq!(side_of(left, |name| name == right), Some(Side::Left), "{left}");
        }
    }

    #[test]
    fn words_that_only_look_like_a_side_are_ignored() {
        for name in ["cleft", "bright", "tail", "roll", "L", "Root", "upright", "spine.001"] {
            assert_eq!(opposites(name).next(), None, "{name}");
        }
    }

    #[test]
    fn partners_by_index() {
        let names = ["spine", "hand.L", "hand.R", "toe.L", "twice", "twice"];
        assert_eq!(partners(&names), [Some(0), Some(2), Some(1), None, None, None]);
    }
}
