// Blended matrices. Twin: `crates/core/src/skinning/affine.rs`.
// Uses: skin_inputs, float_sign.

/// C_i, the joints' full transforms; their rigid parts for the methods that rotate about a center.
@group(2) @binding(0) var<storage, read> palette_matrices: array<PaletteMatrix>;

/// sum_i w_i C_i, as three rows.
fn blend_matrices(rest: RestVertex) -> mat3x4<f32> {
    var blended = mat3x4<f32>();
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        blended += palette_matrices[matrix_index(influence.joint)].rows * influence.weight;
    }
    return blended;
}

/// rows (x, 1).
fn transform_affine(rows: mat3x4<f32>, point: vec3<f32>) -> vec3<f32> {
    return vec4<f32>(point, 1.0) * rows;
}

/// normalize(sign(det M) cof(M) n) for the linear part M of three rows; points outward under reflections too.
fn turn_normal_by_cofactor(rows: mat3x4<f32>, normal: vec3<f32>) -> vec3<f32> {
    let r0 = rows[0].xyz;
    let r1 = rows[1].xyz;
    let r2 = rows[2].xyz;
    let c0 = cross(r1, r2);
    let c1 = cross(r2, r0);
    let c2 = cross(r0, r1);
    let turned = vec3<f32>(dot(c0, normal), dot(c1, normal), dot(c2, normal));
    let squared_length = dot(turned, turned);
    let scale = select(0.0, inverseSqrt(squared_length), squared_length > 0.0);
    return turned * negate_if_negative(scale, dot(r0, c0));
}
