//! Morph targets: shapes that a mesh takes before skinning, each by its weight.

mod address;
mod deltas;
mod shape;
mod target;

pub use address::{FindMorphError, MorphTextError, MorphWeight};
pub use deltas::{MorphDelta, MorphDeltas, MorphDeltasError, SHORTEST_MORPHED_NORMAL};
pub(super) use shape::Shape;
pub use target::{LARGEST_MORPH_WEIGHT, MorphTarget};
