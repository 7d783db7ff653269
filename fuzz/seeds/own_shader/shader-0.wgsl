fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let blended = blend_matrices(rest);
    return SkinnedVertex(transform_affine(blended, rest.position), turn_normal_by_cofactor(blended, rest.normal));
}
