//! Models of `assets/`, for tests that need a whole character.

use skinscope_core::import::{NoFiles, import_gltf};
use skinscope_core::model::Model;
use std::path::Path;
use std::sync::Arc;

pub fn bundled_model(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name).with_extension("glb");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    import_gltf(&bytes, name, &NoFiles).unwrap().model
}
