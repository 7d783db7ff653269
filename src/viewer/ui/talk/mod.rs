//! The talk: kept scenes in their order, and the words of the shown one.

mod marks;
mod motion;
mod scene_list;
mod scene_words;

use crate::panes::Talk;
use crate::session::user_commands as rows;
use crate::session::{Command, FileRequest, HandoutKind, RecordingSubject, State, TalkEdit};
use crate::style::{Palette, icon_button, icons, primary_button, quiet_button, semibold};
use crate::viewer::ui::command_widgets::{icon, menu_entry, run};
use egui::{Align, Label, Layout, Popup, RichText, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    title(ui, palette, state, commands);
    kept(ui, palette, state, commands);
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        run(primary_button(ui, palette, icons::PLUS, rows::KEEP_SCENE.text), state, &rows::KEEP_SCENE, commands);
        run(quiet_button(ui, palette, icons::PRESENTATION, "Present"), state, &rows::SHOW_STAGE, commands);
    });
    ui.add_space(8.0);
    if state.talk().scenes.is_empty() {
        empty(ui, palette, commands);
        return;
    }
    if let Some(title) = scene_words::field(ui, palette, ("Title of the talk", ""), &state.talk().title, 1) {
        commands.push(Command::EditTalk(TalkEdit::Title(title)));
    }
    ui.add_space(8.0);
    scene_list::show(ui, palette, state, commands);
    if let Some(shown) = state.talk_scene_in_hand() {
        super::separator(ui, palette);
        scene_words::show(ui, palette, state, shown, commands);
    }
}

/// Draws the file's name, whether it is saved, and the actions for it.
fn title(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let unsaved = state.is_talk_unsaved() && !state.talk().scenes.is_empty();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = icon_button(ui, palette, icons::DOTS_THREE, "Talk menu", true);
            Popup::menu(&button).show(|ui| menu(ui, state, commands));
            icon(ui, palette, state, (icons::DOWNLOAD, &rows::SAVE_TALK, unsaved), commands);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let file = state.talk_file().label();
                let text = if unsaved { format!("{file} \u{2022}") } else { file };
                let label = Label::new(RichText::new(text).font(semibold(14.0)).color(palette.text1)).truncate();
                let said = if unsaved { "The talk has changes that are not in its file" } else { "The kept scenes" };
                ui.add(label).on_hover_text(said);
            });
        });
    });
}

/// Draws the unsaved talks that others have replaced.
fn kept(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    for (id, name) in state.kept_talks() {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, palette, icons::X, &format!("Forget the changes to {name}"), true).clicked() {
                    commands.push(Command::ForgetTalk(id));
                }
                if quiet_button(ui, palette, "", "Return").on_hover_text("Edit this talk again").clicked() {
                    commands.push(Command::ReturnToTalk(id));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(super::label(palette, &format!("{name} is not saved"))).truncate());
                });
            });
        });
    }
}

fn menu(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.set_min_width(200.0);
    menu_entry(ui, state, "", &rows::NEW_TALK, commands);
    menu_entry(ui, state, "", &rows::OPEN_TALK, commands);
    if !state.talk().scenes.is_empty() {
        menu_entry(ui, state, "", &rows::SAVE_TALK_AS, commands);
        if state.documents.first.is_some() {
            let mut entry = |name: &str, command: Command| {
                if ui.button(name).clicked() {
                    commands.push(command);
                }
            };
            entry("Record talk", Command::ShowRecordingCard(Some(RecordingSubject::Talk)));
            let hand_out = |kind| Command::ShowHandoutCard { kind, whole_talk: true };
            entry("Share talk as a web page", hand_out(HandoutKind::Page));
            entry(rows::SAVE_SLIDES.text, hand_out(HandoutKind::Slides));
        }
    }
    ui.separator();
    for talk in Talk::of_papers() {
        if ui.button(format!("Add the scenes of {}", talk.title)).clicked() {
            commands.push(add_all(talk));
        }
    }
}

fn add_all(talk: &Talk) -> Command {
    Command::EditTalk(TalkEdit::AddAll(talk.scenes.clone()))
}

fn empty(ui: &mut Ui, palette: &Palette, commands: &mut Vec<Command>) {
    let text = "A talk is a list of scenes for the stage. Set up the panes and keep them as a scene, or begin with the \
                scenes of a paper. Until then, Present shows the scenes of the papers.";
    ui.add(Label::new(super::label(palette, text)).wrap());
    ui.add_space(8.0);
    for talk in Talk::of_papers() {
        if quiet_button(ui, palette, icons::BOOK_OPEN, &format!("Add the scenes of {}", talk.title)).clicked() {
            commands.push(add_all(talk));
        }
    }
    if quiet_button(ui, palette, icons::FOLDER_OPEN, "Open talk").clicked() {
        commands.push(Command::RequestFile(FileRequest::OpenTalk));
    }
}
