// The blend factor of each vertex. Twin: `blend` of `RestVertex` in `crates/core/src/skinning/skin_inputs.rs`.

/// From zero, LBS, to one, DQS; less than zero where the file gives none.
@group(1) @binding(2) var<storage, read> vertex_blends: array<f32>;
