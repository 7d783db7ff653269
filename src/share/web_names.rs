//! Descriptors of layouts and pipelines in the form that WebGPU accepts.

use crate::gpu::{Composition, DEPTH_FORMAT, LayoutName, Recipe};
use serde_json::{Map, Value, json};
use wgpu::{BindingType, BlendComponent, BufferBindingType, SamplerBindingType, TextureFormat, TextureSampleType};

/// The name of a texture format in WebGPU.
pub(super) fn format(format: TextureFormat) -> String {
    match format {
        TextureFormat::Rgba8UnormSrgb => "rgba8unorm-srgb".to_owned(),
        // The other formats of the program follow this rule: R8Unorm, r8unorm.
        other => format!("{other:?}").to_lowercase(),
    }
}

/// Name in kebab case: `OneMinusSrcAlpha` as `one-minus-src-alpha`.
fn kebab(value: impl std::fmt::Debug) -> String {
    let mut name = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// Entries of a layout: `GPUBindGroupLayoutEntry` for every binding.
pub(super) fn layout(name: LayoutName) -> Value {
    let entry = |entry: wgpu::BindGroupLayoutEntry| {
        let mut json = json!({"binding": entry.binding, "visibility": entry.visibility.bits()});
        let (kind, content) = match entry.ty {
            BindingType::Buffer { ty: BufferBindingType::Uniform, .. } => ("buffer", json!({"type": "uniform"})),
            BindingType::Buffer { ty: BufferBindingType::Storage { read_only }, .. } => {
                ("buffer", json!({"type": if read_only { "read-only-storage" } else { "storage" }}))
            }
            BindingType::Sampler(kind) => {
                let kind = match kind {
                    SamplerBindingType::Filtering => "filtering",
                    SamplerBindingType::NonFiltering => "non-filtering",
                    SamplerBindingType::Comparison => "comparison",
                };
                ("sampler", json!({"type": kind}))
            }
            BindingType::Texture { sample_type, multisampled, .. } => {
                let kind = match sample_type {
                    TextureSampleType::Float { filterable: true } => "float",
                    TextureSampleType::Float { filterable: false } => "unfilterable-float",
                    TextureSampleType::Depth => "depth",
                    TextureSampleType::Sint => "sint",
                    TextureSampleType::Uint => "uint",
                };
                ("texture", json!({"sampleType": kind, "multisampled": multisampled}))
            }
            // The program has no others.
            _ => ("externalTexture", json!({})),
        };
        json[kind] = content;
        json
    };
    name.entries().into_iter().map(entry).collect()
}

/// Descriptor of a pipeline: `GPURenderPipelineDescriptor`, with the index of the shader in place of modules and the
/// names of layouts.
pub(super) fn pipeline(recipe: &Recipe, shader: usize) -> Value {
    let constants: Map<String, Value> =
        recipe.constants.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let target = |(entry, output, blend): &(&str, TextureFormat, Option<wgpu::BlendState>)| {
        let mut target = json!({"format": format(*output), "writeMask": recipe.writes.bits()});
        if let Some(blend) = blend {
            target["blend"] = json!({"color": component(blend.color), "alpha": component(blend.alpha)});
        }
        json!({"entryPoint": entry, "target": target})
    };
    let depth = |(compare, writes): (wgpu::CompareFunction, bool)| json!({"format": format(DEPTH_FORMAT), "depthCompare": kebab(compare), "depthWriteEnabled": writes});
    json!({
        "shader": shader,
        "layouts": recipe.layouts.iter().map(|layout| layout.id()).collect::<Vec<_>>(),
        "constants": constants,
        "vertex": recipe.vertex,
        "fragment": recipe.fragment.as_ref().map(target),
        "topology": kebab(recipe.topology),
        "depth": recipe.depth.map(depth),
        "samples": recipe.samples,
    })
}

fn component(component: BlendComponent) -> Value {
    json!({
        "srcFactor": kebab(component.src_factor),
        "dstFactor": kebab(component.dst_factor),
        "operation": kebab(component.operation),
    })
}

/// Every composition of the program by its name: all shaders that a browser must compile.
pub fn compositions_json() -> Value {
    let named = Composition::all().into_iter().map(|composition| (composition.name(), json!(composition.wgsl())));
    Value::Object(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{OverlayPass, overlay_recipe};

    #[test]
    fn names_are_those_of_webgpu() {
        assert_eq!(format(TextureFormat::Rgba8UnormSrgb), "rgba8unorm-srgb");
        assert_eq!(format(TextureFormat::Depth32Float), "depth32float");
        assert_eq!(format(TextureFormat::Rg8Unorm), "rg8unorm");
        assert_eq!(kebab(wgpu::CompareFunction::LessEqual), "less-equal");
        assert_eq!(kebab(wgpu::BlendFactor::OneMinusSrcAlpha), "one-minus-src-alpha");
        assert_eq!(layout(LayoutName::Depth)[0]["texture"]["sampleType"], "unfilterable-float");
        let (_, ground) = overlay_recipe(OverlayPass::Ground { samples: 4 });
        let ground = pipeline(&ground, 3);
        assert_eq!(ground["topology"], "triangle-strip");
        assert_eq!(ground["layouts"], json!(["frame", "texture"]));
        assert_eq!(ground["depth"]["depthCompare"], "greater");
        assert_eq!(ground["fragment"]["target"]["blend"]["color"]["dstFactor"], "one-minus-src-alpha");
    }
}
