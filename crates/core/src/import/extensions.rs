use super::variants::VARIANTS;
use super::{GltfDocument, ImportError, Location, WarningKind, Warnings};

/// Extensions that are read.
const READ: &[&str] = &[
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_materials_emissive_strength",
    "KHR_materials_unlit",
    "EXT_texture_webp",
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "VRMC_node_constraint",
    VARIANTS,
];

/// Extensions for avatars: version 1, and earlier versions.
const VRM: [&str; 2] = ["VRMC_vrm", "VRM"];

/// Prefixes of extensions that affect only the look of surfaces or lighting, or hold additional data: the skin keeps
/// its shape without them.
const LOOK_ONLY: &[&str] = &[
    "KHR_materials_",
    "EXT_materials_",
    "ADOBE_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_techniques_webgl",
    "KHR_xmp",
    "KHR_animation_pointer",
    "KHR_audio",
    "VRM",
];

/// Rejects files that require an unsupported extension. Warns of an avatar, which has more than its glTF.
pub(super) fn check_required(document: &GltfDocument, warnings: &mut Warnings) -> Result<(), ImportError> {
    let names = || document.root.extensions_used.iter().chain(&document.root.extensions_required);
    if names().any(|name| VRM.contains(&name.as_str())) {
        warnings.add(&Location::file(), WarningKind::Vrm);
    }
    for extension in &document.root.extensions_required {
        if READ.contains(&extension.as_str()) {
            continue;
        }
        if !LOOK_ONLY.iter().any(|prefix| extension.starts_with(prefix)) {
            return Err(ImportError::RequiredExtension { extension: extension.clone() });
        }
        if extension.starts_with("VRM") {
            continue;
        }
        let extension = extension.clone();
        warnings.add(&Location::file(), WarningKind::RequiredExtensionIgnored { extension });
    }
    Ok(())
}
