// Blended matrix logarithms of the joints' rigid parts: v' = exp(sum_i w_i log C_i) v. Alexa 2002, Cordier &
// Magnenat-Thalmann 2005, in Kavan 2008, section 2.3. Twin: `crates/core/src/skinning/log_matrix.rs`.
// Uses: dual_quat, screw.

/// Half of log C_i each, with angles up to pi. Computed on the CPU.
@group(2) @binding(3) var<storage, read> palette_logarithms: array<Screw>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    var blended = Screw(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let logarithm = palette_logarithms[influence.joint];
        blended.turn += logarithm.turn * influence.weight;
        blended.shift += logarithm.shift * influence.weight;
    }
    let motion = screw_exp(blended);
    return SkinnedVertex(
        transform_point(motion, rest.position),
        rotate_vector(motion, rest.normal),
    );
}
