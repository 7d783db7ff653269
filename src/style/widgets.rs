//! Widgets of the panels. Each is reachable by keyboard and has an accessible name.

use super::{Palette, icons, medium, regular};
use crate::view::Theme;
use egui::{
    Align2, Color32, CornerRadius, Galley, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};
use std::sync::Arc;

/// A square button with only an icon. `name` is its tooltip and its accessible name.
pub fn icon_button(ui: &mut Ui, palette: &Palette, icon: &str, name: &str, enabled: bool) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(28.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let fill = match (enabled, response.is_pointer_button_down_on(), response.hovered()) {
        (true, true, _) => palette.active,
        (true, false, true) => palette.hover,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    focus_ring(ui, palette, &response, rect, 6);
    let color = if enabled { palette.text2 } else { palette.text2.gamma_multiply(0.4) };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icon, icons::font(16.0), color);
    response.on_hover_text(name)
}

/// A button in the accent fill, for the main action.
pub fn primary_button(ui: &mut Ui, palette: &Palette, icon: &str, text: &str) -> Response {
    framed_button(ui, icon, text, palette.accent_fill, Color32::WHITE)
}

/// A plain button with an icon.
pub fn quiet_button(ui: &mut Ui, palette: &Palette, icon: &str, text: &str) -> Response {
    let response = framed_button(ui, icon, text, palette.raised, palette.text1);
    // White on a white dialog.
    if palette.theme == Theme::Light {
        let outline = Stroke::new(1.0, palette.line);
        ui.painter().rect_stroke(response.rect, CornerRadius::same(6), outline, StrokeKind::Inside);
    }
    response
}

fn framed_button(ui: &mut Ui, icon: &str, text: &str, fill: Color32, color: Color32) -> Response {
    let icon_width = if icon.is_empty() { 0.0 } else { 22.0 };
    let galley = ui.painter().layout_no_wrap(text.to_owned(), medium(13.0), color);
    let size = Vec2::new(galley.size().x + icon_width + 24.0, 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    let fill = match (response.is_pointer_button_down_on(), response.hovered()) {
        (true, _) => lightened(ui, fill, 0.16),
        (false, true) => lightened(ui, fill, 0.08),
        _ => fill,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    let palette_ring = ui.visuals().selection.stroke.color;
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect.expand(2.0),
            CornerRadius::same(8),
            Stroke::new(1.5, palette_ring),
            StrokeKind::Middle,
        );
    }
    let mut x = rect.left() + 12.0;
    if !icon.is_empty() {
        let at = egui::pos2(x, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, icon, icons::font(16.0), color.gamma_multiply(0.9));
        x += icon_width;
    }
    let at = egui::pos2(x, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
    response
}

fn lightened(ui: &Ui, color: Color32, share: f32) -> Color32 {
    let toward = if ui.visuals().dark_mode { Color32::WHITE } else { Color32::BLACK };
    color.lerp_to_gamma(toward, share)
}

fn focus_ring(ui: &Ui, palette: &Palette, response: &Response, rect: Rect, radius: u8) {
    if response.has_focus() {
        let stroke = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(rect.expand(1.0), CornerRadius::same(radius + 1), stroke, StrokeKind::Middle);
    }
}

/// A row of choices in one trough. Returns the clicked choice.
pub fn segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    palette: &Palette,
    name: &str,
    width: f32,
    choices: &[(T, &str, &str)],
    selected: T,
) -> Option<T> {
    let height = 28.0;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(6), palette.field);
    let outline = Stroke::new(1.0, palette.line);
    ui.painter().rect_stroke(rect, CornerRadius::same(6), outline, StrokeKind::Inside);
    let mut clicked = None;
    let galley = |&(choice, label, _): &(T, &str, &str)| {
        let color = if choice == selected { palette.text1 } else { palette.text2 };
        ui.painter().layout_no_wrap(label.to_owned(), medium(12.0), color)
    };
    let galleys: Vec<_> = choices.iter().map(galley).collect();
    let cells = Cells::of(&galleys, width - 4.0);
    let mut left = rect.left() + 2.0;
    for ((index, &(choice, label, hint)), galley) in choices.iter().enumerate().zip(galleys) {
        let cell_width = cells.width(&galley);
        let cell = Rect::from_min_size(egui::pos2(left, rect.top() + 2.0), Vec2::new(cell_width, height - 4.0));
        left += cell_width;
        let id = ui.scope_id().with((name, index));
        let response = ui.interact(cell, id, Sense::click());
        let is_selected = choice == selected;
        // A glyph of the icon font has no spoken form.
        let spoken = if label.starts_with(|c| ('\u{E000}'..='\u{F8FF}').contains(&c)) { hint } else { label };
        response
            .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_selected, format!("{name}: {spoken}")));
        if is_selected {
            ui.painter().rect_filled(cell, CornerRadius::same(4), palette.active);
        } else if response.hovered() {
            ui.painter().rect_filled(cell, CornerRadius::same(4), palette.hover);
        }
        focus_ring(ui, palette, &response, cell, 4);
        let at = Align2::CENTER_CENTER.anchor_size(cell.center(), galley.size()).min;
        ui.painter().galley(at, galley, palette.text1);
        if response.clicked() {
            clicked = Some(choice);
        }
        if !hint.is_empty() {
            response.on_hover_text(hint);
        }
    }
    clicked
}

/// The widths of cells that fill a width.
#[derive(Clone, Copy)]
enum Cells {
    /// All have this width.
    Same(f32),
    /// Each has this much more than its label, which would touch its neighbors otherwise.
    AroundLabels(f32),
}

impl Cells {
    fn of(labels: &[Arc<Galley>], width: f32) -> Self {
        const MARGIN: f32 = 8.0;
        let same = width / labels.len() as f32;
        if labels.iter().all(|label| label.size().x + 2.0 * MARGIN <= same) {
            return Self::Same(same);
        }
        let taken: f32 = labels.iter().map(|label| label.size().x).sum();
        Self::AroundLabels((width - taken) / labels.len() as f32)
    }

    fn width(self, label: &Galley) -> f32 {
        match self {
            Self::Same(width) => width,
            Self::AroundLabels(spare) => label.size().x + spare,
        }
    }
}

/// The name and range of a slider.
#[derive(Clone, Debug)]
pub struct SliderLook<'a> {
    pub name: &'a str,
    pub width: f32,
    pub range: std::ops::RangeInclusive<f32>,
    /// Start of the fill, and the value that a double-click restores.
    pub zero: f32,
    /// The step of an arrow key. Drags are rounded to it.
    pub step: f32,
    /// Values with a tick.
    pub marks: &'a [f32],
    /// Range of usual values, marked by brackets. Values beyond it are drawn as wrong, but can be set.
    pub limit: Option<[f32; 2]>,
    /// Whether a drag past an end of the range continues.
    pub goes_on: bool,
}

const KNOB_RADIUS: f32 = 7.0;

/// The trough and knob of a slider. A value outside the range keeps its knob at the end. Dragging, clicking, arrow
/// keys and double-click change the value.
pub fn slider_trough(ui: &mut Ui, palette: &Palette, look: &SliderLook<'_>, value: &mut f32) -> Response {
    let SliderLook { name, width, ref range, zero, step, marks, limit, goes_on } = *look;
    let (rect, mut response) = ui.allocate_exact_size(Vec2::new(width, 26.0), Sense::click_and_drag());
    let (low, high) = (*range.start(), *range.end());
    let trough = Rect::from_center_size(rect.center(), Vec2::new(width - 14.0, 4.0));
    let x_of = |value: f32| egui::remap_clamp(value, low..=high, trough.left()..=trough.right());
    let value_at = |x: f32| egui::remap_clamp(x, trough.left()..=trough.right(), low..=high);
    let press_id = response.id.with("press");
    if response.double_clicked() {
        *value = zero;
        response.mark_changed();
    } else if response.clicked()
        && let Some(pointer) = response.interact_pointer_pos()
        && (pointer.x - x_of(*value)).abs() > KNOB_RADIUS
    {
        *value = (value_at(pointer.x) / step).round() * step;
        response.mark_changed();
    } else if response.dragged()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let press = ui.input(|input| input.pointer.press_origin()).unwrap_or(pointer);
        if response.drag_started() {
            // A grabbed knob does not jump, even if its value is outside the range.
            let on_knob = (press.x - x_of(*value)).abs() <= KNOB_RADIUS + 3.0;
            let from = if on_knob { *value } else { value_at(press.x) };
            ui.data_mut(|data| data.insert_temp(press_id, from));
        }
        let fine = if ui.input(|input| input.modifiers.shift) { 0.1 } else { 1.0 };
        let from = ui.data(|data| data.get_temp::<f32>(press_id)).unwrap_or(*value);
        let moved = (pointer.x - press.x) / trough.width() * (high - low) * fine;
        let dragged = ((from + moved) / (step * fine)).round() * step * fine;
        // A value that is already outside the range may stay there.
        let dragged = if goes_on { dragged } else { dragged.clamp(low.min(from), high.max(from)) };
        if dragged != *value {
            *value = dragged;
            response.mark_changed();
        }
    }
    if response.has_focus() {
        let (less, more) =
            ui.input(|input| (input.num_presses(egui::Key::ArrowLeft), input.num_presses(egui::Key::ArrowRight)));
        if less != more {
            *value += (more as f32 - less as f32) * step;
            response.mark_changed();
        }
        let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    response.widget_info(|| WidgetInfo::slider(true, f64::from(*value), name));
    let painter = ui.painter();
    painter.rect_filled(trough, CornerRadius::same(2), palette.track);
    for &mark in marks {
        painter.vline(x_of(mark), trough.center().y - 4.0..=trough.center().y + 4.0, Stroke::new(1.0, palette.text3));
    }
    let (from, to) = (x_of(zero), x_of(*value));
    let filled = Rect::from_x_y_ranges(from.min(to)..=from.max(to), trough.y_range());
    painter.rect_filled(filled, CornerRadius::same(2), palette.accent);
    if let Some([least, most]) = limit {
        if !(least..=most).contains(value) {
            let end = x_of(value.clamp(least, most));
            let beyond = Rect::from_x_y_ranges(end.min(to)..=end.max(to), trough.y_range());
            painter.rect_filled(beyond, CornerRadius::same(2), palette.bad);
        }
        paint_brackets(painter, palette, trough, [x_of(least), x_of(most)]);
    }
    let tick = Stroke::new(1.0, palette.text3);
    painter.vline(from, trough.center().y - 5.0..=trough.center().y + 5.0, tick);
    let knob = egui::pos2(to, trough.center().y);
    if response.has_focus() {
        painter.circle_stroke(knob, 9.0, Stroke::new(1.5, palette.accent));
    }
    let white = if palette.theme == Theme::Dark { palette.text1 } else { Color32::WHITE };
    painter.circle_filled(knob, KNOB_RADIUS, white);
    painter.circle_stroke(knob, KNOB_RADIUS, Stroke::new(1.0, palette.line_strong));
    response
}

/// Draws `[` and `]` around a trough at two places, which may be the same.
fn paint_brackets(painter: &egui::Painter, palette: &Palette, trough: Rect, [left, right]: [f32; 2]) {
    const HALF_HEIGHT: f32 = 6.0;
    const FOOT: f32 = 3.0;
    let stroke = Stroke::new(1.5, palette.text2);
    for (x, inward) in [(left, FOOT), (right, -FOOT)] {
        let (top, bottom) = (trough.center().y - HALF_HEIGHT, trough.center().y + HALF_HEIGHT);
        painter.line(
            vec![
                egui::pos2(x + inward, top),
                egui::pos2(x, top),
                egui::pos2(x, bottom),
                egui::pos2(x + inward, bottom),
            ],
            stroke,
        );
    }
}

/// The appearance of a number field.
#[derive(Clone, Copy, Debug)]
pub struct FieldLook<'a> {
    pub name: &'a str,
    pub width: f32,
    pub decimals: usize,
    pub suffix: &'a str,
    /// A colored letter at the left, for axes.
    pub letter: Option<(&'a str, Color32)>,
    /// Change in value per point of dragging.
    pub speed: f32,
}

/// A field for dragging or typing a number. Right-aligned, with fixed decimals and a true minus sign.
pub fn number_field(ui: &mut Ui, palette: &Palette, look: FieldLook<'_>, value: &mut f32) -> Response {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(look.width, 26.0), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(5), palette.field);
    let before = *value;
    let mut inner = rect;
    if let Some((letter, color)) = look.letter {
        let at = egui::pos2(rect.left() + 6.0, rect.center().y);
        inner.min.x = ui.painter().text(at, Align2::LEFT_CENTER, letter, medium(12.0), color).right() - 2.0;
    }
    let (size, padding) = if look.letter.is_some() { (12.0, 4.0) } else { (13.0, 6.0) };
    let (decimals, suffix) = (look.decimals, look.suffix);
    let field = egui::DragValue::new(value)
        .speed(look.speed)
        .custom_formatter(move |value, _| {
            let text = format!("{value:.decimals$}");
            let text = if text.trim_start_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text };
            format!("{}{suffix}", text.replace('-', "\u{2212}"))
        })
        .custom_parser(parse_number)
        .clip_text(true)
        .update_while_editing(false);
    let response = ui
        .scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
            ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
            ui.visuals_mut().widgets.hovered.weak_bg_fill = Color32::TRANSPARENT;
            ui.visuals_mut().widgets.active.weak_bg_fill = Color32::TRANSPARENT;
            ui.style_mut().override_font_id = Some(regular(size));
            ui.spacing_mut().button_padding = Vec2::new(padding, 2.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_sized(Vec2::new(inner.width(), 26.0), field)
            })
            .inner
        })
        .inner;
    // egui reports a lost focus in two frames. In the second, it would apply the text that Escape discarded.
    let dropped = response.id.with("dropped");
    if ui.data_mut(|data| data.remove_temp::<bool>(dropped)).is_some() {
        *value = before;
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        ui.data_mut(|data| data.insert_temp(dropped, true));
    }
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(look.name.to_owned()));
    let (color, width) = match (response.has_focus(), response.hovered()) {
        (true, _) => (palette.accent, 1.5),
        (false, true) => (palette.line_strong, 1.0),
        _ => (palette.line, 1.0),
    };
    ui.painter().rect_stroke(rect, CornerRadius::same(5), Stroke::new(width, color), StrokeKind::Inside);
    response
}

/// Parses numbers as users type them, with a true minus, a degree sign, a decimal comma or a `+`.
fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim().replace('\u{2212}', "-").replace(',', ".");
    let text = text.trim_end_matches(['°', '×', 'm', ' ']).trim_start_matches('+');
    crate::math::parse_number(text).ok()
}

/// A check box in the accent fill, with its label. Returns whether it was clicked.
pub fn check_box(ui: &mut Ui, palette: &Palette, on: bool, text: &str) -> bool {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), regular(12.0), palette.text2);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(galley.size().x + 24.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, text));
    let square = Rect::from_center_size(egui::pos2(rect.left() + 8.0, rect.center().y), Vec2::splat(14.0));
    let (fill, stroke) = match (on, response.hovered()) {
        (true, _) => (palette.accent_fill, Stroke::NONE),
        (false, true) => (palette.hover, Stroke::new(1.0, palette.text2)),
        (false, false) => (palette.field, Stroke::new(1.0, palette.text3)),
    };
    ui.painter().rect(square, CornerRadius::same(4), fill, stroke, StrokeKind::Inside);
    if on {
        let tick = [Vec2::new(3.5, 7.2), Vec2::new(6.0, 9.8), Vec2::new(10.5, 4.6)].map(|at| square.min + at);
        ui.painter().line(tick.to_vec(), Stroke::new(1.5, Color32::WHITE));
    }
    focus_ring(ui, palette, &response, square, 4);
    ui.painter().galley(egui::pos2(rect.left() + 22.0, rect.center().y - galley.size().y / 2.0), galley, palette.text2);
    response.clicked()
}

/// A radio button for one of several choices. Returns whether it was clicked.
pub fn radio_button(ui: &mut Ui, palette: &Palette, on: bool, text: &str) -> bool {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), regular(13.0), palette.text1);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(galley.size().x + 24.0, 26.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, text));
    let center = egui::pos2(rect.left() + 8.0, rect.center().y);
    let (fill, ring) = match (on, response.hovered()) {
        (true, _) => (palette.accent_fill, palette.accent_fill),
        (false, true) => (palette.hover, palette.text2),
        (false, false) => (palette.field, palette.text3),
    };
    ui.painter().circle(center, 7.0, fill, Stroke::new(1.0, ring));
    if on {
        ui.painter().circle_filled(center, 3.0, Color32::WHITE);
    }
    focus_ring(ui, palette, &response, Rect::from_center_size(center, Vec2::splat(16.0)), 8);
    ui.painter().galley(egui::pos2(rect.left() + 24.0, rect.center().y - galley.size().y / 2.0), galley, palette.text1);
    response.clicked()
}

/// A [`check_box`] with an explanation under the pointer. Returns whether it was clicked.
pub fn explained_check_box(ui: &mut Ui, palette: &Palette, on: bool, text: &str, says: &str) -> bool {
    let shown = ui.scope(|ui| check_box(ui, palette, on, text));
    shown.response.on_hover_text(says);
    shown.inner
}

/// The arrow of a drop-down, for [`egui::ComboBox::icon`].
pub fn paint_caret(ui: &Ui, rect: Rect, visuals: &egui::style::WidgetVisuals, _open: bool) {
    let color = visuals.fg_stroke.color.gamma_multiply(0.7);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icons::CARET_DOWN, icons::font(12.0), color);
}

/// The dot at the end of a row, filled if a value differs from rest. A click resets the value.
pub fn dot_button(ui: &mut Ui, palette: &Palette, changed: bool, name: &str) -> Response {
    // Not in the Tab order, because it is between the number fields, and typing 0 does the same.
    let sense = if changed { Sense::CLICK } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(14.0, 26.0), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, changed, name));
    if changed {
        let radius = if response.hovered() { 4.5 } else { 3.0 };
        ui.painter().circle_filled(rect.center(), radius, palette.accent);
        focus_ring(ui, palette, &response, Rect::from_center_size(rect.center(), Vec2::splat(12.0)), 6);
        return response.on_hover_text(name);
    }
    ui.painter().circle_stroke(rect.center(), 2.5, Stroke::new(1.0, palette.track));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_type_them() {
        assert_eq!(parse_number(" \u{2212}85.5° "), Some(-85.5));
        assert_eq!(parse_number("+1,25 m"), Some(1.25));
        assert_eq!(parse_number("4x"), None);
        assert_eq!(parse_number("inf"), None);
    }

    /// Choices that are not chosen have a visible outline: 3:1, which WCAG 2.1 requires of controls.
    #[test]
    fn choices_that_are_not_made_can_be_seen() {
        use crate::view::Theme;
        for theme in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(theme);
            let ctx = egui::Context::default();
            crate::style::install(&ctx, theme);
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                radio_button(ui, &palette, false, "A turntable");
                check_box(ui, &palette, false, "Repeat");
            });
            output.textures_delta.clear();
            let outlines = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
                egui::Shape::Circle(circle) => Some(circle.stroke.color),
                egui::Shape::Rect(rect) => Some(rect.stroke.color),
                _ => None,
            });
            let outlines: Vec<Color32> = outlines.filter(|color| *color != Color32::TRANSPARENT).collect();
            assert!(outlines.len() >= 2, "{outlines:?}");
            for color in outlines {
                assert!(crate::style::contrast(color, palette.popup) >= 3.0, "{theme:?} {color:?}");
            }
        }
    }
}
