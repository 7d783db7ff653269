//! Colors of the stage's words: dark on light or light on dark, depending on the hall.

use super::colors::rgb;
use super::{Palette, method_color};
use crate::skinning::SkinningMethod;
use crate::view::{Hall, Theme};
use egui::{Color32, Rgba};

/// Least contrast between words and the colors behind them (WCAG 2.1), including plates over a picture.
pub const LEAST_CONTRAST: f32 = 4.5;

/// Alpha of plates.
const PLATE_ALPHA: u8 = 220;

impl Palette {
    /// Palette of everything on the stage, over pictures and next to them.
    pub fn in_hall(hall: Hall) -> Self {
        match hall {
            Hall::Dark => Self {
                app: rgb(0x060709),
                panel: rgb(0x0E0F13),
                popup: rgb(0x0E0F13),
                field: rgb(0x0E0F13),
                text1: rgb(0xF6F7F9),
                text2: rgb(0xCDD1D8),
                text3: rgb(0xA9AFBA),
                accent: rgb(0xA3A6FF),
                ..Self::of(Theme::Dark)
            },
            Hall::Bright => Self {
                app: rgb(0xFFFFFF),
                panel: rgb(0xFFFFFF),
                text1: rgb(0x0B0D11),
                text2: rgb(0x2E343D),
                text3: rgb(0x454C57),
                accent: rgb(0x3C40C6),
                bad: rgb(0xA03A12),
                ..Self::of(Theme::Light)
            },
        }
    }

    /// Plate behind words over a picture on the stage.
    pub fn plate(&self) -> Color32 {
        match self.theme {
            Theme::Dark => Color32::from_black_alpha(PLATE_ALPHA),
            Theme::Light => Color32::from_white_alpha(PLATE_ALPHA),
        }
    }

    /// Halo around drawings over a picture, so that they are visible on skin of any tone.
    pub fn halo(&self) -> Color32 {
        match self.theme {
            Theme::Dark => Color32::from_black_alpha(170),
            Theme::Light => Color32::from_white_alpha(200),
        }
    }
}

/// Color of a method on the stage: the theme's color, moved toward white or black until it is readable.
pub fn method_color_in_hall(method: SkinningMethod, hall: Hall) -> Color32 {
    let palette = Palette::in_hall(hall);
    let (behind, toward) = match hall {
        Hall::Dark => (over(Color32::WHITE, palette.plate()), Rgba::WHITE),
        Hall::Bright => (over(Color32::BLACK, palette.plate()), Rgba::BLACK),
    };
    let color = Rgba::from(method_color(method, palette.theme));
    let steps = (0..=50).map(|step| egui::lerp(color..=toward, step as f32 / 50.0).into());
    let mut legible = steps.filter(|color| contrast(*color, behind) >= LEAST_CONTRAST);
    legible.next().unwrap_or(palette.text1)
}

/// A plate over an opaque color.
fn over(behind: Color32, plate: Color32) -> Color32 {
    behind.blend(plate)
}

/// Ratio of two colors' relative luminances (WCAG 2.1).
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let linear = Rgba::from(color);
        0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b() + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_read_beside_and_over_pictures() {
        for hall in Hall::ALL {
            let palette = Palette::in_hall(hall);
            let words = [palette.text1, palette.text2, palette.text3, palette.bad, palette.accent];
            let methods = SkinningMethod::ALL.map(|method| method_color_in_hall(method, hall));
            for color in words.into_iter().chain(methods) {
                // The lightest and the darkest color that a picture can have behind a plate.
                for behind in [Color32::WHITE, Color32::BLACK] {
                    let on_plate = contrast(color, over(behind, palette.plate()));
                    assert!(on_plate >= LEAST_CONTRAST, "{hall:?} {color:?}: {on_plate:.2} on a plate");
                }
                for behind in [palette.app, palette.panel] {
                    assert!(contrast(color, behind) >= LEAST_CONTRAST, "{hall:?} {color:?} on {behind:?}");
                }
            }
        }
    }

    #[test]
    fn colors_that_read_already_stay() {
        let kept = method_color_in_hall(SkinningMethod::Lbs, Hall::Dark);
        assert_eq!(kept, method_color(SkinningMethod::Lbs, Theme::Dark));
        let moved = method_color_in_hall(SkinningMethod::DirectQuaternion, Hall::Dark);
        assert_ne!(moved, method_color(SkinningMethod::DirectQuaternion, Theme::Dark));
    }
}
