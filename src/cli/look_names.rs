//! Overlays and shadings on the command line.

use crate::view::{Overlay, Overlays, Shading};
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

pub(super) fn parse_shading(text: &str) -> Result<Shading, String> {
    let known = Shading::ALL.map(Shading::id).join(", ");
    let found = Shading::ALL.into_iter().find(|shading| shading.id() == text);
    found.ok_or_else(|| format!("no shading is called {text:?}; choose one of {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;
    use crate::view::SkinPaint;
    use clap::CommandFactory;

    #[test]
    fn none_hides_all_overlays() {
        let name = |id| OverlayName::from_str(id, false).unwrap();
        assert_eq!(named_overlays(&["grid", "shadow"].map(name)), Overlays::default());
        assert_eq!(named_overlays(&["wireframe", "none"].map(name)), Overlays::NONE);
        assert_eq!(named_overlays(&[]), Overlays::NONE);
    }

    #[test]
    fn the_help_names_every_look() {
        let command = Arguments::command();
        let render = command.find_subcommand("render").unwrap();
        let help = |flag: &str| {
            let argument = render.get_arguments().find(|argument| argument.get_id() == flag).unwrap();
            argument.get_help().unwrap().to_string()
        };
        let [overlay, paint, shading] = ["overlay", "paint", "shading"].map(help);
        assert!(Overlay::ALL.into_iter().all(|one| overlay.contains(one.id())), "{overlay}");
        assert!(SkinPaint::choices().all(|one| paint.contains(one.row().id)), "{paint}");
        assert!(Shading::ALL.into_iter().all(|one| shading.contains(one.id())), "{shading}");
    }
}
