//! A field to search a list.

use crate::style::{Palette, icons, regular};
use egui::{Align2, CornerRadius, Key, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Draws a field with a magnifying glass and a button that clears it. Escape ends the search and clears its text.
/// `name` says what is searched, and is unique in the window.
pub fn search_field(ui: &mut Ui, palette: &Palette, name: &str, width: f32, text: &mut String) -> Response {
    let (rect, _) = ui.allocate_exact_size(vec2(width, 28.0), Sense::hover());
    let outline = Stroke::new(1.0, palette.line);
    ui.painter().rect(rect, CornerRadius::same(5), palette.field, outline, egui::StrokeKind::Inside);
    let glass = pos2(rect.left() + 8.0, rect.center().y);
    ui.painter().text(glass, Align2::LEFT_CENTER, icons::MAGNIFYING_GLASS, icons::font(14.0), palette.text3);
    let inner = Rect::from_min_max(rect.min + vec2(28.0, 0.0), rect.max - vec2(26.0, 0.0));
    let edit = egui::TextEdit::singleline(text)
        .hint_text(egui::RichText::new(name).color(palette.text3))
        .frame(egui::Frame::NONE)
        .align(Align2::LEFT_CENTER)
        .font(regular(13.0));
    let response = ui.put(inner, edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    if response.has_focus() {
        let ring = Stroke::new(1.5, palette.accent);
        ui.painter().rect_stroke(rect, CornerRadius::same(5), ring, egui::StrokeKind::Inside);
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        text.clear();
    }
    if !text.is_empty() && clear_button(ui, palette, name, rect) {
        text.clear();
    }
    response
}

fn clear_button(ui: &Ui, palette: &Palette, name: &str, field: Rect) -> bool {
    let rect = Rect::from_center_size(pos2(field.right() - 14.0, field.center().y), vec2(24.0, 24.0));
    let button = ui.interact(rect, egui::Id::unique("clear search").with(name), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Clear search"));
    let color = if button.hovered() || button.has_focus() { palette.text1 } else { palette.text3 };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, icons::X, icons::font(12.0), color);
    button.on_hover_text("Clear search (Escape)").clicked()
}
