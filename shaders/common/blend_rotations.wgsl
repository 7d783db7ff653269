// Signed blending of the joints' rotations alone, for the methods that translate in another way.
// Twin: `crates/core/src/skinning/blend_rotations.rs`.
// Uses: skin_inputs, signs.

/// U_i as unit quaternions.
@group(2) @binding(1) var<storage, read> palette_rotations: array<vec4<f32>>;

/// sum_i s_i w_i q_i, with signs chosen by the mode, divided by its length.
fn blend_rotations(rest: RestVertex) -> vec4<f32> {
    // The sign of the heaviest is always +1.
    let first = influence_of(rest, 0u);
    let heaviest = palette_rotations[first.joint];
    var blended = heaviest * first.weight;
    for (var i = 1u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let rotation = palette_rotations[influence.joint];
        blended += rotation * signed_weight(influence.weight, rotation, heaviest, blended);
    }
    let squared_length = dot(blended, blended);
    if squared_length < shortest_blend * shortest_blend {
        return heaviest;
    }
    return blended * inverseSqrt(squared_length);
}
