//! The slider that moves the whole mesh by one blend of two joints.

use crate::session::{Command, EditState};
use crate::style::{FieldLook, Palette, SliderLook, dot_button, number_field, slider_trough};
use egui::{Ui, vec2};

/// Draws the slider for the effect of the blend of the joint and its parent on the whole mesh: Kavan 2008, figure 5.
pub fn show(ui: &mut Ui, palette: &Palette, edit: &EditState, node: u32, commands: &mut Vec<Command>) {
    let whole = edit.overrides.get(node).whole;
    let title = crate::viewer::ui::hint(palette, "Whole mesh as one vertex");
    let header = egui::CollapsingHeader::new(title).id_salt("whole mesh").default_open(whole.is_some());
    header.show_unindented(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.add_sized(vec2(14.0, 26.0), egui::Label::new(crate::viewer::ui::label(palette, "t")));
            let width = ui.available_width() - 74.0 - 14.0 - 12.0;
            let name = "Weight of the joint over the whole mesh";
            let mut weight = whole.unwrap_or(0.0);
            let look = SliderLook {
                name,
                width,
                range: 0.0..=1.0,
                zero: 0.0,
                step: 0.01,
                marks: &[0.5],
                limit: None,
                goes_on: false,
            };
            let slider = slider_trough(ui, palette, &look, &mut weight);
            let is_dragged = slider.changed();
            slider.on_hover_text("Every vertex gets this weight of the joint, and its parent the rest");
            let look = FieldLook { name: "t", width: 74.0, decimals: 2, suffix: "", letter: None, speed: 0.005 };
            let is_typed = number_field(ui, palette, look, &mut weight).changed();
            if is_dragged || is_typed {
                commands.push(Command::SetWholeMesh { node, weight: Some(weight.clamp(0.0, 1.0)) });
            }
            if dot_button(ui, palette, whole.is_some(), "Use the weights of the vertices again").clicked() {
                commands.push(Command::SetWholeMesh { node, weight: None });
            }
        });
    });
}
