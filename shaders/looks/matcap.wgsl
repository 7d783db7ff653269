// A mesh colored by the direction of its normal alone, like a ball of clay seen from the front: no shadow hides a dent,
// and every change of direction shows.

const MATCAP_SHADE = vec3<f32>(0.012, 0.016, 0.028);
const MATCAP_BODY = vec3<f32>(0.40, 0.31, 0.24);
const MATCAP_KEY = vec3<f32>(1.0, 0.86, 0.68);
const MATCAP_RIM = vec3<f32>(0.36, 0.58, 0.95);
const MATCAP_KEY_DIRECTION = normalize(vec3<f32>(-0.45, 0.6, 0.66));

/// The ball's color at a unit normal: x right, y up, z toward the eye.
fn matcap_color(normal: vec3<f32>) -> vec3<f32> {
    let toward = dot(normal, MATCAP_KEY_DIRECTION);
    let lit = saturate(0.5 + 0.5 * toward);
    let body = mix(MATCAP_SHADE, MATCAP_BODY, lit * lit * lit);
    let sheen = pow(saturate(toward), 10.0) * 0.42;
    // Cool light along the lower right edge, and less along the rest of the edge.
    let edge = pow(1.0 - saturate(normal.z), 2.0);
    let side = 0.25 + 0.75 * smoothstep(-0.4, 0.8, dot(normal.xy, normalize(vec2<f32>(0.8, -0.6))));
    return body + sheen * MATCAP_KEY + edge * side * MATCAP_RIM;
}

@fragment
fn matcap_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal_in_world = seen_normal(in, is_front).smooth_normal;
    if is_cut_away(in) {
        discard;
    }
    let normal = (frame.view_from_world * vec4<f32>(normal_in_world, 0.0)).xyz;
    // Relative to the line of sight through the point, not the picture's center: a plane looks the same everywhere.
    let to_eye = normalize(-(frame.view_from_world * vec4<f32>(in.position_in_world_and_openness.xyz, 1.0)).xyz);
    let right = normalize(cross(vec3<f32>(0.0, 1.0, 0.0), to_eye));
    let up = cross(to_eye, right);
    let turned = vec3<f32>(dot(normal, right), dot(normal, up), dot(normal, to_eye));
    return vec4<f32>(soft_shoulder(matcap_color(turned)), 1.0);
}
