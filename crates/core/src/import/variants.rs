//! Material variants (KHR_materials_variants): several looks of one model, of which one is read.
//!
//! Choosing one replaces the materials of primitives before anything is read, so that the textures of the other looks
//! take neither time nor memory.

use gltf::json::mesh::Primitive;
use gltf::json::{Index, Material, Root};
use serde_json::Value;

pub(super) const VARIANTS: &str = "KHR_materials_variants";

/// Number of variants that are offered; further ones are ignored.
const MOST_VARIANTS: usize = 1000;

/// The names of the variants, from the extensions of the document. A variant without a name is called by its number.
pub(super) fn names(extensions: Option<&Value>) -> Vec<String> {
    let variants = extensions.and_then(|extensions| extensions.get(VARIANTS)?.get("variants")?.as_array());
    let name = |(number, variant): (usize, &Value)| match variant.get("name").and_then(Value::as_str) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("Variant {number}"),
    };
    (1..).zip(variants.into_iter().flatten()).take(MOST_VARIANTS).map(name).collect()
}

/// Gives all primitives the materials of a variant. Primitives without one keep their own.
pub(super) fn choose(root: &mut Root, variant: usize) {
    for primitive in root.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        if let Some(material) = material_of(primitive, variant) {
            primitive.material = Some(material);
        }
    }
}

/// The material of the first mapping that names the variant.
fn material_of(primitive: &Primitive, variant: usize) -> Option<Index<Material>> {
    let mappings = primitive.extensions.as_ref()?.others.get(VARIANTS)?.get("mappings")?.as_array()?;
    let is_of_variant = |mapping: &&Value| {
        let variants = mapping.get("variants").and_then(Value::as_array);
        variants.is_some_and(|variants| variants.iter().any(|index| index.as_u64() == Some(variant as u64)))
    };
    let material = mappings.iter().find(is_of_variant)?.get("material")?.as_u64()?;
    u32::try_from(material).ok().map(Index::new)
}
