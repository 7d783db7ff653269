// A mesh in its own materials.

/// Mirrored by `gpu::mirrors::MaterialData`.
struct MaterialData {
    /// Linear. Where `takes_skin_color` is one, it multiplies the studio's skin tone.
    base_color: vec4<f32>,
    takes_skin_color: f32,
    /// Fragments below this alpha are dropped.
    alpha_cutoff: f32,
}

@group(3) @binding(0) var<uniform> material: MaterialData;
@group(3) @binding(1) var base_color_texture: texture_2d<f32>;
@group(3) @binding(2) var base_color_sampler: sampler;

/// Whether there is a texture to look at.
override has_texture: bool = true;
/// Whether anything is cut away: else depth is settled before a fragment is shaded.
override has_cutout: bool = true;

/// The material at a place of the surface.
fn material_color(in: MeshVarying) -> vec4<f32> {
    let color = material.base_color * in.color;
    if !has_texture {
        return color;
    }
    return color * textureSample(base_color_texture, base_color_sampler, in.texcoord);
}

/// Whether the material has no surface at a place.
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
