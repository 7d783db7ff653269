//! Title, caption, notes, measurement, motion and marks of the shown scene.

use super::{marks, motion};
use crate::session::{Command, SceneChanges, SceneEdit, State, TalkEdit};
use crate::style::{FieldLook, Palette, icons, number_field, quiet_button, regular};
use egui::{Label, TextEdit, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, index: usize, commands: &mut Vec<Command>) {
    let Some(scene) = state.talk().scenes.get(index) else { return };
    let is_shown = state.shown_talk_scene() == Some(index);
    if !is_shown || state.scene_changes() != SceneChanges::default() {
        let text = match is_shown {
            true => "The panes no longer show this scene as it was kept.",
            false => "This scene cannot be shown. Its words can be edited.",
        };
        ui.add(Label::new(crate::viewer::ui::label(palette, text)).wrap());
        if quiet_button(ui, palette, icons::CAMERA, "Retake scene").clicked() {
            commands.push(Command::EditTalk(TalkEdit::Retake(index)));
        }
        ui.add_space(6.0);
    }
    let fields = [
        ("Title", &scene.title, 1, SceneEdit::Title as fn(String) -> SceneEdit),
        ("Caption, below the panes", &scene.caption, 4, SceneEdit::Caption),
        ("Notes, for the speaker", &scene.notes, 4, SceneEdit::Notes),
    ];
    for (name, text, rows, edit) in fields {
        if let Some(text) = field(ui, palette, (name, &scene.id), text, rows) {
            commands.push(Command::EditTalk(TalkEdit::Change { scene: index, edit: edit(text) }));
        }
        ui.add_space(6.0);
    }
    minutes(ui, palette, scene.minutes, index, commands);
    motion::show(ui, palette, state, index, commands);
    marks::show(ui, palette, state, index, commands);
}

/// Draws the minutes that the speaker plans for the scene.
fn minutes(ui: &mut Ui, palette: &Palette, planned: Option<f32>, scene: usize, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(crate::viewer::ui::hint(palette, "Planned time, 0 for none"));
        let mut value = planned.unwrap_or(0.0);
        let (name, suffix) = ("Planned minutes", " min");
        let look = FieldLook { name, width: 84.0, decimals: 1, suffix, letter: None, speed: 0.05 };
        number_field(ui, palette, look, &mut value);
        let new = Some(value.clamp(0.0, 600.0)).filter(|minutes| *minutes > 0.0);
        if new != planned {
            commands.push(Command::EditTalk(TalkEdit::Change { scene, edit: SceneEdit::Minutes(new) }));
        }
    });
    ui.add_space(6.0);
}

/// Draws a named text field. Returns the new text.
pub(super) fn field(
    ui: &mut Ui,
    palette: &Palette,
    (name, scene): (&str, &str),
    text: &str,
    rows: usize,
) -> Option<String> {
    let title = ui.label(crate::viewer::ui::hint(palette, name));
    let mut edited = text.to_owned();
    let edit = if rows == 1 { TextEdit::singleline(&mut edited) } else { TextEdit::multiline(&mut edited) };
    let id = egui::Id::unique("words of a scene").with(name).with(scene);
    let response = ui.add(edit.id(id).desired_rows(rows).font(regular(13.0)).desired_width(f32::INFINITY));
    let response = response.labelled_by(title.id);
    (response.changed() && edited != text).then_some(edited)
}
