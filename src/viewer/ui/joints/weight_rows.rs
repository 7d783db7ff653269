//! Edits of the weights around the selected joints, below their twist joints.

use crate::session::user_commands::{
    LIMIT_WEIGHTS, MIRROR_WEIGHTS, PRUNE_WEIGHTS, REMOVE_HELPERS, RESET_WEIGHTS, SMOOTH_WEIGHTS, UserCommand,
};
use crate::session::{Command, State, WeightSettings};
use crate::style::{FieldLook, Palette, number_field, quiet_button};
use crate::viewer::ui::command_widgets::run;
use crate::viewer::ui::panel_rows::row_label;
use crate::viewer::ui::{hint, label};
use egui::{Label, Ui};

const FIELD_WIDTH: f32 = 64.0;
/// Widths of a button and of the word before a field, so that words and fields are below each other.
const BUTTON_WIDTH: f32 = 62.0;
const WORD_WIDTH: f32 = 40.0;

/// Draws the edits, folded at first, because most users need none. Draws nothing if no skin follows the
/// joint.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, node: u32, commands: &mut Vec<Command>) {
    if state.weighted_joint(node).is_none() {
        return;
    }
    ui.add_space(2.0);
    let count = state.weight_edit_count();
    let title = if count > 0 { format!("Weights ({count})") } else { "Weights".to_owned() };
    let header = egui::CollapsingHeader::new(hint(palette, &title)).id_salt("joint weights");
    header.default_open(count > 0).show_unindented(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            button(ui, palette, state, ("Smooth", &SMOOTH_WEIGHTS, true), commands);
            let can_mirror = state.can_mirror_weights();
            button(ui, palette, state, ("Mirror", &MIRROR_WEIGHTS, can_mirror), commands);
            button(ui, palette, state, ("Reset", &RESET_WEIGHTS, state.has_edited_weights()), commands);
        });
        let WeightSettings { mut percent, count } = state.hand.weights;
        let mut kept = count as f32;
        ui.horizontal(|ui| {
            in_column(ui, |ui| button(ui, palette, state, ("Prune", &PRUNE_WEIGHTS, true), commands));
            row_label(ui, WORD_WIDTH, label(palette, "under"));
            number_field(ui, palette, look("Prune under", 1, "%", 0.1), &mut percent);
        });
        ui.horizontal(|ui| {
            in_column(ui, |ui| button(ui, palette, state, ("Limit", &LIMIT_WEIGHTS, true), commands));
            row_label(ui, WORD_WIDTH, label(palette, "to"));
            number_field(ui, palette, look("Influences kept", 0, "", 0.05), &mut kept);
            ui.add(Label::new(label(palette, "influences")));
        });
        if state.has_helpers() {
            button(ui, palette, state, ("Remove helper joints", &REMOVE_HELPERS, true), commands);
        }
        let changed = WeightSettings::nearest(percent, kept);
        if changed != state.hand.weights {
            commands.push(Command::SetWeightSettings(changed));
        }
    });
}

/// A button at the left of a row, followed by the space that is left of its column.
fn in_column(ui: &mut Ui, button: impl FnOnce(&mut Ui)) {
    let width = ui.scope(button).response.rect.width();
    ui.add_space((BUTTON_WIDTH - width).max(0.0));
}

fn look<'a>(name: &'a str, decimals: usize, suffix: &'a str, speed: f32) -> FieldLook<'a> {
    FieldLook { name, width: FIELD_WIDTH, decimals, suffix, letter: None, speed }
}

/// A button with a short name for a command. Without the heading, as for a screen reader, it has the command's name.
fn button(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (name, row, enabled): (&str, &UserCommand, bool),
    commands: &mut Vec<Command>,
) {
    ui.add_enabled_ui(enabled, |ui| {
        let response = quiet_button(ui, palette, "", name);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(row.name(state)));
        run(response, state, row, commands);
    });
}
