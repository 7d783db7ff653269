use super::markup::escaped;
use crate::plots::{Marker, MarkerShape, MethodLine, dash_pattern, marker_shape};
use crate::skinning::SkinningMethod;

/// Short name of a method, after its color, dash and marker, as in the plots.
pub(super) fn method_key(method: SkinningMethod) -> String {
    let MethodLine { dash, marker, .. } = MethodLine::of(method);
    let color = format!("var(--{})", method.id());
    let pattern: Vec<String> = dash_pattern(dash).iter().map(ToString::to_string).collect();
    let dashes =
        if pattern.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", pattern.join(" ")) };
    let shape = shape(marker);
    format!(
        "<span class=\"method\"><svg class=\"key\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><path d=\"M0 6H30\" \
         stroke=\"{color}\" stroke-width=\"2\"{dashes}/><g fill=\"{color}\" stroke=\"var(--page)\">{shape}</g></svg>{}</span>",
        escaped(method.short_name())
    )
}

/// Marker in the middle of the piece of the curve, a third larger than in plots.
fn shape(marker: Marker) -> String {
    const SCALE: f64 = 4.0 / 3.0;
    const MIDDLE: [f64; 2] = [15.0, 6.0];
    let MarkerShape { radius, corners } = marker_shape(marker);
    let radius = SCALE * radius;
    if corners.is_empty() {
        return format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", MIDDLE[0], MIDDLE[1]);
    }
    let corner = |[right, up]: &[f64; 2]| format!("{:.2},{:.2}", MIDDLE[0] + radius * right, MIDDLE[1] - radius * up);
    format!("<polygon points=\"{}\"/>", corners.iter().map(corner).collect::<Vec<_>>().join(" "))
}
