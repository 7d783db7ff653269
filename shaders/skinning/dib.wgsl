// Dual quaternion iterative blending: Kavan 2008, algorithm 3. Starting at the linear blend, steps along the weighted
// mean of the logarithms until the step vanishes. Twin: `crates/core/src/skinning/dib.rs`.
// Uses: dual_quat, signs, blend_motions, screw.

/// p: the loop ends when a step rotates by less than this half angle in radians and shifts by less than this fraction
/// of the logarithms' own shifts.
override step_precision: f32;

/// A shift below this fraction of the blend's dual part is rounding.
override shift_rounding: f32;

/// Upper limit for the loop: joints far apart converge slowly.
override most_steps: u32;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    var blended = dual_quat_normalize(blend_motions(rest));
    // A vertex with one influence moves with its joint. Lists of four are padded with weights of zero.
    var rounds = 0u;
    if rest.influence_count > 1u && influence_of(rest, 1u).weight != 0.0 {
        rounds = most_steps;
    }
    for (var iteration = 0u; iteration < rounds; iteration++) {
        let toward_blended = dual_quat_conjugate(blended);
        let heaviest = palette_motions[influence_of(rest, 0u).joint];
        var running_sum = vec4<f32>(0.0);
        var mean = Screw(vec3<f32>(0.0), vec3<f32>(0.0));
        var shifts = 0.0;
        for (var i = 0u; i < rest.influence_count; i++) {
            let influence = influence_of(rest, i);
            let motion = palette_motions[influence.joint];
            let sign = sign_of(motion.real, heaviest.real, running_sum);
            running_sum += motion.real * (sign * influence.weight);
            let signed_motion = DualQuat(motion.real * sign, motion.dual * sign);
            let logarithm = screw_log(dual_quat_multiply(toward_blended, signed_motion));
            mean.turn += logarithm.turn * influence.weight;
            mean.shift += logarithm.shift * influence.weight;
            shifts += length(logarithm.shift) * abs(influence.weight);
        }
        let least_shift = step_precision * shifts + shift_rounding * length(blended.dual);
        blended = dual_quat_normalize(dual_quat_multiply(blended, screw_exp(mean)));
        if length(mean.turn) < step_precision && length(mean.shift) <= least_shift {
            break;
        }
    }
    return SkinnedVertex(
        transform_point(blended, rest.position),
        rotate_vector(blended, rest.normal),
    );
}
