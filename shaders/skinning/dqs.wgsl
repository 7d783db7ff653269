// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
// Twin: `crates/core/src/skinning/dqs.rs`.
// Uses: dual_quat, blend_motions.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_motions(rest);
    return SkinnedVertex(
        transform_point(blended, rest.position),
        rotate_vector(blended, rest.normal),
    );
}
