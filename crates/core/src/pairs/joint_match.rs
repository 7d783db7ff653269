use super::plain_names::{plain_name, shared_prefix};
use super::{JointTable, JointTableError};
use crate::model::{Node, Skeleton};
use std::collections::BTreeMap;

/// Rule by which nodes of two skeletons were matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchedBy {
    /// A line of the table.
    Table,
    /// The same name.
    Name,
    /// The same name apart from case, separators and a prefix that the joints of a file share.
    PlainName,
    /// Neither has a name, and both have the same index in skeletons that agree.
    Place,
}

/// A node of the first skeleton and its partner in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointPair {
    /// Node index in the first skeleton.
    pub first: u32,
    /// Node index in the second skeleton.
    pub second: u32,
    /// The rule that matched them.
    pub by: MatchedBy,
}

/// The partners among the nodes of two skeletons. No node has more than one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointMatch {
    /// Pairs, in the order of the first skeleton's nodes.
    pairs: Vec<JointPair>,
    /// Partners, by node of the first skeleton.
    second_of: Vec<Option<u32>>,
    /// Partners, by node of the second skeleton.
    first_of: Vec<Option<u32>>,
    /// Nodes of the first skeleton that the table leaves without a partner.
    left_alone: Vec<u32>,
}

impl JointMatch {
    /// Finds partners: first the lines of the table, then nodes of the same name, then nodes whose names are the same
    /// apart from case, separators and shared prefixes, then nodes without names if the skeletons agree in all else. A
    /// name that several nodes have is matched in the order of the nodes if both skeletons have it equally often, and
    /// otherwise not at all. Nodes that are no joints, such as an armature that a clip turns, have partners too.
    ///
    /// # Errors
    /// If the table names a joint that does not exist, or one joint twice.
    pub fn of(first: &Skeleton, second: &Skeleton, table: &JointTable) -> Result<Self, JointTableError> {
        let mut found =
            Self { second_of: vec![None; first.len()], first_of: vec![None; second.len()], ..Self::default() };
        let mut settled = Settled { first: vec![false; first.len()], second: vec![false; second.len()] };
        for (a, b) in table.nodes(first, second)? {
            a.into_iter().for_each(|node| settled.first[node as usize] = true);
            b.into_iter().for_each(|node| settled.second[node as usize] = true);
            match (a, b) {
                (Some(first), Some(second)) => found.add(JointPair { first, second, by: MatchedBy::Table }),
                (first, _) => found.left_alone.extend(first),
            }
        }
        let joint_names = |skeleton| Skeleton::shown_joints(skeleton).map(|node| skeleton.node(node).name.as_str());
        let prefixes = [shared_prefix(joint_names(first)), shared_prefix(joint_names(second))];
        let same = |name: &str, _: usize| name.to_owned();
        let plain = |name: &str, side: usize| plain_name(name, prefixes[side]);
        found.add_by_name([first, second], &mut settled, MatchedBy::Name, same);
        found.add_by_name([first, second], &mut settled, MatchedBy::PlainName, plain);
        if agree(first, second) {
            found.add_nameless(first, &mut settled);
        }
        found.pairs.sort_by_key(|pair| pair.first);
        found.left_alone.sort_unstable();
        Ok(found)
    }

    fn add(&mut self, pair: JointPair) {
        self.second_of[pair.first as usize] = Some(pair.second);
        self.first_of[pair.second as usize] = Some(pair.first);
        self.pairs.push(pair);
    }

    /// Matches unsettled nodes with the same key. `key` receives a name, and 0 for the first skeleton or 1 for the
    /// second.
    fn add_by_name(
        &mut self,
        skeletons: [&Skeleton; 2],
        settled: &mut Settled,
        by: MatchedBy,
        key: impl Fn(&str, usize) -> String,
    ) {
        let nodes_by_key = |side: usize, settled: &[bool]| {
            let mut nodes: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for (node, of_node) in (0..).zip(skeletons[side].nodes()).filter(|(node, _)| !settled[*node as usize]) {
                let key = key(&of_node.name, side);
                if !key.is_empty() {
                    nodes.entry(key).or_default().push(node);
                }
            }
            nodes
        };
        let first = nodes_by_key(0, &settled.first);
        let mut second = nodes_by_key(1, &settled.second);
        for (key, of_first) in first {
            let Some(of_second) = second.remove(&key).filter(|found| found.len() == of_first.len()) else { continue };
            for (first, second) in of_first.into_iter().zip(of_second) {
                (settled.first[first as usize], settled.second[second as usize]) = (true, true);
                self.add(JointPair { first, second, by });
            }
        }
    }

    /// Matches unsettled nodes without names to nodes of the same index.
    fn add_nameless(&mut self, first: &Skeleton, settled: &mut Settled) {
        for (node, of_node) in (0..).zip(first.nodes()).take(settled.second.len()) {
            let is_free = !settled.first[node as usize] && !settled.second[node as usize];
            if of_node.name.is_empty() && is_free {
                (settled.first[node as usize], settled.second[node as usize]) = (true, true);
                self.add(JointPair { first: node, second: node, by: MatchedBy::Place });
            }
        }
    }

    /// All pairs, in the order of the first skeleton's nodes.
    pub fn pairs(&self) -> &[JointPair] {
        &self.pairs
    }

    /// The partner of a node of the first skeleton.
    pub fn second_of(&self, first: u32) -> Option<u32> {
        self.second_of.get(first as usize).copied().flatten()
    }

    /// The partner of a node of the second skeleton.
    pub fn first_of(&self, second: u32) -> Option<u32> {
        self.first_of.get(second as usize).copied().flatten()
    }

    /// The nodes of the first skeleton that the table leaves without a partner.
    pub fn left_alone(&self) -> &[u32] {
        &self.left_alone
    }

    /// Number of pairs of two joints that were matched by this rule.
    pub fn joints_matched_by(&self, first: &Skeleton, second: &Skeleton, by: MatchedBy) -> usize {
        let both = |pair: &&JointPair| first.node(pair.first).is_joint && second.node(pair.second).is_joint;
        self.pairs.iter().filter(both).filter(|pair| pair.by == by).count()
    }

    /// The joints without a partner in the first and in the second skeleton.
    pub fn without_partner(&self, first: &Skeleton, second: &Skeleton) -> [Vec<u32>; 2] {
        [
            first.shown_joints().filter(|&node| self.second_of(node).is_none()).collect(),
            second.shown_joints().filter(|&node| self.first_of(node).is_none()).collect(),
        ]
    }

    /// Whether the second model follows a joint of the first. Its rigid parts may be nodes that are no joints, but a
    /// node between its joints moves none of them alone.
    pub fn is_followed(&self, joint: u32, second: &Skeleton) -> bool {
        self.second_of(joint).is_some_and(|partner| second.node(partner).is_joint || !second.has_joints())
    }

    /// Whether the second model follows any joint of the first.
    pub fn follows(&self, [first, second]: [&Skeleton; 2]) -> bool {
        first.shown_joints().any(|joint| self.is_followed(joint, second))
    }

    /// Warning about the partners, as one sentence without its end: the second model follows no joint of the first.
    /// `None` if neither has joints.
    pub fn warning(&self, [a, b]: [&Skeleton; 2], [first, second]: [&str; 2]) -> Option<String> {
        if self.follows([a, b]) {
            return None;
        }
        match [a, b].map(Skeleton::has_joints) {
            [false, false] => None,
            // Nodes that are no joints may move joints of the second model.
            [false, true] if self.pairs.iter().any(|pair| b.node(pair.second).is_joint) => None,
            [false, true] => Some(format!("{first} has no joints that {second} could follow")),
            [true, false] => Some(format!("{second} has no joints, so it does not follow those of {first}")),
            [true, true] => {
                let stays = if self.pairs.is_empty() { "stays at rest" } else { "does not follow its joints" };
                Some(format!("no joint of {first} has a partner in {second}, so {second} {stays}"))
            }
        }
    }

    /// The partners seen from the second skeleton. Joints that a table left alone are not included.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs: Vec<JointPair> =
            self.pairs.iter().map(|pair| JointPair { first: pair.second, second: pair.first, ..*pair }).collect();
        pairs.sort_by_key(|pair| pair.first);
        Self { pairs, second_of: self.first_of.clone(), first_of: self.second_of.clone(), left_alone: Vec::new() }
    }
}

/// Whether nodes of the same index are children of the same node, joints in both or in neither, and without names in
/// both or in neither. Twist joints come after the nodes of the file, and one skeleton may have more of them.
fn agree(first: &Skeleton, second: &Skeleton) -> bool {
    let alike = |(a, b): (&Node, &Node)| {
        a.parent == b.parent && a.is_joint == b.is_joint && a.name.is_empty() == b.name.is_empty()
    };
    first.nodes().iter().zip(second.nodes()).all(alike)
}

/// Nodes that have a partner, or have none by the table.
struct Settled {
    first: Vec<bool>,
    second: Vec<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Trs;

    fn skeleton(names: &[&str]) -> Skeleton {
        let node = |(index, name): (usize, &&str)| Node {
            is_joint: true,
            ..Node::new(*name, index.checked_sub(1).map(|parent| parent as u32), Trs::IDENTITY)
        };
        Skeleton::new(names.iter().enumerate().map(node).collect()).unwrap()
    }

    fn matched(first: &Skeleton, second: &Skeleton) -> Vec<(u32, u32, MatchedBy)> {
        let found = JointMatch::of(first, second, &JointTable::default()).unwrap();
        let back = found.reversed();
        assert!(found.pairs().iter().all(|pair| back.second_of(pair.second) == Some(pair.first)));
        assert_eq!(back.reversed(), found);
        found.pairs().iter().map(|pair| (pair.first, pair.second, pair.by)).collect()
    }

    #[test]
    fn names_come_before_plain_names() {
        let first = skeleton(&["hips", "Spine", "arm.L", "tail"]);
        let second = skeleton(&["ARM_L", "spine", "Spine", "hips"]);
        let expected = [(0, 3, MatchedBy::Name), (1, 2, MatchedBy::Name), (2, 0, MatchedBy::PlainName)];
        assert_eq!(matched(&first, &second), expected);
        let found = JointMatch::of(&first, &second, &JointTable::default()).unwrap();
        assert_eq!(found.without_partner(&first, &second), [vec![3], vec![1]]);
        assert_eq!(found.joints_matched_by(&first, &second, MatchedBy::Name), 2);
    }

    #[test]
    fn shared_prefixes_do_not_count() {
        let first = skeleton(&["mixamorig:Hips", "mixamorig:LeftArm", "mixamorig:Head"]);
        let second = skeleton(&["hips", "left_arm", "head"]);
        let by = MatchedBy::PlainName;
        assert_eq!(matched(&first, &second), [(0, 0, by), (1, 1, by), (2, 2, by)]);
    }

    #[test]
    fn repeated_names_are_matched_in_order_or_not_at_all() {
        let by = MatchedBy::Name;
        let twice = skeleton(&["a", "twist", "twist"]);
        assert_eq!(matched(&twice, &twice), [(0, 0, by), (1, 1, by), (2, 2, by)]);
        assert_eq!(matched(&twice, &skeleton(&["a", "twist"])), [(0, 0, by)]);
        assert_eq!(matched(&skeleton(&["a", "__"]), &skeleton(&["", "__"])), [(1, 1, by)], "no name is no match");
    }

    #[test]
    fn without_names_the_place_counts_where_skeletons_agree() {
        let nameless = skeleton(&["", "__", ""]);
        let expected = [(0, 0, MatchedBy::Place), (1, 1, MatchedBy::Name), (2, 2, MatchedBy::Place)];
        assert_eq!(matched(&nameless, &nameless), expected);
        // Twist joints come last.
        assert_eq!(matched(&nameless, &skeleton(&["", "__", "", "twist"])), expected);
        assert_eq!(matched(&nameless, &skeleton(&["", "", "__"])), [(1, 2, MatchedBy::Name)]);
        let node = |parent| Node { is_joint: true, ..Node::new("", parent, Trs::IDENTITY) };
        let flat = Skeleton::new(vec![node(None), node(Some(0)), node(Some(0))]).unwrap();
        assert_eq!(matched(&skeleton(&["", "", ""]), &flat), []);
        let table = JointTable::read("[joints]\n\"#0\" = \"\"\n").unwrap();
        let found = JointMatch::of(&nameless, &nameless, &table).unwrap();
        assert_eq!((found.second_of(0), found.second_of(2)), (None, Some(2)));
    }

    #[test]
    fn a_second_model_that_does_not_follow_is_told() {
        let said = |first: &[&str], second: &[&str]| {
            let skeletons = [skeleton(first), skeleton(second)];
            let found = JointMatch::of(&skeletons[0], &skeletons[1], &JointTable::default()).unwrap();
            found.warning([&skeletons[0], &skeletons[1]], ["a", "b"])
        };
        assert_eq!(said(&["hips", "arm"], &["hips"]), None);
        let alone = "no joint of a has a partner in b, so b stays at rest";
        assert_eq!(said(&["hips"], &["root"]).as_deref(), Some(alone));
        assert_eq!(said(&["hips"], &[]).as_deref(), Some("b has no joints, so it does not follow those of a"));
        assert_eq!(said(&[], &["hips"]).as_deref(), Some("a has no joints that b could follow"));
        // Rigid parts follow through their nodes, and if neither model has joints, nothing has to follow.
        let parts = |name: &str| Skeleton::new(vec![Node::new(name, None, Trs::IDENTITY)]).unwrap();
        let [joint, lid, box_] = [skeleton(&["lid"]), parts("lid"), parts("box")];
        for skeletons in [[&joint, &lid], [&lid, &joint], [&lid, &lid], [&lid, &box_]] {
            let found = JointMatch::of(skeletons[0], skeletons[1], &JointTable::default()).unwrap();
            assert_eq!(found.warning(skeletons, ["a", "b"]), None);
        }
        // A node that is no joint has a partner, like the root of both files.
        let root = || Node::new("Scene", None, Trs::IDENTITY);
        let joint = |name: &str| Node { is_joint: true, ..Node::new(name, Some(0), Trs::IDENTITY) };
        let skeletons = ["left", "right"].map(|name| Skeleton::new(vec![root(), joint(name)]).unwrap());
        let found = JointMatch::of(&skeletons[0], &skeletons[1], &JointTable::default()).unwrap();
        assert_eq!(found.pairs().len(), 1);
        let said = found.warning([&skeletons[0], &skeletons[1]], ["a", "b"]).unwrap();
        assert!(said.ends_with("does not follow its joints"), "{said}");
    }

    #[test]
    fn the_table_has_the_last_word() {
        let (first, second) = (skeleton(&["hips", "arm", "tail"]), skeleton(&["hips", "arm", "tail"]));
        let table = JointTable::read("[joints]\nhips = \"tail\"\narm = \"\"\n").unwrap();
        let found = JointMatch::of(&first, &second, &table).unwrap();
        assert_eq!(found.pairs(), [JointPair { first: 0, second: 2, by: MatchedBy::Table }]);
        assert_eq!(found.without_partner(&first, &second), [vec![1, 2], vec![0, 1]]);
    }
}
