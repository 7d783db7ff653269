use super::super::pictures::Pictures;
use crate::math::grouped;
use crate::session::State;
use crate::style::{Palette, regular};
use egui::{Align, Layout, RichText, Ui};

/// Modes that are on or hints for the mouse, and statistics of the model.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, pictures: &Pictures) {
    ui.horizontal_centered(|ui| {
        let hint = |text: &str| RichText::new(text).font(regular(12.0)).color(palette.text3);
        match &state.document {
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
                    let (kind, says) = vertex_format(pictures.is_packed(state));
                    let figures = format!(
                        "{} {kind}   {} joints   up to {} influences",
                        grouped(model.vertex_count()),
                        grouped(document.joints.count),
                        document.max_influences,
                    );
                    if let Some(milliseconds) = pictures.frame_milliseconds() {
                        let says = "Median time of the last seven frames in which the panes moved";
                        ui.label(hint(&format!("{milliseconds:.0} ms per frame"))).on_hover_text(says);
                    }
                    let figures = ui.label(hint(&figures));
                    if !says.is_empty() {
                        figures.on_hover_text(says);
                    }
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

/// What the vertices are that the pictures are drawn from, and what that means. `None` until they are drawn.
fn vertex_format(packed: Option<bool>) -> (&'static str, &'static str) {
    match packed {
        Some(true) => {
            ("packed vertices", "Pictures are drawn from vertices of 32 bytes. Figures are in full precision.")
        }
        Some(false) => {
            ("vertices in full precision", "Pictures are drawn from vertices in single precision, as figures are.")
        }
        None => ("vertices", ""),
    }
}
