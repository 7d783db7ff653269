use super::settings::{UnknownId, find_by_id};
use super::{JointMotion, SkinningSettings};
use crate::model::{JointPose, Pose, Skeleton};
use glam::{DAffine3, DQuat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The phases of a two-phase method that are applied: Kavan 2008, section 4.2 and figure 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phases {
    /// Scale and shear in the rest pose, then the rigid motions.
    #[default]
    Both,
    /// Scale and shear alone, blended linearly about the joints at rest.
    First,
}

impl Phases {
    /// Both choices.
    pub const ALL: [Self; 2] = [Self::Both, Self::First];

    /// The name on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::First => "first",
        }
    }

    /// # Errors
    /// If there is no such id.
    pub fn from_id(id: &str) -> Result<Self, UnknownId> {
        find_by_id(&Self::ALL, Self::id, "set of phases", id)
    }

    /// Whether no phase is left out.
    pub fn are_both(&self) -> bool {
        *self == Self::Both
    }
}

/// One of the settings for each set of phases among them. A frame takes the skin under linear blending, in the pose that
/// the phases leave, so that these frame all of them.
pub fn one_for_each_phases(shown: &[SkinningSettings]) -> impl Iterator<Item = SkinningSettings> {
    Phases::ALL.into_iter().filter_map(|phases| shown.iter().copied().find(|skinning| skinning.phases() == phases))
}

impl SkinningSettings {
    /// The phases that are applied. Methods without a first phase have no choice.
    pub fn phases(self) -> Phases {
        if self.method.has_first_phase() { self.chosen_phases } else { Phases::Both }
    }

    /// The pose that the skin is in, with its bones: the given one or, after the first phase alone, the rest pose with
    /// the scale and shear of the given one. Where inherited scale is not uniform, joints below it have the positions
    /// that they would have without turns.
    pub fn shown_pose<'a>(self, skeleton: &Skeleton, pose: &'a Pose) -> Cow<'a, Pose> {
        match self.phases() {
            Phases::Both => Cow::Borrowed(pose),
            Phases::First => {
                let at_rest = |(joint, node): (&JointPose, u32)| {
                    let rest = skeleton.node(node).rest;
                    JointPose { translation: rest.translation, rotation: rest.rotation, ..*joint }
                };
                let joints = pose.joints.iter().zip(0..).map(at_rest).collect();
                Cow::Owned(Pose { joints, ..pose.clone() })
            }
        }
    }

    /// The scene transforms of the nodes in the pose that the skin is in.
    pub fn scene_from_node(self, skeleton: &Skeleton, pose: &Pose) -> Vec<DAffine3> {
        self.shown_pose(skeleton, pose).scene_from_node(skeleton, self.scale_kind)
    }
}

impl JointMotion {
    /// Leaves out the second phase: C''_i is the identity, so that every method with two phases is left with `sum_i w_i
    /// C'_i v`.
    pub(super) fn keep_first_phase(&mut self) {
        self.turn = DQuat::IDENTITY;
        self.posed_origin = self.stretched_origin;
    }
}
