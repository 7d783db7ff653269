use super::bone::{SplitBone, is_twist};
use crate::model::{Pose, ScaleKind, Skeleton, TwistKind};
use glam::DVec3;

/// The twist that a bone most likely needs spread: its own if it is the upper one of a limb's two bones, as in an upper
/// arm or thigh, otherwise the twist of its end.
///
/// Names do not count. The upper bone of a limb leads to one other bone of half to twice its length, which is followed
/// by none or a shorter one; the bone before it is shorter, or ends at a fork; and the limb has a twin, which leaves
/// the body at the same fork at the same distance and has as many joints. A chain of more bones, such as a spine or the
/// hind leg of an animal, keeps the end's twist, and so does a finger of two bones, whose fork is part of a limb with a
/// twin.
pub fn likely_twist_kind(skeleton: &Skeleton, joint: u32) -> TwistKind {
    let is_upper = JointTree::of(skeleton).is_upper_bone(joint).unwrap_or(false);
    if is_upper { TwistKind::Own } else { TwistKind::End }
}

/// Allowed length of the lower bone, as a multiple of the upper one's.
const LENGTHS: std::ops::RangeInclusive<f64> = 0.5..=2.0;

/// Length below which a bone is a hand or foot, as a fraction of the bone before it.
const LONGEST_HAND: f64 = 0.6;

/// Length below which a bone is a collarbone, as a fraction of the bone after it.
const LONGEST_COLLARBONE: f64 = 0.75;

/// Allowed difference of the distances of twins from their fork, as a fraction.
const TWINS: f64 = 0.1;

/// The joints that do not exist only for twists.
struct JointTree<'a> {
    skeleton: &'a Skeleton,
    /// Positions in scene space at rest, by node.
    origins: Vec<DVec3>,
    parents: Vec<Option<u32>>,
    children: Vec<Vec<u32>>,
    /// The number of joints in each joint's branch, by node.
    sizes: Vec<u32>,
}

impl<'a> JointTree<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        let rest = Pose::rest(skeleton).scene_from_node(skeleton, ScaleKind::Inherited);
        let count = skeleton.len();
        let mut tree = Self {
            skeleton,
            origins: rest.iter().map(|frame| frame.translation).collect(),
            parents: vec![None; count],
            children: vec![Vec::new(); count],
            sizes: vec![1; count],
        };
        let counted = |node: u32| skeleton.node(node).is_joint && !is_twist(skeleton, node);
        for &node in skeleton.parents_first().iter().rev().filter(|&&node| counted(node)) {
            if let Some(parent) = skeleton.nearest_ancestor(node, |above| skeleton.node(above).is_joint) {
                tree.parents[node as usize] = Some(parent);
                tree.children[parent as usize].push(node);
                tree.sizes[parent as usize] += tree.sizes[node as usize];
            }
        }
        tree
    }

    /// Whether a joint begins the upper bone of a limb. `None` if a part that a limb has is missing.
    fn is_upper_bone(&self, joint: u32) -> Option<bool> {
        let parent = self.parents.get(joint as usize).copied().flatten()?;
        let (middle, upper) = self.bone(joint)?;
        let (end, lower) = self.bone(middle)?;
        let hand = self.bone(end).map_or(0.0, |(_, length)| length);
        let is_limb = self.branches(joint).count() == 1
            && LENGTHS.contains(&(lower / upper))
            && hand < LONGEST_HAND * lower
            && (self.is_fork(parent) || self.distance(parent, joint) < LONGEST_COLLARBONE * upper);
        Some(is_limb && self.has_twin(joint) && !self.is_behind_twins(joint))
    }

    /// The joint where a bone ends, and the bone's length.
    fn bone(&self, joint: u32) -> Option<(u32, f64)> {
        let child = SplitBone::of(self.skeleton, joint)?.child;
        Some((child, self.distance(joint, child)))
    }

    fn distance(&self, a: u32, b: u32) -> f64 {
        self.origins[a as usize].distance(self.origins[b as usize])
    }

    /// The children that have children.
    fn branches(&self, joint: u32) -> impl Iterator<Item = u32> {
        let children = self.children[joint as usize].iter().copied();
        children.filter(|&child| !self.children[child as usize].is_empty())
    }

    fn is_fork(&self, joint: u32) -> bool {
        self.branches(joint).nth(1).is_some()
    }

    /// The next fork above a joint, and its child on the way to the joint.
    fn fork_above(&self, joint: u32) -> Option<(u32, u32)> {
        let mut top = joint;
        while let Some(parent) = self.parents[top as usize] {
            if self.is_fork(parent) {
                return Some((parent, top));
            }
            top = parent;
        }
        None
    }

    /// Whether the fork above a joint has another branch like the joint's own.
    fn has_twin(&self, joint: u32) -> bool {
        let Some((fork, top)) = self.fork_above(joint) else { return false };
        let distance = self.distance(fork, top);
        let is_twin = |other: u32| {
            let apart = self.distance(fork, other);
            other != top
                && self.sizes[other as usize] == self.sizes[top as usize]
                && (apart - distance).abs() <= TWINS * apart.max(distance)
        };
        self.branches(fork).any(is_twin)
    }

    /// Whether a fork above the joint's own is the root of a branch with a twin: a finger of a hand.
    fn is_behind_twins(&self, joint: u32) -> bool {
        let mut fork = self.fork_above(joint);
        while let Some((above, _)) = fork {
            if self.has_twin(above) {
                return true;
            }
            fork = self.fork_above(above);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Node, Trs};
    use glam::Vec3;

    /// Hips with a spine, two legs of thigh, shin and foot, and two arms on collarbones. Each joint has its parent and
    /// its offset from the parent.
    const BODY: [(&str, Option<u32>, [f32; 3]); 17] = [
        ("hips", None, [0.0, 1.0, 0.0]),
        ("spine", Some(0), [0.0, 0.2, 0.0]),
        ("chest", Some(1), [0.0, 0.2, 0.0]),
        ("head", Some(2), [0.0, 0.2, 0.0]),
        ("crown", Some(3), [0.0, 0.2, 0.0]),
        ("collar L", Some(2), [0.15, 0.1, 0.0]),
        ("arm L", Some(5), [0.1, 0.0, 0.0]),
        ("forearm L", Some(6), [0.3, 0.0, 0.0]),
        ("hand L", Some(7), [0.25, 0.0, 0.0]),
        ("collar R", Some(2), [-0.15, 0.1, 0.0]),
        ("arm R", Some(9), [-0.1, 0.0, 0.0]),
        ("forearm R", Some(10), [-0.3, 0.0, 0.0]),
        ("hand R", Some(11), [-0.25, 0.0, 0.0]),
        ("thigh L", Some(0), [0.1, -0.1, 0.0]),
        ("shin L", Some(13), [0.0, -0.4, 0.0]),
        ("foot L", Some(14), [0.0, -0.4, 0.0]),
        ("toe L", Some(15), [0.0, 0.0, 0.2]),
    ];

    fn skeleton(joints: &[(&str, Option<u32>, [f32; 3])]) -> Skeleton {
        let node = |&(name, parent, at): &(&str, Option<u32>, [f32; 3])| {
            let rest = Trs { translation: Vec3::from_array(at), ..Trs::IDENTITY };
            Node { is_joint: true, ..Node::new(name, parent, rest) }
        };
        Skeleton::new(joints.iter().map(node).collect()).unwrap()
    }

    fn own(skeleton: &Skeleton) -> Vec<String> {
        let joints = 0..skeleton.len() as u32;
        let own = joints.filter(|&joint| likely_twist_kind(skeleton, joint) == TwistKind::Own);
        own.map(|joint| skeleton.label(joint)).collect()
    }

    #[test]
    fn the_upper_bones_of_twin_limbs_have_their_own_twist() {
        let one_leg = skeleton(&BODY);
        assert_eq!(own(&one_leg), ["arm L", "arm R"], "a single leg has no twin");
        let mut joints = BODY.to_vec();
        joints.extend([
            ("thigh R", Some(0), [-0.1, -0.1, 0.0]),
            ("shin R", Some(17), [0.0, -0.4, 0.0]),
            ("foot R", Some(18), [0.0, -0.4, 0.0]),
            ("toe R", Some(19), [0.0, 0.0, 0.2]),
        ]);
        let whole = skeleton(&joints);
        assert_eq!(own(&whole), ["arm L", "arm R", "thigh L", "thigh R"]);
        // Joints that a rig has for twists change nothing.
        joints.push(("arm twist L", Some(6), [0.15, 0.0, 0.0]));
        assert_eq!(own(&skeleton(&joints)), own(&whole));
        // Fingers of two bones are twins at the hand.
        let mut with_fingers = joints.clone();
        for (hand, x) in [(8, 0.1), (12, -0.1)] {
            for y in [0.05, -0.05] {
                let first = with_fingers.len() as u32;
                with_fingers.push(("finger", Some(hand), [x, y, 0.0]));
                with_fingers.push(("finger tip", Some(first), [x * 0.4, 0.0, 0.0]));
                with_fingers.push(("finger end", Some(first + 1), [x * 0.3, 0.0, 0.0]));
            }
        }
        assert_eq!(own(&skeleton(&with_fingers)), own(&whole));
        // A third long bone makes the hind leg of an animal.
        for toe in [16, 20] {
            joints[toe].2 = [0.0, 0.0, 0.35];
        }
        assert_eq!(own(&skeleton(&joints)), ["arm L", "arm R"]);
    }
}
