use super::markup::escaped;
use crate::plots::{Marker, MethodLine};
use crate::skinning::SkinningMethod;

/// The short name of a method, with its color, dash and marker before it, as in the plots.
pub(super) fn method_key(method: SkinningMethod) -> String {
    let MethodLine { dash, marker, .. } = MethodLine::of(method);
    let color = format!("var(--{})", method.id());
    let pattern: Vec<String> = dash.pattern().iter().map(ToString::to_string).collect();
    let dashes =
        if pattern.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", pattern.join(" ")) };
    let shape = match marker {
        Marker::Circle => "<circle cx=\"15\" cy=\"6\" r=\"4\"/>",
        Marker::Square => "<path d=\"M11.5 2.5h7v7h-7z\"/>",
        Marker::Triangle => "<path d=\"M15 1.4l4.3 7.6h-8.6z\"/>",
        Marker::Diamond => "<path d=\"M15 1l5 5-5 5-5-5z\"/>",
    };
    format!(
        "<span class=\"method\"><svg class=\"key\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><path d=\"M0 6H30\" \
         stroke=\"{color}\" stroke-width=\"2\"{dashes}/><g fill=\"{color}\" stroke=\"var(--page)\">{shape}</g></svg>{}</span>",
        escaped(method.short_name())
    )
}
