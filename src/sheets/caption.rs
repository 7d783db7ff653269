//! The caption below the panes of a sheet.

use super::layout::CAPTION_HEIGHT;
use crate::style::{Palette, regular, semibold};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Context, Galley, Ui, pos2};
use std::sync::Arc;

/// Distance of the text from the edges of the sheet, in points.
const MARGIN: f32 = 12.0;
const PADDING: f32 = 8.0;

/// The text below the panes.
#[derive(Clone, Copy, Debug)]
pub enum SheetCaption<'a> {
    /// No text, and no room for it.
    None,
    /// One line, truncated at the edge of the sheet.
    Line(&'a str),
    /// The figure, its title, and what to look at, wrapped to multiple lines.
    Figure { citation: &'a str, title: &'a str, text: &'a str },
}

impl SheetCaption<'_> {
    /// The height in points on a sheet of this width. The context must have its fonts.
    pub fn height(&self, ctx: &Context, palette: &Palette, width: f32) -> f32 {
        match self.galley(ctx, palette, width) {
            Some(galley) => galley.size().y + 2.0 * PADDING,
            None if matches!(self, Self::None) => 0.0,
            None => CAPTION_HEIGHT,
        }
    }

    /// Draws the caption at the bottom of the page.
    pub fn show(&self, ui: &Ui, palette: &Palette, page: egui::Vec2) {
        match (self, self.galley(ui.ctx(), palette, page.x)) {
            (Self::None, None) => {}
            (_, Some(galley)) => {
                let at = pos2(MARGIN, page.y - PADDING - galley.size().y);
                ui.painter().galley(at, galley, palette.text2);
            }
            (Self::Line(text) | Self::Figure { text, .. }, None) => {
                let at = pos2(MARGIN, page.y - CAPTION_HEIGHT / 2.0);
                ui.painter().text(at, Align2::LEFT_CENTER, text, regular(12.0), palette.text2);
            }
        }
    }

    /// Lays out the part that wraps.
    fn galley(&self, ctx: &Context, palette: &Palette, width: f32) -> Option<Arc<Galley>> {
        let Self::Figure { citation, title, text } = self else { return None };
        let mut job = LayoutJob::default();
        let mut append = |text: &str, font, color| job.append(text, 0.0, TextFormat::simple(font, color));
        append(&format!("{citation}   "), semibold(14.0), palette.text1);
        append(title, regular(14.0), palette.text1);
        if !text.is_empty() {
            append(&format!("\n{text}"), regular(13.0), palette.text2);
        }
        job.wrap.max_width = (width - 2.0 * MARGIN).max(1.0);
        Some(ctx.fonts_mut(|fonts| fonts.layout_job(job)))
    }
}
