//! Short names for changes of a pane's look or comparison, for the history.

use crate::panes::{Comparison, ComparisonKind, PaneLook};
use crate::view::Overlay;

/// The name of a look change. Several changes at once get a general name.
pub fn changed_look(before: &PaneLook, after: &PaneLook) -> String {
    let switched = Overlay::in_menus().filter(|one| before.overlays.has(*one) != after.overlays.has(*one));
    let verb = |overlay| if after.overlays.has(overlay) { "Show" } else { "Hide" };
    let mut changes: Vec<String> = switched.map(|one| format!("{} {}", verb(one), one.name())).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Overlays;

    #[test]
    fn a_switched_overlay_is_called_by_its_label() {
        let with = |overlays| PaneLook { overlays, ..PaneLook::default() };
        let all: Overlays = Overlay::ALL.into_iter().collect();
        for overlay in Overlay::ALL {
            let [shown, hidden] = [with(all), with(all.with(overlay, false))];
            let name = overlay.row().label.to_lowercase();
            assert_eq!(changed_look(&hidden, &shown), format!("Show {name}"));
            assert_eq!(changed_look(&shown, &hidden), format!("Hide {name}"));
        }
        assert_eq!(changed_look(&with(Overlays::NONE), &with(Overlays::only(Overlay::Shadow))), "Show ground shadow");
        assert_eq!(changed_look(&with(Overlays::NONE), &with(all)), "Change appearance");
    }
}
