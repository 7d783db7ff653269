//! The generator of skinscope's bundled models.
//!
//! The program opens the files in `assets/`; the generator gives every number in them a formula.
//! `cargo run -p skinscope-modelgen` writes the files again, and a test compares its output with them byte by byte.
//!
//! The generator uses only operations that IEEE 754 fixes to the last bit, and `libm` where it needs a sine, so that it
//! produces the same bytes on every system.

mod assemble;
mod bar;
#[cfg(test)]
mod checks;
mod cloth;
mod field;
mod half_edges;
mod hand;
mod limb;
mod mannequin;
mod poses;
mod relax;
#[cfg(test)]
mod reread;
mod shapes;
mod surface_nets;
mod tentacle;

use skinscope::export::{ExportError, write_model_glb};
use skinscope::model::{ChannelError, InfluencesError, Model, ModelError, SkeletonError};
use skinscope::rigging::weights::SurfaceError;

/// Recipe of a bundled model.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Name of the bundled model.
    pub name: &'static str,
    generate: fn() -> Result<Model, GenerateError>,
}

/// A mistake in a recipe. The tests generate every model.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("the recipe's skeleton is broken: {0}")]
    Skeleton(#[from] SkeletonError),
    #[error("the recipe's surface is broken: {0}")]
    Surface(#[from] SurfaceError),
    #[error("the recipe's weights are broken: {0}")]
    Influences(#[from] InfluencesError),
    #[error("a channel of the recipe's clips {0}")]
    Channel(#[from] ChannelError),
    #[error("the recipe does not make a model: {0}")]
    Model(#[from] ModelError),
    #[error("the recipe's model cannot be written: {0}")]
    Export(#[from] ExportError),
}

/// A recipe for each of `skinscope::bundled::MODELS`, in that order.
pub const RECIPES: [Recipe; 8] = [
    Recipe { name: "bar", generate: bar::generate },
    Recipe { name: "limb", generate: limb::generate },
    Recipe { name: "limb-heat", generate: limb::generate_heat },
    Recipe { name: "cloth", generate: cloth::generate_cloth },
    Recipe { name: "cloth-9", generate: cloth::generate_cloth_9 },
    Recipe { name: "tentacle", generate: tentacle::generate },
    Recipe { name: "hand", generate: hand::generate },
    Recipe { name: "mannequin", generate: mannequin::generate },
];

impl Recipe {
    /// Makes the model. Takes up to half a second, the tentacle two, the hand five, the mannequin ten to sixteen
    /// (`benches/bundled.rs` on two cores).
    ///
    /// # Errors
    /// Only if the recipe itself is wrong.
    pub fn generate(&self) -> Result<Model, GenerateError> {
        (self.generate)()
    }

    /// The path of the model's file below the root of the repository.
    pub fn path(&self) -> String {
        format!("assets/{}.glb", self.name)
    }
}

/// The file of a model.
///
/// # Errors
/// Only if the recipe itself is wrong.
pub fn file_of(model: &Model) -> Result<Vec<u8>, GenerateError> {
    Ok(write_model_glb(model)?)
}

/// The path of the table of computed poses below the root of the repository.
pub const COMPUTED_POSES_PATH: &str = "src/bundled/poses/computed.rs";

/// The table of computed poses: Rust source for the library.
pub fn computed_poses() -> String {
    poses::table()
}
