//! Pose edits: turning, moving and scaling joints about axes of the scene, mirroring, blending, and reaching with a
//! limb. All of them produce overrides and are independent of windows. In addition, properties of a body that they
//! need: its sides, the direction in which it looks, the kinds of its joints and the ranges of their turns.
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/mannequin.glb"))?;
//! # let model = import_gltf(&bytes, "mannequin", &NoFiles)?.model;
//! use skinscope_core::model::{JointOverride, RotationOverride};
//! use skinscope_core::posing::Mirror;
//!
//! let pairs = Mirror::of(&model.skeleton);
//! let left = model.skeleton.find("forearm.L")?;
//! let rotation = Some(RotationOverride::AnglesDegrees(glam::Vec3::new(40.0, 0.0, 0.0)));
//! let bent = JointOverride { rotation, ..JointOverride::default() };
//! let (node, _same_on_its_side) = pairs.mirrored(&model.skeleton, left, &bent).ok_or("the joint has a partner")?;
//! assert_eq!(node, model.skeleton.find("forearm.R")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bend_side;
mod blend;
mod facing;
mod joint_edits;
mod joint_kind;
mod joint_reach;
mod joint_words;
mod limb;
mod limits;
mod mirror;
mod side_names;
#[cfg(test)]
mod test_rigs;
mod turn_ranges;

pub use bend_side::BendHabits;
pub use blend::{blend_overrides, blend_poses};
pub use facing::{front_direction, front_yaw};
pub use joint_edits::{AxisFrame, JointFrames};
pub use joint_kind::{JointKind, JointMotion, joint_kinds};
pub use limb::{Limb, LimbPoints, pole, reach, swing};
pub use limits::turn_within_limits;
pub use mirror::{Mirror, MirrorAxis};
pub(crate) use side_names::side_of;
pub use side_names::{Side, joints_without_partner};
pub use turn_ranges::{RangeOrigin, RangeSource, RangeSourceError, TurnRanges};
