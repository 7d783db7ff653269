use crate::math::grouped;
use crate::session::State;
use crate::style::{Palette, regular};
use egui::{Align, Layout, RichText, Ui};

/// Shows the active modes or hints for the mouse, and statistics of the model.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State) {
    ui.horizontal_centered(|ui| {
        let hint = |text: &str| RichText::new(text).font(regular(12.0)).color(palette.text3);
        match &state.documents.first {
            Some(document) => {
                // A narrow bar keeps the statistics and drops the hints.
                if let Some(text) = state.modes_text() {
                    ui.label(RichText::new(text).font(regular(12.0)).color(palette.text1));
                } else if ui.available_width() > 860.0 && !super::notices::has_chip(state) {
                    ui.label(hint(
                        "Drag to orbit   Shift-drag or right-drag to pan   Scroll to zoom   F to frame   ? for all shortcuts",
                    ));
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let model = &document.model;
                    let figures = format!(
                        "{} vertices   {} joints   up to {} influences",
                        grouped(model.vertex_count()),
                        grouped(document.joints.count),
                        document.max_influences,
                    );
                    ui.label(hint(&figures));
                    if let Some(note) = &document.rest_note {
                        ui.label(hint(note.label)).on_hover_text(&note.details);
                    }
                });
            }
            None => {
                ui.label(hint(&format!("skinscope {}", env!("CARGO_PKG_VERSION"))));
            }
        }
    });
}
