// Draws a mesh; skinning happens in the vertex shader. Depth-only passes use `mesh_vertex` alone; the files in `looks/`
// give the mesh its color.

struct MeshVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    /// The position, and in w the fraction of the surrounding light that creases leave.
    @location(0) position_in_world_and_openness: vec4<f32>,
    @location(1) normal_in_world: vec3<f32>,
    /// First and second texture coordinates.
    @location(2) texcoords: vec4<f32>,
    @location(3) color: vec4<f32>,
    /// Position around the limb (x, y) and along it (z), see `VertexLook`.
    @location(4) limb: vec3<f32>,
}

/// Whether the fragments read texture coordinates and vertex colors.
override has_texcoords: bool = false;
override has_colors: bool = false;
/// Whether the fragments draw a pattern.
override has_limb_coordinates: bool = false;

fn unpacked_color(color: vec2<u32>) -> vec4<f32> {
    return vec4<f32>(unpack2x16unorm(color.x), unpack2x16unorm(color.y));
}

@vertex
fn mesh_vertex(@builtin(vertex_index) index: u32) -> MeshVarying {
    let skinned = skin_vertex(rest_vertex(index));
    var out: MeshVarying;
    out.position_in_clip = frame.clip_from_world * vec4<f32>(skinned.position, 1.0);
    out.position_in_world_and_openness = vec4<f32>(skinned.position, crease_of(index));
    out.normal_in_world = skinned.normal;
    out.texcoords = vec4<f32>(0.0);
    if has_texcoords {
        out.texcoords = texcoords_of(index);
    }
    out.color = vec4<f32>(1.0);
    if has_colors {
        out.color = unpacked_color(vertex_looks[index].color);
    }
    out.limb = vec3<f32>(0.0);
    if has_limb_coordinates {
        out.limb = vec3<f32>(vertex_looks[index].around, vertex_looks[index].along);
    }
    return out;
}

/// The triangle's own normal, on the visible side.
fn seen_flat_normal(position_in_world: vec3<f32>) -> vec3<f32> {
    let normal = cross(dpdx(position_in_world), dpdy(position_in_world));
    let to_eye = frame.eye_in_world - position_in_world;
    return normalize_or_zero(normal * select(1.0, -1.0, dot(normal, to_eye) < 0.0));
}

/// Normals on the visible side of the surface.
struct SeenNormal {
    /// Interpolated.
    smooth_normal: vec3<f32>,
    /// The triangle's own.
    flat_normal: vec3<f32>,
    /// Whether the surface is seen from inside: both its winding and its normal point away.
    is_inside: bool,
    /// Whether the normal points away.
    is_back: bool,
}

/// The visible side is determined by the triangle itself, not by its winding: joints with a reflection turn individual
/// triangles inside out, while the method's normal still points outward.
fn seen_normal(in: MeshVarying, is_front: bool) -> SeenNormal {
    let flat_normal = seen_flat_normal(in.position_in_world_and_openness.xyz);
    let smooth_normal = normalize_or_zero(in.normal_in_world);
    if dot(smooth_normal, smooth_normal) == 0.0 {
        return SeenNormal(flat_normal, flat_normal, false, false);
    }
    let is_back = dot(smooth_normal, flat_normal) < 0.0;
    return SeenNormal(smooth_normal * select(1.0, -1.0, is_back), flat_normal, is_back && !is_front, is_back);
}
