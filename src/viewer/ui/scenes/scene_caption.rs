use crate::session::{Command, SceneChanges, State};
use crate::style::{Palette, icon_button, icons, medium, quiet_button, regular, semibold};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, Ui, vec2};
use std::sync::Arc;

/// Space for the button that restores the scene. Always reserved, so that the panes below do not move when the pose
/// first changes, which may be in the middle of a drag.
const WAY_BACK: egui::Vec2 = vec2(160.0, 28.0);

/// Names the shown figure and what to look at, in a strip above the panes. Says if the panes no longer show that
/// figure.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(scene) = state.edit.scene.as_ref().filter(|_| state.documents.first.is_some()) else { return };
    let changed = changed(state.scene_changes());
    let frame = Frame::new().fill(palette.panel).inner_margin(Margin { left: 12, right: 8, top: 6, bottom: 6 });
    Panel::top("scene_caption").resizable(false).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button(ui, palette, icons::X, "Close caption", true).clicked() {
                commands.push(Command::CloseScene);
            }
            ui.allocate_ui_with_layout(WAY_BACK, Layout::right_to_left(Align::Min), |ui| {
                ui.set_min_size(WAY_BACK);
                let icon = icons::ARROW_COUNTER_CLOCKWISE;
                if changed.is_some() && quiet_button(ui, palette, icon, "Restore scene").clicked() {
                    commands.push(Command::TakeScene(Arc::clone(scene)));
                }
            });
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let headline = headline(&scene.citation(), scene.title_behind_citation(), changed, palette);
                ui.add(Label::new(headline).truncate());
                let color = if changed.is_some() { palette.text3 } else { palette.text2 };
                ui.add(Label::new(RichText::new(&scene.caption).font(regular(13.0)).color(color)).wrap());
            });
        });
    });
}

/// The reason why the caption may no longer be true.
fn changed(changes: SceneChanges) -> Option<&'static str> {
    match (changes.pose, changes.panes) {
        (false, false) => None,
        (true, false) => Some("You changed the pose, so the caption no longer applies."),
        (false, true) => Some("You changed the panes, so the caption no longer applies."),
        (true, true) => Some("You changed the pose and the panes, so the caption no longer applies."),
    }
}

/// One line with paper, figure, and the title or the change.
fn headline(citation: &str, title: &str, changed: Option<&str>, palette: &Palette) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut append = |text: &str, font, color| job.append(text, 0.0, TextFormat::simple(font, color));
    append(&format!("{citation}   "), semibold(13.0), palette.text1);
    match changed {
        Some(changed) => append(changed, medium(13.0), palette.accent),
        None => append(title, regular(13.0), palette.text1),
    }
    job
}
