// Optimized centers of rotation: Le & Hodgins 2016, algorithm 1, with scale and shear in a first phase. v' = R (v1 -
// p1) + sum_i w_i C''_i p1, where v1 and p1 are vertex and center after the first phase and R is the blended rotation.
// `palette_rotations` holds those of the second phase. Twin: `crates/core/src/skinning/cor.rs`.
// Uses: quat, blend_rotations, affine, first_phase, vertex_centers.

/// C''_i, the second phase as matrices: rigid, x -> f_i + U_i (x - o'_i).
@group(2) @binding(3) var<storage, read> palette_second_phase: array<PaletteMatrix>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let stretched = blend_first_phase(rest);
    let position = stretch_point(stretched, rest.position);
    let center = stretch_point(stretched, center_of_rotation(rest));
    let rotation = blend_rotations(rest);
    var posed_center = vec3<f32>(0.0);
    for (var i = 0u; i < rest.influence_count; i++) {
        let influence = influence_of(rest, i);
        posed_center += transform_affine(palette_second_phase[matrix_index(influence.joint)].rows, center) * influence.weight;
    }
    let normal = stretch_normal(stretched, rest.normal);
    return SkinnedVertex(
        posed_center + quat_rotate(rotation, position - center),
        quat_rotate(rotation, normal),
    );
}
