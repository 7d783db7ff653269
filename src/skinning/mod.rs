//! Skinning methods on the CPU: what each joint does to the bind frame ([`JointPalette`]), and for every shader in
//! `shaders/skinning/` a twin of the same name, with the same loop and the same names.
//!
//! Pure and deterministic: the same model, pose and settings give the same bits on one machine.

mod blend_factor;
mod deform;
mod dqs;
mod lbs;
mod method;
mod palette;
mod skin_inputs;

pub use blend_factor::{BlendFactor, BlendFactorError};
pub use deform::{Deformed, deform_primitive, deform_primitive_about};
pub use dqs::SHORTEST_BLEND;
pub use method::{Antipodality, SignMode, SkinningMethod, SkinningSettings, UnknownId};
pub use palette::{JointMotion, JointPalette, PaletteMatrix};
pub use skin_inputs::{RestVertex, SkinnedVertex};
