use crate::session::{Command, State};
use crate::style::{Palette, primary_button, quiet_button, regular, semibold};
use egui::{Frame, Id, Modal, RichText, Ui};

/// The question whether a kept pose replaces another one of the same name.
pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(name) = &state.interface.replace_question else { return };
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("replace a pose")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(400.0);
        let title = format!("Replace pose {name}?");
        ui.label(RichText::new(title).font(semibold(15.0)).color(palette.text1));
        ui.add_space(6.0);
        let text = "The library already has a pose with this name. Replacing it cannot be undone.";
        ui.add(egui::Label::new(RichText::new(text).font(regular(13.0)).color(palette.text2)).wrap());
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if primary_button(ui, palette, "", "Replace").clicked() {
                commands.push(Command::ReplacePose(name.clone()));
            }
            if quiet_button(ui, palette, "", "Keep both").clicked() {
                let model = state.documents.first.as_ref().map_or("", |document| document.model.name.as_str());
                commands.push(Command::CancelReplace);
                commands.push(Command::KeepPose(state.documents.library.free_name_like(model, name)));
            }
            if quiet_button(ui, palette, "", "Cancel").clicked() {
                commands.push(Command::CancelReplace);
            }
        });
    });
    if dialog.backdrop_response.clicked() {
        commands.push(Command::CancelReplace);
    }
}
