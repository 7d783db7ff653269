// Delta mush: linear blending, smoothed over the surface, with the detail of the rest shape added again. Mancewicz et al.
// 2014. A vertex depends on the whole skin, which `smooth.wgsl` smooths for each pose; this looks the result up.
// Twin: `crates/core/src/skinning/delta_mush.rs`.
// Uses: skin_inputs, vertex_in_skin.

/// A vertex of the skin in the pose, in scene space. Mirrored by `gpu::mirrors::PosedVertexData`.
struct PosedVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

/// All vertices of the skin in the pose.
@group(2) @binding(3) var<storage, read> palette_posed_vertices: array<PosedVertex>;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    let smoothed = palette_posed_vertices[vertex_in_skin[rest.index]];
    return SkinnedVertex(smoothed.position, smoothed.normal);
}
