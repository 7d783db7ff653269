// Interpolates between LBS and two-phase DQS, like Maya's and Houdini's "blend weighted": v' = (1 - b) lbs + b dqs.
// Twin: `crates/core/src/skinning/lbs_dqs.rs`.
// Uses: mix_lbs_dqs.

/// Mirrored by `gpu::mirrors::MethodParameters`.
struct MethodParameters {
    /// b: zero is LBS, one is two-phase DQS.
    blend: f32,
}

/// What a person chooses for the method.
@group(2) @binding(4) var<uniform> method_parameters: MethodParameters;

fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
    return mix_lbs_dqs(rest, method_parameters.blend);
}
