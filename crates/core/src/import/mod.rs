//! Converts glTF bytes to a validated model and warnings. Never accesses the GPU or the file system.
//!
//! The stages: `container` splits a .glb, `weight` refuses JSON that would fill the memory, `json` parses, `patch`
//! makes the value readable for the `gltf` crate, `document` holds it in the crate's types, `structure` checks that
//! every index is valid, `resources` loads the bytes, `accessor` reads values, with `compression` decoding compressed
//! ones; `nodes`, `skins`, `primitives`, `materials` (with `surface` and `images`) and `clips` read their parts, and
//! `scene` transforms the meshes into their bind frames.
//!
//! Nothing in a file is trusted: no input makes this module panic or loop forever, and memory stays below 200 MB and
//! twenty times the bytes of the file. `weight` and `budget` hold the limits.
//!
//! ```
//! use skinscope_core::import::{NoFiles, import_gltf};
//!
//! let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/bar.glb"))?;
//! // A .gltf needs a `ResourceReader` that finds the files next to it.
//! let asset = import_gltf(&bytes, "bar", &NoFiles)?;
//! assert!(asset.warnings.is_empty());
//! // A file that cannot be shown is refused in one line: what, where, what to do.
//! let refused = import_gltf(b"glTF but no more", "broken", &NoFiles).unwrap_err();
//! assert_eq!(refused.to_string().lines().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accessor;
mod budget;
mod bytes;
mod clips;
mod compression;
mod container;
mod document;
mod elements;
mod error;
mod extensions;
mod humanoid;
mod images;
mod json;
mod layout;
mod materials;
mod nodes;
#[cfg(not(feature = "textures"))]
mod no_picture;
mod normals;
mod patch;
mod location;
mod matrix;
mod mistaken;
mod morphs;
#[cfg(feature = "textures")]
mod picture;
mod primitives;
mod resources;
mod scene;
mod skins;
mod source;
mod structure;
mod surface;
mod texture_transform;
mod triangles;
mod variants;
mod warning;
mod weight;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::bundled_model;

use crate::model::{Model, ModelParts};
use crate::work::Progress;
use std::sync::Arc;

pub use bytes::{GltfFile, ReadParts};
pub use error::{ContainerFault, Fault, ImportError};
pub use humanoid::{Humanoid, REQUIRED_BONES};
pub use location::Location;
pub use resources::{NoFiles, ResourceReader};
pub use source::{PrimitiveSource, SourceFile, import_source};
pub use warning::{ImportWarning, WarningKind};

use document::GltfDocument;
use location::quoted;
use warning::Warnings;

/// An imported file.
#[derive(Clone, Debug)]
pub struct ImportedAsset {
    /// The character: all nodes and clips of the file, and the meshes of its default scene or else its first one.
    pub model: Arc<Model>,
    /// Repairs, and parts that were left out.
    pub warnings: Vec<ImportWarning>,
    /// The names of the material variants, which may repeat.
    pub variants: Vec<String>,
    /// The variant that was read; `None` for the default materials.
    pub variant: Option<usize>,
    /// The humanoid of a VRM avatar.
    pub humanoid: Option<Humanoid>,
    /// `extensionsUsed` of the document.
    pub extensions_used: Vec<String>,
    /// `extensionsRequired` of the document.
    pub extensions_required: Vec<String>,
    /// The program that wrote the file, if given.
    pub generator: Option<String>,
    /// Number of meshes in the file, drawn or not.
    pub mesh_count: usize,
    /// Number of morph targets of all meshes in the file, counted on each mesh's first primitive, since all of its
    /// primitives have the same number.
    pub morph_target_count: usize,
    /// Number of skins in the file, used or not. They come first among the model's skins, followed by the skins of
    /// rigid meshes.
    pub skin_count: usize,
}

/// Reads a .glb or the JSON of a .gltf.
///
/// `name` is the model's display name (a file stem); `resources` supplies the files that a .gltf refers to.
///
/// # Errors
/// The file is not glTF 2.0, is damaged, violates the specification in its geometry or hierarchy, or requires an
/// unsupported extension. The error does not contain the file name.
pub fn import_gltf(bytes: &[u8], name: &str, resources: &dyn ResourceReader) -> Result<ImportedAsset, ImportError> {
    import_gltf_watched(GltfFile::Whole(bytes), name, None, resources, &Progress::default())
}

/// Like [`import_gltf`], for a file that may be read in parts, with the materials of a variant (KHR_materials_variants)
/// and the progress by stage. Canceling stops before the next primitive or image.
///
/// # Errors
/// See [`import_gltf`]; in addition, [`ImportError::Canceled`].
pub fn import_gltf_watched(
    file: GltfFile<'_>,
    name: &str,
    variant: Option<&str>,
    resources: &dyn ResourceReader,
    progress: &Progress,
) -> Result<ImportedAsset, ImportError> {
    let container = container::Container::open(file.bytes())?;
    let mut resources = resources::Resources::new(resources, file.length(), progress);
    let mut document = GltfDocument::parse(&container.json, resources.file_bytes())?;
    let mut warnings = Warnings::default();
    if let Some(name) = variant.filter(|name| !document.choose_variant(name)) {
        warnings.add(&Location::file(), WarningKind::NoSuchVariant { name: quoted(name) });
    }
    let buffers = read_buffers(&document, container.binary, &mut resources, &mut warnings)?;
    let budget = resources.budget()?;
    let accessors = accessor::Accessors::new(&document, &buffers, &budget);
    Ok(read_model(&document, &accessors, resources, name, warnings)?.0)
}

type Buffers<'a> = Vec<Option<bytes::Buffer<'a>>>;

/// Checks the document's extensions and structure and reads its buffers.
fn read_buffers<'a>(
    document: &GltfDocument,
    binary: Option<bytes::Bytes<'a>>,
    resources: &mut resources::Resources<'_>,
    warnings: &mut Warnings,
) -> Result<Buffers<'a>, ImportError> {
    extensions::check_required(document, warnings)?;
    structure::check(document)?;
    resources::load_buffers(document, binary, resources)
}

fn read_model(
    document: &GltfDocument,
    accessors: &accessor::Accessors<'_>,
    resources: resources::Resources<'_>,
    name: &str,
    mut warnings: Warnings,
) -> Result<(ImportedAsset, Vec<PrimitiveSource>), ImportError> {
    let in_scene = nodes::nodes_in_scene(document);
    let skeleton = nodes::build_skeleton(document, &in_scene, &mut warnings)?;
    let source_skins = skins::read_skins(document, accessors, &mut warnings)?;
    let progress = resources.progress();
    let check = || if progress.is_canceled() { Err(ImportError::Canceled) } else { Ok(()) };
    check()?;
    let mut materials = materials::Materials::new(document, accessors, resources);
    let mut drawn =
        scene::assemble(document, accessors, &in_scene, &skeleton, &source_skins, &mut materials, &mut warnings)?;
    progress.begin_stage("reading clips", 0);
    let mut clip_warnings = Warnings::default();
    let clips = clips::read_clips(document, accessors, &skeleton, &mut clip_warnings);
    // Textures take what is left of the memory that the file may take, so they come last.
    progress.begin_stage("decoding textures", 0);
    let (materials, textures) = materials.finish(&mut warnings);
    warnings.append(clip_warnings);
    // Nothing reads them where no texture could be decoded.
    for primitive in &mut drawn.primitives {
        if !materials[primitive.material as usize].has_textures() {
            (primitive.texcoords, primitive.second_texcoords) = (Vec::new(), Vec::new());
        }
    }
    check()?;
    progress.begin_stage("checking", 0);

    if drawn.primitives.is_empty() && skeleton.shown_joints().next().is_none() {
        warnings.add(&Location::file(), WarningKind::NothingToDraw);
    }
    let morph_targets = |mesh: &gltf::json::Mesh| {
        mesh.primitives.first().and_then(|primitive| primitive.targets.as_ref()).map_or(0, Vec::len)
    };
    let root = &document.root;
    let asset = ImportedAsset {
        warnings: warnings.into_vec(),
        mesh_count: root.meshes.len(),
        morph_target_count: root.meshes.iter().map(morph_targets).sum(),
        skin_count: root.skins.len(),
        variants: document.variants.clone(),
        variant: document.variant,
        humanoid: document.humanoid.clone(),
        extensions_used: root.extensions_used.clone(),
        extensions_required: root.extensions_required.clone(),
        generator: root.asset.generator.clone(),
        model: Arc::new(Model::new(ModelParts {
            name: name.to_owned(),
            skeleton,
            skins: drawn.skins,
            primitives: drawn.primitives,
            materials,
            textures,
            clips,
        })?),
    };
    Ok((asset, drawn.sources))
}
