//! Breaks text into rows without drawing it.

use crate::style::{self, regular, semibold};
use crate::view::Theme;
use egui::{Color32, Context, RawInput, text::LayoutJob, text::TextFormat};

/// Measures the width of the program's letters.
pub struct Typesetter(Context);

impl Default for Typesetter {
    fn default() -> Self {
        Self::new()
    }
}

impl Typesetter {
    pub fn new() -> Self {
        let ctx = Context::default();
        style::install(&ctx, Theme::Dark);
        // The first pass loads the fonts. Nothing is painted.
        ctx.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
        Self(ctx)
    }

    /// A text in rows of at most `width` points, with letters of this size, regular or semibold. If there are more rows
    /// than `most`, the last one ends with an ellipsis. An empty text has no rows.
    pub fn rows(&self, text: &str, (size, is_bold): (f32, bool), width: f32, most: usize) -> Vec<String> {
        if text.trim().is_empty() || most == 0 {
            return Vec::new();
        }
        let font = if is_bold { semibold(size) } else { regular(size) };
        let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, Color32::WHITE));
        job.wrap.max_width = width;
        job.wrap.max_rows = most;
        let galley = self.0.fonts_mut(|fonts| fonts.layout_job(job));
        galley.rows.iter().map(|row| row.row.text().trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words_and_ends_with_an_ellipsis() {
        let letters = Typesetter::new();
        assert_eq!(letters.rows("One row", (15.0, false), 300.0, 9), ["One row"]);
        let rows = letters.rows("one two three four five six", (15.0, false), 80.0, usize::MAX);
        assert!(rows.len() > 1 && rows.join(" ") == "one two three four five six", "{rows:?}");
        let cut = letters.rows("one two three four five six", (15.0, false), 80.0, 2);
        assert!(cut.len() == 2 && cut[1].ends_with('\u{2026}'), "{cut:?}");
        let [thin, bold] = [false, true].map(|bold| letters.rows(&"m ".repeat(90), (15.0, bold), 400.0, 99).len());
        assert!(bold >= thin && thin > 1);
        assert!(letters.rows(" \n", (15.0, false), 80.0, 9).is_empty());
    }
}
