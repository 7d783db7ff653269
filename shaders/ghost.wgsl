// Another method's skin over the picture: its outline wherever it differs from the shown skin's, and a faint fill where
// it covers more. Nothing is drawn where both methods agree. Premultiplied alpha.

/// Coverage of the shown skin (x) and of the other method's skin (y), from zero to one.
@group(1) @binding(0) var masks: texture_2d<f32>;
@group(1) @binding(1) var masks_sampler: sampler;

/// Half the width of the outline, in points.
const OUTLINE_RADIUS = 0.75;
/// Number of directions in which the masks are sampled, on two rings; dense enough for wide outlines.
const DIRECTIONS = 16u;

@fragment
fn ghost_fragment(in: FullscreenVarying) -> @location(0) vec4<f32> {
    let here = textureSampleLevel(masks, masks_sampler, in.texcoord, 0.0).xy;
    let radius = OUTLINE_RADIUS * frame.pixels_per_point;
    var lowest = here.y;
    var highest = here.y;
    // The largest nearby difference between the two. Coverage is in fractions of a pixel, so rounding does not matter.
    var apart = abs(here.x - here.y);
    for (var tap = 0u; tap < 2u * DIRECTIONS; tap++) {
        let angle = f32(tap % DIRECTIONS) * (6.2831853 / f32(DIRECTIONS));
        let reach = select(radius, 0.5 * radius, tap >= DIRECTIONS);
        let offset = vec2<f32>(cos(angle), sin(angle)) * reach / frame.size_in_pixels;
        let near = textureSampleLevel(masks, masks_sampler, in.texcoord + offset, 0.0).xy;
        lowest = min(lowest, near.y);
        highest = max(highest, near.y);
        apart = max(apart, abs(near.x - near.y));
    }
    // The masks' soft edges span a pixel: steepened, so that a thin line has its full color in the middle.
    let outline = saturate((highest - lowest) * 1.5) * smoothstep(0.45, 1.0, apart);
    let fill = frame.ghost_color.a * saturate(here.y - here.x);
    let alpha = mix(fill, 1.0, outline);
    return vec4<f32>(frame.ghost_color.rgb * alpha, alpha);
}
