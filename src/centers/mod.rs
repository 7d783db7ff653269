//! Precomputed centers of rotation for `cor`: Le & Hodgins 2016, section 3, eqs. 1, 3c and 4.
//!
//! A center depends on the rest pose and the weights only, so that it is computed once for a model. Pure and
//! deterministic.

mod compute;
mod pair_index;
mod subdivision;
mod weights;

pub use compute::{CenterSettings, compute_centers};
