//! Choice of the corner of the panes for a sheet's words.

use super::free_corner::{WordyPicture, free_corner, share_covered};
use super::sheet::{PaneView, SheetPane};
use super::sheet_renderer::{Page, SheetFrame, SheetRenderer, scale_of_marks};
use crate::gpu::GpuError;
use crate::style::{self, MarkBrush};
use crate::view::SkinPaint;
use crate::work::Progress;
use egui::{Align2, Rect, Vec2};

impl SheetRenderer<'_> {
    /// Puts legends, notes and figures where they cover the least in these frames of a film, and keeps them there: they
    /// must not jump.
    ///
    /// # Errors
    /// The same as [`Self::draw`].
    pub(super) fn keep_words_free_in(
        &mut self,
        frames: &[SheetFrame<'_>],
        progress: &Progress,
    ) -> Result<(), GpuError> {
        let is_painted = |pane: &SheetPane<'_>| pane.picture.look.paint != SkinPaint::Materials;
        if let Some(first) = frames.first().filter(|_| self.sheet.legend && self.sheet.panes.iter().any(is_painted)) {
            // The meaning of colors is known when they are drawn.
            self.draw_pictures(&first.views, progress)?;
            self.words_at = self.corner_of_words(frames)?;
        }
        self.figures_at = Some(self.corner_of_figures(frames)?);
        Ok(())
    }

    /// Corner where legends and notes cover the least in all of these frames.
    pub(super) fn corner_of_words(&self, frames: &[SheetFrame<'_>]) -> Result<Align2, GpuError> {
        let words = |index: usize, view: &PaneView<'_>, size: Vec2| {
            let Page { ctx, palette, .. } = &self.page;
            let legend = self.legend(index).map(|legend| style::paint_legend_size(ctx, palette, size, &legend));
            let note = (!view.note.is_empty()).then(|| view.note.placed(ctx, palette, size.x).size());
            legend.into_iter().chain(note).reduce(Vec2::max)
        };
        Ok(free_corner(&self.wordy_pictures(frames, words)?, None))
    }

    /// Corner where figures cover the least in all of these frames, and the largest count of each pane: one, if two
    /// would lie on the skin with more than half of their area. Less is tolerated, because the second figure is often
    /// the point.
    pub(super) fn corner_of_figures(&self, frames: &[SheetFrame<'_>]) -> Result<(Align2, usize), GpuError> {
        let Page { ctx, palette, .. } = &self.page;
        // This painter only lays out and draws nothing.
        let painter = egui::Painter::new(ctx.clone(), egui::LayerId::background(), Rect::EVERYTHING);
        let has_legend = (0..self.sheet.panes.len()).any(|pane| self.legend(pane).is_some());
        let place = |most: usize| {
            let words = |_, view: &PaneView<'_>, size: Vec2| {
                let brush = MarkBrush { painter: &painter, palette, color: palette.text1, scale: scale_of_marks(size) };
                Some(view.size_of_figures(most, brush, size)).filter(|size| *size != Vec2::ZERO)
            };
            let pictures = self.wordy_pictures(frames, words)?;
            let corner = free_corner(&pictures, has_legend.then_some(self.words_at));
            Ok::<_, GpuError>((corner, share_covered(&pictures, corner)))
        };
        let (corner, covered_by_all) = place(usize::MAX)?;
        let has_two = |frame: &SheetFrame<'_>| frame.views.iter().any(|view| view.marks.figures.len() > 1);
        if covered_by_all <= 0.5 || !frames.iter().any(has_two) {
            return Ok((corner, usize::MAX));
        }
        let (corner_of_one, covered_by_one) = place(1)?;
        Ok(if covered_by_one < covered_by_all { (corner_of_one, 1) } else { (corner, usize::MAX) })
    }

    /// Pictures of the panes that have words in these frames. `words` returns the size of the words for the index, the
    /// view and the size of each.
    fn wordy_pictures(
        &self,
        frames: &[SheetFrame<'_>],
        words: impl Fn(usize, &PaneView<'_>, Vec2) -> Option<Vec2>,
    ) -> Result<Vec<WordyPicture>, GpuError> {
        let mut wordy = Vec::new();
        for frame in frames {
            for (index, (pane, view)) in self.sheet.panes.iter().zip(&frame.views).enumerate() {
                let size = self.page.layout.pane(index).1.size();
                let Some(words) = words(index, view, size) else { continue };
                let pane = (pane, view, frame.mix_of(pane));
                wordy.push(WordyPicture::draw(self.context, pane, [size, words], &self.rest)?);
            }
        }
        Ok(wordy)
    }
}
