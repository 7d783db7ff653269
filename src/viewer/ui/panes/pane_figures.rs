//! The figures over a pane's picture, in its lower left. They take no space of the picture and no click.

use super::pane_marks;
use super::shown_pane::ShownPane;
use crate::math::grouped;
use crate::session::State;
use crate::session::figures::{MainFigure, ShownSkin, Summary};
use crate::style::{Palette, method_color, regular, semibold};
use crate::view::PaintScale;
use crate::viewer::ui::panel_rows::{chip, number};
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// Distance to the edges of the picture.
const MARGIN: f32 = 8.0;
const PADDING: Vec2 = Vec2::new(8.0, 5.0);
/// Between two figures.
const GAP: f32 = 12.0;
const CHIP_ROOM: f32 = 16.0;

/// In narrower pictures the figures are on one line.
const WIDTH_FOR_TWO_LINES: f32 = 350.0;
const HEIGHT_FOR_TWO_LINES: f32 = 240.0;
/// Smaller pictures have no figures.
const LEAST_SIZE: Vec2 = Vec2::new(110.0, 90.0);
/// Lower pictures have one figure, so that it stays small beside the character.
const HEIGHT_FOR_TWO: f32 = 220.0;

/// A figure as laid out.
struct Cell {
    value: Arc<Galley>,
    caption: Arc<Galley>,
}

/// The figures of one method.
struct Line {
    chip: Option<Color32>,
    cells: Vec<Cell>,
}

/// How figures are laid out in a picture.
#[derive(Clone, Copy)]
struct Layout {
    in_two_lines: bool,
    /// Figures per method.
    most: usize,
    room: f32,
}

impl Layout {
    fn of(picture: Rect, methods: usize) -> Self {
        let roomy = picture.width() >= WIDTH_FOR_TWO_LINES && picture.height() >= HEIGHT_FOR_TWO_LINES;
        // The axes are at the right.
        let axes = if pane_marks::has_triad(picture) { 51.0 * pane_marks::pane_scale(picture) + 15.0 } else { 0.0 };
        let room = picture.width() - 2.0 * (MARGIN + PADDING.x) - axes;
        let most = if picture.height() >= HEIGHT_FOR_TWO { 2 } else { 1 };
        Self { in_two_lines: roomy && methods == 1, most, room }
    }

    fn caption(self, figure: MainFigure) -> &'static str {
        if self.in_two_lines { figure.caption() } else { figure.short_caption() }
    }

    fn size(self, cell: &Cell) -> Vec2 {
        let (value, caption) = (cell.value.size(), cell.caption.size());
        if self.in_two_lines {
            vec2(value.x.max(caption.x), value.y + caption.y - 2.0)
        } else {
            vec2(value.x + 5.0 + caption.x, value.y)
        }
    }

    fn paint(self, painter: &Painter, cell: Cell, at: Pos2) {
        let (value, caption) = (cell.value.size(), cell.caption.size());
        let below = if self.in_two_lines {
            vec2(0.0, value.y - 2.0)
        } else {
            // On the value's baseline.
            vec2(value.x + 5.0, 0.62 * (value.y - caption.y))
        };
        painter.galley(at, cell.value, Color32::PLACEHOLDER);
        painter.galley(at + below, cell.caption, Color32::PLACEHOLDER);
    }
}

/// Draws the figures that differ from rest. Nothing where nothing happened.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect, scale: Option<PaintScale>) {
    if picture.width() < LEAST_SIZE.x || picture.height() < LEAST_SIZE.y {
        return;
    }
    let skins = measured(state, pane);
    // Only the pane's own model: the other one is said in its own panes.
    let lacking = state.why_no_joint(state.model_of_pane(pane.settings));
    let layout = Layout::of(picture, skins.len());
    let fade = if state.figures.is_current() { 1.0 } else { 0.55 };
    let mut lines: Vec<Line> = Vec::new();
    for (skin, summary) in &skins {
        let cells = cells(ui, palette, summary, layout, fade);
        let color = method_color(skin.skinning.method, palette.theme);
        lines.push(Line { chip: (skins.len() > 1).then_some(color), cells });
    }
    lines.retain(|line| !line.cells.is_empty());
    if lacking.is_some() {
        let cell = cell(ui, palette, layout, ("\u{2013}".to_owned(), palette.text1), "no partner joint");
        lines.push(Line { chip: None, cells: vec![cell] });
    }
    if let Some(PaintScale::InvalidSigns(Some(count))) = scale {
        let ink = if count > 0 { palette.bad } else { palette.text1 };
        let caption = if layout.in_two_lines { "vertices with invalid signs" } else { "invalid signs" };
        let cell = cell(ui, palette, layout, (grouped(count), ink), caption);
        lines.push(Line { chip: None, cells: vec![cell] });
    }
    let spoken = spoken(&skins);
    if let Some(plate) = paint(ui.painter(), palette, picture, layout, lines) {
        // Not interactive, so that the pointer still reaches the picture.
        let response = ui.interact(plate, egui::Id::unique("pane figures").with(pane.id), Sense::hover());
        let spoken = format!("Measurements of pane {}: {}", pane.index + 1, lacking.as_ref().unwrap_or(&spoken));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        if let Some(lacking) = lacking {
            response.on_hover_text(lacking);
        }
    }
}

/// The skins of a pane with their figures around the selected joint.
fn measured(state: &State, pane: &ShownPane<'_>) -> Vec<(ShownSkin, Summary)> {
    if state.transient.selected_joint.is_none() {
        return Vec::new();
    }
    let skins = state.pane_skins().into_iter().filter(|shown| shown.pane == pane.index).map(|shown| shown.skin);
    skins.filter_map(|skin| Some((skin, Summary::of(state.figures_of(&skin)?)))).collect()
}

/// The figures that fit, the farthest past rest first when there are too many.
fn cells(ui: &Ui, palette: &Palette, summary: &Summary, layout: Layout, fade: f32) -> Vec<Cell> {
    let mut shown: Vec<(MainFigure, f64)> = MainFigure::ALL
        .into_iter()
        .filter_map(|figure| Some((figure, figure.value(summary)?)))
        .filter(|(figure, value)| figure.differs(*value))
        .collect();
    while shown.len() > layout.most {
        let apart = |(figure, value): &(MainFigure, f64)| (figure.is_past_limit(*value), (value - 1.0).abs());
        let order = |a: &(MainFigure, f64), b: &(MainFigure, f64)| {
            let (a, b) = (apart(a), apart(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        };
        let Some(least) = (0..shown.len()).min_by(|&a, &b| order(&shown[a], &shown[b])) else { break };
        shown.remove(least);
    }
    let mut cells: Vec<Cell> = shown
        .into_iter()
        .map(|(figure, value)| {
            let ink = if figure.is_past_limit(value) { palette.bad } else { palette.text1 };
            cell(ui, palette, layout, (number(value, 2), ink.gamma_multiply(fade)), layout.caption(figure))
        })
        .collect();
    let width = |cells: &[Cell]| cells.iter().map(|cell| layout.size(cell).x + GAP).sum::<f32>() - GAP;
    while cells.len() > 1 && width(&cells) > layout.room {
        cells.pop();
    }
    cells
}

fn cell(ui: &Ui, palette: &Palette, layout: Layout, (value, ink): (String, Color32), caption: &str) -> Cell {
    let size = if layout.in_two_lines { 20.0 } else { 15.0 };
    let painter = ui.painter();
    Cell {
        value: painter.layout_no_wrap(value, semibold(size), ink),
        caption: painter.layout_no_wrap(caption.to_owned(), regular(12.0), palette.text2),
    }
}

/// Paints the lines on a plate and returns its rectangle.
fn paint(painter: &Painter, palette: &Palette, picture: Rect, layout: Layout, lines: Vec<Line>) -> Option<Rect> {
    let line_size = |line: &Line| {
        let cells = line.cells.iter().map(|cell| layout.size(cell));
        let (width, height) = cells.fold((0.0, 0.0f32), |(x, y), size| (x + size.x + GAP, y.max(size.y)));
        vec2(width - GAP + line.chip.map_or(0.0, |_| CHIP_ROOM), height)
    };
    let sizes: Vec<Vec2> = lines.iter().map(line_size).collect();
    let size = sizes.iter().fold(Vec2::ZERO, |all, size| vec2(all.x.max(size.x), all.y + size.y)) + 2.0 * PADDING;
    if lines.is_empty() {
        return None;
    }
    let upper_left = pos2(picture.left() + MARGIN, picture.bottom() - MARGIN - size.y);
    let plate = Rect::from_min_size(upper_left, size);
    let painter = painter.with_clip_rect(picture.intersect(painter.clip_rect()));
    painter.rect_filled(plate, CornerRadius::same(6), palette.panel.gamma_multiply(0.86));
    let mut at = plate.min + PADDING;
    for (line, size) in lines.into_iter().zip(sizes) {
        let mut x = at.x;
        if let Some(color) = line.chip {
            chip(&painter, pos2(x + 5.0, at.y + size.y / 2.0), color);
            x += CHIP_ROOM;
        }
        for cell in line.cells {
            let width = layout.size(&cell).x;
            layout.paint(&painter, cell, pos2(x, at.y));
            x += width + GAP;
        }
        at.y += size.y;
    }
    Some(plate)
}

/// All figures, including those at rest.
fn spoken(skins: &[(ShownSkin, Summary)]) -> String {
    let text = |value: Option<f64>| value.map_or_else(|| "\u{2013}".to_owned(), |value| number(value, 2));
    let of = |summary: &Summary| {
        let figure = |figure: MainFigure| format!("{} {}", figure.caption(), text(figure.value(summary)));
        MainFigure::ALL.map(figure).join(", ")
    };
    skins.iter().map(|(_, summary)| of(summary)).collect::<Vec<_>>().join("; ")
}
