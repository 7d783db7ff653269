//! Drawings over the picture of a pane: marks, figures, a ring and a note.

use super::SheetLayout;
use super::sheet::PaneView;
use crate::panes::PaneFigure;
use crate::style::{MarkBrush, Palette};
use egui::{Align2, Vec2, vec2};

/// Distance of figures from the edges of the picture, in points.
const FIGURE_MARGIN: f32 = 13.0;

impl PaneView<'_> {
    /// First figures of the pane, at most `most`.
    fn figures(&self, most: usize) -> &[PaneFigure] {
        &self.marks.figures[..most.min(self.marks.figures.len())]
    }

    /// Area that at most `most` figures of the pane take at the edges of a picture of this size, in points.
    pub(super) fn size_of_figures(&self, most: usize, brush: MarkBrush<'_>, picture: Vec2) -> Vec2 {
        let margin = 2.0 * FIGURE_MARGIN * brush.scale;
        let size = brush.size_of_figures(picture - Vec2::splat(margin), self.figures(most));
        if size == Vec2::ZERO { size } else { size + Vec2::splat(0.5 * margin) }
    }

    /// Draws the marks of a scene, and at most `most` of its figures in a corner of the picture.
    pub(super) fn show_placed(
        &self,
        brush: MarkBrush<'_>,
        layout: &SheetLayout,
        pane: usize,
        (corner, most): (Align2, usize),
    ) {
        let (_, picture) = layout.pane(pane);
        for mark in &self.marks.marks {
            let Some(pixel) = self.camera.project(mark.position, layout.picture_pixels(pane)) else { continue };
            let at = picture.min + vec2(pixel.x, pixel.y) / layout.pixels_per_point;
            if picture.contains(at) {
                brush.draw(picture, at, mark.shape, &mark.label);
            }
        }
        brush.figures(picture.shrink(FIGURE_MARGIN * brush.scale), corner, self.figures(most));
    }

    pub(super) fn show_ring_and_note(
        &self,
        ui: &egui::Ui,
        palette: &Palette,
        layout: &SheetLayout,
        (pane, at): (usize, Align2),
    ) {
        let (_, picture) = layout.pane(pane);
        let painter = ui.painter().with_clip_rect(picture);
        let mark = self.mark.and_then(|mark| self.camera.project(mark, layout.picture_pixels(pane)));
        if let Some(mark) = mark {
            let mark = picture.min + vec2(mark.x, mark.y) / layout.pixels_per_point;
            painter.circle_stroke(mark, 11.0, egui::Stroke::new(4.0, palette.app.gamma_multiply(0.7)));
            painter.circle_stroke(mark, 11.0, egui::Stroke::new(1.75, palette.text1));
        }
        if !self.note.is_empty() {
            self.note.placed(ui.ctx(), palette, picture.width()).draw(&painter, palette, (picture, at));
        }
    }
}
