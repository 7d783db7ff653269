//! The card next to the pinned vertex, in the pane that it was pinned in: the influences on the vertex, with a line to
//! it.

use crate::math::{counted, grouped};
use crate::session::{ProbeReading, ProbedSide, State};
use crate::style::{Palette, elided_middle, medium, regular, semibold};
use crate::view::shown_bones;
use crate::viewer::ui::joints::joint_marks::joints_in_picture;
use crate::viewer::ui::panel_rows::{number, text_at_left, text_at_right};
use crate::viewer::ui::panes::shown_pane::ShownPane;
use egui::{CornerRadius, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};
use std::collections::HashMap;

const WIDTH: f32 = 176.0;
const ROW: f32 = 18.0;
const PADDING: Vec2 = Vec2::new(10.0, 7.0);
/// Limit of listed influences. The probe of the inspector has more.
const MOST_INFLUENCES: usize = 4;
/// Distance from the vertex to the card, sideways and up or down: outside the handles of a nearby joint.
const AWAY: Vec2 = Vec2::new(56.0, 30.0);
/// Distance to the edges of the picture.
const MARGIN: f32 = 8.0;
/// Limit of points of the skin that the card is compared with.
const MOST_POINTS: usize = 600;
/// Smallest picture with a card. In smaller ones, the card would hide the character.
const LEAST_SIZE: Vec2 = Vec2::new(220.0, 240.0);

/// Draws the card. `at` is the vertex.
pub fn show(ui: &Ui, palette: &Palette, state: &State, pane: &ShownPane<'_>, picture: Rect, at: Pos2) {
    let Some(probe) = &state.probe else { return };
    let is_here = state.selection.pinned.is_some() && probe.key.pane == pane.index;
    if !is_here || picture.width() < LEAST_SIZE.x || picture.height() < LEAST_SIZE.y {
        return;
    }
    let model = state.model_of_pane(pane.settings);
    let Some(side) = probe.side(model) else { return };
    let rows = rows(state, probe, side);
    let size = vec2(WIDTH, 2.0 * PADDING.y + ROW * (rows.len() + 1) as f32);
    let card = beside(at, size, picture.shrink(MARGIN), &points_of_character(ui, state, pane, picture));
    let painter = ui.painter().with_clip_rect(picture);
    let toward = card.clamp(at);
    if !card.contains(at) {
        let direction = (toward - at).normalized();
        let line = [at + direction * 6.0, toward];
        painter.line_segment(line, Stroke::new(3.0, palette.panel.gamma_multiply(0.7)));
        painter.line_segment(line, Stroke::new(1.2, palette.text2));
    }
    painter.rect_filled(card, CornerRadius::same(6), palette.panel.gamma_multiply(0.92));
    painter.rect_stroke(card, CornerRadius::same(6), Stroke::new(1.0, palette.line), StrokeKind::Inside);
    let inner = card.shrink2(PADDING);
    let row = |index: usize| Rect::from_min_size(inner.min + vec2(0.0, ROW * index as f32), vec2(inner.width(), ROW));
    let title = format!("Vertex {}", grouped(side.vertex_id.vertex as usize));
    text_at_left(&painter, row(0), &title, semibold(12.0), palette.text1);
    for (index, (name, value)) in rows.iter().enumerate() {
        let (left, right) = row(index + 1).split_left_right_at_x(inner.right() - 58.0);
        let (name, _) = elided_middle(&painter, name, &regular(12.0), left.width() - 6.0);
        text_at_left(&painter, left, &name, regular(12.0), palette.text2);
        text_at_right(&painter, right, value, medium(12.0), palette.text1);
    }
    // Not interactive, so that the pointer still reaches the picture.
    let response = ui.interact(card, egui::Id::unique("probe card").with(pane.id), Sense::hover());
    let said: Vec<String> = rows.iter().map(|(name, value)| format!("{name} {value}")).collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {}", said.join(", "))));
}

/// The heaviest influences, and the relations between them.
fn rows(state: &State, probe: &ProbeReading, side: &ProbedSide) -> Vec<(String, String)> {
    let Some(document) = state.document_of(side.model) else { return Vec::new() };
    let mut rows: Vec<(String, String)> = Vec::new();
    for influence in side.influences.iter().take(MOST_INFLUENCES) {
        let sign = match (probe.has_signs, probe.sign(influence) < 0.0) {
            (false, _) => "",
            (true, false) => "  +q",
            (true, true) => "  \u{2212}q",
        };
        let weight = format!("{}{sign}", number(f64::from(influence.weight), 2));
        rows.push((document.joint_name(influence.node).to_owned(), weight));
    }
    if side.influences.len() > MOST_INFLUENCES {
        let others = &side.influences[MOST_INFLUENCES..];
        let weight: f32 = others.iter().map(|influence| influence.weight).sum();
        rows.push((format!("{} more", counted(others.len(), "joint", "joints")), number(f64::from(weight), 2)));
    }
    if let Some(angle) = side.angle_degrees {
        rows.push(("Relative angle".to_owned(), format!("{angle:.0}\u{b0}")));
    }
    rows
}

/// The place for a card next to a point and inside the picture. Among the places around the point, it hides least of
/// the character, which is given by points in it.
fn beside(at: Pos2, size: Vec2, room: Rect, character: &[Pos2]) -> Rect {
    let most = (room.max - size).max(room.min);
    let sides = [at.x + AWAY.x, at.x - AWAY.x - size.x];
    let heights = [at.y - AWAY.y - size.y, at.y + AWAY.y, at.y - size.y / 2.0];
    let places = sides.into_iter().flat_map(|x| heights.map(|y| Pos2::new(x, y)));
    let inside = |place: Pos2| {
        let min = Pos2::new(place.x.clamp(room.left(), most.x), place.y.clamp(room.top(), most.y));
        Rect::from_min_size(min, size)
    };
    let hides = |card: &Rect| {
        let itself = if card.expand(8.0).contains(at) { character.len() + 1 } else { 0 };
        itself + character.iter().filter(|point| card.expand(10.0).contains(**point)).count()
    };
    places.map(inside).min_by_key(hides).unwrap_or(room)
}

/// Points all over the character, in points of the window: on its skin, or on its bones while the skin is computed.
fn points_of_character(ui: &Ui, state: &State, pane: &ShownPane<'_>, picture: Rect) -> Vec<Pos2> {
    let scale = ui.ctx().pixels_per_point();
    if let Some((_, deformed)) = state.skin_of_pane(pane.index).and_then(|skin| state.skin_now(&skin)) {
        let step = (deformed.positions.len() / MOST_POINTS).max(1);
        let on_skin = deformed.positions.iter().step_by(step);
        let projected = on_skin.filter_map(|position| pane.camera.project(position.as_vec3(), pane.pixels));
        return projected.map(|at| picture.min + vec2(at.x, at.y) / scale).collect();
    }
    let Some(document) = state.documents.first.as_ref().filter(|_| state.model_of_pane(pane.settings).is_first())
    else {
        return Vec::new();
    };
    let places: HashMap<u32, Pos2> = joints_in_picture(ui, state, pane, picture).collect();
    let bones = shown_bones(&document.model.skeleton);
    let ends = bones.filter_map(|bone| Some((*places.get(&bone.joint)?, *places.get(&bone.child)?)));
    ends.flat_map(|(from, to)| (0..4).map(move |step| from.lerp(to, step as f32 / 4.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn the_card_is_in_the_picture_and_not_over_its_vertex() {
        let room = Rect::from_min_max(pos2(100.0, 50.0), pos2(700.0, 500.0));
        let size = vec2(WIDTH, 120.0);
        for x in (100..=700).step_by(25) {
            for y in (50..=500).step_by(25) {
                let at = pos2(x as f32, y as f32);
                let card = beside(at, size, room, &[]);
                assert!(room.contains_rect(card), "{at:?}: {card:?}");
                assert!(!card.expand(4.0).contains(at), "{at:?}: {card:?}");
            }
        }
    }

    #[test]
    fn the_card_keeps_off_the_character_where_it_can() {
        let room = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 700.0));
        // An arm that reaches to the right above the vertex.
        let arm: Vec<_> = (0..20).map(|k| pos2(200.0 + 10.0 * k as f32, 250.0)).collect();
        let card = beside(pos2(200.0, 330.0), vec2(WIDTH, 120.0), room, &arm);
        assert!(arm.iter().all(|point| !card.contains(*point)), "{card:?}");
    }
}
