//! Short names for changes of a pane's look or comparison, for the history.

use crate::panes::{Comparison, ComparisonKind, PaneLook};

/// The name of a look change. Several changes at once get a general name.
pub fn changed_look(before: &PaneLook, after: &PaneLook) -> String {
    let (a, b) = (before.overlays, after.overlays);
    let overlays = [
        (a.skeleton, b.skeleton, "skeleton"),
        (a.centers, b.centers, "centers of rotation"),
        (a.wireframe, b.wireframe, "wireframe"),
        (a.grid, b.grid, "grid"),
        (a.contact_shadow, b.contact_shadow, "ground shadow"),
    ];
    let shown = overlays.into_iter().filter(|(before, after, _)| before != after);
    let mut changes: Vec<String> =
        shown.map(|(_, shown, name)| format!("{} {name}", if shown { "Show" } else { "Hide" })).collect();
    if before.diagram != after.diagram {
        changes.push(match after.diagram {
            Some(diagram) => format!("Diagram: {}", diagram.label().to_lowercase()),
            None => "Hide diagram".to_owned(),
        });
    }
    if before.paint != after.paint {
        changes.push(format!("Colors: {}", after.paint.label()));
    }
    if before.paint_range != after.paint_range {
        changes.push("Change color range".to_owned());
    }
    if before.shading != after.shading {
        changes.push(after.shading.label().to_owned());
    }
    match changes.len() {
        1 => changes.remove(0),
        _ => "Change appearance".to_owned(),
    }
}

pub fn changed_comparison(before: &Comparison, after: &Comparison) -> String {
    let (a, b) = (before.other, after.other);
    if before.kind != after.kind {
        match after.kind {
            ComparisonKind::Off => "Turn off comparison".to_owned(),
            kind => format!("{} with {}", kind.label(), b.method.short_name()),
        }
    } else if a.method != b.method {
        format!("Compare with {}", b.method.short_name())
    } else if a.antipodality() != b.antipodality() {
        format!("Compare with antipodality {}", b.antipodality().label().to_lowercase())
    } else if before.divider != after.divider {
        "Move divider".to_owned()
    } else {
        "Change comparison".to_owned()
    }
}
