// The lists of the palette that only single methods read, for shaders of one's own. Bindings are given by
// `gpu::own` when it is known which lists a shader reads.
// Uses: skin_inputs, screw.

/// C''_i as dual quaternions: the rigid motions after the first phase.
@group(2) @binding(0) var<storage, read> palette_second_phase_motions: array<DualQuat>;
/// C''_i as matrices.
@group(2) @binding(0) var<storage, read> palette_second_phase_matrices: array<PaletteMatrix>;
/// The joints' rigid parts as matrices.
@group(2) @binding(0) var<storage, read> palette_rigid_matrices: array<PaletteMatrix>;
/// o_i: the joints' origins in the bind frame.
@group(2) @binding(0) var<storage, read> palette_bind_origins: array<vec4<f32>>;
/// f_i - U_i o_i: the translations of the rigid parts.
@group(2) @binding(0) var<storage, read> palette_translations: array<vec4<f32>>;
/// Half the logarithms of the rigid parts.
@group(2) @binding(0) var<storage, read> palette_logarithms: array<Screw>;
/// Centers of rotation, one for each joint set.
@group(2) @binding(0) var<storage, read> palette_rotation_centers: array<vec4<f32>>;
