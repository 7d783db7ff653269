//! Writes `assets/*.glb` again from the generator of the bundled models.

use skinscope::{bundled, export};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for model in bundled::MODELS {
        let bytes = export::write_model_glb(&model.generate()?)?;
        std::fs::write(assets.join(model.name).with_extension("glb"), bytes)?;
    }
    Ok(())
}
