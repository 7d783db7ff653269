// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
// Twin: `src/skinning/dqs.rs`.

const AS_GIVEN: u32 = 0u;
const AGAINST_HEAVIEST: u32 = 1u;
const AGAINST_RUNNING_SUM: u32 = 2u;

/// What the loop does about q and -q, which are one rotation: one of the three above.
override sign_mode: u32;

/// A blended real part shorter than this has no direction left; the vertex then follows its heaviest influence.
override shortest_blend: f32;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_motions(rest);
    return SkinnedVertex(
        transform_point(blended, rest.position),
        normalize_or_zero(rotate_vector(blended, rest.normal)),
    );
}

/// sum_i s_i w_i q_i, the signs chosen by the mode; never shorter than `shortest_blend` in its real part.
fn blend_motions(rest: RestVertex) -> DualQuat {
    let heaviest = palette_motions[influence_of(rest, 0u).joint];
    var blended = DualQuat(vec4<f32>(0.0), vec4<f32>(0.0));
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        let motion = palette_motions[influence.joint];
        var against = motion.real;
        switch sign_mode {
            case AGAINST_HEAVIEST: { against = heaviest.real; }
            case AGAINST_RUNNING_SUM: { against = blended.real; }
            default: {}
        }
        let sign = select(1.0, -1.0, dot(motion.real, against) < 0.0);
        blended.real += motion.real * (sign * influence.weight);
        blended.dual += motion.dual * (sign * influence.weight);
    }
    if length(blended.real) < shortest_blend {
        return heaviest;
    }
    return blended;
}
