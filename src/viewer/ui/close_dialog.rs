use crate::session::{Command, FileRequest, RigOptions, State, UnfinishedFile, UnsavedWork};
use crate::style::{Palette, icons, primary_button, quiet_button, regular, semibold};
use egui::{Frame, Id, Modal, RichText, Ui};

/// The question whether to close the window although work would be lost.
pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(question) = &state.interface.close_question else { return };
    let unsaved = if question.is_session_saved { Vec::new() } else { state.unsaved_work() };
    let loses_talk = !question.is_session_saved && state.is_talk_lost();
    let kept = state.kept_talks().map(|(_, name)| name).filter(|_| !question.is_session_saved);
    let lost_talks: Vec<String> = loses_talk.then(|| state.talk_file().label()).into_iter().chain(kept).collect();
    let only_waits = unsaved.is_empty() && lost_talks.is_empty();
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("close")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        ui.label(
            RichText::new(if only_waits { "Close now?" } else { "Close without saving?" })
                .font(semibold(15.0))
                .color(palette.text1),
        );
        ui.add_space(6.0);
        let text = |text: String| egui::Label::new(RichText::new(text).font(regular(13.0)).color(palette.text2)).wrap();
        if let Some(failure) = &question.failure {
            ui.add(text(format!("The session could not be saved: {failure}.")));
            ui.add_space(6.0);
        }
        for work in &unsaved {
            ui.add(text(lost(work)));
        }
        for talk in &lost_talks {
            ui.add(text(format!("The changes to {talk} are not saved.")));
        }
        for file in state.unfinished_files() {
            ui.add(text(unfinished(&file, only_waits)));
        }
        ui.add_space(12.0);
        ui.horizontal_wrapped(|ui| {
            if loses_talk && primary_button(ui, palette, icons::DOWNLOAD, "Save talk").clicked() {
                commands.push(Command::SaveTalk);
            }
            let open = unsaved.iter().find(|work| work.is_open);
            if open.is_some() && primary_button(ui, palette, icons::DOWNLOAD, "Save session").clicked() {
                commands.push(Command::SaveSession);
            }
            if open.is_some_and(|work| work.pose) && quiet_button(ui, palette, icons::DOWNLOAD, "Save pose").clicked() {
                commands.push(Command::RequestFile(FileRequest::SavePose));
            }
            if open.is_some_and(|work| work.weights || work.twists)
                && quiet_button(ui, palette, icons::DOWNLOAD, "Export model").clicked()
            {
                // As it is: a look would not keep the edits.
                commands.push(Command::SetRigOptions(RigOptions::default()));
                commands.push(Command::RequestFile(FileRequest::ExportRig));
            }
            let close = if only_waits { "Stop and close" } else { "Close without saving" };
            if quiet_button(ui, palette, icons::X, close).clicked() {
                commands.push(Command::QuitWithoutSaving);
            }
            if quiet_button(ui, palette, "", "Cancel").clicked() {
                commands.push(Command::CancelQuit);
            }
        });
    });
    if dialog.backdrop_response.clicked() {
        commands.push(Command::CancelQuit);
    }
}

/// A sentence about what will happen to a file that is still being written.
fn unfinished(file: &UnfinishedFile, only_waits: bool) -> String {
    let UnfinishedFile { name, fraction } = file;
    let percent = (fraction * 100.0).floor();
    let waits = if only_waits { " The window closes when it is done." } else { "" };
    format!("{name} is {percent}% written.{waits} Closing now stops it, and nothing is kept.")
}

/// A sentence about the work that would be lost.
fn lost(work: &UnsavedWork) -> String {
    let parts =
        [(work.pose, "pose"), (work.weights, "edited weights"), (work.twists, "twist joints"), (work.limits, "limits")];
    let parts: Vec<&str> = parts.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, part)| part).collect();
    let what = match &parts[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        parts => parts.concat(),
    };
    let verb = if parts == ["pose"] { "is" } else { "are" };
    let back = if work.is_open { "" } else { " Undo brings that model back." };
    format!("The {what} of {} {verb} not saved.{back}", work.model)
}
