// Smooths a skin in a pose for `skinning/delta_mush.wgsl`, which looks the result up. `deform.wgsl` with `skinning/lbs.wgsl`
// runs before: these passes weld its vertices, smooth them, and restore the detail of the rest shape in frames that follow
// the smoothed surface. Mancewicz et al. 2014. Twin, in double precision: `crates/core/src/skinning/delta_mush.rs` with
// `crates/core/src/model/smooth_surface.rs`.

/// Vertices or points per workgroup; `gpu::smoothing` divides by the same value.
override workgroup_size: u32;
/// Part of the way to the mean of the neighbors in one step.
override part: f32;
/// Pieces of more points than this are large: their points stay far enough apart to be smoothed about any of them.
override large_piece: u32;

/// A skin in a pose. Mirrored by `gpu::mirrors::SmoothingData`.
struct Smoothing {
    /// The unit in which points are smoothed: the extent of the model at rest.
    extent: f32,
    /// Vertices of the skin.
    vertex_count: u32,
    /// Points: vertices without the splits of seams.
    point_count: u32,
    /// Pieces of the surface that no edge connects.
    piece_count: u32,
    /// Whether the pose mirrors the skin anywhere.
    has_mirrored: u32,
}

/// A vertex after linear blending, in scene space. Mirrored by `gpu::mirrors::DeformedVertexData`.
struct DeformedVertex {
    position: vec4<f32>,
    normal: vec4<f32>,
}

/// A vertex at rest. Mirrored by `gpu::mirrors::SmoothedRestData`.
struct SmoothedRest {
    /// Of length one.
    normal: vec3<f32>,
    point: u32,
}

/// What smoothing takes from a point at rest, in the frame of the smoothed surface there. The frame is zero where the
/// surface has none. Mirrored by `gpu::mirrors::RestDetailData`.
struct RestDetail {
    tangent: vec3<f32>,
    delta_along_tangent: f32,
    binormal: vec3<f32>,
    delta_along_binormal: f32,
    normal: vec3<f32>,
    delta_along_normal: f32,
}

/// A vertex of the skin in the pose, in scene space. Mirrored by `gpu::mirrors::PosedVertexData`.
struct PosedVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
}

@group(0) @binding(0) var<uniform> smoothing: Smoothing;
/// The skin's vertices after linear blending.
@group(0) @binding(1) var<storage, read> blended: array<DeformedVertex>;
/// Five words for each point, and once more for the ends: where its vertices, its neighbors and the corners of its triangles
/// begin, the neighbor toward which its tangent goes, and its piece. A word for each piece, and one more for the end: where its
/// points begin. Then these lists. A triangle is the point's next two corners.
@group(0) @binding(2) var<storage, read> lists: array<u32>;
/// The skin's vertices at rest.
@group(0) @binding(3) var<storage, read> rest_vertices: array<SmoothedRest>;
/// By point.
@group(0) @binding(4) var<storage, read> rest_details: array<RestDetail>;
/// Points before a pass, about the center of their piece, in units of the extent; then centers, in scene space.
@group(0) @binding(5) var<storage, read> points_before: array<vec4<f32>>;
/// Points after it, and centers.
@group(0) @binding(6) var<storage, read_write> points_after: array<vec4<f32>>;
/// The result: all vertices of the skin in the pose.
@group(0) @binding(7) var<storage, read_write> posed_vertices: array<PosedVertex>;
/// A bit for each vertex of the skin that the pose mirrors, where there are any.
@group(0) @binding(8) var<storage, read> mirrored: array<u32>;

const VERTICES: u32 = 0u;
const NEIGHBORS: u32 = 1u;
const CORNERS: u32 = 2u;
const TANGENT: u32 = 3u;
const PIECE: u32 = 4u;

/// The beginning of a list of a point, the point of its tangent, or its piece. The lists of the next point begin where its own
/// end.
fn entry(point: u32, list: u32) -> u32 {
    return lists[5u * point + list];
}

/// The beginning of the list of a piece.
fn first_of_piece(piece: u32) -> u32 {
    return lists[5u * (smoothing.point_count + 1u) + piece];
}

/// The unit vector along `v`, or zero if `v` has no direction. Squares of the smallest vectors would be zero.
fn normalize_or_zero(v: vec3<f32>) -> vec3<f32> {
    let largest = max(abs(v.x), max(abs(v.y), abs(v.z)));
    if largest <= 0.0 {
        return vec3<f32>();
    }
    return normalize(v / largest);
}

/// The mean of the vertices of a point, from `origin`.
fn mean_of_vertices(point: u32, origin: vec3<f32>) -> vec3<f32> {
    let first = entry(point, VERTICES);
    let end = entry(point + 1u, VERTICES);
    var sum = vec3<f32>();
    for (var i = first; i < end; i++) {
        sum += blended[lists[i]].position.xyz - origin;
    }
    return sum / f32(end - first);
}

/// The center of a piece is where smoothing takes its points: their mean, each counted as often as it has neighbors. About it,
/// single precision holds the shape of a small piece while it shrinks to a thousandth of its size or less.
@compute @workgroup_size(workgroup_size)
fn find_centers(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let piece = invocation.x;
    if piece >= smoothing.piece_count {
        return;
    }
    let first = first_of_piece(piece);
    let end = first_of_piece(piece + 1u);
    let origin = blended[lists[entry(lists[first], VERTICES)]].position.xyz;
    var sum = vec3<f32>();
    var count = 0.0;
    if end - first <= large_piece {
        for (var i = first; i < end; i++) {
            let neighbors = f32(entry(lists[i] + 1u, NEIGHBORS) - entry(lists[i], NEIGHBORS));
            sum += neighbors * mean_of_vertices(lists[i], origin);
            count += neighbors;
        }
    }
    points_after[smoothing.point_count + piece] = vec4<f32>(origin + sum / max(count, 1.0), 0.0);
}

/// A point is the mean of its vertices.
@compute @workgroup_size(workgroup_size)
fn weld(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let point = invocation.x;
    if point >= smoothing.point_count {
        return;
    }
    let center = points_before[smoothing.point_count + entry(point, PIECE)].xyz;
    points_after[point] = vec4<f32>(mean_of_vertices(point, center) / smoothing.extent, 0.0);
}

/// A step toward the mean of the neighbors. A point without neighbors stays.
@compute @workgroup_size(workgroup_size)
fn smooth_points(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let point = invocation.x;
    if point >= smoothing.point_count {
        return;
    }
    let own = points_before[point];
    let first = entry(point, NEIGHBORS);
    let end = entry(point + 1u, NEIGHBORS);
    if first == end {
        points_after[point] = own;
        return;
    }
    var sum = vec4<f32>();
    for (var i = first; i < end; i++) {
        sum += points_before[lists[i]];
    }
    points_after[point] = mix(own, sum / f32(end - first), part);
}

/// Gives the detail back to each vertex. Where the surface has no frame, the vertex stays where linear blending has it.
@compute @workgroup_size(workgroup_size)
fn restore(@builtin(global_invocation_id) invocation: vec3<u32>) {
    let vertex = invocation.x;
    if vertex >= smoothing.vertex_count {
        return;
    }
    let rest = rest_vertices[vertex];
    let detail = rest_details[rest.point];
    let own = points_before[rest.point].xyz;
    var area = vec3<f32>();
    let end = entry(rest.point + 1u, CORNERS);
    for (var i = entry(rest.point, CORNERS); i < end; i += 2u) {
        area += cross(points_before[lists[i]].xyz - own, points_before[lists[i + 1u]].xyz - own);
    }
    var normal = normalize_or_zero(area);
    let toward = points_before[entry(rest.point, TANGENT)].xyz - own;
    let tangent = normalize_or_zero(toward - normal * dot(toward, normal));
    let binormal = cross(normal, tangent);
    let has_frames = any(detail.normal != vec3<f32>()) && any(normal != vec3<f32>()) && any(tangent != vec3<f32>());
    if !has_frames {
        let skinned = blended[vertex];
        posed_vertices[vertex] = PosedVertex(skinned.position.xyz, skinned.normal.xyz);
        return;
    }
    // Triangles face inward where the pose mirrors the skin.
    if smoothing.has_mirrored != 0u && ((mirrored[vertex / 32u] >> (vertex % 32u)) & 1u) != 0u {
        normal = -normal;
    }
    let frame = mat3x3<f32>(tangent, binormal, normal);
    let delta = vec3<f32>(detail.delta_along_tangent, detail.delta_along_binormal, detail.delta_along_normal);
    let rest_frame = mat3x3<f32>(detail.tangent, detail.binormal, detail.normal);
    // Where the first pass wrote it.
    let center = points_after[smoothing.point_count + entry(rest.point, PIECE)].xyz;
    let position = center + (smoothing.extent * own + frame * delta);
    posed_vertices[vertex] = PosedVertex(position, normalize_or_zero(frame * (rest.normal * rest_frame)));
}
