// A mesh's own material: its values, its textures and its cutouts.

/// Mirrored by `gpu::mirrors::MaterialData`.
struct MaterialData {
    /// Linear. Multiplies the studio's skin tone if `takes_skin_color` is one.
    base_color: vec4<f32>,
    /// For metallic-roughness, normal, occlusion and emissive texture: one if the texture uses the second texture
    /// coordinates.
    second_texcoords: vec4<f32>,
    /// Linear; may exceed one.
    emissive: vec3<f32>,
    takes_skin_color: f32,
    /// Fragments below this alpha are discarded.
    alpha_cutoff: f32,
    /// The fraction of the light that the inside of the surface shows.
    inside_light: f32,
    metallic: f32,
    roughness: f32,
    normal_scale: f32,
    occlusion_strength: f32,
}

@group(3) @binding(0) var<uniform> material: MaterialData;
@group(3) @binding(1) var base_color_texture: texture_2d<f32>;
@group(3) @binding(2) var base_color_sampler: sampler;
@group(3) @binding(3) var metallic_roughness_texture: texture_2d<f32>;
@group(3) @binding(4) var metallic_roughness_sampler: sampler;
@group(3) @binding(5) var normal_texture: texture_2d<f32>;
@group(3) @binding(6) var normal_sampler: sampler;
@group(3) @binding(7) var occlusion_texture: texture_2d<f32>;
@group(3) @binding(8) var material_occlusion_sampler: sampler;
@group(3) @binding(9) var emissive_texture: texture_2d<f32>;
@group(3) @binding(10) var emissive_sampler: sampler;

/// Whether the material has a base color texture.
override has_texture: bool = true;
/// Whether fragments may be discarded; if not, depth is resolved before a fragment is shaded.
override has_cutout: bool = true;

/// The material's color at a point of the surface.
fn material_color(in: MeshVarying) -> vec4<f32> {
    let color = material.base_color * in.color;
    if !has_texture {
        return color;
    }
    return color * textureSample(base_color_texture, base_color_sampler, in.texcoords.xy);
}

/// Whether the material is cut away at a point.
fn is_cut_away(in: MeshVarying) -> bool {
    return has_cutout && material_color(in).a < material.alpha_cutoff;
}

/// The texture coordinates of a texture, by its part of `second_texcoords`.
fn texcoord_of(in: MeshVarying, second: f32) -> vec2<f32> {
    return select(in.texcoords.xy, in.texcoords.zw, second > 0.5);
}

/// A visible point of the mesh.
fn surface_point(in: MeshVarying, normal: SeenNormal) -> SurfacePoint {
    let around = surroundings_in_picture(in.position_in_clip);
    let place = in.position_in_world_and_openness;
    let openness = place.w * around.x;
    return SurfacePoint(place.xyz, normal.smooth_normal, normal.flat_normal, openness, around.y);
}

/// The fraction of the light that is shown: the inside of a surface that is meant to be seen from outside is dark, so
/// that a hole in the skin does not look like skin.
fn inside_light(normal: SeenNormal) -> f32 {
    return select(1.0, material.inside_light, normal.is_inside);
}
