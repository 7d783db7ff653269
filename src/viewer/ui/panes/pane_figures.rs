//! The figures over a pane's picture, at its lower left. They take no space from the picture and no clicks.

use super::pane_marks;
use super::shown_pane::ShownPane;
use crate::math::grouped;
use crate::panes::SceneMeasure;
use crate::session::State;
use crate::session::figures::{ChosenFigure, FigureOfPane, MainFigure, PaneSkin, Summary};
use crate::style::{Palette, method_color, regular, value_job};
use crate::view::PaintScale;
use crate::viewer::ui::panel_rows::{chip, number};
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// Distance to the edges of the picture.
const MARGIN: f32 = 8.0;
const PADDING: Vec2 = Vec2::new(8.0, 5.0);
/// Gap between two figures.
const GAP: f32 = 12.0;
const CHIP_ROOM: f32 = 16.0;

/// Width of a picture below which the figures are on one line.
const WIDTH_FOR_TWO_LINES: f32 = 350.0;
const HEIGHT_FOR_TWO_LINES: f32 = 240.0;
/// Smallest picture with figures.
const LEAST_SIZE: Vec2 = Vec2::new(110.0, 90.0);
/// Height of a picture below which there is only one figure, so that it stays small next to the character.
const HEIGHT_FOR_TWO: f32 = 220.0;

const EXPLANATION: &str = "Relative to rest, around the selected joint. A star marks the pane closest to rest.";
const EXPLANATION_OF_TELLING: &str = "Relative to rest, around the selected joint. All panes show what tells them apart \
                                      most; a star marks the one closest to rest.";

/// Figures that the panes show over their pictures. Chosen once for all panes, so that they are comparable.
pub struct PaneNumbers {
    skins: Vec<(PaneSkin, Summary)>,
    figures: Vec<ChosenFigure>,
}

impl PaneNumbers {
    /// Collects the skins of all panes, with their figures around the selected joint.
    pub fn of(state: &State) -> Self {
        if state.selection.joint.is_none() {
            return Self { skins: Vec::new(), figures: Vec::new() };
        }
        let measured = |shown: PaneSkin| Some((shown, Summary::of(state.figures_of(&shown.skin)?)));
        let skins: Vec<(PaneSkin, Summary)> = state.pane_skins().into_iter().filter_map(measured).collect();
        let summaries: Vec<&Summary> = skins.iter().map(|(_, summary)| summary).collect();
        let figures = MainFigure::to_show(state.edit.choices.measure, &summaries);
        Self { skins, figures }
    }
}

/// A laid-out figure.
struct Cell {
    value: Arc<Galley>,
    caption: Arc<Galley>,
}

/// The figures of one method.
struct Line {
    chip: Option<Color32>,
    cells: Vec<Cell>,
}

/// Layout of the figures in a picture.
#[derive(Clone, Copy)]
struct Layout {
    in_two_lines: bool,
    /// Largest number of figures per method.
    most: usize,
    room: f32,
}

impl Layout {
    fn of(picture: Rect, methods: usize) -> Self {
        let roomy = picture.width() >= WIDTH_FOR_TWO_LINES && picture.height() >= HEIGHT_FOR_TWO_LINES;
        // The axes at the right need some of the width.
        let axes = if pane_marks::has_triad(picture) { 51.0 * pane_marks::pane_scale(picture) + 15.0 } else { 0.0 };
        let room = picture.width() - 2.0 * (MARGIN + PADDING.x) - axes;
        let most = if picture.height() >= HEIGHT_FOR_TWO { 2 } else { 1 };
        Self { in_two_lines: roomy && methods == 1, most, room }
    }

    fn caption(self, figure: MainFigure) -> &'static str {
        if self.in_two_lines { figure.caption() } else { figure.short_caption() }
    }

    fn size(self, cell: &Cell) -> Vec2 {
        self.size_of(cell.value.size(), cell.caption.size())
    }

    fn size_of(self, value: Vec2, caption: Vec2) -> Vec2 {
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
            // Aligned to the value's baseline.
            vec2(value.x + 5.0, 0.62 * (value.y - caption.y))
        };
        painter.galley(at, cell.value, Color32::PLACEHOLDER);
        painter.galley(at + below, cell.caption, Color32::PLACEHOLDER);
    }
}

/// Draws the figures that all panes show. Draws nothing if all figures are at rest.
pub fn show(
    ui: &Ui,
    palette: &Palette,
    state: &State,
    numbers: &PaneNumbers,
    pane: &ShownPane<'_>,
    picture: Rect,
    scale: Option<PaintScale>,
) {
    if picture.width() < LEAST_SIZE.x || picture.height() < LEAST_SIZE.y {
        return;
    }
    let skins = || numbers.skins.iter().filter(|(shown, _)| shown.pane == pane.index);
    // Only for the pane's own model: the other model's panes say it for theirs.
    let lacking = state.why_no_joint(state.model_of_pane(pane.settings));
    let methods = skins().count();
    let layout = Layout::of(picture, methods);
    let fade = if state.jobs.figures.is_current() { 1.0 } else { 0.55 };
    let mut lines: Vec<Line> = Vec::new();
    for (shown, summary) in skins() {
        let cells = cells(ui, palette, &numbers.figures, summary, layout, fade);
        let color = method_color(shown.skin.skinning.method, palette.theme);
        lines.push(Line { chip: (methods > 1).then_some(color), cells });
    }
    lines.retain(|line| !line.cells.is_empty());
    if lacking.is_some() {
        let cell = cell(ui, palette, layout, ("\u{2013}", palette.text1, false), "no partner joint");
        lines.push(Line { chip: None, cells: vec![cell] });
    }
    if let Some(PaintScale::InvalidSigns(Some(count))) = scale {
        let ink = if count > 0 { palette.bad } else { palette.text1 };
        let caption = if layout.in_two_lines { "vertices with invalid signs" } else { "invalid signs" };
        let cell = cell(ui, palette, layout, (&grouped(count), ink, false), caption);
        lines.push(Line { chip: None, cells: vec![cell] });
    }
    if let Some(plate) = paint(ui.painter(), palette, picture, layout, lines) {
        // Not interactive, so that the pointer still reaches the picture.
        let response = ui.interact(plate, egui::Id::unique("pane figures").with(pane.id), Sense::hover());
        response.widget_info(|| {
            let spoken =
                lacking.clone().unwrap_or_else(|| spoken(skins().map(|(_, summary)| summary), &numbers.figures));
            WidgetInfo::labeled(Role::Label, true, format!("Measurements of pane {}: {spoken}", pane.index + 1))
        });
        match lacking {
            Some(lacking) => drop(response.on_hover_text(lacking)),
            None if !numbers.figures.is_empty() => {
                let is_telling = state.edit.choices.measure == SceneMeasure::Automatic;
                response.on_hover_text(if is_telling { EXPLANATION_OF_TELLING } else { EXPLANATION });
            }
            None => {}
        }
    }
}

/// The figures that fit.
fn cells(
    ui: &Ui,
    palette: &Palette,
    figures: &[ChosenFigure],
    summary: &Summary,
    layout: Layout,
    fade: f32,
) -> Vec<Cell> {
    if figures.iter().all(|chosen| chosen.figure.value(summary).is_none()) {
        return Vec::new();
    }
    let cell = |chosen: &ChosenFigure| {
        let caption = layout.caption(chosen.figure);
        let Some(FigureOfPane { figure, value, is_best }) = chosen.of_pane(summary) else {
            return cell(ui, palette, layout, ("\u{2013}", palette.text1, false), caption);
        };
        let ink = if figure.is_past_limit(value) { palette.bad } else { palette.text1 };
        let text = number(value, 2);
        cell(ui, palette, layout, (&text, ink.gamma_multiply(fade), is_best), caption)
    };
    let mut cells: Vec<Cell> = figures.iter().take(layout.most).map(cell).collect();
    // Measured with a starred value, so that panes of one width show the same figures.
    let starred = self::cell(ui, palette, layout, ("0.00", palette.text1, true), "").value.size();
    let width = |cell: &Cell| layout.size_of(starred.max(cell.value.size()), cell.caption.size()).x + GAP;
    while cells.len() > 1 && cells.iter().map(width).sum::<f32>() - GAP > layout.room {
        cells.pop();
    }
    cells
}

fn cell(
    ui: &Ui,
    palette: &Palette,
    layout: Layout,
    (value, ink, is_best): (&str, Color32, bool),
    caption: &str,
) -> Cell {
    let size = if layout.in_two_lines { 20.0 } else { 15.0 };
    let painter = ui.painter();
    Cell {
        value: painter.layout_job(value_job(value, size, ink, is_best)),
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

/// The text of all figures, including figures that are not shown.
fn spoken<'a>(skins: impl Iterator<Item = &'a Summary>, shown: &[ChosenFigure]) -> String {
    let of = |summary: &Summary| {
        let figure = |figure: MainFigure| {
            let value = figure.value(summary);
            let text = value.map_or_else(|| "\u{2013}".to_owned(), |value| number(value, 2));
            let chosen = shown.iter().find(|chosen| chosen.figure == figure);
            let is_best = chosen.and_then(|chosen| chosen.of_pane(summary)).is_some_and(|of_pane| of_pane.is_best);
            format!("{} {text}{}", figure.caption(), if is_best { ", the best" } else { "" })
        };
        MainFigure::ALL.map(figure).join(", ")
    };
    skins.map(of).collect::<Vec<_>>().join("; ")
}
