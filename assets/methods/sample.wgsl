// Title: My method
// Summary: Dual quaternion skinning, with a number that lets part of each rotation go.
// Number: share = 1 (0 to 1) How much of the dual quaternions is used; the rest is linear blending.
//
// A skinning method of your own. skinscope shows it wherever the id of a method can stand:
//
//     skinscope MODEL --panes lbs,dqs,FILE.wgsl
//     skinscope measure MODEL --methods lbs,FILE.wgsl --set JOINT:rz=90
//
// While the window is open, saving this file shows the change. The lines at the top are read: `Title`, `Summary`, and up to
// eight times `Number: name = usual (least to most) words`, which become sliders and fields of `numbers`.
//
// The vertex, in the bind frame:
//
// rest.position, rest.normal    vec3<f32>
// rest.index                    u32, its place in lists of one element per vertex
// rest.influence_count          u32, at least 1
// influence_of(rest, i)         .joint: u32 and .weight: f32, the heaviest first; the weights sum to 1
//
// Lists of joints. One file reads up to four of them:
//
// palette_matrices                PaletteMatrix, .rows: mat3x4<f32>: C_i, what linear blending takes; use matrix_index(joint)
// palette_motions                 DualQuat, .real and .dual: vec4<f32>, w last: the rigid parts
// palette_rotations               vec4<f32>: their rotations as quaternions
// palette_rigid_matrices          PaletteMatrix: their matrices
// palette_first_phase             PaletteMatrix: C'_i, scale and shear at rest
// palette_second_phase_motions    DualQuat: C''_i, the rigid motions after that
// palette_second_phase_matrices   PaletteMatrix: the same as matrices
// palette_bind_origins            vec4<f32>: o_i, with w = 1
// palette_translations            vec4<f32>: f_i - U_i o_i, with w = 1
// palette_logarithms              Screw, .turn and .shift: vec3<f32>: half the logarithms of the rigid parts
// palette_bones                   PosedBone, .start and .end: vec3<f32>: the ends of the joint's bone in the scene
// palette_point_motions           PointMotion, .real: vec4<f32>, .dual_from_point: mat4x4<f32>: motions that take each v to C_i v
// palette_rotation_centers        vec4<f32>: centers of the joint sets
//
// Data of vertices. One file reads one of them: center_of_rotation(rest): vec3<f32>; vertex_bones[rest.index], with
// .nearest_point: vec3<f32> and .joint: u32; vertex_blends[rest.index]: f32; vertex_joint_sets[rest.index]: u32, which
// indexes palette_rotation_centers; the smoothed surroundings, let moments = moments_of(rest.index), with .anchor, .spread
// and .count, and joint_moments(moments, i), with .joint, .weight, .first, .squares and .products.
//
// Functions:
//
// blend_matrices(rest) -> mat3x4<f32>, transform_affine(rows, point), turn_normal_by_cofactor(rows, normal)
// blend_first_phase(rest) -> mat3x4<f32>, stretch_point(rows, point), stretch_normal(rows, normal)
// blend_motions(rest) -> DualQuat, transform_point(motion, point), rotate_vector(motion, vector)
// blend_rotations(rest) -> vec4<f32>, quat_rotate(q, vector), quat_multiply(a, b)
// signed_weight(weight, real, heaviest, sum_so_far) -> f32: the weight with the sign that --antipodality chooses
// screw_log(motion) -> Screw, screw_exp(screw) -> DualQuat, sin_cos(angle) -> vec2<f32>, normalize_or_zero(v)
//
// `skinscope shader dqs`, or any other method, prints all of these with a method that uses them. `var<private>` is allowed.

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    // The sum of w_i q_i, with signs by --antipodality. It is not of unit length; transform_point divides.
    let blended = blend_motions(rest);
    let dual = transform_point(blended, rest.position);
    let dual_normal = rotate_vector(blended, rest.normal);

    // The sum of w_i C_i, as three rows.
    let matrix = blend_matrices(rest);
    let linear = transform_affine(matrix, rest.position);
    let linear_normal = turn_normal_by_cofactor(matrix, rest.normal);

    return SkinnedVertex(
        mix(linear, dual, numbers.share),
        normalize_or_zero(mix(linear_normal, dual_normal, numbers.share)),
    );
}
