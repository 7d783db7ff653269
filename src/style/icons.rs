//! Phosphor icons by name. The code points are those of assets/fonts/icons.txt; a test compares the two.

use egui::{FontFamily, FontId};
use std::sync::LazyLock;

/// Allocated once, because frames ask for it many times.
static FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("icons".into()));
static FILLED_FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name("filled icons".into()));

pub const ARROWS_LEFT_RIGHT: &str = "\u{E0A0}";
pub const ARROW_CLOCKWISE: &str = "\u{E036}";
pub const ARROW_COUNTER_CLOCKWISE: &str = "\u{E038}";
pub const BONE: &str = "\u{E7F2}";
pub const BOOK_OPEN: &str = "\u{E0E6}";
pub const CAMERA: &str = "\u{E10E}";
pub const CARET_DOWN: &str = "\u{E136}";
pub const CARET_LEFT: &str = "\u{E138}";
pub const CARET_RIGHT: &str = "\u{E13A}";
pub const CHART_LINE: &str = "\u{E154}";
pub const COLUMNS: &str = "\u{E546}";
pub const COPY: &str = "\u{E1CA}";
pub const CROSSHAIR: &str = "\u{E1D6}";
pub const CUBE: &str = "\u{E1DA}";
pub const DOTS_THREE: &str = "\u{E1FE}";
pub const DOWNLOAD: &str = "\u{E20A}";
pub const EYE: &str = "\u{E220}";
pub const FILM_SLATE: &str = "\u{E8C2}";
pub const FOLDER_OPEN: &str = "\u{E256}";
pub const GRID_FOUR: &str = "\u{E296}";
pub const KEYBOARD: &str = "\u{E2D8}";
pub const LINK_SIMPLE: &str = "\u{E2E6}";
pub const LINK_SIMPLE_BREAK: &str = "\u{E2E8}";
pub const MAGNIFYING_GLASS: &str = "\u{E30C}";
pub const MOON: &str = "\u{E330}";
pub const PAUSE: &str = "\u{E39E}";
pub const PERSON: &str = "\u{E3A8}";
pub const PLAY: &str = "\u{E3D0}";
pub const PLUS: &str = "\u{E3D4}";
pub const PRESENTATION: &str = "\u{E654}";
pub const PUSH_PIN: &str = "\u{E3E2}";
pub const ROWS: &str = "\u{E5A2}";
pub const SKIP_BACK: &str = "\u{E5A4}";
pub const SQUARES_FOUR: &str = "\u{E464}";
pub const STACK: &str = "\u{E466}";
pub const STAR: &str = "\u{E46A}";
pub const SUN: &str = "\u{E472}";
pub const SWAP: &str = "\u{E83C}";
pub const TRASH: &str = "\u{E4A6}";
pub const WARNING: &str = "\u{E4E0}";
pub const X: &str = "\u{E4F6}";

/// The icon font, at a size in points.
pub fn font(size: f32) -> FontId {
    FontId::new(size, FAMILY.clone())
}

/// The same icons filled, of which the font has fewer.
pub fn filled_font(size: f32) -> FontId {
    FontId::new(size, FILLED_FAMILY.clone())
}

#[cfg(test)]
mod tests {
    #[test]
    fn code_points_are_those_of_the_font() {
        let table = include_str!("../../assets/fonts/icons.txt");
        let source = include_str!("icons.rs");
        let mut compared = 0;
        for line in source.lines().filter_map(|line| line.strip_prefix("pub const ")) {
            let (name, rest) = line.split_once(':').unwrap();
            let code = rest.split("\\u{").nth(1).unwrap().split('}').next().unwrap();
            let wanted = format!("{} = U+{code}", name.to_lowercase().replace('_', "-"));
            assert!(table.lines().any(|line| line == wanted), "no \"{wanted}\" in icons.txt");
            compared += 1;
        }
        assert!(compared > 15);
    }
}
