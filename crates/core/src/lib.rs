//! glTF characters, their poses, and their deformation by skinning methods, on the CPU.
//!
//! Modules import downward only; see ARCHITECTURE.md for the map. Nothing here opens a window, a GPU or a file: the
//! caller brings the bytes of a model.
//!
//! ```
//! use skinscope_core::import::{ResourceReader, import_gltf};
//! use skinscope_core::model::{Pose, PoseOverrides, parse_set};
//! use skinscope_core::skinning::{SkinningMethod, SkinningSettings, deform_model};
//!
//! /// A .glb has all that it needs.
//! struct NoFiles;
//!
//! impl ResourceReader for NoFiles {
//!     fn read(&self, _relative_path: &str) -> Result<Vec<u8>, String> {
//!         Err("there are no files beside this one".into())
//!     }
//! }
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

pub mod work;
pub mod math;
pub mod model;
pub mod rigging;
pub mod import;
pub mod skinning;
pub mod centers;
pub mod measure;
pub mod posing;
pub mod pairs;
pub mod stress;
pub mod export;
