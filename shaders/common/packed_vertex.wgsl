// The vertices of a mesh as pictures read them: 32 bytes for a vertex that follows up to four joints. Rust packs them
// in `crates/gpu/src/gpu/packing.rs`.

/// A vertex as uploaded, in the bind frame. Mirrored by `gpu::mirrors::PackedVertex`.
struct PackedVertex {
    position: vec3<f32>,
    /// Octahedral, as two signed normalized 16-bit integers, or `NO_NORMAL`.
    normal: u32,
    /// Indices of the first four joints into the skin's joints, 8 bits each, heaviest first.
    joints: u32,
    /// In units of 2^-16, 16 bits each. The first, heaviest weight is one minus all others.
    second_and_third_weight: u32,
    /// The fraction of the surrounding light that arrives at rest is a normalized 16-bit integer.
    fourth_weight_and_crease: u32,
    /// Texture coordinates within the unit square as normalized 16-bit integers.
    texcoord: u32,
}

/// Influences five to eight of a vertex. Mirrored by `gpu::mirrors::MoreInfluences`.
struct MoreInfluences {
    joints: u32,
    fifth_and_sixth_weight: u32,
    seventh_and_eighth_weight: u32,
}

/// Stands for a normal of length zero. Both halves are below the smallest normalized value, so no direction uses it.
const NO_NORMAL: u32 = 0x80008000u;

fn packed_normal(normal: vec3<f32>) -> u32 {
    let size = abs(normal.x) + abs(normal.y) + abs(normal.z);
    if !(size > 0.0) {
        return NO_NORMAL;
    }
    let unfolded = normal.xy / size;
    let folded = (1.0 - abs(unfolded.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), unfolded >= vec2<f32>(0.0));
    return pack2x16snorm(select(unfolded, folded, normal.z < 0.0));
}

fn unpacked_normal(packed: u32) -> vec3<f32> {
    let folded = unpack2x16snorm(packed);
    let height = 1.0 - abs(folded.x) - abs(folded.y);
    let below = max(-height, 0.0);
    let unfolded = folded - below * select(vec2<f32>(-1.0), vec2<f32>(1.0), folded >= vec2<f32>(0.0));
    return select(normalize(vec3<f32>(unfolded, height)), vec3<f32>(0.0), packed == NO_NORMAL);
}
