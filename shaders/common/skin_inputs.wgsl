// What all skinning methods share besides the rest vertices. Twin: `crates/core/src/skinning/skin_inputs.rs`.
//
// Vertices are pulled from storage buffers, so that drawing and `deform.wgsl` share one code path. `RestVertex`,
// `rest_vertex` and `influence_of` come from `common/full_vertices.wgsl` or `common/packed_vertices.wgsl`.

/// A joint (index into the skin's joints) and its weight. Mirrored by `gpu::mirrors::InfluenceData`.
struct Influence {
    joint: u32,
    weight: f32,
}

/// Three rows of an affine transform: x' = (x, 1) * rows. Mirrored by `skinning::PaletteMatrix`.
struct PaletteMatrix {
    rows: mat3x4<f32>,
}

/// The index of a joint's matrix in a list. `Model::new` allows vertices no more joints than 16 bits can index
/// (`model::MOST_JOINTS`), so the mask changes nothing and the twins need none. Told so, compilers multiply by the size
/// of a matrix in a quarter of the time.
fn matrix_index(joint: u32) -> u32 {
    return joint & 0xffffu;
}

/// real + epsilon dual, scalar part last. Mirrored by `gpu::mirrors::DualQuatData`.
struct DualQuat {
    real: vec4<f32>,
    dual: vec4<f32>,
}

/// A vertex after skinning, in scene space.
struct SkinnedVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

/// The unit vector along `v`, or zero if `v` has no direction.
fn normalize_or_zero(v: vec3<f32>) -> vec3<f32> {
    let size = length(v);
    return select(vec3<f32>(0.0), v / size, size > 0.0);
}
