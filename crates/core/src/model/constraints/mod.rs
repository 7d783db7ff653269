//! Constraints of nodes by other nodes, as in the glTF extension VRMC_node_constraint: joints that follow others.

mod drive;
mod extension;
mod node_constraint;
mod order;

pub(super) use drive::drive_constraints;
pub use extension::ConstraintExtension;
pub use node_constraint::{AimAxis, ConstraintKind, NodeConstraint, RollAxis};
pub(super) use order::in_order;
