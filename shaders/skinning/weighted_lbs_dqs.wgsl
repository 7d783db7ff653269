// Interpolates between LBS and two-phase DQS with a factor b for each vertex, from the file or from the pose: v' = (1 - b)
// lbs + b dqs. Twin: `crates/core/src/skinning/weighted_lbs_dqs.rs`.
// Uses: quat, trigonometry, mix_lbs_dqs, vertex_blends.

/// o_i, in the bind frame.
@group(2) @binding(3) var<storage, read> palette_bind_origins: array<vec4<f32>>;

/// The square of half a degree: half of the smallest angle from which the rule decides alone.
const LEAST_SQUARE = 7.6154355e-5;

/// Where a sine and a cosine both vanish, the angle is zero.
const LEAST_COSINE = 1e-12;

/// Joints are in one place if they are nearer to each other than this fraction of how far both are from the origin:
/// rounding of the file's inverse bind matrices would choose the line between them.
const LEAST_LINE = 1e-5;

/// The direction from one joint to another, or zero where they are in one place.
fn line_between(start: vec3<f32>, end: vec3<f32>) -> vec3<f32> {
    let line = end - start;
    let least = LEAST_LINE * LEAST_LINE * (dot(start, start) + dot(end, end));
    if dot(line, line) > least {
        return normalize_or_zero(line);
    }
    return vec3<f32>(0.0);
}

/// b of the two heaviest influences: the share of the twist about the line between their joints, in squares of half
/// angles. One in a pure twist, zero in a pure bend, and one half without rotation. Between joints in one place every
/// rotation is a bend.
fn blend_by_twist(rest: RestVertex) -> f32 {
    if rest.influence_count < 2u {
        return 0.5;
    }
    // Lists may be filled up with joints without weight.
    if influence_of(rest, 1u).weight == 0.0 {
        return 0.5;
    }
    let first = influence_of(rest, 0u).joint;
    let second = influence_of(rest, 1u).joint;
    let along = line_between(palette_bind_origins[first].xyz, palette_bind_origins[second].xyz);
    let relative = quat_multiply(quat_conjugate(palette_motions[first].real), palette_motions[second].real);
    let twist_sine = dot(relative.xyz, along);
    let twist = angle_of(abs(twist_sine), max(abs(relative.w), LEAST_COSINE));
    let swing_sine = length(relative.xyz - along * twist_sine);
    let swing = angle_of(swing_sine, length(vec2<f32>(relative.w, twist_sine)));
    return 0.5 + 0.5 * (twist * twist - swing * swing) / max(twist * twist + swing * swing, LEAST_SQUARE);
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    var b = vertex_blends[rest.index];
    if b < 0.0 {
        b = blend_by_twist(rest);
    }
    return mix_lbs_dqs(rest, b);
}
