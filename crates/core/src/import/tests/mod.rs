//! Small handwritten files, one for each thing that can go wrong.

mod bind_frames;
mod builder;
mod hostile;
mod lenient;
mod reading;
mod formats;

use super::import_gltf;
use crate::model::Model;
use builder::Nothing;
use std::path::Path;
use std::sync::Arc;

/// A model of `assets/`, for tests that need a whole character.
pub fn bundled_model(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name).with_extension("glb");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    import_gltf(&bytes, name, &Nothing).unwrap().model
}
