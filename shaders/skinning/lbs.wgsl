// Linear blend skinning: v' = (sum_i w_i C_i) v, eq. 1 of Kavan 2008. Twin: `crates/core/src/skinning/lbs.rs`.
// Uses: affine.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_matrices(rest);
    return SkinnedVertex(transform_affine(blended, rest.position), turn_normal_by_cofactor(blended, rest.normal));
}
