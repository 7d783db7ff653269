//! Mends of a rig. Each makes a new model and leaves the original unchanged: edits of weights, and what helps a joint at
//! which skin breaks, with what it would leave of the defect.
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/mannequin.glb"))?;
//! # let model = import_gltf(&bytes, "mannequin", &NoFiles)?.model;
//! use skinscope_core::mending::{WeightEdit, with_weight_edits};
//!
//! let edits = ["smooth:forearm.L:2", "mirror:forearm.L"].map(str::parse::<WeightEdit<String>>);
//! let edits = edits.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let edits = edits.iter().map(|edit| edit.found_in(&model.skeleton)).collect::<Result<Vec<_>, _>>()?;
//! let edited = with_weight_edits(&model, &edits)?;
//! assert!(edited.counts.iter().all(|count| count.changed > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edited;
mod fewer;
mod finding;
#[cfg(test)]
mod finding_tests;
mod mirror;
mod mirror_plane;
mod release;
mod remedy;
mod rig_edits;
mod smooth;
#[cfg(test)]
mod tests;
mod weight_edit;
mod weight_text;
mod weighted_skin;

pub use edited::{EditCount, EditedWeights, WeightEditError, with_weight_edits};
pub use finding::{Finding, FindingRequest, LEAST_GAIN, ONE_SET, find_remedies};
pub use remedy::Remedy;
pub use rig_edits::{EditedRig, RigEditError, RigEdits};
pub use weight_edit::{MOST_KEPT_INFLUENCES, MOST_PRUNED_PERCENT, MOST_SMOOTH_TIMES, WeightEdit, push_edit};
pub use weight_text::WeightTextError;
