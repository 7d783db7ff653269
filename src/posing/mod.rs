//! What a person does to a pose: turn, move and scale joints about axes of the scene, mirror, blend, reach with a limb. All of it makes
//! overrides; nothing here knows windows.

mod blend;
mod joint_edits;
mod limb;
mod mirror;
mod side_names;
#[cfg(test)]
mod test_rigs;

pub use blend::blend_overrides;
pub use joint_edits::{AxisFrame, JointFrames};
pub use limb::{Limb, LimbPoints, pole, reach, swing};
pub use mirror::{Mirror, MirrorAxis};
pub use side_names::{Side, partner_name, side_of};
