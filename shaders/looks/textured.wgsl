// A mesh in its own materials.

/// Mirrored by `gpu::mirrors::MaterialData`.
struct MaterialData {
    /// Linear. Multiplies the studio's skin tone if `takes_skin_color` is one.
    base_color: vec4<f32>,
    takes_skin_color: f32,
    /// Fragments below this alpha are discarded.
    alpha_cutoff: f32,
}

@group(3) @binding(0) var<uniform> material: MaterialData;
@group(3) @binding(1) var base_color_texture: texture_2d<f32>;
@group(3) @binding(2) var base_color_sampler: sampler;

/// Whether the material has a texture.
override has_texture: bool = true;
/// Whether fragments may be discarded; if not, depth is resolved before a fragment is shaded.
override has_cutout: bool = true;

/// The material's color at a point of the surface.
fn material_color(in: MeshVarying) -> vec4<f32> {
    let color = material.base_color * in.color;
    if !has_texture {
        return color;
    }
    return color * textureSample(base_color_texture, base_color_sampler, in.texcoord);
}

/// Whether the material is cut away at a point.
fn is_cut_away(in: MeshVarying) -> bool {
    return has_cutout && material_color(in).a < material.alpha_cutoff;
}

@fragment
fn textured_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let normal = seen_normal(in.position_in_world, in.normal_in_world);
    let base = material_color(in);
    if has_cutout && base.a < material.alpha_cutoff {
        discard;
    }
    let albedo = base.rgb * mix(vec3<f32>(1.0), frame.skin_color.rgb, material.takes_skin_color);
    return vec4<f32>(shade(albedo, in.position_in_world, normal), 1.0);
}
