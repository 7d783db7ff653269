// A mesh in its own materials, by glTF's metallic-roughness model under the light of the studio.

override has_metallic_roughness_texture: bool = true;
override has_normal_texture: bool = true;
override has_occlusion_texture: bool = true;
override has_emissive_texture: bool = true;
/// Whether the surface reflects its surroundings; clay does not.
override has_reflections: bool = true;
/// Whether the base color is shown without light.
override is_unlit: bool = false;
/// Whether this pass draws the opaque parts of a blended material.
override opaque_parts_only: bool = false;
/// Whether this pass blends with what is behind.
override is_blended: bool = false;

/// The smallest alpha that counts as opaque.
const OPAQUE_ALPHA = 0.99;

/// The fraction of the light that a surface without metal reflects when seen from the front.
const DIELECTRIC_REFLECTANCE = 0.04;

/// The fraction of emitted light that is shown.
const EMISSION_FROM_FRONT = 0.62;
const EMISSION_AT_GRAZING = 0.3;

/// The factor on the key light's reflection in a fully rough surface that faces the light. Widening the highlight alone
/// makes rough metal dark and flat.
const ROUGH_KEY = 2.4;

@fragment
fn textured_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let seen = seen_normal(in, is_front);
    let normal = with_normal_texture(in, seen);
    let base = material_color(in);
    let metallic_roughness = material_metallic_roughness(in);
    let occlusion = material_occlusion(in);
    let emitted = material_emission(in);
    let cutoff = select(material.alpha_cutoff, OPAQUE_ALPHA, opaque_parts_only);
    if (has_cutout || opaque_parts_only) && base.a < cutoff {
        discard;
    }
    let alpha = select(1.0, base.a, is_blended);
    if is_unlit {
        return vec4<f32>(base.rgb * alpha, alpha);
    }
    let albedo = base.rgb * mix(vec3<f32>(1.0), frame.skin_color.rgb, material.takes_skin_color);
    var point = surface_point(in, normal);
    point.openness *= occlusion;
    var color: vec3<f32>;
    if has_reflections {
        color = shade_material(albedo, metallic_roughness, point);
    } else {
        color = shade_clay(albedo, point);
    }
    let to_eye = normalize(frame.eye_in_world - point.position_in_world);
    color = with_emission(color * inside_light(seen), emitted, saturate(dot(point.normal_in_world, to_eye)));
    return vec4<f32>(color * alpha, alpha);
}

/// Metallic in x, roughness in y.
fn material_metallic_roughness(in: MeshVarying) -> vec2<f32> {
    let factors = vec2<f32>(material.metallic, material.roughness);
    if !has_metallic_roughness_texture {
        return factors;
    }
    let texcoord = texcoord_of(in, material.second_texcoords.x);
    return factors * textureSample(metallic_roughness_texture, metallic_roughness_sampler, texcoord).bg;
}

fn material_occlusion(in: MeshVarying) -> f32 {
    if !has_occlusion_texture {
        return 1.0;
    }
    let texcoord = texcoord_of(in, material.second_texcoords.z);
    let open = textureSample(occlusion_texture, material_occlusion_sampler, texcoord).r;
    return mix(1.0, open, material.occlusion_strength);
}

fn material_emission(in: MeshVarying) -> vec3<f32> {
    if !has_emissive_texture {
        return material.emissive;
    }
    let texcoord = texcoord_of(in, material.second_texcoords.w);
    return material.emissive * textureSample(emissive_texture, emissive_sampler, texcoord).rgb;
}

/// The normal turned by the normal texture. The tangents come from the texture's direction in the picture, so they
/// follow every method without being skinned.
fn with_normal_texture(in: MeshVarying, seen: SeenNormal) -> SeenNormal {
    if !has_normal_texture {
        return seen;
    }
    let texcoord = texcoord_of(in, material.second_texcoords.y);
    let texel = textureSample(normal_texture, normal_sampler, texcoord).xyz * 2.0 - 1.0;
    let across = dpdx(in.position_in_world_and_openness.xyz);
    let down = dpdy(in.position_in_world_and_openness.xyz);
    let texcoord_across = dpdx(texcoord);
    let texcoord_down = dpdy(texcoord);
    // Perpendicular to the normal, so that the tangents are those of the smooth surface (Schueler 2013).
    let normal = seen.smooth_normal;
    let down_perpendicular = cross(down, normal);
    let across_perpendicular = cross(normal, across);
    let tangent = down_perpendicular * texcoord_across.x + across_perpendicular * texcoord_down.x;
    // In glTF, v grows downward and the normal texture's y points up.
    let bitangent = -(down_perpendicular * texcoord_across.y + across_perpendicular * texcoord_down.y);
    let longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
    if longest <= 0.0 {
        return seen;
    }
    // The cross products have the sign of the side that is seen: on the back, the whole texture's normal turns around.
    let orientation = sign(dot(cross(across, down), normal)) * inverseSqrt(longest);
    let side = select(1.0, -1.0, seen.is_back);
    let slope = texel.xy * (material.normal_scale * orientation * side);
    let turned = normalize_or_zero(tangent * slope.x + bitangent * slope.y + normal * texel.z);
    return SeenNormal(turned, seen.flat_normal, seen.is_inside, seen.is_back);
}

/// The light that a material reflects to the eye.
fn shade_material(albedo: vec3<f32>, metallic_roughness: vec2<f32>, point: SurfacePoint) -> vec3<f32> {
    let metallic = metallic_roughness.x;
    let roughness = clamp(metallic_roughness.y, 0.03, 1.0);
    let light = studio_light(point);
    let to_eye = normalize(frame.eye_in_world - point.position_in_world);
    let toward_eye = saturate(dot(point.normal_in_world, to_eye));
    let reflected_in_world = reflect(-to_eye, point.normal_in_world);
    let reflected = (frame.view_from_world * vec4<f32>(reflected_in_world, 0.0)).xyz;
    let key = light.key_visibility * rough_key_factor(point.normal_in_world, roughness);
    let surroundings = reflected_studio(reflected, reflected_in_world.y, roughness, key);
    let normal_reflectance = mix(vec3<f32>(DIELECTRIC_REFLECTANCE), albedo, metallic);
    let glossy = reflectance(normal_reflectance, roughness, toward_eye) * surroundings;
    let diffuse = albedo * (1.0 - metallic) * light.diffuse;
    let rim = rim_reflectance(albedo) * light.rim;
    let color = soft_shoulder(frame.exposure * (diffuse + glossy * point.openness) + rim);
    return with_edge(color, MATERIAL_EDGE, point);
}

/// The factor on the key light's reflection: a rough surface is lit by its angle to the light, as a matte one is.
fn rough_key_factor(normal_in_world: vec3<f32>, roughness: f32) -> f32 {
    let normal = (frame.view_from_world * vec4<f32>(normal_in_world, 0.0)).xyz;
    let facing = saturate(dot(normal, frame.key_direction_in_view));
    return mix(1.0, ROUGH_KEY * facing, roughness * roughness);
}

/// Reflected and emitted light together, compressed without a change of hue. Emitted light is reduced, as by an
/// exposure for the lit skin, and more where the surface turns away, so that glowing parts keep their form.
fn with_emission(reflected: vec3<f32>, emitted: vec3<f32>, toward_eye: f32) -> vec3<f32> {
    let color = reflected + emitted * mix(EMISSION_AT_GRAZING, EMISSION_FROM_FRONT, toward_eye);
    let largest = max(color.r, max(color.g, color.b));
    let room = 1.0 - BRIGHTEST;
    let shown = select(largest, BRIGHTEST + room * (1.0 - exp((BRIGHTEST - largest) / room)), largest > BRIGHTEST);
    return color * (shown / max(largest, 1e-4));
}
