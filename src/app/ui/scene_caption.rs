use super::super::command::Command;
use super::super::state::State;
use crate::panes::Scene;
use crate::style::{Palette, icon_button, icons, regular, semibold};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Frame, Label, Layout, Margin, Panel, Ui};

/// Which figure the panes show and what to look at, in a strip of its own above them.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(scene) = state.edit.scene.filter(|_| state.document.is_some()) else { return };
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 8, top: 6, bottom: 6 });
    Panel::top("scene_caption").resizable(false).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button(ui, palette, icons::X, "Close the caption", true).clicked() {
                commands.push(Command::CloseScene);
            }
            ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                ui.add(Label::new(caption(scene, palette)).wrap());
            });
        });
    });
}

fn caption(scene: &Scene, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut append = |text: &str, font, color| job.append(text, 0.0, TextFormat::simple(font, color));
    append(&format!("{}   ", scene.citation()), semibold(13.0), palette.text1);
    append(&format!("{}\n", scene.title), regular(13.0), palette.text1);
    append(scene.caption, regular(13.0), palette.text2);
    job
}
