// Direct delta mush: Le & Lewis 2019, variant 0. v' = R v + q - R p turns the smoothed surroundings of the vertex, whose mean
// is p at rest and q in the pose, by the rotation R nearest to how they deform. Which part of them follows which joint is
// computed once. Twin: `crates/core/src/skinning/direct_delta_mush.rs`.
// Uses: quat, affine, first_phase, vertex_moments, nearest_rotation.

/// A matrix smaller than this part of the spread has no nearest rotation; the vertex then follows its heaviest joint.
override smallest_blend: f32;

/// C''_i, the second phase as matrices: rigid, x -> f_i + U_i (x - o'_i).
@group(2) @binding(3) var<storage, read> palette_second_phase: array<PaletteMatrix>;

/// The rows of the product of two linear parts, as columns.
fn turn_rows(joint: mat3x4<f32>, stretched: mat3x4<f32>) -> mat3x3<f32> {
    let x = stretched[0].xyz;
    let y = stretched[1].xyz;
    let z = stretched[2].xyz;
    return mat3x3<f32>(
        x * joint[0].x + y * joint[0].y + z * joint[0].z,
        x * joint[1].x + y * joint[1].y + z * joint[1].z,
        x * joint[2].x + y * joint[2].y + z * joint[2].z,
    );
}

/// The vector after the linear part of the first phase.
fn stretch_vector(stretched: mat3x4<f32>, v: vec3<f32>) -> vec3<f32> {
    if palette_is_rigid {
        return v;
    }
    return vec4<f32>(v, 0.0) * stretched;
}

fn symmetric_matrix(d: vec3<f32>, p: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(vec3<f32>(d.x, p.z, p.y), vec3<f32>(p.z, d.y, p.x), vec3<f32>(p.y, p.x, d.z));
}

fn size_of_rows(rows: mat3x3<f32>) -> f32 {
    return sqrt(dot(rows[0], rows[0]) + dot(rows[1], rows[1]) + dot(rows[2], rows[2]));
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let moments = moments_of(rest.index);
    let stretched = blend_first_phase(rest);
    let anchor = stretch_point(stretched, moments.anchor);
    let heaviest = palette_second_phase[matrix_index(joint_moments(moments, 0u).joint)].rows;
    let origin = transform_affine(heaviest, anchor);
    var q = vec3<f32>();
    var p = vec3<f32>();
    var weight = 0.0;
    var rows = mat3x3<f32>();
    for (var i = 0u; i < moments.count; i++) {
        let own = joint_moments(moments, i);
        let joint = palette_second_phase[matrix_index(own.joint)].rows;
        let turned = turn_rows(joint, stretched);
        let moved = transform_affine(joint, anchor) - origin;
        let second = symmetric_matrix(own.squares, own.products);
        q += own.first * turned + moved * own.weight;
        p += own.first;
        weight += own.weight;
        rows += second * turned;
        rows += mat3x3<f32>(own.first * moved.x, own.first * moved.y, own.first * moved.z);
    }
    q /= weight;
    p /= weight;
    rows = mat3x3<f32>(
        stretch_vector(stretched, rows[0] / weight - p * q.x),
        stretch_vector(stretched, rows[1] / weight - p * q.y),
        stretch_vector(stretched, rows[2] / weight - p * q.z),
    );
    let stretch = size_of_rows(mat3x3<f32>(stretched[0].xyz, stretched[1].xyz, stretched[2].xyz));
    if size_of_rows(rows) <= smallest_blend * moments.spread * (stretch * stretch / 3.0) {
        rows = mat3x3<f32>(heaviest[0].xyz, heaviest[1].xyz, heaviest[2].xyz);
    }
    let rotation = nearest_rotation(rows);
    let from_mean = stretch_point(stretched, rest.position) - anchor - stretch_vector(stretched, p);
    let normal = stretch_normal(stretched, rest.normal);
    return SkinnedVertex(origin + q + quat_rotate(rotation, from_mean), quat_rotate(rotation, normal));
}
