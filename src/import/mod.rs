//! glTF bytes to a validated model and warnings. Never touches the GPU or the file system.
//!
//! The way of a file: `container` takes a .glb apart, `document` holds the JSON as it is, `structure` checks that
//! every index points at something, `resources` brings the bytes, `accessor` the numbers; `nodes`, `skins`,
//! `primitives`, `materials` and `clips` read their parts, and `scene` puts the meshes into their bind frames.
//!
//! Nothing in a file is trusted: no input makes this room panic or loop, and memory stays in proportion to the bytes
//! that are there (within the limits named by the constants).

mod accessor;
mod clips;
mod container;
mod document;
mod error;
mod extensions;
mod layout;
mod materials;
mod nodes;
mod normals;
mod place;
mod primitives;
mod resources;
mod scene;
mod skins;
mod structure;
mod triangles;
mod warning;

#[cfg(test)]
mod tests;

use crate::model::Model;
use std::sync::Arc;

pub use error::{ContainerFault, Fault, ImportError};
pub use place::Place;
pub use resources::ResourceReader;
pub use warning::{ImportWarning, WarningKind};

use document::Document;
use warning::Warnings;

/// A file, read.
#[derive(Clone, Debug)]
pub struct ImportedAsset {
    pub model: Arc<Model>,
    pub warnings: Vec<ImportWarning>,
    pub extensions_used: Vec<String>,
    pub extensions_required: Vec<String>,
    /// The program that wrote the file, where it says so.
    pub generator: Option<String>,
    /// Meshes in the file, drawn or not.
    pub mesh_count: usize,
    /// Morph targets of all meshes in the file (of each mesh's first primitive; all primitives have as many).
    pub morph_target_count: usize,
    /// Skins in the file, used or not: the first this many of the model's skins. Those of rigid meshes follow.
    pub skin_count: usize,
}

/// Reads a .glb or the JSON of a .gltf.
///
/// `name` is what people call the model (a file stem); `resources` supplies what a .gltf names beside itself.
///
/// # Errors
/// Where the file is not glTF 2.0, is damaged, breaks the specification in its geometry or hierarchy, or needs an
/// extension that is not read. The error does not hold the file's name.
pub fn import_gltf(bytes: &[u8], name: &str, resources: &dyn ResourceReader) -> Result<ImportedAsset, ImportError> {
    let container = container::Container::open(bytes)?;
    let document = parse(container.json)?;
    let mut warnings = Warnings::default();
    extensions::check_required(&document, &mut warnings)?;
    structure::check(&document)?;
    let mut resources = resources::Resources::new(resources);
    let buffers = resources::load_buffers(&document, container.binary, &mut resources)?;
    let accessors = accessor::Accessors::new(&document, &buffers);

    let in_scene = nodes::nodes_in_scene(&document);
    let skeleton = nodes::build_skeleton(&document, &in_scene, &mut warnings)?;
    let source_skins = skins::read_skins(&document, &accessors, &mut warnings)?;
    let mut materials = materials::Materials::new(&document, &accessors, resources);
    let drawn =
        scene::assemble(&document, &accessors, &in_scene, &skeleton, &source_skins, &mut materials, &mut warnings)?;
    let (materials, textures) = materials.finish();
    let clips = clips::read_clips(&document, &accessors, &mut warnings);

    if drawn.primitives.is_empty() && skeleton.shown_joints().next().is_none() {
        warnings.add(&Place::file(), WarningKind::NothingToDraw);
    }
    let morph_targets = |mesh: &document::Mesh| mesh.primitives.first().map_or(0, |primitive| primitive.targets.len());
    Ok(ImportedAsset {
        warnings: warnings.into_vec(),
        mesh_count: document.meshes.len(),
        morph_target_count: document.meshes.iter().map(morph_targets).sum(),
        skin_count: document.skins.len(),
        extensions_used: document.extensions_used,
        extensions_required: document.extensions_required,
        generator: document.asset.generator,
        model: Arc::new(Model {
            name: name.to_owned(),
            skeleton,
            skins: drawn.skins,
            primitives: drawn.primitives,
            materials,
            textures,
            clips,
        }),
    })
}

/// Where the JSON does not fit, its version is looked at first: glTF 1.0 is JSON of another shape, and "expected a
/// sequence" would not tell anyone why.
fn parse(json: &[u8]) -> Result<Document, ImportError> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        asset: document::Asset,
    }
    let is_2 = |version: &str| version.split('.').next() == Some("2");
    let error = match serde_json::from_slice::<Document>(json) {
        Ok(document) if is_2(&document.asset.version) => return Ok(document),
        Ok(document) => return Err(ImportError::Version { version: document.asset.version }),
        Err(error) => error,
    };
    match serde_json::from_slice(json) {
        Ok(Versioned { asset }) if !is_2(&asset.version) => Err(ImportError::Version { version: asset.version }),
        _ => Err(ImportError::Json(error)),
    }
}
