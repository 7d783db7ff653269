//! Two methods in one pane: the painted picture, the divider of a wipe, and the button that shows the other method.

use super::shown_pane::ShownPane;
use crate::panes::{Comparison, ComparisonKind, PaneSettings, side_name};
use crate::session::{Command, State};
use crate::style::{Palette, SideName, draw_side_names, icons, medium, method_color};
use crate::viewer::filling::Filling;
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Key, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

const KNOB_RADIUS: f32 = 14.0;

/// Paints the picture of A, the picture of B, or a part of each.
pub fn paint_picture(ui: &Ui, state: &State, picture: Rect, [a, b]: [Option<Filling>; 2], settings: &PaneSettings) {
    let comparison = settings.comparison;
    match comparison.kind {
        ComparisonKind::Wipe => {
            paint_part(ui, picture, a, 0.0..=comparison.divider);
            paint_part(ui, picture, b, comparison.divider..=1.0);
        }
        ComparisonKind::Flicker if state.hand.flicker_held => paint_part(ui, picture, b.or(a), 0.0..=1.0),
        _ => paint_part(ui, picture, a, 0.0..=1.0),
    }
}

/// Paints the part between two fractions of the width.
fn paint_part(ui: &Ui, picture: Rect, filling: Option<Filling>, part: std::ops::RangeInclusive<f32>) {
    let Some(filling) = filling else { return };
    let x = |share: f32| picture.left() + share * picture.width();
    let part = Rect::from_x_y_ranges(x(*part.start())..=x(*part.end()), picture.y_range());
    let painter = ui.painter();
    painter.with_clip_rect(part.intersect(painter.clip_rect())).add(filling.shape(picture));
}

/// Reads what the pointer and the keys do to the controls of a pane that compares.
pub fn react(ui: &Ui, pane: &ShownPane<'_>, picture: Rect, commands: &mut Vec<Command>) {
    match pane.settings.comparison.kind {
        ComparisonKind::Off | ComparisonKind::Ghost => {}
        ComparisonKind::Wipe => move_divider(ui, pane, picture, commands),
        ComparisonKind::Flicker => hold_flicker_button(ui, pane, commands),
    }
}

/// Draws the controls over the picture of a pane that compares.
pub fn show_controls(ui: &Ui, palette: &Palette, pane: &ShownPane<'_>, b_is_shown: bool, picture: Rect) {
    match pane.settings.comparison.kind {
        ComparisonKind::Off | ComparisonKind::Ghost => {}
        ComparisonKind::Wipe => show_divider(ui, palette, pane, picture),
        ComparisonKind::Flicker => show_flicker_button(ui, palette, pane, b_is_shown, picture),
    }
}

fn divider_id(pane: &ShownPane<'_>) -> egui::Id {
    egui::Id::unique("wipe divider").with(pane.id)
}

fn move_divider(ui: &Ui, pane: &ShownPane<'_>, picture: Rect, commands: &mut Vec<Command>) {
    let (id, comparison) = (divider_id(pane), pane.settings.comparison);
    let Some(response) = ui.ctx().read_response(id) else { return };
    let mut divider = comparison.divider;
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        divider = (pointer.x - picture.left()) / picture.width().max(1.0);
    } else if response.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let presses = |key| ui.input(|input| input.num_presses(key)) as f32;
        divider += 0.02 * (presses(Key::ArrowRight) - presses(Key::ArrowLeft));
    }
    if divider != comparison.divider {
        let comparison = Comparison { divider: divider.clamp(0.0, 1.0), ..comparison };
        commands.push(Command::SetComparison { pane: pane.index, comparison });
    }
}

fn show_divider(ui: &Ui, palette: &Palette, pane: &ShownPane<'_>, picture: Rect) {
    let divider = pane.settings.comparison.divider;
    let x = picture.left() + divider * picture.width();
    let knob = pos2(x, picture.top() + 0.75 * picture.height());
    let painter = ui.painter().with_clip_rect(picture);
    painter.vline(x, picture.y_range(), Stroke::new(3.0, Color32::from_black_alpha(90)));
    painter.vline(x, picture.y_range(), Stroke::new(1.5, Color32::WHITE));
    let grip = Rect::from_x_y_ranges(x - 6.0..=x + 6.0, picture.y_range());
    let grip = grip.union(Rect::from_center_size(knob, Vec2::splat(2.0 * KNOB_RADIUS)));
    let id = divider_id(pane);
    // Reacts only near the line, not in the whole box around line and knob.
    let near = |at: Pos2| (at.x - x).abs() <= 6.0 || at.distance(knob) <= KNOB_RADIUS;
    let held = ui.ctx().is_being_dragged(id);
    let over = ui.ctx().pointer_hover_pos().is_some_and(near);
    let sense = if held || over { Sense::drag() } else { Sense::hover() };
    let response = ui.interact(grip.intersect(picture), id, sense | Sense::FOCUSABLE);
    let name = format!("Divider of pane {}", pane.index + 1);
    response.widget_info(|| WidgetInfo::slider(true, f64::from(divider), &name));
    let fill = if held || over { palette.accent_fill } else { Color32::WHITE };
    let ink = if held || over { Color32::WHITE } else { Color32::from_gray(30) };
    painter.circle(knob, KNOB_RADIUS, fill, Stroke::new(1.0, Color32::from_black_alpha(90)));
    painter.text(knob, Align2::CENTER_CENTER, icons::ARROWS_LEFT_RIGHT, icons::font(16.0), ink);
    if held || over {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
}

/// Names both methods of a wipe over the picture.
pub fn show_names(ui: &Ui, palette: &Palette, pane: &ShownPane<'_>, picture: Rect) {
    let comparison = pane.settings.comparison;
    if comparison.kind != ComparisonKind::Wipe {
        return;
    }
    let both = [pane.settings.skinning, comparison.other];
    let names = both.map(side_name);
    let side = |index: usize| SideName { name: &names[index], color: method_color(both[index].method, palette.theme) };
    draw_side_names(ui.painter(), picture, comparison.divider, [side(0), side(1)]);
}

fn flicker_id(pane: &ShownPane<'_>) -> egui::Id {
    egui::Id::unique("flicker").with(pane.id)
}

/// Shows B while the button is held.
fn hold_flicker_button(ui: &Ui, pane: &ShownPane<'_>, commands: &mut Vec<Command>) {
    let id = flicker_id(pane);
    let Some(response) = ui.ctx().read_response(id) else { return };
    let was_held = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let held = response.is_pointer_button_down_on();
    if held != was_held {
        ui.data_mut(|data| data.insert_temp(id, held));
        commands.push(Command::HoldFlicker(held));
    }
}

fn show_flicker_button(ui: &Ui, palette: &Palette, pane: &ShownPane<'_>, b_is_shown: bool, picture: Rect) {
    let other = pane.settings.comparison.other;
    let text = match b_is_shown {
        true => format!("Showing {}", other.method.short_name()),
        false => format!("Hold V to show {}", other.method.short_name()),
    };
    let galley = ui.painter().layout_no_wrap(text.clone(), medium(12.0), Color32::WHITE);
    let size = galley.size() + vec2(44.0, 12.0);
    let rect = Rect::from_min_size(pos2(picture.left() + 10.0, picture.top() + 12.0), size);
    if !picture.contains_rect(rect) {
        return;
    }
    let response = ui.interact(rect, flicker_id(pane), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
    let is_lit = b_is_shown || response.is_pointer_button_down_on();
    let fill = if is_lit { palette.accent_fill } else { Color32::from_black_alpha(199) };
    ui.painter().rect_filled(rect, CornerRadius::same(13), fill);
    let icon = pos2(rect.left() + 18.0, rect.center().y);
    ui.painter().text(icon, Align2::CENTER_CENTER, icons::EYE, icons::font(15.0), Color32::WHITE);
    ui.painter().galley(pos2(rect.left() + 32.0, rect.center().y - galley.size().y / 2.0), galley, Color32::WHITE);
}
