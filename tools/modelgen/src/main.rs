//! Writes the bundled models in `assets/`, and the table of those poses that are computed.

use skinscope_modelgen::{COMPUTED_POSES_PATH, RECIPES, computed_poses, file_of};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::write(root.join(COMPUTED_POSES_PATH), computed_poses())?;
    for recipe in RECIPES {
        std::fs::write(root.join(recipe.path()), file_of(&recipe.generate()?)?)?;
    }
    Ok(())
}
