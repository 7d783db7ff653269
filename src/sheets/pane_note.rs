use crate::style::{self, Palette};
use egui::text::LayoutJob;
use egui::{Align2, Context, CornerRadius, FontId, Galley, Painter, Rect, TextFormat, Vec2, vec2};
use std::sync::Arc;

/// Width, in points, below which a picture leaves out the optional part of its note.
const NARROW: f32 = 320.0;

/// Distance from the words to the edges of the plate behind them, in points.
const PLATE: Vec2 = vec2(8.0, 6.0);

/// Distance from the plate to the edges of the picture, in points.
const MARGIN: Vec2 = vec2(8.0, 8.0);

/// Words in a corner of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaneNote {
    /// First line. If it is empty, nothing is shown.
    pub line: String,
    /// Muted line below it. May be empty.
    pub below: String,
    /// Whether a narrow picture shows only `line`.
    pub is_below_optional: bool,
}

/// A note laid out for a picture.
pub(super) struct PlacedNote {
    lines: [Arc<Galley>; 2],
}

impl PaneNote {
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// Lays out the note for a picture of this width in points. Lines that do not fit are broken. The context must have
    /// its fonts.
    pub(super) fn placed(&self, ctx: &Context, palette: &Palette, width: f32) -> PlacedNote {
        let below = if self.is_below_optional && width < NARROW { "" } else { &self.below };
        let line = |text: &str, font: FontId, color| {
            let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, color));
            job.wrap.max_width = (width - 2.0 * (PLATE + MARGIN).x).max(1.0);
            ctx.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let (strong, muted) = (palette.text1, palette.text2);
        PlacedNote {
            lines: [line(&self.line, style::semibold(13.0), strong), line(below, style::regular(12.0), muted)],
        }
    }
}

impl PlacedNote {
    fn words_size(&self) -> Vec2 {
        let [line, below] = &self.lines;
        let below = if below.text().is_empty() { Vec2::ZERO } else { below.size() };
        vec2(line.size().x.max(below.x), line.size().y + below.y)
    }

    /// Size with the plate behind the words, in points.
    pub fn size(&self) -> Vec2 {
        self.words_size() + 2.0 * PLATE
    }

    pub fn draw(self, painter: &Painter, palette: &Palette, (picture, corner): (Rect, Align2)) {
        let plate = corner.align_size_within_rect(self.size(), picture.shrink2(MARGIN));
        painter.rect_filled(plate, CornerRadius::same(5), palette.panel.gamma_multiply(0.88));
        let [line, below] = self.lines;
        let at = plate.min + PLATE;
        let second = at + vec2(0.0, line.size().y);
        painter.galley(at, line, palette.text1);
        painter.galley(second, below, palette.text2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;

    fn size(note: &PaneNote, width: f32) -> Vec2 {
        let ctx = Context::default();
        style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        note.placed(&ctx, &Palette::of(Theme::Dark), width).size()
    }

    #[test]
    fn a_narrow_picture_leaves_out_only_what_is_optional() {
        let note = PaneNote {
            line: "left about Y by 90\u{b0}".to_owned(),
            below: "smallest section 26%".to_owned(),
            is_below_optional: false,
        };
        let extra = PaneNote { is_below_optional: true, ..note.clone() };
        let [wide, narrow] = [400.0, 260.0].map(|width| [&note, &extra].map(|note| size(note, width).y));
        assert_eq!((wide[0], wide[0]), (wide[1], narrow[0]));
        assert!(narrow[1] < 0.7 * narrow[0], "{narrow:?}");
    }

    #[test]
    fn a_long_note_stays_in_its_picture() {
        let line = "a joint whose name is longer than most, about Y by 90\u{b0}".to_owned();
        let note = PaneNote { line, ..PaneNote::default() };
        let [one_line, broken] = [600.0, 200.0].map(|width| size(&note, width));
        assert!(broken.x <= 200.0 - 2.0 * MARGIN.x && broken.y > 1.5 * one_line.y, "{one_line} {broken}");
    }
}
