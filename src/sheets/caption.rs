//! Words around the panes of a sheet.

use super::layout::{CAPTION_HEIGHT, MOST_OF_CAPTION};
use crate::style::{Palette, headline, regular, semibold};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Context, Galley, Ui, Vec2, pos2};
use std::sync::Arc;

/// Distance of the text from the edges of the sheet, in points.
const MARGIN: f32 = 12.0;
const PADDING: f32 = 8.0;

/// Size of a headline as a fraction of the sheet's height, and its limits in points.
const HEADLINE: f32 = 0.045;
const HEADLINES: [f32; 2] = [16.0, 40.0];
/// Gap between a headline and the panes, relative to the headline's size.
const BELOW_HEADLINE: f32 = 0.3;

/// The text above and below the panes.
#[derive(Clone, Copy, Debug)]
pub enum SheetCaption<'a> {
    /// No text, and no room for it.
    None,
    /// One line, truncated at the edge of the sheet.
    Line(&'a str),
    /// Subject, title, and a hint where to look, wrapped to as many lines as the sheet has room for. The rest is cut
    /// off, here and in scenes.
    Figure { citation: &'a str, title: &'a str, text: &'a str },
    /// Point of a scene in one large line above the panes. Below them are the figure that it reproduces and a hint
    /// where to look. Each may be empty.
    Scene { headline: &'a str, source: &'a str, text: &'a str },
}

impl SheetCaption<'_> {
    /// Heights in points of the parts above and below the panes, on a sheet of this size. The context must have its
    /// fonts.
    pub fn heights(&self, ctx: &Context, palette: &Palette, page: Vec2) -> [f32; 2] {
        let above = self
            .headline(ctx, palette, page)
            .map_or(0.0, |line| PADDING + line.size().y + BELOW_HEADLINE * headline_size(page));
        let below = match self.galley(ctx, palette, page) {
            Some(galley) => galley.size().y + 2.0 * PADDING,
            None if matches!(self, Self::Line(_)) => CAPTION_HEIGHT,
            None => 0.0,
        };
        [above, below]
    }

    /// Draws the headline at the top of the page and the caption at its bottom.
    pub fn show(&self, ui: &Ui, palette: &Palette, page: Vec2) {
        if let Some(line) = self.headline(ui.ctx(), palette, page) {
            ui.painter().galley(pos2(MARGIN, PADDING), line, palette.text1);
        }
        if let Some(galley) = self.galley(ui.ctx(), palette, page) {
            let at = pos2(MARGIN, page.y - PADDING - galley.size().y);
            ui.painter().galley(at, galley, palette.text2);
        }
        if let Self::Line(text) = self {
            let at = pos2(MARGIN, page.y - CAPTION_HEIGHT / 2.0);
            ui.painter().text(at, Align2::LEFT_CENTER, text, regular(12.0), palette.text2);
        }
    }

    fn headline(&self, ctx: &Context, palette: &Palette, page: Vec2) -> Option<Arc<Galley>> {
        let Self::Scene { headline: text, .. } = self else { return None };
        let width = page.x - 2.0 * MARGIN;
        (!text.is_empty()).then(|| headline(ctx, text, headline_size(page), palette.text1, width))
    }

    /// Lays out the part that wraps.
    fn galley(&self, ctx: &Context, palette: &Palette, page: Vec2) -> Option<Arc<Galley>> {
        let mut job = LayoutJob::default();
        let mut append = |text: &str, font, color| job.append(text, 0.0, TextFormat::simple(font, color));
        match self {
            Self::None | Self::Line(_) => return None,
            Self::Figure { citation, title, text } => {
                append(&format!("{citation}   "), semibold(14.0), palette.text1);
                append(title, regular(14.0), palette.text1);
                if !text.is_empty() {
                    append(&format!("\n{text}"), regular(13.0), palette.text2);
                }
            }
            Self::Scene { source, text, .. } => {
                if source.is_empty() && text.is_empty() {
                    return None;
                }
                let space = if source.is_empty() { "" } else { "   " };
                append(&format!("{source}{space}"), semibold(13.0), palette.text1);
                append(text, regular(13.0), palette.text2);
            }
        }
        job.wrap.max_width = (page.x - 2.0 * MARGIN).max(1.0);
        let laid_out = |job: LayoutJob| ctx.fonts_mut(|fonts| fonts.layout_job(job));
        let room = MOST_OF_CAPTION * page.y - 2.0 * PADDING;
        let whole = laid_out(job.clone());
        let fitting = whole.rows.iter().take_while(|row| row.rect().bottom() <= room).count();
        if fitting == whole.rows.len() {
            return Some(whole);
        }
        // The last row ends with an ellipsis.
        job.wrap.max_rows = fitting.max(1);
        Some(laid_out(job))
    }
}

/// Size of the headline in points, on a page of this size.
fn headline_size(page: Vec2) -> f32 {
    let [least, most] = HEADLINES;
    (HEADLINE * page.y).clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Theme;
    use egui::vec2;

    #[test]
    fn a_headline_is_above_the_panes_and_larger_than_the_caption() {
        let ctx = Context::default();
        crate::style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let palette = Palette::of(Theme::Dark);
        let page = vec2(960.0, 540.0);
        let heights = |caption: SheetCaption<'_>, page| caption.heights(&ctx, &palette, page);
        let scene = |headline, source, text| SheetCaption::Scene { headline, source, text };
        let [above, below] = heights(scene("DQS keeps the wrist", "Kavan 2008, fig. 14", "The hand turns."), page);
        assert!(above > 30.0 && below > 20.0 && above > below, "{above} {below}");
        assert_eq!(heights(scene("DQS keeps the wrist", "", ""), page), [above, 0.0], "nothing below");
        assert_eq!(heights(scene("", "", "The hand turns."), page), [0.0, below]);
        assert!(heights(scene("DQS keeps the wrist", "", ""), page * 1.5)[0] > above, "type grows with the page");
        assert_eq!(heights(SheetCaption::None, page), [0.0, 0.0]);
        let figure = SheetCaption::Figure { citation: "mannequin", title: "worst joints", text: "" };
        assert_eq!(heights(figure, page)[0], 0.0);
    }

    #[test]
    fn a_caption_without_end_keeps_to_its_room_and_says_that_it_is_cut_off() {
        let ctx = Context::default();
        crate::style::install(&ctx, Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let palette = Palette::of(Theme::Dark);
        let page = vec2(640.0, 360.0);
        let long = "The elbow collapses, and then nobody knows when to stop. ".repeat(200);
        for text in ["The elbow collapses.", &long] {
            let captions = [
                SheetCaption::Scene { headline: "DQS keeps the wrist", source: "Kavan 2008, fig. 14", text },
                SheetCaption::Figure { citation: "mannequin", title: "worst joints", text },
            ];
            for caption in captions {
                let galley = caption.galley(&ctx, &palette, page).unwrap();
                let is_cut = galley.text().len() > 1000;
                let [_, height] = caption.heights(&ctx, &palette, page);
                assert!(height <= 180.0 && galley.size().y + 2.0 * PADDING == height, "{height}");
                assert_eq!(galley.elided, is_cut);
                assert!(!is_cut || height > 150.0, "{height}: all of the room is used");
                let last = galley.rows.last().unwrap().row.text();
                assert_eq!(last.ends_with('\u{2026}'), is_cut, "{last}");
            }
        }
    }
}
