//! The mark at the place where a method fails, so that even the last row knows where to look.

use crate::panes::{Mark, MarkShape, MarkedPlace};
use crate::session::State;
use crate::session::figures::MainFigure;
use crate::style::{MarkBrush, Palette};
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Color32, Painter, Pos2, Vec2};

/// Draws a ring around the vertex that stands out in a figure that is past its limit. It follows the pose.
pub fn show(
    painter: &Painter,
    state: &State,
    pane: &ShownPane<'_>,
    figure: MainFigure,
    color: Color32,
    palette: &Palette,
) {
    let Some((at, label)) = place(state, pane, figure, painter.ctx().pixels_per_point()) else { return };
    MarkBrush { painter, palette, color, scale: 1.0 }.draw(pane.rect, at, MarkShape::Ring, label);
}

/// Draws the marks that the scene names for this pane. They follow the pose.
pub fn show_named(
    painter: &Painter,
    state: &State,
    pane: &ShownPane<'_>,
    marks: &[Mark],
    color: Color32,
    palette: &Palette,
) {
    let scale = painter.ctx().pixels_per_point();
    for mark in marks.iter().filter(|mark| mark.is_in_pane(pane.index)) {
        // The vertex that stood out in the last scene does not belong to this one.
        if matches!(mark.at, MarkedPlace::Worst(_)) && !state.has_figures_of_scene() {
            continue;
        }
        let Some(position) = state.marked_position(pane.index, &mark.at) else { continue };
        let Some(at) = on_screen(pane, position, scale) else { continue };
        MarkBrush { painter, palette, color, scale: 1.0 }.draw(pane.rect, at, mark.shape, &mark.label);
    }
}

fn on_screen(pane: &ShownPane<'_>, position: glam::Vec3, scale: f32) -> Option<Pos2> {
    let pixel = pane.camera.project(position, pane.pixels)?;
    let at = pane.rect.min + Vec2::new(pixel.x, pixel.y) / scale;
    pane.rect.contains(at).then_some(at)
}

/// Position and text of the mark. `None` if the figure is within its limit, or has no place.
fn place(state: &State, pane: &ShownPane<'_>, figure: MainFigure, scale: f32) -> Option<(Pos2, &'static str)> {
    let (kind, label) = figure.worst()?;
    Some((on_screen(pane, state.marked_position(pane.index, &MarkedPlace::Worst(kind))?, scale)?, label))
}
