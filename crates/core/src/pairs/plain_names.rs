use std::collections::BTreeMap;

/// Number of joints from which a prefix counts as shared.
const FEWEST_JOINTS: usize = 3;

/// The fraction of the joints that have a shared prefix: nearly all, so that the `left_` of half a skeleton does not
/// count.
const SHARE_OF_JOINTS: f64 = 0.8;

/// Characters that end prefixes: `mixamorig:Hips`, `Bip01_Spine`, `rig|hand`.
const SEPARATORS: [char; 6] = [':', '|', '_', '.', '-', ' '];

/// The longest prefix up to a separator that nearly all names have. Empty if there is none.
pub(super) fn shared_prefix<'a>(names: impl IntoIterator<Item = &'a str>) -> &'a str {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = 0usize;
    for name in names {
        all += 1;
        for (at, separator) in name.char_indices().filter(|(_, letter)| SEPARATORS.contains(letter)) {
            // A name that ends here would become empty.
            let end = at + separator.len_utf8();
            if end < name.len() {
                *counts.entry(&name[..end]).or_default() += 1;
            }
        }
    }
    let needed = FEWEST_JOINTS.max((SHARE_OF_JOINTS * all as f64).ceil() as usize);
    let shared = counts.into_iter().filter(|(_, count)| *count >= needed).map(|(prefix, _)| prefix);
    shared.max_by_key(|prefix| prefix.len()).unwrap_or("")
}

/// A name without the prefix, in lower case, and without separators: `mixamorig:LeftArm` and `left_arm` become
/// `leftarm`. Empty if nothing is left.
pub(super) fn plain_name(name: &str, prefix: &str) -> String {
    let own = name.strip_prefix(prefix).unwrap_or(name);
    own.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_of_nearly_all_names_are_shared() {
        assert_eq!(shared_prefix(["mixamorig:Hips", "mixamorig:Spine", "mixamorig:Neck"]), "mixamorig:");
        assert_eq!(shared_prefix(["CC_Base_L_Arm", "CC_Base_R_Arm", "CC_Base_Hip", "CC_Base_Head"]), "CC_Base_");
        assert_eq!(shared_prefix(["left_arm", "left_hand", "right_arm", "right_hand"]), "");
        assert_eq!(shared_prefix(["a_1", "a_2"]), "", "two joints share by chance");
        assert_eq!(shared_prefix(["rig_", "rig_", "rig_"]), "", "nothing would be left");
        assert_eq!(shared_prefix([]), "");
    }

    #[test]
    fn plain_names_have_letters_and_digits_alone() {
        assert_eq!(plain_name("mixamorig:LeftArm", "mixamorig:"), plain_name("left_arm", ""));
        assert_eq!(plain_name("Spine.001", ""), "spine001");
        assert_eq!(plain_name("\u{c4}rm", ""), "\u{e4}rm");
        assert_eq!(plain_name("__", ""), "");
    }
}
