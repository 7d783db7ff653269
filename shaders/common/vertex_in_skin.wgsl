// The place of each vertex in its skin. Twin: `in_skin` of `RestVertex` in `crates/core/src/skinning/skin_inputs.rs`.

/// Indices among the vertices of all primitives of the skin.
@group(1) @binding(2) var<storage, read> vertex_in_skin: array<u32>;
