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

/// The material at a place of the surface.
fn material_color(in: MeshVarying) -> vec4<f32> {
    return material.base_color * textureSample(base_color_texture, base_color_sampler, in.texcoord) * in.color;
}

@fragment
fn textured_fragment(in: MeshVarying) -> @location(0) vec4<f32> {
    let normal = seen_normal(in.position_in_world, in.normal_in_world);
    let base = material_color(in);
    if base.a < material.alpha_cutoff {
        discard;
    }
    let albedo = base.rgb * mix(vec3<f32>(1.0), frame.skin_color.rgb, material.takes_skin_color);
    return vec4<f32>(shade(albedo, in.position_in_world, normal), 1.0);
}
