//! The joints of two models: their correspondence, and the size and direction of the second model.

use crate::math::grouped;
use crate::pairs::PairFit;
use crate::panes::PaneModel;
use crate::session::{Command, Document, FileRequest, SecondModel, State};
use crate::style::{Palette, explained_check_box, medium, paint_caret, quiet_button, regular};
use crate::viewer::ui::panel_rows::text_at_left;
use egui::{Button, ComboBox, Label, Rect, Sense, Ui, vec2};

const ROW: f32 = 28.0;

/// Draws the panel, or nothing with a single model.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let (Some(first), Some(second)) = (&state.documents.first, state.second()) else { return };
    let Some([_, name]) = state.names_of_models(PaneModel::First) else { return };
    super::separator(ui, palette);
    let joints: Vec<u32> = first.model.skeleton.shown_joints().collect();
    let matched = joints.iter().filter(|joint| second.pair.joints.second_of(**joint).is_some()).count();
    let count = format!("{} of {} matched", grouped(matched), grouped(joints.len()));
    super::section(ui, palette, "Joints of both models", &count);
    let says =
        "Gives the second model the extent of the first. Neither this nor a change of partners is a step of undo.";
    let fit = second.fit;
    if explained_check_box(ui, palette, fit.equal_scale, "Equal scale", says) {
        commands.push(Command::FitSecond(PairFit { equal_scale: !fit.equal_scale, ..fit }));
    }
    if let Some(note) = state.facing_note() {
        let says =
            "Turns the second model to look where the first does. A leg that kicks to the front does so in both.";
        if explained_check_box(ui, palette, !fit.keep_facing, "Face the same way", says) {
            commands.push(Command::FitSecond(PairFit { keep_facing: !fit.keep_facing, ..fit }));
        }
        ui.add(Label::new(super::hint(palette, &format!("{note}."))).wrap());
        ui.add_space(4.0);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        if quiet_button(ui, palette, "", "Open table").on_hover_text("Match joints by a table (TOML)").clicked() {
            commands.push(Command::RequestFile(FileRequest::OpenJoints));
        }
        if quiet_button(ui, palette, "", "Save table").on_hover_text("Write all partners as a table (TOML)").clicked() {
            commands.push(Command::RequestFile(FileRequest::SaveJoints));
        }
        let all = ui.add_enabled(second.has_table(), Button::new("Match all by name"));
        if all.on_hover_text("Forget the partners that were set by hand").clicked() {
            commands.push(Command::MatchAllByName);
        }
    });
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    for joint in joints {
        row(ui, palette, (first, second, joint), commands);
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    let [_, alone] = second.pair.joints.without_partner(&first.model.skeleton, &second.document.model.skeleton);
    if !alone.is_empty() {
        let names: Vec<&str> = alone.iter().map(|&node| second.document.joint_name(node)).collect();
        let text = format!("Only in {name}: {}", names.join(", "));
        ui.add_space(4.0);
        ui.add(Label::new(super::hint(palette, &text)).wrap());
    }
}

/// Draws a joint of the first model and its partner. A choice of the user is written in a stronger color.
fn row(
    ui: &mut Ui,
    palette: &Palette,
    (first, second, joint): (&Document, &SecondModel, u32),
    commands: &mut Vec<Command>,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    // Large rigs have hundreds of rows.
    if !ui.is_rect_visible(rect) {
        return;
    }
    let (left, right) = rect.split_left_right_at_fraction(0.45);
    let name = first.joint_name(joint);
    text_at_left(ui.painter(), left.with_max_x(left.right() - 6.0), name, regular(12.0), palette.text2);
    let partner = second.pair.joints.second_of(joint);
    let is_set = second.is_set_by_user(joint);
    let shown = partner.map_or("\u{2013}", |partner| second.document.joint_name(partner));
    let font = if is_set { medium(12.0) } else { regular(12.0) };
    let ink = if partner.is_some() { palette.text1 } else { palette.text3 };
    let text = egui::RichText::new(shown).font(font).color(ink);
    let field = Rect::from_center_size(right.center(), vec2(right.width(), ROW - 4.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(field), |ui| {
        let combo = ComboBox::from_id_salt(("partner", joint)).icon(paint_caret).width(field.width()).truncate();
        let response = combo.selected_text(text).show_ui(ui, |ui| {
            if ui.selectable_label(!is_set, "By name").clicked() {
                commands.push(Command::MatchByName(joint));
            }
            if ui.selectable_label(is_set && partner.is_none(), "No partner").clicked() {
                commands.push(Command::SetPartner { joint, partner: None });
            }
            for other in second.document.model.skeleton.shown_joints() {
                if ui.selectable_label(is_set && partner == Some(other), second.document.joint_name(other)).clicked() {
                    commands.push(Command::SetPartner { joint, partner: Some(other) });
                }
            }
        });
        let label = format!("Partner of {name}: {shown}");
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label(label));
    });
}
