use crate::view::{Overlay, Overlays};
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// A value of `--overlay`: an overlay, or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayName(Option<Overlay>);

impl OverlayName {
    const ALL: [Self; Overlay::ALL.len() + 1] = {
        let mut all = [Self(None); Overlay::ALL.len() + 1];
        let mut index = 0;
        while index < Overlay::ALL.len() {
            all[index] = Self(Some(Overlay::ALL[index]));
            index += 1;
        }
        all
    };
}

impl ValueEnum for OverlayName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.map_or("none", Overlay::id)))
    }
}

/// The named overlays, or no overlays if `none` is among the names.
pub(super) fn named_overlays(names: &[OverlayName]) -> Overlays {
    names.iter().map(|name| name.0).collect::<Option<Overlays>>().unwrap_or(Overlays::NONE)
}

/// The help of `--overlay`.
pub(super) fn overlay_help() -> String {
    let names = Overlay::ALL.map(|overlay| match overlay.row().note {
        "" => overlay.id().to_owned(),
        note => format!("{} {note}", overlay.id()),
    });
    format!("What to draw in addition to the skin: {}, or none; separated by commas", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_hides_all_overlays() {
        let name = |id| OverlayName::from_str(id, false).unwrap();
        assert_eq!(named_overlays(&["grid", "shadow"].map(name)), Overlays::default());
        assert_eq!(named_overlays(&["wireframe", "none"].map(name)), Overlays::NONE);
        assert_eq!(named_overlays(&[]), Overlays::NONE);
    }
}
