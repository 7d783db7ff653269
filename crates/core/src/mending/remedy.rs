use crate::math::counted;
use crate::model::{Skeleton, one_line};
use crate::rigging::{HelperJoints, TwistSplit};

/// A change of a rig that mends a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Twist joints, which spread the joint's twist along a bone.
    Twist(TwistSplit),
    /// Helper joints, with weights that imitate `two-phase-dqs`.
    Helpers(HelperJoints),
}

impl Remedy {
    /// The joint that gets the added ones.
    pub fn joint(self) -> u32 {
        match self {
            Self::Twist(split) => split.joint,
            Self::Helpers(helpers) => helpers.joint,
        }
    }

    /// The bone that gets twist joints.
    pub fn split(self) -> Option<TwistSplit> {
        match self {
            Self::Twist(split) => Some(split),
            Self::Helpers(_) => None,
        }
    }

    /// The same remedy of another joint.
    #[must_use]
    pub fn at(self, joint: u32) -> Self {
        match self {
            Self::Twist(split) => Self::Twist(TwistSplit { joint, ..split }),
            Self::Helpers(helpers) => Self::Helpers(HelperJoints { joint, ..helpers }),
        }
    }

    /// The joints that it gives, such as "3 twist joints".
    pub fn joints_in_words(self) -> String {
        match self {
            Self::Twist(split) => counted(split.kind.joint_count(split.count) as usize, "twist joint", "twist joints"),
            Self::Helpers(helpers) => counted(helpers.count as usize, "helper joint", "helper joints"),
        }
    }

    /// The flag, or the command without its model, that applies it.
    pub fn in_flags(self, skeleton: &Skeleton) -> String {
        let joint = one_line(&skeleton.address(self.joint()));
        match self {
            Self::Twist(TwistSplit { count, kind, .. }) => format!("--twist {joint}:{count}:{}", kind.id()),
            Self::Helpers(HelperJoints { count, .. }) => format!("bake --joints {joint} --helpers {count}"),
        }
    }
}
