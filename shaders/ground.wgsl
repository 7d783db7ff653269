// The ground plane: grid lines that fade with distance, and the contact shadow. Premultiplied alpha.

@group(1) @binding(0) var contact_map: texture_2d<f32>;
@group(1) @binding(1) var contact_sampler: sampler;

/// The radius at which the grid has faded out, in extents of the model.
const RADIUS = 4.0;

struct GroundVarying {
    @builtin(position) position_in_clip: vec4<f32>,
    /// x and z in the world.
    @location(0) place: vec2<f32>,
}

@vertex
fn ground_vertex(@builtin(vertex_index) index: u32) -> GroundVarying {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let place = frame.ground_center + corner * (RADIUS * frame.extent);
    var out: GroundVarying;
    out.place = place;
    out.position_in_clip = frame.clip_from_world * vec4<f32>(place.x, frame.ground_height, place.y, 1.0);
    return out;
}

/// The fraction of a pixel that the lines at integer values of `cells` cover. Lines are `width` pixels wide and fade
/// out where they would merge.
fn grid_coverage(cells: vec2<f32>, cells_per_pixel: vec2<f32>, width: f32) -> f32 {
    let to_line_in_pixels = abs(fract(cells - 0.5) - 0.5) / cells_per_pixel;
    let lines = saturate(0.5 * width + 0.5 - to_line_in_pixels);
    let apart = saturate(1.25 - 3.0 * cells_per_pixel);
    return max(lines.x * apart.x, lines.y * apart.y);
}

@fragment
fn ground_fragment(in: GroundVarying) -> @location(0) vec4<f32> {
    let cells = in.place / frame.grid_step;
    let cells_per_pixel = max(fwidth(cells), vec2<f32>(1e-6));
    let fine = grid_coverage(cells, cells_per_pixel, frame.pixels_per_point);
    let bold = grid_coverage(cells * 0.25, cells_per_pixel * 0.25, 1.25 * frame.pixels_per_point);
    let fade = saturate(1.15 - 1.15 * distance(in.place, frame.ground_center) / (RADIUS * frame.extent));
    let grid_alpha = max(fine * 0.45, bold) * fade * fade * frame.grid_color.a;

    let in_map = (in.place - frame.footprint_center) / (2.0 * frame.footprint_half_size) + 0.5;
    let near = textureSampleLevel(contact_map, contact_sampler, in_map, 0.0).r;
    let inside = all(in_map >= vec2<f32>(0.0)) && all(in_map <= vec2<f32>(1.0));
    let contact_alpha = select(0.0, near * frame.contact_color.a, inside);

    // The shadow covers the lines.
    let grid = vec4<f32>(frame.grid_color.rgb * grid_alpha, grid_alpha);
    let contact = vec4<f32>(frame.contact_color.rgb * contact_alpha, contact_alpha);
    return contact + grid * (1.0 - contact.a);
}
