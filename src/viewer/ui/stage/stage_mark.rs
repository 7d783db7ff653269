//! The mark at the place where a method fails, so that the last row sees where to look.

use super::pane_words::plate;
use crate::session::figures::MainFigure;
use crate::session::{State, WorstKind};
use crate::style::{Palette, medium};
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{Align2, Color32, Painter, Pos2, Stroke, Vec2, vec2};

/// In points of the stage.
const RADIUS: f32 = 15.0;
const TEXT: f32 = 13.0;

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
    if !pane.rect.contains(at) {
        return;
    }
    painter.circle_stroke(at, RADIUS, Stroke::new(5.0, palette.halo()));
    painter.circle_stroke(at, RADIUS, Stroke::new(2.5, color));
    let galley = painter.layout_no_wrap(label.to_owned(), medium(TEXT), color);
    let to_the_right = at.x + RADIUS + 12.0 + galley.size().x < pane.rect.right();
    let (anchor, shift) = match to_the_right {
        true => (Align2::LEFT_CENTER, vec2(RADIUS + 9.0, 0.0)),
        false => (Align2::RIGHT_CENTER, vec2(-RADIUS - 9.0, 0.0)),
    };
    let text = anchor.anchor_size(at + shift, galley.size());
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
    let skin = state.skin_of_pane(pane.index)?;
    let (_, deformed) = state.skin_now(&skin)?;
    let worst = state.worst_vertex(pane.index, kind)?;
    let position = deformed.positions.get(worst.vertex as usize)?.as_vec3();
    let pixel = pane.camera.project(position, pane.pixels)?;
    Some((pane.rect.min + Vec2::new(pixel.x, pixel.y) / scale, label))
}
