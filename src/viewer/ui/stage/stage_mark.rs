//! The mark at the place where a method fails, so that the last row sees where to look.

use super::pane_words::plate;
use crate::panes::{Mark, MarkShape, MarkedPlace};
use crate::session::figures::MainFigure;
use crate::session::{State, WorstKind};
use crate::style::{Palette, medium};
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Align2, Color32, Galley, Painter, Pos2, Stroke, Vec2, vec2};
use std::sync::Arc;

/// In points of the stage.
const RADIUS: f32 = 15.0;
const TEXT: f32 = 13.0;
/// Length of an arrow, and how far its tip stays from the place.
const ARROW: f32 = 34.0;
const ARROW_GAP: f32 = 7.0;
/// Half the width of its head.
const HEAD: f32 = 6.0;

/// Draws a ring around the vertex that stands out by a figure that is past its limit. It follows the pose.
pub fn show(
    painter: &Painter,
    state: &State,
    pane: &ShownPane<'_>,
    figure: MainFigure,
    color: Color32,
    palette: &Palette,
) {
    let Some((at, label)) = place(state, pane, figure, painter.ctx().pixels_per_point()) else { return };
    ring(painter, pane, at, label, color, palette);
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
        // The vertex that stood out in the last scene is none of this one.
        if matches!(mark.at, MarkedPlace::Worst(_)) && !state.has_figures_of_scene() {
            continue;
        }
        let Some(position) = state.marked_position(pane.index, &mark.at) else { continue };
        let Some(at) = on_screen(pane, position, scale) else { continue };
        match mark.shape {
            MarkShape::Ring => ring(painter, pane, at, &mark.label, color, palette),
            MarkShape::Arrow => arrow(painter, pane, at, &mark.label, color, palette),
        }
    }
}

fn on_screen(pane: &ShownPane<'_>, position: glam::Vec3, scale: f32) -> Option<Pos2> {
    let pixel = pane.camera.project(position, pane.pixels)?;
    let at = pane.rect.min + Vec2::new(pixel.x, pixel.y) / scale;
    pane.rect.contains(at).then_some(at)
}

fn ring(painter: &Painter, pane: &ShownPane<'_>, at: Pos2, label: &str, color: Color32, palette: &Palette) {
    painter.circle_stroke(at, RADIUS, Stroke::new(5.0, palette.halo()));
    painter.circle_stroke(at, RADIUS, Stroke::new(2.5, color));
    let galley = painter.layout_no_wrap(label.to_owned(), medium(TEXT), color);
    let to_the_right = at.x + RADIUS + 12.0 + galley.size().x < pane.rect.right();
    let (anchor, shift) = match to_the_right {
        true => (Align2::LEFT_CENTER, vec2(RADIUS + 9.0, 0.0)),
        false => (Align2::RIGHT_CENTER, vec2(-RADIUS - 9.0, 0.0)),
    };
    say(painter, galley, anchor, at + shift, color, palette);
}

/// From the side where there is more room, and from above.
fn arrow(painter: &Painter, pane: &ShownPane<'_>, at: Pos2, label: &str, color: Color32, palette: &Palette) {
    let from_right = at.x < pane.rect.center().x;
    let side = if from_right { 1.0 } else { -1.0 };
    let way = vec2(side, -0.8).normalized();
    let (tip, tail) = (at + ARROW_GAP * way, at + (ARROW_GAP + ARROW) * way);
    let across = HEAD * way.rot90();
    let head = [tip, tip + 1.6 * HEAD * way + across, tip + 1.6 * HEAD * way - across];
    for (width, ink) in [(6.0, palette.halo()), (3.0, color)] {
        painter.line_segment([tail, tip + HEAD * way], Stroke::new(width, ink));
        painter.add(egui::Shape::convex_polygon(head.to_vec(), ink, Stroke::new(width - 3.0, ink)));
    }
    let galley = painter.layout_no_wrap(label.to_owned(), medium(TEXT), color);
    let anchor = if from_right { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
    say(painter, galley, anchor, tail + vec2(9.0 * side, 0.0), color, palette);
}

fn say(painter: &Painter, galley: Arc<Galley>, anchor: Align2, at: Pos2, color: Color32, palette: &Palette) {
    if galley.is_empty() {
        return;
    }
    let text = anchor.anchor_size(at, galley.size());
    plate(painter, palette, text);
    painter.galley(text.min, galley, color);
}

/// Where the mark is, and what it says. `None` where the figure is within its limit, or has no place.
fn place(state: &State, pane: &ShownPane<'_>, figure: MainFigure, scale: f32) -> Option<(Pos2, &'static str)> {
    let (kind, label) = match figure {
        MainFigure::Section => (WorstKind::Collapse, "collapses"),
        MainFigure::Bulge => (WorstKind::Bulge, "bulges"),
        MainFigure::Volume => return None,
    };
    Some((on_screen(pane, state.worst_position(pane.index, kind)?, scale)?, label))
}
