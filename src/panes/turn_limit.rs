use super::PaneSettings;
use crate::model::{Model, Pose, PoseOverrides, Skeleton};
use crate::rigging::{TwistSplit, relieving_split};
use crate::skinning::{Antipodality, LARGEST_COUNTED_RADIANS, LEAST_DISTANT_RADIANS, SkinningSettings, distant_joints};

/// Two joints between which `continuous` antipodality cannot turn the skin evenly, and the twist joints that would
/// help.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnLimit {
    /// Nodes of the joints.
    pub joints: [u32; 2],
    pub angle_radians: f64,
    /// Split that would help. `None` if the angle is not a twist about a bone.
    pub split: Option<TwistSplit>,
    /// Number of other pairs.
    pub others: usize,
}

impl TurnLimit {
    /// The farthest pair of joints that share a vertex, if it is over the limit or close to it.
    pub fn find(model: &Model, pose: &Pose, overrides: &PoseOverrides) -> Option<Self> {
        let distant = distant_joints(model, pose, overrides);
        let farthest = distant.first()?;
        let (joints, angle_radians) = (farthest.nodes, farthest.angle_radians);
        let split = relieving_split(model, (pose, overrides), joints, angle_radians, LEAST_DISTANT_RADIANS);
        Some(Self { joints, angle_radians, split, others: distant.len() - 1 })
    }

    /// Whether a method with these settings counts turns.
    pub fn concerns(skinning: SkinningSettings) -> bool {
        skinning.method.blends_quaternions() && skinning.antipodality() == Antipodality::Continuous
    }

    /// Whether a pane shows such a method.
    pub fn concerns_pane(pane: &PaneSettings) -> bool {
        pane.all_skinning().any(Self::concerns)
    }

    /// One sentence without a period: the joints, the angle and its consequence.
    pub fn text(&self, skeleton: &Skeleton) -> String {
        let [first, second] = self.joints.map(|joint| skeleton.label(joint));
        let degrees = self.angle_radians.to_degrees().round();
        let limit = LARGEST_COUNTED_RADIANS.to_degrees();
        let meaning = if self.angle_radians < LARGEST_COUNTED_RADIANS {
            format!("continuous blends unevenly close to {limit}\u{b0}")
        } else {
            format!("continuous counts turns only up to {limit}\u{b0}")
        };
        format!("{first} and {second} move the same skin and are {degrees}\u{b0} apart; {meaning}")
    }

    /// [`Self::text`], and the remedy on the command line.
    pub fn text_with_remedy(&self, skeleton: &Skeleton) -> String {
        let remedy = match self.split {
            Some(TwistSplit { joint, count, kind }) => {
                let joint = skeleton.address(joint);
                format!("spread the twist with --twist {joint}:{count}:{}", kind.id())
            }
            None => "turn them less far".to_owned(),
        };
        format!("{}, so {remedy}", self.text(skeleton))
    }
}
