// Dual quaternion linear blending of the joints' rigid parts: Kavan 2008, algorithm 1.
// Twin: `src/skinning/dqs.rs`.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_motions(rest);
    return SkinnedVertex(
        transform_point(blended, rest.position),
        rotate_vector(blended, rest.normal),
    );
}
