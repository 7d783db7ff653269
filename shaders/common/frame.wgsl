// Data shared by all passes of one picture: the camera, the studio's colors, the ground.

/// Lengths are in scene units, colors are linear. Mirrored by `gpu::mirrors::Frame`.
struct Frame {
    clip_from_world: mat4x4<f32>,
    view_from_world: mat4x4<f32>,
    /// Transform to the key light's shadow map: texture coordinates in x and y, depth in z.
    key_shadow_from_world: mat4x4<f32>,
    eye_in_world: vec3<f32>,
    pixels_per_point: f32,
    /// Direction toward the key light, in view space, unit length.
    key_direction_in_view: vec3<f32>,
    /// Fraction of the key light that a full shadow removes; zero if no shadow map was drawn.
    key_shadow_strength: f32,
    /// Size of the target, which is a tile of the picture or the whole picture.
    size_in_pixels: vec2<f32>,
    ground_height: f32,
    grid_step: f32,
    /// x and z in the world.
    ground_center: vec2<f32>,
    /// The longest side of the model at rest.
    extent: f32,
    /// The height over which the contact shadow falls to 1/e.
    footprint_falloff: f32,
    /// x and z in the world.
    footprint_center: vec2<f32>,
    footprint_half_size: f32,
    /// The factor on the studio's light for materials.
    exposure: f32,
    skin_color: vec4<f32>,
    background_middle: vec4<f32>,
    background_edge: vec4<f32>,
    /// Straight alpha, which is the strength of a bold line.
    grid_color: vec4<f32>,
    /// Straight alpha, which is the strength of full contact.
    contact_color: vec4<f32>,
    /// Straight alpha.
    wireframe_color: vec4<f32>,
    /// Straight alpha.
    normals_color: vec4<f32>,
    /// Color of another method's outline; alpha is the strength of the fill.
    ghost_color: vec4<f32>,
    /// From normalized device coordinates of the whole picture to view space, at a depth of one.
    view_from_ndc: vec2<f32>,
    near_plane: f32,
    /// The distance within which surfaces take light from each other.
    occlusion_radius: f32,
    /// Size of the whole picture, in pixels.
    picture_size: vec2<f32>,
    /// Upper left corner of the target in the picture, in pixels. Even.
    tile_origin: vec2<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
