// Clay with a pattern that stays with the skin, so that stretch and twist show. At rest its cells are about as long as
// they are wide: both sides are measured in radii of the limb.

/// Even, so that the checker closes around the limb.
const CELLS_AROUND = 12.0;
const CELLS_PER_RADIAN = CELLS_AROUND / 6.28318530718;

/// The darker tones of the clay, as fractions of the light one.
const CHECKER_TONE = vec3<f32>(0.56, 0.50, 0.49);
const LINE_TONE = vec3<f32>(0.34, 0.24, 0.22);
const RING_TONE = vec3<f32>(0.58, 0.52, 0.52);
/// Half the width of a line, in cells.
const LINE_HALF_WIDTH = 0.055;
const RING_HALF_WIDTH = 0.04;

/// A point of the pattern: its position around and along the limb, and the size of a pixel, both in cells.
struct PatternPoint {
    cells: vec2<f32>,
    cells_per_pixel: vec2<f32>,
}

fn pattern_point(in: MeshVarying) -> PatternPoint {
    let around = in.limb.xy;
    let along_x = dpdx(in.limb);
    let along_y = dpdy(in.limb);
    // The change of the angle, without its jump behind the limb.
    let turn = vec2<f32>(
        around.x * along_x.y - around.y * along_x.x,
        around.x * along_y.y - around.y * along_y.x,
    ) / max(dot(around, around), 1e-12);
    let cells = vec2<f32>(atan2(around.y, around.x), in.limb.z) * CELLS_PER_RADIAN;
    let per_pixel = vec2<f32>(length(turn), length(vec2<f32>(along_x.z, along_y.z))) * CELLS_PER_RADIAN;
    return PatternPoint(cells, max(per_pixel, vec2<f32>(1e-6)));
}

/// One on even cells, minus one on odd ones, with a border of one pixel. Cells smaller than that become gray.
fn even_or_odd(cell: f32, cells_per_pixel: f32) -> f32 {
    let from_border = abs(fract(0.5 * cell + 0.25) * 2.0 - 1.0) - 0.5;
    let sharp = clamp(2.0 * from_border / cells_per_pixel, -1.0, 1.0);
    return sharp * (1.0 - smoothstep(0.5, 1.0, cells_per_pixel));
}

/// The fraction of a pixel that the lines between cells cover. Lines thinner than a pixel become fainter instead.
fn line_coverage(cell: f32, cells_per_pixel: f32, half_width: f32) -> f32 {
    let from_line = 0.5 - abs(fract(cell) - 0.5);
    let drawn = max(half_width, 0.6 * cells_per_pixel);
    let sharp = saturate((drawn - from_line) / cells_per_pixel + 0.5) * (half_width / drawn);
    return mix(sharp, 2.0 * half_width, smoothstep(0.3, 0.8, cells_per_pixel));
}

@fragment
fn checker_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal = seen_normal(in, is_front);
    let point = pattern_point(in);
    let around = even_or_odd(point.cells.x, point.cells_per_pixel.x);
    let along = even_or_odd(point.cells.y, point.cells_per_pixel.y);
    let tone = mix(CHECKER_TONE, vec3<f32>(1.0), 0.5 + 0.5 * around * along);
    return clay_color(in, normal, frame.skin_color.rgb * tone);
}

@fragment
fn contours_fragment(in: MeshVarying, @builtin(front_facing) is_front: bool) -> @location(0) vec4<f32> {
    let normal = seen_normal(in, is_front);
    let point = pattern_point(in);
    // Where limbs branch, a cell may be many times wider than long; its lines do not become wider with it.
    let slimness = point.cells_per_pixel.x / point.cells_per_pixel.y;
    let half_width = LINE_HALF_WIDTH * clamp(1.5 * slimness, 0.2, 1.0);
    let line = line_coverage(point.cells.x, point.cells_per_pixel.x, half_width);
    let ring = line_coverage(point.cells.y, point.cells_per_pixel.y, RING_HALF_WIDTH);
    let tone = mix(mix(vec3<f32>(1.0), RING_TONE, ring), LINE_TONE, line);
    return clay_color(in, normal, frame.skin_color.rgb * tone);
}
