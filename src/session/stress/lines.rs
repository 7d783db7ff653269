//! Lines of a list of worst joints: left and right share a line, fingers and toes are folded.

use crate::model::Model;
use crate::posing::{JointKind, Mirror, joint_kinds};
use crate::stress::with_twins;

/// Group of joints of which a list shows only the worst until the group is unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StressGroup {
    Fingers,
    Toes,
}

impl StressGroup {
    /// Name for display.
    pub fn label(self) -> &'static str {
        match self {
            Self::Fingers => "Fingers",
            Self::Toes => "Toes",
        }
    }

    fn of(kind: JointKind) -> Option<Self> {
        match kind {
            JointKind::Palm | JointKind::Knuckle | JointKind::Finger | JointKind::Thumb => Some(Self::Fingers),
            JointKind::Toe => Some(Self::Toes),
            _ => None,
        }
    }
}

/// Facts about the joints of a model that a list needs, indexed by node.
#[derive(Clone, Debug, Default)]
pub struct ListedJoints {
    /// The joint of the other side, or the joint itself.
    partners: Vec<Option<u32>>,
    groups: Vec<Option<StressGroup>>,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct StressLine<T> {
    pub place: LinePlace,
    /// The first of the line's joints in the order of the list: the worse of both sides or, of a group, the worst of all.
    pub worst: T,
    /// The other side, if it is in the list too; for a group, all its other joints.
    pub others: Vec<T>,
}

impl<T> StressLine<T> {
    /// All joints of the line.
    pub fn joints(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.worst).chain(&self.others)
    }

    /// The other side of a joint, if it is in the list too.
    pub fn other_side(&self) -> Option<&T> {
        self.others.first().filter(|_| !matches!(self.place, LinePlace::Group { .. }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinePlace {
    /// Rank from 1.
    Rank(usize),
    /// Line of a group. `joints` counts both sides.
    Group { group: StressGroup, rank: usize, joints: usize, is_open: bool },
    /// Line of a joint, below the line of its group.
    Member(StressGroup),
}

impl ListedJoints {
    pub fn of(model: &Model) -> Self {
        let mirror = Mirror::of(&model.skeleton);
        let partners = (0..model.skeleton.len() as u32).map(|node| mirror.partner(node)).collect();
        let groups = joint_kinds(&model.skeleton).into_iter().map(StressGroup::of).collect();
        Self { partners, groups }
    }

    /// The lines of joints in the order of a list. A group takes the place of its first joint.
    pub fn lines<T: Copy>(
        &self,
        ranked: impl IntoIterator<Item = T>,
        node: impl Fn(&T) -> u32,
        is_open: impl Fn(StressGroup) -> bool,
    ) -> Vec<StressLine<T>> {
        let merged = with_twins(ranked, &node, |node| self.partners.get(node as usize).copied().flatten());
        let group_of = |worst: &T| self.groups.get(node(worst) as usize).copied().flatten();
        let mut lines = Vec::new();
        let mut rank = 0;
        for (index, &(worst, other_side)) in merged.iter().enumerate() {
            let group = group_of(&worst);
            let of_group = || merged.iter().filter(|(other, _)| group_of(other) == group);
            let Some(group) = group.filter(|_| of_group().count() > 1) else {
                rank += 1;
                lines.push(StressLine { place: LinePlace::Rank(rank), worst, others: Vec::from_iter(other_side) });
                continue;
            };
            if merged[..index].iter().any(|(before, _)| group_of(before) == Some(group)) {
                continue;
            }
            rank += 1;
            // The first joint of the group is `worst`.
            let others: Vec<T> =
                of_group().flat_map(|&(worst, other)| std::iter::once(worst).chain(other)).skip(1).collect();
            let is_open = is_open(group);
            let place = LinePlace::Group { group, rank, joints: 1 + others.len(), is_open };
            lines.push(StressLine { place, worst, others });
            let member = |&(worst, other_side): &(T, Option<T>)| StressLine {
                place: LinePlace::Member(group),
                worst,
                others: Vec::from_iter(other_side),
            };
            lines.extend(of_group().filter(|_| is_open).map(member));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joints 2n and 2n + 1 are left and right; from 10 on they are fingers, and 20 is a toe.
    fn joints() -> ListedJoints {
        let group = |node: u32| match node {
            20 => Some(StressGroup::Toes),
            10.. => Some(StressGroup::Fingers),
            _ => None,
        };
        ListedJoints { partners: (0..20).map(|node| Some(node ^ 1)).collect(), groups: (0..21).map(group).collect() }
    }

    fn places(ranked: &[u32], open: bool) -> Vec<(LinePlace, u32, Vec<u32>)> {
        let lines = joints().lines(ranked.iter().copied(), |node| *node, |_| open);
        lines.into_iter().map(|line| (line.place, line.worst, line.others)).collect()
    }

    #[test]
    fn sides_share_a_line_that_shows_the_worse() {
        let lines = places(&[3, 0, 2, 5, 1], false);
        let rank = LinePlace::Rank;
        assert_eq!(lines, [(rank(1), 3, vec![2]), (rank(2), 0, vec![1]), (rank(3), 5, vec![])]);
    }

    #[test]
    fn a_group_is_one_line_at_its_worst_joint_until_it_is_opened() {
        let ranked = [0, 13, 4, 10, 11, 20];
        let group = |is_open| LinePlace::Group { group: StressGroup::Fingers, rank: 2, joints: 3, is_open };
        let [first, third, toe] = [(1, 0), (3, 4), (4, 20)].map(|(rank, joint)| (LinePlace::Rank(rank), joint, vec![]));
        let of_group = |is_open| (group(is_open), 13, vec![10, 11]);
        let folded = [first.clone(), of_group(false), third.clone(), toe.clone()];
        assert_eq!(places(&ranked, false), folded, "one toe is no group");
        let member = LinePlace::Member(StressGroup::Fingers);
        let members = [(member, 13, vec![]), (member, 10, vec![11])];
        let opened = [vec![first, of_group(true)], members.to_vec(), vec![third, toe]].concat();
        assert_eq!(places(&ranked, true), opened);
        assert!(places(&[], true).is_empty());
    }

    #[test]
    fn the_mannequin_has_fingers_and_sides() {
        let model = crate::files::open_model("mannequin").unwrap().asset.model;
        let joints = ListedJoints::of(&model);
        let node = |name: &str| model.skeleton.find(name).unwrap();
        assert_eq!(joints.partners[node("forearm.L") as usize], Some(node("forearm.R")));
        let group = |name: &str| joints.groups[node(name) as usize];
        assert_eq!([group("thumb_2.R"), group("hand.L")], [Some(StressGroup::Fingers), None]);
        assert_eq!(group("toe.L"), Some(StressGroup::Toes));
    }
}
