//! Marks over a picture that point to a place, and the large figure of a pane. The stage and the sheets draw the same
//! ones.

use super::{Palette, icons, medium, regular, semibold};
use crate::panes::{MarkShape, PaneFigure};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use std::sync::Arc;

/// Radius of a ring in points, at scale 1.
const RADIUS: f32 = 15.0;
const TEXT: f32 = 13.0;
/// Length of an arrow, and distance of its tip from the place.
const ARROW: f32 = 34.0;
const ARROW_GAP: f32 = 7.0;
/// Half the width of an arrow's head.
const HEAD: f32 = 6.0;
const FIGURE: f32 = 30.0;
/// Padding around the text of a plate.
const PLATE: Vec2 = vec2(6.0, 3.0);
/// Least size of letters, in points. Smaller ones cannot be read.
const LEAST_TEXT: f32 = 9.0;
/// Heights of a line of text and of a figure with its caption, relative to the size of their letters.
const LINE: f32 = 1.21;
const LINES: f32 = 1.45;
/// Size of a star, relative to the size of the letters before it.
const STAR: f32 = 0.6;
/// Gap between a value and its star, relative to the value's size.
const BEFORE_STAR: f32 = 0.2;
/// Gap between two figures, relative to the size of their captions' letters.
const BETWEEN: f32 = 1.4;
/// Least height of an area in which a figure can be read.
const LOWEST_AREA: f32 = 24.0;
/// Largest fraction of an area's height that a figure takes.
const MOST_OF_HEIGHT: f32 = 0.4;

/// Draws marks in one color and size.
#[derive(Clone, Copy)]
pub struct MarkBrush<'a> {
    pub painter: &'a Painter,
    pub palette: &'a Palette,
    pub color: Color32,
    pub scale: f32,
}

/// Draws a plate behind text, so that it is readable on any skin.
pub fn draw_plate(painter: &Painter, palette: &Palette, text: Rect) {
    painter.rect_filled(text.expand2(PLATE), CornerRadius::same(5), palette.plate());
}

/// Value of a figure, followed by a star if it is the best of all panes.
pub fn value_job(value: &str, size: f32, color: Color32, is_best: bool) -> LayoutJob {
    let mut job = LayoutJob::single_section(value.to_owned(), TextFormat::simple(semibold(size), color));
    job.wrap = TextWrapping::no_max_width();
    if is_best {
        let star = TextFormat { valign: Align::Center, ..TextFormat::simple(icons::filled_font(STAR * size), color) };
        job.append(icons::STAR, BEFORE_STAR * size, star);
    }
    job
}

/// Laid-out figures without their plate.
struct PlacedFigures {
    size: Vec2,
    /// Height by which captions overlap the room of the letters above them.
    overlap: f32,
    /// Columns from the left: the left end, a value and its caption.
    columns: Vec<(f32, Arc<Galley>, Arc<Galley>)>,
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
        // The plate of the label does not cover the ring.
        let away = radius + (9.0 * scale).max(PLATE.x + 3.0);
        let to_the_right = at.x + away + 3.0 * scale + galley.size().x < picture.right();
        let (anchor, shift) = match to_the_right {
            true => (Align2::LEFT_CENTER, vec2(away, 0.0)),
            false => (Align2::RIGHT_CENTER, vec2(-away, 0.0)),
        };
        self.say(galley, anchor, at + shift);
    }

    /// Draws an arrow from the side where there is more room, and from above.
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

    /// Draws figures large and side by side, each with its caption below it, at a corner of an area. They take a
    /// fraction of a low area, and are left out of one that is too low for reading. If there is not enough room for
    /// two, there is one.
    pub fn figures(&self, area: Rect, corner: Align2, figures: &[PaneFigure]) {
        let Some(placed) = self.placed_figures(area.size(), figures) else { return };
        let text = corner.align_size_within_rect(placed.size, area);
        draw_plate(self.painter, self.palette, text);
        for (left, value, caption) in placed.columns {
            let below = text.left_bottom() + vec2(left, -caption.size().y);
            self.painter.galley(below - vec2(0.0, value.size().y - placed.overlap), value, self.color);
            self.painter.galley(below, caption, self.palette.text1);
        }
    }

    /// The size of figures with their plate in an area of this size. Zero if there are none.
    pub fn size_of_figures(&self, area: Vec2, figures: &[PaneFigure]) -> Vec2 {
        self.placed_figures(area, figures).map_or(Vec2::ZERO, |placed| placed.size + 2.0 * PLATE)
    }

    fn placed_figures(&self, area: Vec2, figures: &[PaneFigure]) -> Option<PlacedFigures> {
        if area.y < LOWEST_AREA || figures.is_empty() {
            return None;
        }
        let [letters, caption_letters] = letters_of_figure(self.scale, area.y);
        let overlap = 4.0 * letters / FIGURE;
        let gap = BETWEEN * caption_letters;
        let mut width = 0.0;
        // With a star at every value, so that panes of the same width show the same figures.
        let mut needed = 0.0;
        let mut columns = Vec::new();
        for figure in figures {
            let job = value_job(&figure.text(), letters, self.color, figure.is_best);
            let value = self.painter.layout_job(job);
            let room = if columns.is_empty() { area.x } else { f32::INFINITY };
            let caption = self.caption_within(room, &figure.caption, caption_letters);
            let left = if columns.is_empty() { 0.0 } else { width + gap };
            let star = if figure.is_best { 0.0 } else { (BEFORE_STAR + STAR) * letters };
            needed += if columns.is_empty() { 0.0 } else { gap } + (value.size().x + star).max(caption.size().x);
            if !columns.is_empty() && needed > area.x {
                break;
            }
            width = left + value.size().x.max(caption.size().x);
            columns.push((left, value, caption));
        }
        let heights = columns.iter().map(|(_, value, caption)| value.size().y + caption.size().y - overlap);
        let size = vec2(width, heights.fold(0.0, f32::max));
        Some(PlacedFigures { size, overlap, columns })
    }

    /// Caption of a figure. A narrow area only has the part before its last comma, broken if necessary.
    fn caption_within(&self, width: f32, caption: &str, size: f32) -> Arc<Galley> {
        let layout = |text: &str, width| self.painter.layout(text.to_owned(), regular(size), self.palette.text1, width);
        let whole = layout(caption, f32::INFINITY);
        if whole.size().x <= width {
            return whole;
        }
        layout(caption.rsplit_once(", ").map_or(caption, |(what, _)| what), width)
    }

    fn words(&self, label: &str) -> Arc<Galley> {
        self.painter.layout_no_wrap(label.to_owned(), medium((TEXT * self.scale).max(LEAST_TEXT)), self.color)
    }

    fn say(&self, galley: Arc<Galley>, anchor: Align2, at: Pos2) {
        // An empty text still has a section.
        if galley.text().is_empty() {
            return;
        }
        let text = anchor.anchor_size(at, galley.size());
        draw_plate(self.painter, self.palette, text);
        self.painter.galley(text.min, galley, self.color);
    }
}

/// Sizes of the letters of a figure and of its caption, in an area of this height. The figure shrinks in favor of a
/// readable caption, but stays the larger one.
fn letters_of_figure(scale: f32, height: f32) -> [f32; 2] {
    let room = MOST_OF_HEIGHT * height;
    let scale = scale.min(room / (LINES * (FIGURE + TEXT)));
    let caption = (TEXT * scale).max(LEAST_TEXT);
    [(FIGURE * scale).min(room / LINE - caption).max(1.2 * caption), caption]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_panes_have_captions_that_can_be_read() {
        let usual = |scale: f32| [FIGURE, TEXT].map(|size| scale * size);
        for scale in [1.0, 2.0] {
            assert_eq!(letters_of_figure(scale, 600.0), usual(scale));
        }
        for height in [LOWEST_AREA, 64.0, 100.0, 150.0, 300.0] {
            let [value, caption] = letters_of_figure(0.3, height);
            assert!(caption >= LEAST_TEXT && value >= 1.2 * caption, "{height}: {value} {caption}");
            assert!(LINE * (value + caption) <= (MOST_OF_HEIGHT * height).max(24.0), "{height}: {value} {caption}");
        }
    }

    /// Texts and plates that a brush draws.
    fn drawn(draw: impl Fn(&MarkBrush<'_>)) -> (Vec<String>, usize) {
        let ctx = egui::Context::default();
        crate::style::install(&ctx, crate::view::Theme::Dark);
        let palette = Palette::of(crate::view::Theme::Dark);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            draw(&MarkBrush { painter: ui.painter(), palette: &palette, color: Color32::WHITE, scale: 1.0 });
        });
        output.textures_delta.clear();
        let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        let plates = output.shapes.iter().filter(|clipped| matches!(clipped.shape, Shape::Rect(_))).count();
        (texts.filter(|text| !text.is_empty()).collect(), plates)
    }

    #[test]
    fn a_mark_without_a_label_has_no_plate() {
        let picture = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        for shape in [MarkShape::Ring, MarkShape::Arrow] {
            let plates = |label: &str| drawn(|brush| brush.draw(picture, picture.center(), shape, label)).1;
            assert_eq!(plates("") + 1, plates("collapses"), "{shape:?}");
        }
    }

    #[test]
    fn as_many_figures_are_shown_as_fit_and_the_best_has_a_star() {
        let figure = |over_rest, is_best, caption: &str| PaneFigure { over_rest, is_best, caption: caption.to_owned() };
        let figures = [figure(0.96, true, "smallest section"), figure(1.08, false, "bulge")];
        let shown = |width: f32| {
            let area = Rect::from_min_size(Pos2::ZERO, vec2(width, 300.0));
            drawn(|brush| brush.figures(area, Align2::LEFT_BOTTOM, &figures)).0
        };
        let best = format!("96%{}", icons::STAR);
        assert_eq!(shown(400.0), [best.as_str(), "smallest section", "108%", "bulge"]);
        assert_eq!(shown(130.0), [best.as_str(), "smallest section"]);
        // Whether there is room for a figure does not depend on where the star is.
        let count = |best: [bool; 2], width: f32| {
            let figures = [figure(0.96, best[0], "a"), figure(1.08, best[1], "b")];
            let area = Rect::from_min_size(Pos2::ZERO, vec2(width, 300.0));
            drawn(|brush| brush.figures(area, Align2::LEFT_BOTTOM, &figures)).0.len()
        };
        let differs = |width: &u16| count([false; 2], f32::from(*width)) != count([true; 2], f32::from(*width));
        assert!((60..400).filter(differs).count() <= 1, "but for rounding");
    }

    #[test]
    fn captions_of_figures_stay_in_narrow_panes() {
        let ctx = egui::Context::default();
        crate::style::install(&ctx, crate::view::Theme::Dark);
        ctx.run_ui(egui::RawInput::default(), |_| {}).textures_delta.clear();
        let palette = Palette::of(crate::view::Theme::Dark);
        let painter = Painter::new(ctx.clone(), egui::LayerId::background(), Rect::EVERYTHING);
        let brush = MarkBrush { painter: &painter, palette: &palette, color: Color32::WHITE, scale: 0.3 };
        let caption = "blend zone volume, 100% at rest";
        let lines = |width: f32| {
            let galley = brush.caption_within(width, caption, LEAST_TEXT);
            assert!(galley.size().x <= width, "{width}");
            (galley.text().to_owned(), galley.rows.len())
        };
        assert_eq!(lines(200.0), (caption.to_owned(), 1));
        assert_eq!(lines(107.0), ("blend zone volume".to_owned(), 1));
        assert_eq!(lines(60.0), ("blend zone volume".to_owned(), 2));
    }
}
