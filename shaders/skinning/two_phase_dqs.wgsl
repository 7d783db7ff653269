// Dual quaternions with scale and shear: Kavan 2008, section 4.2. v' = DLB(C''_i) (sum_i w_i C'_i) v.
// `palette_motions` holds the second phase here. Twin: `crates/core/src/skinning/two_phase_dqs.rs`.
// Uses: dual_quat, blend_motions, first_phase.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let stretched = blend_first_phase(rest);
    let blended = blend_motions(rest);
    let normal = stretch_normal(stretched, rest.normal);
    return SkinnedVertex(
        transform_point(blended, stretch_point(stretched, rest.position)),
        rotate_vector(blended, normal),
    );
}
