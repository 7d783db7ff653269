//! The words of a pane on the stage: its methods and its figure, over the picture or beside it.

use crate::panes::{ComparisonKind, PaneSettings, differ_only_in_mode};
use crate::session::State;
use crate::session::figures::{ChosenFigure, ShownSkin, names};
use crate::skinning::SkinningSettings;
use crate::style::{Palette, draw_plate, elided_middle, method_color_in_hall, regular, semibold, value_job};
use crate::view::{Hall, SkinPaint};
use crate::viewer::ui::panel_rows::number;
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, pos2, vec2};
use std::sync::Arc;

/// To the edges of the picture, in points of the stage.
const MARGIN: f32 = 10.0;
const TITLE: f32 = 18.0;
/// The name of a model, where there are two.
const MODEL: f32 = 15.0;
const WIDEST_MODEL: f32 = 120.0;
const FIGURE: f32 = 30.0;
const CAPTION: f32 = 13.0;
/// In narrower panes, text is smaller.
const FULL_WIDTH: f32 = 200.0;
/// In lower panes, words over the picture would lie over the subject.
const LOW: f32 = 240.0;
/// Width over height from which a low pane has room beside the picture.
const WIDE: f32 = 3.2;
/// Size of a figure in a strip above a picture, next to that of a figure over one.
const SMALL_FIGURE: f32 = 20.0;

/// Where the words of all panes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsAt {
    OverPicture,
    /// In a strip above each picture.
    Above,
    /// In a column left of each picture.
    Beside,
}

impl WordsAt {
    /// One choice for all panes, so that their pictures keep one shape.
    pub fn of(panes: &[Rect]) -> Self {
        let height = panes.iter().map(Rect::height).fold(f32::INFINITY, f32::min);
        let aspect = panes.iter().map(Rect::aspect_ratio).fold(f32::INFINITY, f32::min);
        match () {
            () if height >= LOW => Self::OverPicture,
            () if aspect >= WIDE => Self::Beside,
            () => Self::Above,
        }
    }

    /// The picture and the words of a pane.
    pub fn parts(self, pane: Rect) -> [Rect; 2] {
        match self {
            Self::OverPicture => [pane, pane],
            Self::Above => {
                let (words, picture) = pane.split_top_bottom_at_y(pane.top() + 1.4 * TITLE * size(pane));
                [picture, words]
            }
            Self::Beside => {
                let width = (0.2 * pane.width()).clamp(110.0, 170.0);
                let (words, picture) = pane.split_left_right_at_x(pane.left() + width);
                [picture, words]
            }
        }
    }

    /// Whether the words of each pane say what its figure is.
    pub fn has_captions(self) -> bool {
        self != Self::Above
    }
}

/// The scale of words in a pane.
fn size(pane: Rect) -> f32 {
    (pane.width() / FULL_WIDTH).clamp(0.5, 1.0)
}

/// One side of a pane.
#[derive(Clone, Copy)]
struct NamedSide {
    skinning: SkinningSettings,
    is_other_model: bool,
}

/// The words of one pane, and how they look.
pub struct PaneWords<'a> {
    pub state: &'a State,
    pub pane: &'a ShownPane<'a>,
    pub palette: &'a Palette,
    pub hall: Hall,
    /// The figure that all panes show, and its value here.
    pub figure: Option<(ChosenFigure, f64)>,
}

impl PaneWords<'_> {
    pub fn show(&self, painter: &Painter, at: WordsAt, area: Rect) {
        let painter = painter.with_clip_rect(area);
        match at {
            WordsAt::OverPicture => self.over_picture(&painter, area),
            WordsAt::Above => self.above(&painter, area),
            WordsAt::Beside => self.beside(&painter, area),
        }
    }

    fn over_picture(&self, painter: &Painter, area: Rect) {
        let size = size(area);
        let (own, other) = self.sides();
        let room = if other.is_some() { 0.5 * area.width() } else { area.width() } - 2.0 * MARGIN;
        let at = area.left_top() + vec2(MARGIN, MARGIN);
        let short = self.name(painter, own, size);
        let more = self.text(painter, self.words_behind_name(), CAPTION * size);
        let mut whole = Rect::from_min_size(at, short.size());
        let more_at = pos2(whole.right() + 8.0 * size, whole.bottom() - more.size().y - 2.0 * size);
        let fits = more.size().x > 0.0 && more_at.x + more.size().x - at.x <= room;
        if fits {
            whole.max.x = more_at.x + more.size().x;
        }
        draw_plate(painter, self.palette, whole);
        draw(painter, at, short);
        if fits {
            draw(painter, more_at, more);
        }
        if let Some(other) = other {
            let name = self.name(painter, other, size);
            let comparison = self.pane.settings.comparison;
            let x = match comparison.kind {
                ComparisonKind::Wipe => area.left() + comparison.divider * area.width() + MARGIN,
                _ => area.right() - MARGIN - name.size().x,
            };
            let at = pos2(x, area.top() + MARGIN);
            draw_plate(painter, self.palette, Rect::from_min_size(at, name.size()));
            draw(painter, at, name);
        }
        if let Some((chosen, value)) = self.figure {
            let value = self.value(painter, (chosen, value), FIGURE * size);
            let caption = self.text(painter, chosen.figure.caption_with_rest(), CAPTION * size);
            let caption_at = area.left_bottom() + vec2(MARGIN, -MARGIN - caption.size().y);
            let value_at = caption_at - vec2(0.0, value.size().y - 4.0 * size);
            let width = value.size().x.max(caption.size().x);
            let end = pos2(value_at.x + width, area.bottom() - MARGIN);
            draw_plate(painter, self.palette, Rect::from_min_max(value_at, end));
            draw(painter, value_at, value);
            draw(painter, caption_at, caption);
        }
    }

    /// On one line: the name with its figure, more where it fits, and another method at the right.
    fn above(&self, painter: &Painter, area: Rect) {
        let size = size(area);
        let mut left = area.left() + 3.0;
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
            let value = self.figure.map(|figure| self.value(painter, figure, SMALL_FIGURE * size));
            let name = self.name(painter, own, size);
            [Some(name), value].into_iter().flatten().collect::<Vec<_>>()
        };
        let gaps = 8.0 * size;
        let width: f32 = words(size).iter().map(|word| word.size().x + gaps).sum();
        let fitted = size * ((right - left) / width).min(1.0);
        for galley in words(fitted) {
            let width = galley.size().x;
            draw(painter, at(left, &galley), galley);
            left += width + 8.0 * size;
        }
        let more = self.text(painter, self.words_behind_name(), CAPTION * size);
        if more.size().x > 0.0 && left + more.size().x <= right {
            draw(painter, at(left, &more) + vec2(0.0, 1.5 * size), more);
        }
    }

    /// In a column: the names at the top, the figure at the bottom.
    fn beside(&self, painter: &Painter, area: Rect) {
        let width = area.width() - MARGIN;
        let left = area.left() + 3.0;
        let fitted = |side: NamedSide| {
            let name = self.name(painter, side, 1.0);
            let size = width / name.size().x;
            if size < 1.0 { self.name(painter, side, size) } else { name }
        };
        // Apart from the words of the panes above and below.
        let mut top = area.top() + 4.0;
        let mut bottom = area.bottom() - 7.0;
        let (own, other) = self.sides();
        for side in std::iter::once(own).chain(other) {
            let name = fitted(side);
            let height = name.size().y;
            draw(painter, pos2(left, top), name);
            top += height;
        }
        if let Some((chosen, value)) = self.figure {
            let caption = self.wrapped(painter, chosen.figure.caption_with_rest().replacen(", ", ",\n", 1), width);
            bottom -= caption.size().y;
            draw(painter, pos2(left, bottom), caption);
            let value = self.value(painter, (chosen, value), FIGURE);
            bottom -= value.size().y - 4.0;
            draw(painter, pos2(left, bottom), value);
        }
        let more = self.wrapped(painter, self.words_behind_name(), width);
        if top + more.size().y <= bottom {
            draw(painter, pos2(left, top), more);
        }
    }

    /// A method, with its model if there are two.
    fn name(&self, painter: &Painter, side: NamedSide, size: f32) -> Arc<Galley> {
        let NamedSide { skinning, is_other_model } = side;
        let name = if self.leads_with_mode() { skinning.antipodality().title() } else { skinning.method.short_name() };
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

    /// A, and B if the pane compares.
    fn sides(&self) -> (NamedSide, Option<NamedSide>) {
        let PaneSettings { skinning, comparison, .. } = *self.pane.settings;
        let other = self.pane.settings.compared_with();
        let other = other.map(|skinning| NamedSide { skinning, is_other_model: comparison.other_model });
        (NamedSide { skinning, is_other_model: false }, other)
    }

    fn value(&self, painter: &Painter, (chosen, value): (ChosenFigure, f64), size: f32) -> Arc<Galley> {
        let color = method_color_in_hall(self.pane.settings.skinning.method, self.hall);
        let text = format!("{}%", number(100.0 * value, 0));
        painter.layout_job(value_job(&text, size, color, chosen.is_best(value)))
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

    fn leads_with_mode(&self) -> bool {
        differ_only_in_mode(self.state.edit.panes.iter().map(|pane| &pane.settings))
    }

    /// What tells the pane from others of its method, or the method's long name.
    fn words_behind_name(&self) -> String {
        let method = self.pane.settings.skinning.method;
        let paint = self.pane.settings.look.paint;
        let is_same = |other: &crate::session::Pane| other.settings.skinning == self.pane.settings.skinning;
        let alike = self.state.edit.panes.iter().filter(|other| is_same(other)).count();
        if alike > 1 && paint != SkinPaint::default() {
            return paint.label();
        }
        if self.leads_with_mode() {
            return method.short_name().to_owned();
        }
        let panes = 0..self.state.edit.panes.len();
        let skins: Vec<ShownSkin> = panes.filter_map(|pane| self.state.skin_of_pane(pane)).collect();
        let name = names(&skins).into_iter().nth(self.pane.index).unwrap_or_default();
        match name.strip_prefix(method.short_name()).map(str::trim) {
            Some(apart) if !apart.is_empty() => apart.to_owned(),
            // A short name that is the whole name is not said twice.
            _ if method.long_name() == method.short_name() => String::new(),
            _ => method.long_name().to_owned(),
        }
    }
}

fn draw(painter: &Painter, at: Pos2, galley: Arc<Galley>) {
    // Every text has its color already.
    painter.galley(at, galley, Color32::PLACEHOLDER);
}
