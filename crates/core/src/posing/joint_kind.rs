//! The part of a body that a joint moves, read from the names of a rig and the order of joints along a limb.

use super::joint_words::{Word, words};
use crate::model::Skeleton;

/// A kind of joint, by the part of the body that turns with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// The joint of the forearm.
    Elbow,
    /// The joint of the shin.
    Knee,
    /// The outer joints of a finger.
    Finger,
    /// The joints of a toe.
    Toe,
    /// The joint between the trunk and the shoulder.
    Clavicle,
    /// The joint of the upper arm.
    Shoulder,
    /// The joint of the hand.
    Wrist,
    /// A joint between the wrist and a finger.
    Palm,
    /// The inner joint of a finger.
    Knuckle,
    /// The joints of the thumb.
    Thumb,
    /// The joint that carries the trunk and the legs.
    Pelvis,
    /// The joint of the thigh.
    Hip,
    /// The joint of the foot.
    Ankle,
    /// A joint of the trunk.
    Spine,
    /// A joint of the neck.
    Neck,
    /// The joint of the head.
    Head,
    /// Jaw, eyes, lips and the like.
    Face,
    /// Tail, ears, hair, cloth and the like.
    Loose,
    /// Helpers that spread the twist of a bone.
    Twist,
    /// The names do not tell.
    Unknown,
}

/// Number of axes about which a joint turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointMotion {
    /// Turns about one axis across the bone.
    Hinge,
    /// Turns about all axes.
    Ball,
    /// Turns about the bone itself.
    Pivot,
}

/// Direction in which a joint bends first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    Front,
    Back,
    Palm,
    Up,
}

/// Range in which a kind of joint turns, in degrees from a straight limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    pub toward: Toward,
    /// Bend away from that side, at most 0, and toward it.
    pub bend: [f32; 2],
    /// Turn to either side, across the bend.
    pub side: f32,
    /// Turn to either side, about the bone.
    pub twist: f32,
}

/// Every kind with its name for display and its reach: round numbers for a healthy adult (American Academy of
/// Orthopaedic Surgeons, Joint Motion, 1965), without the wrist's twist taken by the elbow, because most rigs turn the
/// hand.
const KINDS: [(JointKind, &str, Reach); 20] = [
    (JointKind::Elbow, "elbow", reach(Toward::Front, [0.0, 140.0], 0.0, 0.0)),
    (JointKind::Knee, "knee", reach(Toward::Back, [0.0, 140.0], 0.0, 0.0)),
    (JointKind::Finger, "finger", reach(Toward::Palm, [0.0, 90.0], 0.0, 0.0)),
    (JointKind::Toe, "toe", reach(Toward::Up, [-40.0, 60.0], 0.0, 0.0)),
    (JointKind::Clavicle, "clavicle", reach(Toward::Front, [-25.0, 25.0], 25.0, 0.0)),
    (JointKind::Shoulder, "shoulder", reach(Toward::Front, [-45.0, 110.0], 90.0, 60.0)),
    (JointKind::Wrist, "wrist", reach(Toward::Palm, [-70.0, 80.0], 30.0, 80.0)),
    (JointKind::Palm, "palm", reach(Toward::Palm, [-15.0, 15.0], 10.0, 0.0)),
    (JointKind::Knuckle, "knuckle", reach(Toward::Palm, [-30.0, 90.0], 20.0, 0.0)),
    (JointKind::Thumb, "thumb", reach(Toward::Palm, [-40.0, 50.0], 40.0, 15.0)),
    (JointKind::Pelvis, "pelvis", reach(Toward::Front, [-30.0, 30.0], 20.0, 20.0)),
    (JointKind::Hip, "hip", reach(Toward::Front, [-30.0, 120.0], 45.0, 45.0)),
    (JointKind::Ankle, "ankle", reach(Toward::Up, [-50.0, 20.0], 25.0, 20.0)),
    (JointKind::Spine, "spine", reach(Toward::Front, [-30.0, 45.0], 30.0, 30.0)),
    (JointKind::Neck, "neck", reach(Toward::Front, [-45.0, 45.0], 40.0, 60.0)),
    (JointKind::Head, "head", reach(Toward::Front, [-45.0, 45.0], 40.0, 60.0)),
    (JointKind::Face, "face", reach(Toward::Up, [-20.0, 20.0], 20.0, 10.0)),
    (JointKind::Loose, "loose part", reach(Toward::Up, [-45.0, 45.0], 45.0, 30.0)),
    (JointKind::Twist, "twist", reach(Toward::Front, [0.0, 0.0], 0.0, 80.0)),
    (JointKind::Unknown, "unknown part", reach(Toward::Up, [-90.0, 90.0], 90.0, 90.0)),
];

const fn reach(toward: Toward, bend: [f32; 2], side: f32, twist: f32) -> Reach {
    Reach { toward, bend, side, twist }
}

impl JointKind {
    /// All kinds.
    pub const ALL: [Self; KINDS.len()] = {
        let mut all = [Self::Unknown; KINDS.len()];
        let mut index = 0;
        while index < KINDS.len() {
            all[index] = KINDS[index].0;
            index += 1;
        }
        all
    };

    /// The name for display and JSON.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// The axes about which joints of this kind turn.
    pub fn motion(self) -> JointMotion {
        let Reach { side, twist, bend, .. } = self.reach();
        match (bend, side, twist) {
            (_, 0.0, 0.0) => JointMotion::Hinge,
            ([0.0, 0.0], ..) => JointMotion::Pivot,
            _ => JointMotion::Ball,
        }
    }

    pub(super) fn reach(self) -> Reach {
        KINDS[self as usize].2
    }

    /// Whether the kind is part of an arm, down to the fingers.
    fn is_of_arm(self) -> bool {
        use JointKind::{Elbow, Finger, Knuckle, Palm, Shoulder, Thumb, Wrist};
        matches!(self, Shoulder | Elbow | Wrist | Palm | Knuckle | Finger | Thumb)
    }
}

impl JointMotion {
    /// The name for display and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hinge => "hinge",
            Self::Ball => "ball",
            Self::Pivot => "pivot",
        }
    }
}

/// The kind of every node. Names decide; where they only say arm, leg or finger, the order along the limb decides.
pub fn joint_kinds(skeleton: &Skeleton) -> Vec<JointKind> {
    let words: Vec<Vec<Word>> = skeleton.nodes().iter().map(|node| words(&node.name)).collect();
    let mut kinds = vec![JointKind::Unknown; skeleton.len()];
    for &node in skeleton.parents_first() {
        let known = |node: u32| !matches!(kinds[node as usize], JointKind::Unknown | JointKind::Twist);
        let above = skeleton.nearest_ancestor(node, known).map_or(JointKind::Unknown, |node| kinds[node as usize]);
        let below = |wanted: &dyn Fn(&[Word]) -> bool| {
            skeleton.children(node).iter().any(|&child| wanted(&words[child as usize]))
        };
        kinds[node as usize] = kind(&words[node as usize], above, below);
    }
    kinds
}

/// The kind of a joint whose name has these words. `above` is the kind of the nearest joint above that has one, and
/// `below` says whether a child has the wanted words.
fn kind(words: &[Word], above: JointKind, below: impl Fn(&dyn Fn(&[Word]) -> bool) -> bool) -> JointKind {
    use JointKind as Kind;
    let has = |word: Word| words.contains(&word);
    // A part that occurs again below itself is a piece of the same bone.
    let once = |kind: Kind| if above == kind { Kind::Twist } else { kind };
    if has(Word::Twist) {
        return Kind::Twist;
    }
    if has(Word::Loose) {
        return Kind::Loose;
    }
    if has(Word::Face) {
        return Kind::Face;
    }
    if has(Word::Thumb) {
        return Kind::Thumb;
    }
    if has(Word::Palm) {
        return Kind::Palm;
    }
    let is_finger = [Word::Finger, Word::Index, Word::Pinky].into_iter().any(has);
    // These words have other meanings too.
    if is_finger || (above.is_of_arm() && [Word::Middle, Word::Ring, Word::Little].into_iter().any(has)) {
        return if matches!(above, Kind::Knuckle | Kind::Finger) { Kind::Finger } else { Kind::Knuckle };
    }
    if has(Word::Hand) {
        return if above == Kind::Wrist { Kind::Palm } else { Kind::Wrist };
    }
    if has(Word::Toe) {
        return Kind::Toe;
    }
    if has(Word::Foot) {
        return if matches!(above, Kind::Ankle | Kind::Toe) { Kind::Toe } else { Kind::Ankle };
    }
    if has(Word::Clavicle) {
        return Kind::Clavicle;
    }
    if has(Word::Shoulder) {
        return if below(&is_upper_arm) { Kind::Clavicle } else { Kind::Shoulder };
    }
    if has(Word::Elbow) {
        return once(Kind::Elbow);
    }
    if is_arm(words) {
        let is_lower = has(Word::Lower) || (has(Word::Fore) && has(Word::Arm));
        return match above {
            _ if is_lower => once(Kind::Elbow),
            _ if has(Word::Upper) => once(Kind::Shoulder),
            Kind::Shoulder => Kind::Elbow,
            Kind::Elbow => Kind::Wrist,
            Kind::Wrist => Kind::Palm,
            _ => Kind::Shoulder,
        };
    }
    if has(Word::Pelvis) {
        return Kind::Pelvis;
    }
    if has(Word::Hip) {
        let has_side = has(Word::Left) || has(Word::Right);
        return if has_side && !below(&is_thigh) { Kind::Hip } else { Kind::Pelvis };
    }
    if has(Word::Thigh) {
        return once(Kind::Hip);
    }
    if has(Word::Knee) {
        return once(Kind::Knee);
    }
    if has(Word::Leg) {
        return match above {
            _ if has(Word::Lower) => once(Kind::Knee),
            _ if has(Word::Upper) => once(Kind::Hip),
            Kind::Hip => Kind::Knee,
            Kind::Knee => Kind::Ankle,
            Kind::Ankle | Kind::Toe => Kind::Toe,
            _ => Kind::Hip,
        };
    }
    match () {
        () if has(Word::Neck) => Kind::Neck,
        () if has(Word::Head) => Kind::Head,
        () if has(Word::Spine) => Kind::Spine,
        () => Kind::Unknown,
    }
}

/// An arm, or the front leg of an animal.
fn is_arm(words: &[Word]) -> bool {
    words.contains(&Word::Arm) || (words.contains(&Word::Fore) && words.contains(&Word::Leg))
}

fn is_upper_arm(words: &[Word]) -> bool {
    let is_lower = |word: &Word| matches!(word, Word::Lower | Word::Elbow);
    let is_forearm = words.contains(&Word::Fore) && words.contains(&Word::Arm);
    is_arm(words) && !is_forearm && !words.iter().any(is_lower)
}

fn is_thigh(words: &[Word]) -> bool {
    words.contains(&Word::Thigh) || (words.contains(&Word::Leg) && words.contains(&Word::Upper))
}

#[cfg(test)]
mod tests {
    use super::JointKind as Kind;
    use super::*;
    use crate::model::{Node, Trs};

    /// The kinds of a chain of joints.
    fn kinds<const N: usize>(names: [&str; N]) -> [JointKind; N] {
        let node =
            |(index, name): (usize, &&str)| Node::new(*name, index.checked_sub(1).map(|i| i as u32), Trs::IDENTITY);
        let skeleton = Skeleton::new(names.iter().enumerate().map(node).collect()).unwrap();
        joint_kinds(&skeleton).try_into().unwrap()
    }

    #[test]
    fn the_table_is_in_the_order_of_the_kinds() {
        assert!(KINDS.iter().enumerate().all(|(index, (kind, ..))| *kind as usize == index));
    }

    #[test]
    fn arms_of_the_usual_rigs() {
        let arm = [Kind::Clavicle, Kind::Shoulder, Kind::Elbow, Kind::Wrist];
        for names in [
            ["mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand"],
            ["clavicle_l", "upperarm_l", "lowerarm_l", "hand_l"],
            ["shoulder.L", "upper_arm.L", "forearm.L", "hand.L"],
            ["J_Bip_L_Shoulder", "J_Bip_L_UpperArm", "J_Bip_L_LowerArm", "J_Bip_L_Hand"],
            ["Bip01 L Clavicle", "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand"],
            ["Front_Leg_Shoulder_L", "Front_Leg_Upper_L", "Front_Leg_Lower_L", "Hand_L"],
            ["scapula.R", "arm_joint_R", "arm_joint_R__2_", "arm_joint_R__3_"],
        ] {
            assert_eq!(kinds(names), arm, "{names:?}");
        }
        assert_eq!(kinds(["L_Shoulder", "L_Elbow", "L_Wrist"]), [Kind::Shoulder, Kind::Elbow, Kind::Wrist]);
        let pieces =
            kinds(["DEF-upper_arm.L", "DEF-upper_arm.L.001", "DEF-forearm.L", "DEF-forearm.L.001", "DEF-hand.L"]);
        assert_eq!(pieces, [Kind::Shoulder, Kind::Twist, Kind::Elbow, Kind::Twist, Kind::Wrist]);
    }

    #[test]
    fn legs_of_the_usual_rigs() {
        let leg = [Kind::Pelvis, Kind::Hip, Kind::Knee, Kind::Ankle, Kind::Toe];
        for names in [
            ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"],
            ["pelvis", "thigh_l", "calf_l", "foot_l", "ball_l"],
            ["hip", "r-thigh", "r-leg", "r-foot", "r-toe"],
            ["Pelvis", "L_Hip", "L_Knee", "L_Ankle", "L_Toe"],
            ["b_Hip_01", "b_LeftLeg01_015", "b_LeftLeg02_016", "b_LeftFoot01_017", "b_LeftFoot02_018"],
            ["Back_Leg_Pelvis_L", "Back_Leg_Upper_L", "Back_Leg_Lower_L", "Back_Leg_Ankle_L", "Back_Leg_Foot_L"],
            ["root_hips", "leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3", "leg_joint_L_5"],
        ] {
            assert_eq!(kinds(names), leg, "{names:?}");
        }
    }

    #[test]
    fn fingers_and_the_rest_of_a_body() {
        let finger = kinds(["hand.L", "index_palm", "index_1.L", "index_2.L", "index_3.L"]);
        assert_eq!(finger, [Kind::Wrist, Kind::Palm, Kind::Knuckle, Kind::Finger, Kind::Finger]);
        assert_eq!(kinds(["LeftHand", "LeftHandThumb1", "LeftHandThumb2"])[1..], [Kind::Thumb; 2]);
        let body = kinds(["spine_01", "Chest", "neck_01", "Head", "Jaw"]);
        assert_eq!(body, [Kind::Spine, Kind::Spine, Kind::Neck, Kind::Head, Kind::Face]);
        assert_eq!(kinds(["Tail_Mid.001", "upper_arm_twist.L"]), [Kind::Loose, Kind::Twist]);
        let unknown = ["Armature", "spring", "bright", "legend", "handslot.l", "middle", "t7", "Bone.003", ""];
        assert_eq!(kinds(unknown), [Kind::Unknown; 9]);
    }

    #[test]
    fn elbows_and_knees_are_hinges() {
        assert_eq!([Kind::Elbow, Kind::Knee, Kind::Finger].map(Kind::motion), [JointMotion::Hinge; 3]);
        assert_eq!([Kind::Shoulder, Kind::Hip, Kind::Unknown].map(Kind::motion), [JointMotion::Ball; 3]);
        assert_eq!(Kind::Twist.motion(), JointMotion::Pivot);
    }
}
