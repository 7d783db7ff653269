// Draws a mesh; skinning happens in the vertex shader. Depth-only passes use `mesh_vertex` alone; the files in `looks/`
// give the mesh its color.

struct MeshVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    @location(0) position_in_world: vec3<f32>,
    @location(1) normal_in_world: vec3<f32>,
    @location(2) texcoord: vec2<f32>,
    @location(3) color: vec4<f32>,
}

@vertex
fn mesh_vertex(@builtin(vertex_index) index: u32) -> MeshVarying {
    let skinned = skin_vertex(rest_vertex(index));
    let vertex = mesh_vertices[index];
    var out: MeshVarying;
    out.position_in_clip = frame.clip_from_world * vec4<f32>(skinned.position, 1.0);
    out.position_in_world = skinned.position;
    out.normal_in_world = skinned.normal;
    out.texcoord = vertex.texcoord;
    out.color = vec4<f32>(unpack2x16unorm(vertex.color.x), unpack2x16unorm(vertex.color.y));
    return out;
}

/// The triangle's own normal, on the visible side.
fn seen_flat_normal(position_in_world: vec3<f32>) -> vec3<f32> {
    let normal = cross(dpdx(position_in_world), dpdy(position_in_world));
    let to_eye = frame.eye_in_world - position_in_world;
    return normalize_or_zero(normal * select(1.0, -1.0, dot(normal, to_eye) < 0.0));
}

/// The normal on the visible side of the surface.
///
/// That side is determined by the triangle itself, not by its winding: joints with a reflection turn individual
/// triangles inside out, while the method's normal still points outward.
fn seen_normal(position_in_world: vec3<f32>, normal_in_world: vec3<f32>) -> vec3<f32> {
    let flat_normal = seen_flat_normal(position_in_world);
    let smooth_normal = normalize_or_zero(normal_in_world);
    if dot(smooth_normal, smooth_normal) == 0.0 {
        return flat_normal;
    }
    return smooth_normal * select(1.0, -1.0, dot(smooth_normal, flat_normal) < 0.0);
}
