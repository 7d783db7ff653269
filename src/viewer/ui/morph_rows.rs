//! The weights of the model's morph targets.

use super::panel_rows::text_at_left;
use crate::math::grouped;
use crate::session::{Command, State};
use crate::style::{FieldLook, Palette, SliderLook, dot_button, number_field, quiet_button, regular, slider_trough};
use egui::{Sense, Ui, vec2};

const ROW: f32 = 26.0;
const FIELD: f32 = 62.0;
const DOT: f32 = 14.0;

/// Draws the weights, if the model has morph targets.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = &state.documents.first else { return };
    let skeleton = &document.model.skeleton;
    let count = skeleton.morph_target_count() as u32;
    if count == 0 {
        return;
    }
    super::separator(ui, palette);
    super::section(ui, palette, "Morph targets", &grouped(count as usize));
    let overrides = &state.edit.overrides;
    for target in 0..count {
        let weight = state.pose.morph_weights.get(target as usize).copied().unwrap_or(0.0);
        let label = document.morph_label(target);
        let mut changed = weight;
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let width = ui.available_width();
            let (name, response) = ui.allocate_exact_size(vec2(0.36 * width, ROW), Sense::hover());
            text_at_left(ui.painter(), name, label, regular(12.0), palette.text2);
            response.on_hover_text(label);
            let trough = ui.available_width() - FIELD - DOT - 12.0;
            let look = SliderLook {
                name: label,
                width: trough,
                range: 0.0..=1.0,
                zero: skeleton.morph_target(target).1.rest_weight,
                step: 0.01,
                marks: &[],
                limit: None,
                goes_on: true,
            };
            slider_trough(ui, palette, &look, &mut changed);
            let name = format!("Weight of {label}");
            let look = FieldLook { name: &name, width: FIELD, decimals: 2, suffix: "", letter: None, speed: 0.005 };
            number_field(ui, palette, look, &mut changed);
            dot_button(ui, palette, overrides.morph(target).is_some(), &format!("Reset {label}")).clicked()
        });
        if row.inner {
            commands.push(Command::SetMorph { target, weight: None });
        } else if changed != weight {
            commands.push(Command::SetMorph { target, weight: Some(changed) });
        }
    }
    if overrides.morphs().next().is_some() && quiet_button(ui, palette, "", "Reset morph targets").clicked() {
        commands.push(Command::ResetMorphs);
    }
    let hint = "Morph targets shape the skin before any method. Figures compare with this shape, and centers of rotation \
                are those of the default shape.";
    ui.add(egui::Label::new(super::hint(palette, hint)).wrap());
}
