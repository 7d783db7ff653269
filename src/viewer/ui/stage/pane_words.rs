//! The words of a pane on the stage: its methods and its figure, above or next to the picture, which they do not cover.

use crate::panes::{PaneName, PaneSettings};
use crate::session::State;
use crate::session::figures::FigureOfPane;
use crate::skinning::SkinningSettings;
use crate::style::{Palette, elided_middle, method_color_in_hall, regular, semibold, value_job};
use crate::view::Hall;
use crate::viewer::ui::panel_rows::number;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, pos2, vec2};
use std::sync::Arc;

/// Gap between a picture and words next to it, in points of the stage.
const MARGIN: f32 = 10.0;
/// Distance from the edge of a pane to its words, which align with the headline's first letter.
const INDENT: f32 = 9.0;
const TITLE: f32 = 18.0;
/// Font size of a model's name, shown if there are two models.
const MODEL: f32 = 15.0;
const WIDEST_MODEL: f32 = 120.0;
const FIGURE: f32 = 30.0;
const CAPTION: f32 = 13.0;
/// Width of a pane below which text is smaller.
const FULL_WIDTH: f32 = 200.0;
/// Height of a pane below which a column next to the picture takes less from it than a strip above.
const LOW: f32 = 240.0;
/// Width over height from which a low pane has room next to the picture.
const WIDE: f32 = 3.2;
/// Size of a figure in a strip above a picture, and the height of the strip.
const FIGURE_ABOVE: f32 = 23.0;
const STRIP: f32 = 1.65 * TITLE;

/// Place of the words of all panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsAt {
    /// In a strip above each picture.
    Above,
    /// In a column left of each picture.
    Beside,
}

impl WordsAt {
    /// Chooses one place for all panes, so that their pictures keep one shape.
    pub fn of(panes: &[Rect]) -> Self {
        let height = panes.iter().map(Rect::height).fold(f32::INFINITY, f32::min);
        let aspect = panes.iter().map(Rect::aspect_ratio).fold(f32::INFINITY, f32::min);
        if height < LOW && aspect >= WIDE { Self::Beside } else { Self::Above }
    }

    /// The rectangles of a pane's picture and words.
    pub fn parts(self, pane: Rect) -> [Rect; 2] {
        match self {
            Self::Above => {
                let (words, picture) = pane.split_top_bottom_at_y(pane.top() + STRIP * size(pane));
                [picture, words]
            }
            Self::Beside => {
                let width = (0.2 * pane.width()).clamp(110.0, 170.0);
                let (words, picture) = pane.split_left_right_at_x(pane.left() + width);
                [picture, words]
            }
        }
    }

    /// Whether the words of each pane say what its figure means.
    pub fn has_captions(self) -> bool {
        self != Self::Above
    }
}

/// Smallest factor by which words that do not fit are shrunk. Beyond that, they are cut off.
const LEAST: f32 = 0.3;

/// The scale of words in a pane.
fn size(pane: Rect) -> f32 {
    (pane.width() / FULL_WIDTH).clamp(0.5, 1.0)
}

/// One side of a pane.
#[derive(Clone, Copy)]
struct NamedSide<'a> {
    name: &'a str,
    skinning: SkinningSettings,
    is_other_model: bool,
}

/// The words of one pane, and their look.
pub struct PaneWords<'a> {
    pub state: &'a State,
    pub pane: &'a ShownPane<'a>,
    pub name: &'a PaneName,
    pub palette: &'a Palette,
    pub hall: Hall,
    /// The figure that all panes show, with this pane's value.
    pub figure: Option<FigureOfPane>,
}

impl PaneWords<'_> {
    pub fn show(&self, painter: &Painter, at: WordsAt, area: Rect) {
        let painter = painter.with_clip_rect(area);
        match at {
            WordsAt::Above => self.above(&painter, area),
            WordsAt::Beside => self.beside(&painter, area),
        }
    }

    /// Draws the words on one line: the name with its figure, more if it fits, and another method at the right.
    fn above(&self, painter: &Painter, area: Rect) {
        let size = size(area);
        let mut left = area.left() + INDENT;
        let mut right = area.right() - 3.0;
        let at = |x: f32, galley: &Galley| pos2(x, area.center().y - galley.size().y / 2.0);
        let (own, other) = self.sides();
        if let Some(other) = other {
            let other = self.name(painter, other, size);
            right -= other.size().x;
            draw(painter, at(right, &other), other);
            right -= 8.0 * size;
        }
        // A figure at the right end would seem to belong to the next pane.
        let words = |size: f32| {
            let value = self.figure.map(|figure| self.value(painter, figure, FIGURE_ABOVE * size));
            let name = self.name(painter, own, size);
            [Some(name), value].into_iter().flatten().collect::<Vec<_>>()
        };
        let gaps = 8.0 * size;
        let width: f32 = words(size).iter().map(|word| word.size().x + gaps).sum();
        let fitted = size * ((right - left) / width).clamp(LEAST, 1.0);
        for galley in words(fitted) {
            let width = galley.size().x;
            draw(painter, at(left, &galley), galley);
            left += width + 8.0 * size;
        }
        let more = self.text(painter, self.name.behind.clone(), CAPTION * size);
        if more.size().x > 0.0 && left + more.size().x <= right {
            draw(painter, at(left, &more) + vec2(0.0, 1.5 * size), more);
        }
    }

    /// Draws the words in a column: the names at the top, the figure at the bottom.
    fn beside(&self, painter: &Painter, area: Rect) {
        let width = area.width() - MARGIN - INDENT;
        let left = area.left() + INDENT;
        let fitted = |side: NamedSide<'_>| {
            let name = self.name(painter, side, 1.0);
            let size = width / name.size().x;
            if size < 1.0 { self.name(painter, side, size.max(LEAST)) } else { name }
        };
        // Keeps a distance from the words of the panes above and below.
        let mut top = area.top() + 4.0;
        let mut bottom = area.bottom() - 7.0;
        let (own, other) = self.sides();
        for side in std::iter::once(own).chain(other) {
            let name = fitted(side);
            let height = name.size().y;
            draw(painter, pos2(left, top), name);
            top += height;
        }
        if let Some(shown) = self.figure {
            let caption = self.wrapped(painter, shown.figure.caption_with_rest().replacen(", ", ",\n", 1), width);
            bottom -= caption.size().y;
            draw(painter, pos2(left, bottom), caption);
            let value = self.value(painter, shown, FIGURE);
            bottom -= value.size().y - 4.0;
            draw(painter, pos2(left, bottom), value);
        }
        let more = self.wrapped(painter, self.name.behind.clone(), width);
        if top + more.size().y <= bottom {
            draw(painter, pos2(left, top), more);
        }
    }

    /// The name of a method, with its model if there are two.
    fn name(&self, painter: &Painter, side: NamedSide<'_>, size: f32) -> Arc<Galley> {
        let NamedSide { name, skinning, is_other_model } = side;
        let color = method_color_in_hall(skinning.method, self.hall);
        let mut job = LayoutJob::single_section(name.to_owned(), TextFormat::simple(semibold(TITLE * size), color));
        job.wrap = TextWrapping::no_max_width();
        let own = self.state.model_of_pane(self.pane.settings);
        let shown = if is_other_model { own.other() } else { own };
        if let Some([model, _]) = self.state.names_of_models(shown) {
            let font = regular(MODEL * size);
            let (model, _) = elided_middle(painter, model, &font, WIDEST_MODEL * size);
            job.append(&model, 6.0 * size, TextFormat::simple(font, self.palette.text1));
        }
        painter.layout_job(job)
    }

    /// Side A, and side B if the pane compares.
    fn sides(&self) -> (NamedSide<'_>, Option<NamedSide<'_>>) {
        let PaneSettings { skinning, comparison, .. } = *self.pane.settings;
        let is_other_model = comparison.other_model;
        let other = self.pane.settings.compared_with();
        let other = other.map(|skinning| NamedSide { name: skinning.method.short_name(), skinning, is_other_model });
        (NamedSide { name: &self.name.lead, skinning, is_other_model: false }, other)
    }

    fn value(&self, painter: &Painter, shown: FigureOfPane, size: f32) -> Arc<Galley> {
        let color = method_color_in_hall(self.pane.settings.skinning.method, self.hall);
        let text = format!("{}%", number(100.0 * shown.value, 0));
        painter.layout_job(value_job(&text, size, color, shown.is_best))
    }

    fn text(&self, painter: &Painter, text: String, size: f32) -> Arc<Galley> {
        painter.layout_no_wrap(text, regular(size), self.palette.text1)
    }

    fn wrapped(&self, painter: &Painter, text: String, width: f32) -> Arc<Galley> {
        let font: FontId = regular(CAPTION);
        let mut job = LayoutJob::simple(text, font, self.palette.text1, width);
        job.wrap = TextWrapping { max_rows: 3, ..job.wrap };
        painter.layout_job(job)
    }
}

fn draw(painter: &Painter, at: Pos2, galley: Arc<Galley>) {
    // Every text has its color already.
    painter.galley(at, galley, Color32::PLACEHOLDER);
}
