use crate::skinning::SkinningMethod;
use crate::view::{AXES_RGB, Theme};
use egui::Color32;

/// The color tokens of one theme. The accent is the only interface color. A method's color is used only for that
/// method.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub theme: Theme,
    /// Background of panes, and the gaps between them.
    pub app: Color32,
    /// Panels, bars, pane headers and footers.
    pub panel: Color32,
    pub raised: Color32,
    pub hover: Color32,
    /// Pressed controls, and the selected segment.
    pub active: Color32,
    /// Background of numbers, drop-downs and segment troughs.
    pub field: Color32,
    pub popup: Color32,
    pub line: Color32,
    pub line_strong: Color32,
    /// Troughs of sliders and bars.
    pub track: Color32,
    /// Text of values.
    pub text1: Color32,
    /// Text of labels.
    pub text2: Color32,
    /// Text of hints and units.
    pub text3: Color32,
    /// Selection, focus, changed values and playhead.
    pub accent: Color32,
    /// Background of white text.
    pub accent_fill: Color32,
    pub accent_dim: Color32,
    /// A figure past its limit, in any method's row. Always used with weight 600, so that color is not the only sign.
    pub bad: Color32,
    /// Errors. Always used with an icon and words, so that color is not the only sign.
    pub error: Color32,
    /// A speaker's time that is within the plan, and one that is not. Always used with words.
    pub good: Color32,
    pub caution: Color32,
    /// Colors of the axes x, y and z. For letters, gizmo, triad and the axes of joints only.
    pub axes: [Color32; 3],
}

pub(super) const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Palette {
    /// Colors of drawings over a picture, whose ground is dark in both themes.
    pub fn over_picture() -> Self {
        Self::of(Theme::Dark)
    }

    pub fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self {
                theme,
                app: rgb(0x121317),
                panel: rgb(0x1B1D22),
                raised: rgb(0x272A31),
                hover: rgb(0x31353E),
                active: rgb(0x3B404A),
                field: rgb(0x141519),
                popup: rgb(0x22252B),
                line: rgb(0x2B2E36),
                line_strong: rgb(0x3D424C),
                track: rgb(0x3A3F49),
                text1: rgb(0xE8EAEE),
                text2: rgb(0xAFB4BE),
                text3: rgb(0x9298A4),
                accent: rgb(0x9093F9),
                accent_fill: rgb(0x6468E8),
                accent_dim: rgb(0x9093F9).gamma_multiply(0.16),
                bad: rgb(0xFF8A5B),
                error: rgb(0xF2777A),
                good: rgb(0x6FCF97),
                caution: rgb(0xF2C14E),
                axes: AXES_RGB.map(rgb),
            },
            Theme::Light => Self {
                theme,
                app: rgb(0xCBD0D7),
                panel: rgb(0xF6F7F9),
                raised: rgb(0xFFFFFF),
                hover: rgb(0xE7EAEF),
                active: rgb(0xDBDFE6),
                field: rgb(0xFFFFFF),
                popup: rgb(0xFFFFFF),
                line: rgb(0xDEE2E8),
                line_strong: rgb(0xC6CCD5),
                track: rgb(0xCDD3DB),
                text1: rgb(0x1A1D23),
                text2: rgb(0x4A515D),
                text3: rgb(0x5E6571),
                accent: rgb(0x4B4FD6),
                accent_fill: rgb(0x4B4FD6),
                accent_dim: rgb(0x4B4FD6).gamma_multiply(0.11),
                bad: rgb(0xB5451B),
                error: rgb(0xC2333B),
                good: rgb(0x1A6E3E),
                caution: rgb(0x7A5600),
                axes: [rgb(0xCC4149), rgb(0x4F8F35), rgb(0x2F6FC9)],
            },
        }
    }
}

/// The color of a method: from Okabe & Ito, adjusted until the three common methods are distinguishable under simulated
/// color blindness.
pub fn method_color(method: SkinningMethod, theme: Theme) -> Color32 {
    match theme {
        Theme::Dark => rgb(method.row().dark_rgb),
        Theme::Light => rgb(method.row().light_rgb),
    }
}

#[cfg(test)]
mod tests {
    use super::super::hall::contrast;
    use super::*;

    #[test]
    fn text_is_readable_on_panels_and_popups() {
        for theme in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(theme);
            for text in [
                palette.text1,
                palette.text2,
                palette.text3,
                palette.bad,
                palette.accent,
                palette.good,
                palette.caution,
            ] {
                for ground in [palette.panel, palette.popup, palette.field] {
                    assert!(contrast(text, ground) >= 5.0, "{theme:?} {text:?} on {ground:?}");
                }
            }
            assert!(contrast(Color32::WHITE, palette.accent_fill) >= 4.0, "{theme:?}");
        }
    }
}
