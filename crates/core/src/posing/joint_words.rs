//! Words in the names of joints.

/// Meaning of a word in a joint's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Left,
    Right,
    Upper,
    Lower,
    /// The lower part of an arm, or the front pair of legs.
    Fore,
    Arm,
    Leg,
    Clavicle,
    Shoulder,
    Elbow,
    Hand,
    Palm,
    Thumb,
    Finger,
    Index,
    Middle,
    Ring,
    Pinky,
    /// The little finger or something else that is little.
    Little,
    Pelvis,
    Hip,
    Thigh,
    Knee,
    Foot,
    Toe,
    Spine,
    Neck,
    Head,
    Face,
    Loose,
    Twist,
}

const WORDS: [(Word, &[&str]); 31] = [
    (Word::Left, &["l", "left"]),
    (Word::Right, &["r", "right"]),
    (Word::Upper, &["upper", "up"]),
    (Word::Lower, &["lower", "low"]),
    (Word::Fore, &["fore", "front"]),
    (Word::Arm, &["arm"]),
    (Word::Leg, &["leg"]),
    (Word::Clavicle, &["clavicle", "collar", "collarbone", "scapula"]),
    (Word::Shoulder, &["shoulder"]),
    (Word::Elbow, &["elbow"]),
    (Word::Hand, &["hand", "wrist"]),
    (Word::Palm, &["palm", "metacarpal"]),
    (Word::Thumb, &["thumb"]),
    (Word::Finger, &["finger"]),
    (Word::Index, &["index"]),
    (Word::Middle, &["middle", "mid"]),
    (Word::Ring, &["ring"]),
    (Word::Pinky, &["pinky", "pinkie"]),
    (Word::Little, &["little"]),
    (Word::Pelvis, &["pelvis", "hips"]),
    (Word::Hip, &["hip"]),
    (Word::Thigh, &["thigh"]),
    (Word::Knee, &["knee", "shin", "calf"]),
    (Word::Foot, &["foot", "ankle"]),
    (Word::Toe, &["toe", "toes", "ball"]),
    (Word::Spine, &["spine", "chest", "torso", "abdomen", "waist", "body"]),
    (Word::Neck, &["neck"]),
    (Word::Head, &["head"]),
    (Word::Face, &["jaw", "chin", "eye", "eyelid", "brow", "lip", "mouth", "tongue", "cheek", "nose"]),
    (Word::Loose, &["tail", "ear", "hair", "skirt", "cape", "cloth", "breast", "stomach", "belly", "antenna"]),
    (Word::Twist, &["twist", "roll"]),
];

/// Longest run of letters that is searched for words; longer ones are no names of joints.
const LONGEST_TOKEN: usize = 24;

/// The known words of a name. Words are told apart by case, digits and separators; `lowerarm` and `leftforearm` are
/// made of several. The part before a colon names the rig.
pub(super) fn words(name: &str) -> Vec<Word> {
    let name = name.rsplit(':').next().unwrap_or_default();
    let short = tokens(name).into_iter().filter(|token| token.len() <= LONGEST_TOKEN);
    short.filter_map(|token| split(&token)).flatten().collect()
}

/// Runs of letters, in lower case.
fn tokens(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut tokens = vec![String::new()];
    for (index, &letter) in letters.iter().enumerate() {
        let next_is_lower = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        let before_is_lower = index > 0 && letters[index - 1].is_lowercase();
        let begins = letter.is_uppercase() && (before_is_lower || next_is_lower);
        if begins || !letter.is_alphabetic() {
            tokens.push(String::new());
        }
        if let Some(token) = tokens.last_mut().filter(|_| letter.is_alphabetic()) {
            token.extend(letter.to_lowercase());
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Splits a token into one or several known words. `None` if any part is unknown.
fn split(token: &str) -> Option<Vec<Word>> {
    if token.is_empty() {
        return Some(Vec::new());
    }
    let known = WORDS.iter().flat_map(|&(word, texts)| texts.iter().map(move |&text| (word, text)));
    let mut begins = known.filter(|(_, text)| token.starts_with(text));
    begins.find_map(|(word, text)| {
        let rest = &token[text.len()..];
        // A single letter is a side only if it stands alone.
        let stands = text.len() > 1 || rest.is_empty();
        let after = split(rest).filter(|_| stands)?;
        Some(std::iter::once(word).chain(after).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names() {
        assert_eq!(words("mixamorig:LeftUpLeg"), [Word::Left, Word::Upper, Word::Leg]);
        assert_eq!(words("LUpperArm01"), [Word::Left, Word::Upper, Word::Arm]);
        assert_eq!(words("leftforearm"), [Word::Left, Word::Fore, Word::Arm]);
        assert_eq!(words("lowerarm.l"), [Word::Lower, Word::Arm, Word::Left]);
        assert_eq!(words("FOOT_L"), [Word::Foot, Word::Left]);
        assert_eq!(words("Spine1"), [Word::Spine]);
        for other in ["Armature", "whip", "detail", "charm", "machine", "", ":", "\u{130}ball\u{df}"] {
            assert_eq!(words(other), [], "{other}");
        }
    }
}
