//! Limits for the turns of joints (Kavan 2008, section 6: joint limits keep most characters from rotations that flip).

mod angle_limit;
mod expression;
mod joint_limits;

pub use angle_limit::{AngleLimit, AngleLimitError};
pub use expression::{LimitError, LimitExpression};
pub use joint_limits::{Held, JointLimits};

/// A root with an arm that is slanted at rest, and a hand.
#[cfg(test)]
fn arm() -> super::Skeleton {
    use super::{Node, Skeleton, Trs};
    let rest = Trs { rotation: glam::Quat::from_rotation_z(0.3), ..Trs::IDENTITY };
    let nodes = [("root", None), ("arm.L", Some(0)), ("hand.L", Some(1))];
    Skeleton::new(nodes.map(|(name, parent)| Node::new(name, parent, rest)).to_vec()).unwrap()
}
