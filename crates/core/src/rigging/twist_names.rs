use std::collections::HashSet;

/// Whether a name suggests that its joint exists to be twisted along a bone.
pub(super) fn says_twist(name: &str) -> bool {
    let name = name.to_lowercase();
    name.contains("twist") || name.contains("roll")
}

/// A unique name for a joint that is added beside another one. `forearm.L` gives `forearm_twist_1.L`, so that the side
/// stays at the end.
pub(super) fn added_name(joint: &str, kind: &str, ordinal: u32, taken: &mut HashSet<String>) -> String {
    let (stem, side) = joint.split_at(side_start(joint));
    let name = |more: String| format!("{stem}_{kind}_{ordinal}{more}{side}");
    let mut candidate = name(String::new());
    let mut again = 2;
    while !taken.insert(candidate.clone()) {
        candidate = name(format!("_{again}"));
        again += 1;
    }
    candidate
}

/// Start of a side suffix in a name, including the separator before it and Blender's digits after it; the name's length
/// if there is none.
fn side_start(name: &str) -> usize {
    let mut end = name.len();
    if let Some((front, digits)) = name.rsplit_once('.')
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        end = front.len();
    }
    match name[..end].rfind(['.', '_', '-', ' ']) {
        Some(at) if at > 0 && ["l", "r", "left", "right"].contains(&name[at + 1..end].to_lowercase().as_str()) => at,
        _ => name.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stay_at_the_end() {
        let name = |joint: &str| added_name(joint, "twist", 2, &mut HashSet::new());
        assert_eq!(name("forearm.L"), "forearm_twist_2.L");
        assert_eq!(name("arm_right"), "arm_twist_2_right");
        assert_eq!(name("finger.R.001"), "finger_twist_2.R.001");
        assert_eq!(name("LeftArm"), "LeftArm_twist_2");
        assert_eq!(name("spine.001"), "spine.001_twist_2");
        assert_eq!(name("_l"), "_l_twist_2");
        assert_eq!(name("Bip01 L Calf"), "Bip01 L Calf_twist_2");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut taken: HashSet<String> = ["a_twist_1.L".to_owned()].into();
        assert_eq!(added_name("a.L", "twist", 1, &mut taken), "a_twist_1_2.L");
        assert_eq!(added_name("a.L", "twist", 1, &mut taken), "a_twist_1_3.L");
    }
}
