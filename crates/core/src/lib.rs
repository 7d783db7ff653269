//! glTF characters, their poses, and their deformation by skinning methods, on the CPU.
//!
//! Modules import downward only; see ARCHITECTURE.md for the map. Nothing here opens a window, a GPU or a file: the
//! caller brings the bytes of a model.
//!
//! ```
//! use skinscope_core::import::{NoFiles, import_gltf};
//! use skinscope_core::model::{Pose, PoseOverrides, parse_set};
//! use skinscope_core::skinning::{SkinningMethod, SkinningSettings, deform_model};
//!
//! let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! let mut pose = Pose::rest(&model.skeleton);
//! let mut overrides = PoseOverrides::default();
//! parse_set("mid:rx=90", &model.skeleton, &pose, &mut overrides)?;
//! overrides.apply(&model.skeleton, &mut pose);
//! let settings = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
//! // One list per primitive, in the bind frame, which has scene units.
//! let skin = deform_model(&model, &pose, settings, &[])?;
//! assert_eq!(skin[0].len(), model.primitives[0].positions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each module begins with an example: [`import`] a file with its warnings, [`model`] poses, [`skinning`] palettes,
//! [`centers`] of rotation, [`measure`] of any positions, [`stress`] with a function of one's own, [`posing`], [`mending`],
//! [`export`].

#![warn(missing_docs)]

pub mod work;
pub mod math;
pub mod model;
pub mod rigging;
pub mod import;
pub mod skinning;
pub mod centers;
pub mod measure;
pub mod posing;
pub mod health;
pub mod pairs;
pub mod stress;
pub mod baking;
pub mod mending;
pub mod export;
