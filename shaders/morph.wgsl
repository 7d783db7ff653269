// Morphs the rest vertices of a mesh, once for all that is drawn or deformed with them afterwards. Twin:
// `MorphDeltas::morph_vertex` in `crates/core/src/model/morphs/deltas.rs`.

/// A vertex at weight zero, in the bind frame, and the range of its deltas. Mirrored by `gpu::mirrors::MorphBaseData`.
struct MorphBase {
    position: vec3<f32>,
    first_delta: u32,
    normal: vec3<f32>,
    delta_count: u32,
}

/// The change of a vertex by one target at weight one. Mirrored by `gpu::mirrors::MorphDeltaData`.
struct MorphDelta {
    position: vec3<f32>,
    /// Index into the weights.
    morph_target: u32,
    normal: vec3<f32>,
}

/// The part of a mesh whose deltas are bound. Mirrored by `gpu::mirrors::MorphPartData`.
struct MorphPart {
    first_vertex: u32,
}

/// Vertices per workgroup; `gpu::morphs` divides by the same value.
override workgroup_size: u32;
override shortest_normal: f32;

@group(0) @binding(1) var<storage, read> bases: array<MorphBase>;
@group(0) @binding(2) var<storage, read> deltas: array<MorphDelta>;
/// One weight for each morph target of the node.
@group(0) @binding(3) var<storage, read> morph_weights: array<f32>;
@group(0) @binding(4) var<uniform> part: MorphPart;

@compute @workgroup_size(workgroup_size)
fn morph(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let index = invocation.x;
    if index >= arrayLength(&bases) {
        return;
    }
    let base = bases[index];
    var position = base.position;
    var normal = base.normal;
    for (var i = 0u; i < base.delta_count; i += 1u) {
        let delta = deltas[base.first_delta + i];
        let weight = morph_weights[delta.morph_target];
        position += weight * delta.position;
        normal += weight * delta.normal;
    }
    // Targets that cancel the normal leave no direction to turn to.
    let size = length(normal);
    if all(normal == base.normal) || size <= shortest_normal {
        normal = base.normal;
    } else {
        normal = normal / size;
    }
    store_morphed(part.first_vertex + index, position, normal);
}
