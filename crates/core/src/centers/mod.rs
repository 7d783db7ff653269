//! Precomputed centers of rotation for `cor`: Le & Hodgins 2016, section 3, eqs. 1, 3c and 4.
//!
//! A center depends only on the rest pose and the weights, so it is computed once per model. The module is pure and
//! deterministic.
//!
//! ```
//! # use skinscope_core::import::{NoFiles, import_gltf};
//! # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! # let model = import_gltf(&bytes, "bar", &NoFiles)?.model;
//! use skinscope_core::centers::{CenterSettings, compute_centers};
//! use skinscope_core::model::Pose;
//! use skinscope_core::skinning::{SkinningMethod, SkinningSettings, deform_model};
//!
//! // Once for a model: points in the bind frame, a list per primitive.
//! let centers = compute_centers(&model, &CenterSettings::default());
//! let settings = SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() };
//! let pose = Pose::rest(&model.skeleton);
//! assert_eq!(deform_model(&model, &pose, settings, &centers)?.len(), model.primitives.len());
//! // Without them, the method has no result.
//! assert!(deform_model(&model, &pose, settings, &[]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod averaged;
mod breadth_first;
mod brute_force;
mod cache;
mod compute;
mod distinct_weights;
mod grid_sum;
mod kernel_grid;
mod pair_ids;
mod pair_sums;
mod settings;
mod similarity;
mod subdivision;
mod terms;
#[cfg(test)]
mod test_models;
mod update;
mod work;

pub use breadth_first::{
    BreadthFirst, BreadthFirstCenters, SearchErrors, breadth_first_centers, breadth_first_triangles,
};
pub use cache::{decode_centers, encode_centers};
pub use compute::{CenterCounts, CenterParts, CenterPath, Centers, compute_centers, compute_centers_with};
pub use settings::{CenterSettings, Similarity};
pub use similarity::similarities_to;
pub use update::{differs_only_in_weights, update_centers};
