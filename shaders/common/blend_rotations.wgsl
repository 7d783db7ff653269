// Signed blending of the joints' rotations alone, for the methods that translate in another way.
// Twin: `src/skinning/blend_rotations.rs`.

/// U_i as unit quaternions.
@group(2) @binding(1) var<storage, read> palette_rotations: array<vec4<f32>>;

/// sum_i s_i w_i q_i, with signs chosen by the mode, divided by its length.
fn blend_rotations(rest: RestVertex) -> vec4<f32> {
    let heaviest = palette_rotations[influence_of(rest, 0u).joint];
    var blended = vec4<f32>(0.0);
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let rotation = palette_rotations[influence.joint];
        let sign = sign_of(rotation, heaviest, blended);
        blended += rotation * (sign * influence.weight);
    }
    if length(blended) < shortest_blend {
        blended = heaviest;
    }
    return blended / length(blended);
}
