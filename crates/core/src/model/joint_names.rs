//! Joint names for lists: without the prefix that all share, and never the same name twice.

use super::Skeleton;
use std::collections::{BTreeSet, HashMap};

/// Number of joints for each one that may lack the prefix, such as a root that an exporter added.
const PER_EXCEPTION: usize = 10;

/// Smallest number of joints for a shared prefix: fewer joints share a beginning by chance.
const FEWEST_WITH_PREFIX: usize = 4;

/// Characters that end a prefix, as in `mixamorig:Hips`, `Bip01 Spine` or `Armature_leg`.
const SEPARATORS: [char; 6] = [':', '_', '|', '.', ' ', '-'];

impl Skeleton {
    /// The name that people see: in lists, on the stage, in pictures and on pages. No other node has it.
    ///
    /// A prefix of (almost) all joints is left out, where the names stay distinct without it. Nodes without a name are
    /// `#12` after their index, and nodes with the same name get their index after it. Empty if there is no such node.
    ///
    /// For text that is read back, as in commands and files, see [`Skeleton::address`].
    pub fn short_name(&self, node: u32) -> &str {
        let names = self.short_names.get_or_init(|| short_names(self));
        names.get(node as usize).map_or("", String::as_str)
    }

    /// The short name of the joint that an address finds, or the address itself.
    pub fn short_name_of(&self, address: &str) -> String {
        self.find(address).map_or(address, |node| self.short_name(node)).to_owned()
    }
}

fn short_names(skeleton: &Skeleton) -> Vec<String> {
    let all = 0..skeleton.len() as u32;
    let prefix = shared_prefix(skeleton);
    let without = |node: u32| {
        let label = skeleton.label(node);
        label.strip_prefix(&prefix).map(str::to_owned).unwrap_or(label)
    };
    let mut counts: HashMap<String, usize> = HashMap::new();
    for node in all.clone() {
        *counts.entry(without(node)).or_default() += 1;
    }
    all.map(|node| {
        let name = without(node);
        if counts[&name] > 1 { format!("{name} #{node}") } else { name }
    })
    .collect()
}

/// The longest prefix, up to a separator, of almost all joints. Empty if there is none.
fn shared_prefix(skeleton: &Skeleton) -> String {
    let names: Vec<&str> = skeleton.shown_joints().map(|node| skeleton.node(node).name.as_str()).collect();
    if names.len() < FEWEST_WITH_PREFIX {
        return String::new();
    }
    let exceptions = names.len() / PER_EXCEPTION;
    // A shared prefix is a prefix of one of these, whichever of them are exceptions.
    let candidates = names.iter().take(exceptions + 1).flat_map(|name| {
        name.char_indices().filter(|(_, c)| SEPARATORS.contains(c)).map(|(at, c)| &name[..at + c.len_utf8()])
    });
    candidates
        .collect::<BTreeSet<&str>>()
        .into_iter()
        .filter(|prefix| {
            let without: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix(prefix)).collect();
            let lacking: BTreeSet<&str> = names.iter().copied().filter(|name| !name.starts_with(prefix)).collect();
            without.len() + exceptions >= names.len()
                && without.iter().all(|rest| rest.chars().any(char::is_alphabetic) && !lacking.contains(rest))
        })
        .max_by_key(|prefix| prefix.len())
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Trs};
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        let nodes = names.iter().map(|name| Node { is_joint: true, ..Node::new(*name, None, Trs::IDENTITY) });
        short_names(&Skeleton::new(nodes.collect()).unwrap())
    }

    #[test]
    fn a_prefix_that_all_share_is_left_out() {
        let rig = ["mixamorig:Hips", "mixamorig:Spine", "mixamorig:LeftArm", "mixamorig:RightArm"];
        assert_eq!(names(&rig), ["Hips", "Spine", "LeftArm", "RightArm"]);
        assert_eq!(names(&["a_rig:b_1", "a_rig:b_2", "a_rig:c_1", "a_rig:c_2"]), ["b_1", "b_2", "c_1", "c_2"]);
        // A prefix stays if only a number, or nothing, would be left without it.
        assert_eq!(names(&["tail_1", "tail_2", "tail_3", "tail_4"]), ["tail_1", "tail_2", "tail_3", "tail_4"]);
        assert_eq!(names(&["bone_a", "bone_b", "arm_c", "bone_d"]), ["bone_a", "bone_b", "arm_c", "bone_d"]);
        assert_eq!(names(&["x:a", "x:b"]), ["x:a", "x:b"], "two names share much by chance");
    }

    #[test]
    fn addresses_have_the_name_that_people_see() {
        let rig = ["mixamorig:Hips", "mixamorig:Spine", "mixamorig:LeftArm", "mixamorig:RightArm"];
        let nodes = rig.iter().map(|name| Node { is_joint: true, ..Node::new(*name, None, Trs::IDENTITY) });
        let skeleton = Skeleton::new(nodes.collect()).unwrap();
        let of = |address: &str| skeleton.short_name_of(address);
        assert_eq!([of("mixamorig:LeftArm"), of("#1"), of("tail")], ["LeftArm", "Spine", "tail"]);
        assert_eq!((skeleton.short_name(3), skeleton.short_name(4)), ("RightArm", ""));
    }

    #[test]
    fn a_root_that_an_exporter_added_is_an_exception() {
        let mut rig: Vec<String> = ["Hips", "Spine", "Head", "Neck", "Leg", "Foot", "Toe", "Arm", "Hand", "Eye"]
            .map(|name| format!("rig|{name}"))
            .to_vec();
        rig.insert(0, "_rootJoint".to_owned());
        let short = names(&rig.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(short[..2], ["_rootJoint", "Hips"]);
        rig[0] = "Hips".to_owned();
        let kept = names(&rig.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(kept[..2], ["Hips", "rig|Hips"], "the same name would stand for two joints");
    }

    #[test]
    fn no_name_is_shown_twice() {
        assert_eq!(names(&["Bone", "Bone", "", "Arm"]), ["Bone #0", "Bone #1", "#2", "Arm"]);
    }
}
