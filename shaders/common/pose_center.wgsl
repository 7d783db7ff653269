// Where a center goes, for the methods that rotate about one. Twin: `crates/core/src/skinning/pose_center.rs`.
// Uses: affine.

/// sum_i w_i C_i r of the joints' rigid parts, which `palette_matrices` holds for these methods.
fn pose_center(rest: RestVertex, center: vec3<f32>) -> vec3<f32> {
    return transform_affine(blend_matrices(rest), center);
}
