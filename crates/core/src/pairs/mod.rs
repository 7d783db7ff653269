//! Two models under one pose: the correspondence of their joints and vertices, the pose of one for the other, and the
//! distances between them.
//!
//! The module is pure and deterministic. A [`ModelPair`] is built once per pair of models, its pose and
//! [`SkinDistances`] once per pose.

mod joint_match;
mod joint_table;
mod model_pair;
mod pair_fit;
mod plain_names;
mod shared_pose;
mod surface_pair;
mod surface_tree;
mod vertex_match;

pub use crate::measure::PairDifference;
pub use joint_match::{JointMatch, JointPair, MatchedBy};
pub use joint_table::{JointTable, JointTableError};
pub use model_pair::ModelPair;
pub use pair_fit::{PairFit, Stance};
pub use surface_pair::{SkinDistances, SurfacePair};
pub(crate) use surface_tree::SurfaceTree;
pub use vertex_match::SurfaceMatch;
