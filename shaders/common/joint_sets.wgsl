// The joint set of each vertex. Twin: `joint_set` of `RestVertex` in `crates/core/src/skinning/skin_inputs.rs`.

/// The joint set of each vertex, as an index into those of the skin.
@group(1) @binding(2) var<storage, read> vertex_joint_sets: array<u32>;
