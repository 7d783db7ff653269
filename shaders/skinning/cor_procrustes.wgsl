// The Procrustes variant of optimized centers of rotation: Le & Hodgins 2016, section 5. v' = R (v1 - p1) + sum_i w_i
// C''_i p1 as in `cor.wgsl`; R is the rotation nearest to A M1, with A = sum_i w_i U_i and the covariance M1 of the
// similar surface after the first phase. Twin: `crates/core/src/skinning/cor_procrustes.rs`.
// Uses: quat, affine, first_phase, vertex_covariances, nearest_rotation.

/// Added to the covariance, whose trace is one, in all directions.
override least_covariance: f32;

/// A matrix smaller than this has no nearest rotation; the vertex then follows its heaviest influence.
override smallest_blend: f32;

/// C''_i, the second phase as matrices: rigid, x -> f_i + U_i (x - o'_i).
@group(2) @binding(3) var<storage, read> palette_second_phase: array<PaletteMatrix>;

/// sum_i w_i C''_i, as three rows.
fn blend_second_phase(rest: RestVertex) -> mat3x4<f32> {
    var blended = mat3x4<f32>();
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        blended += palette_second_phase[matrix_index(influence.joint)].rows * influence.weight;
    }
    return blended;
}

fn symmetric_matrix(d: vec3<f32>, p: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(vec3<f32>(d.x, p.z, p.y), vec3<f32>(p.z, d.y, p.x), vec3<f32>(p.y, p.x, d.z));
}

/// L M L^T divided by its trace, plus `least_covariance` in all directions, for the linear part L of three rows; the
/// identity if the trace is zero.
fn stretch_covariance(rows: mat3x4<f32>, m: mat3x3<f32>) -> mat3x3<f32> {
    let r0 = rows[0].xyz;
    let r1 = rows[1].xyz;
    let r2 = rows[2].xyz;
    let m0 = m * r0;
    let m1 = m * r1;
    let m2 = m * r2;
    let squares = vec3<f32>(dot(r0, m0), dot(r1, m1), dot(r2, m2));
    let products = vec3<f32>(dot(r1, m2), dot(r0, m2), dot(r0, m1));
    let trace = squares.x + squares.y + squares.z;
    if trace > 0.0 {
        return symmetric_matrix(squares / trace + least_covariance, products / trace);
    }
    return symmetric_matrix(vec3<f32>(1.0), vec3<f32>(0.0));
}

/// The rows of A M as columns, for the linear part A of three rows and a symmetric M.
fn rows_times(rows: mat3x4<f32>, symmetric: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(symmetric * rows[0].xyz, symmetric * rows[1].xyz, symmetric * rows[2].xyz);
}

fn size_of_rows(rows: mat3x3<f32>) -> f32 {
    return sqrt(dot(rows[0], rows[0]) + dot(rows[1], rows[1]) + dot(rows[2], rows[2]));
}

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let own = vertex_covariances[rest.index];
    let stretched = blend_first_phase(rest);
    let position = stretch_point(stretched, rest.position);
    let center = stretch_point(stretched, own.center_of_rotation);
    let blended = blend_second_phase(rest);
    let covariance = stretch_covariance(stretched, symmetric_matrix(own.squares, own.products));
    var rows = rows_times(blended, covariance);
    if size_of_rows(rows) < smallest_blend {
        rows = rows_times(palette_second_phase[matrix_index(influence_of(rest, 0u).joint)].rows, covariance);
    }
    let rotation = nearest_rotation(rows);
    let normal = stretch_normal(stretched, rest.normal);
    return SkinnedVertex(
        transform_affine(blended, center) + quat_rotate(rotation, position - center),
        quat_rotate(rotation, normal),
    );
}
