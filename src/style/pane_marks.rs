//! Marks over a picture that say where to look, and the large figure of a pane. The stage and the sheets draw the same.

use super::{Palette, medium, regular, semibold};
use crate::panes::{MarkShape, PaneFigure};
use egui::{Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shape, Stroke, vec2};
use std::sync::Arc;

/// In points, at scale 1.
const RADIUS: f32 = 15.0;
const TEXT: f32 = 13.0;
/// Length of an arrow, and how far its tip stays from the place.
const ARROW: f32 = 34.0;
const ARROW_GAP: f32 = 7.0;
/// Half the width of its head.
const HEAD: f32 = 6.0;
const FIGURE: f32 = 30.0;
/// In lower areas a figure could not be read.
const LOWEST_AREA: f32 = 24.0;
/// The largest part of an area's height that a figure takes.
const MOST_OF_HEIGHT: f32 = 0.4;

/// Draws marks in one color and size.
#[derive(Clone, Copy)]
pub struct MarkBrush<'a> {
    pub painter: &'a Painter,
    pub palette: &'a Palette,
    pub color: Color32,
    pub scale: f32,
}

/// Draws a plate behind text, so that it reads on any skin.
pub fn draw_plate(painter: &Painter, palette: &Palette, text: Rect) {
    painter.rect_filled(text.expand2(vec2(6.0, 3.0)), CornerRadius::same(5), palette.plate());
}

impl MarkBrush<'_> {
    /// Draws a mark at a point of the picture, with its label on the side where there is room.
    pub fn draw(&self, picture: Rect, at: Pos2, shape: MarkShape, label: &str) {
        match shape {
            MarkShape::Ring => self.ring(picture, at, label),
            MarkShape::Arrow => self.arrow(picture, at, label),
        }
    }

    fn ring(&self, picture: Rect, at: Pos2, label: &str) {
        let (scale, radius) = (self.scale, RADIUS * self.scale);
        self.painter.circle_stroke(at, radius, Stroke::new(5.0 * scale, self.palette.halo()));
        self.painter.circle_stroke(at, radius, Stroke::new(2.5 * scale, self.color));
        let galley = self.words(label);
        let to_the_right = at.x + radius + 12.0 * scale + galley.size().x < picture.right();
        let (anchor, shift) = match to_the_right {
            true => (Align2::LEFT_CENTER, vec2(radius + 9.0 * scale, 0.0)),
            false => (Align2::RIGHT_CENTER, vec2(-radius - 9.0 * scale, 0.0)),
        };
        self.say(galley, anchor, at + shift);
    }

    /// From the side where there is more room, and from above.
    fn arrow(&self, picture: Rect, at: Pos2, label: &str) {
        let scale = self.scale;
        let from_right = at.x < picture.center().x;
        let side = if from_right { 1.0 } else { -1.0 };
        let way = vec2(side, -0.8).normalized();
        let (tip, tail) = (at + ARROW_GAP * scale * way, at + (ARROW_GAP + ARROW) * scale * way);
        let head = HEAD * scale;
        let across = head * way.rot90();
        let triangle = [tip, tip + 1.6 * head * way + across, tip + 1.6 * head * way - across];
        for (width, ink) in [(6.0, self.palette.halo()), (3.0, self.color)] {
            self.painter.line_segment([tail, tip + head * way], Stroke::new(width * scale, ink));
            let outline = Stroke::new((width - 3.0) * scale, ink);
            self.painter.add(Shape::convex_polygon(triangle.to_vec(), ink, outline));
        }
        let anchor = if from_right { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
        self.say(self.words(label), anchor, tail + vec2(9.0 * side * scale, 0.0));
    }

    /// Draws a figure large, with its caption below it, at a corner of an area. It takes a part of a low area, and
    /// nothing of one that is too low to read it.
    pub fn figure(&self, area: Rect, corner: Align2, figure: &PaneFigure) {
        if area.height() < LOWEST_AREA {
            return;
        }
        let scale = self.scale.min(MOST_OF_HEIGHT * area.height() / (1.45 * (FIGURE + TEXT)));
        let value = self.painter.layout_no_wrap(figure.text(), semibold(FIGURE * scale), self.color);
        let caption = self.painter.layout_no_wrap(figure.caption.clone(), regular(TEXT * scale), self.palette.text1);
        let overlap = 4.0 * scale;
        let height = value.size().y + caption.size().y - overlap;
        let size = vec2(value.size().x.max(caption.size().x), height);
        let text = corner.align_size_within_rect(size, area);
        draw_plate(self.painter, self.palette, text);
        let below = text.left_bottom() - vec2(0.0, caption.size().y);
        self.painter.galley(text.min, value, self.color);
        self.painter.galley(below, caption, self.palette.text1);
    }

    fn words(&self, label: &str) -> Arc<Galley> {
        self.painter.layout_no_wrap(label.to_owned(), medium(TEXT * self.scale), self.color)
    }

    fn say(&self, galley: Arc<Galley>, anchor: Align2, at: Pos2) {
        if galley.is_empty() {
            return;
        }
        let text = anchor.anchor_size(at, galley.size());
        draw_plate(self.painter, self.palette, text);
        self.painter.galley(text.min, galley, self.color);
    }
}
