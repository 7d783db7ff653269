use crate::panes::{Paper, Scene};
use crate::session::{Command, State};
use crate::style::{Palette, icons, medium, regular};
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, RichText, Ui, vec2};

/// Width of one paper's entries, in points.
const COLUMN_WIDTH: f32 = 310.0;

/// The scenes of the papers, one column per paper.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let title = format!("{}  Scenes  {}", icons::BOOK_OPEN, icons::CARET_DOWN);
    let menu = ui.menu_button(RichText::new(title), |ui| {
        ui.set_min_width(2.0 * COLUMN_WIDTH);
        ui.horizontal_top(|ui| {
            for paper in Paper::ALL {
                ui.vertical(|ui| {
                    ui.set_width(COLUMN_WIDTH);
                    ui.label(crate::viewer::ui::hint(palette, paper.label()));
                    for scene in paper.scenes() {
                        entry(ui, palette, state, scene, commands);
                    }
                });
            }
        });
    });
    ui.ctx().accesskit_node_builder(menu.response.id, |node| node.set_label("Scenes"));
}

fn entry(ui: &mut Ui, palette: &Palette, state: &State, scene: &'static Scene, commands: &mut Vec<Command>) {
    let mut text = LayoutJob::default();
    let mut append = |part: &str, font, color| text.append(part, 0.0, TextFormat::simple(font, color));
    append(&capitalized(scene.figure), medium(12.0), palette.text1);
    append(&format!("   {}", scene.title), regular(12.0), palette.text2);
    let shown = state.edit.scene == Some(scene);
    let button = Button::new(text).truncate().selected(shown).min_size(vec2(COLUMN_WIDTH - 8.0, 26.0));
    let response = ui.add(button).on_hover_text(scene.caption);
    let label = format!("{}: {}", scene.citation(), scene.title);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    if response.clicked() {
        commands.push(Command::TakeScene(scene));
        ui.close();
    }
}

/// Converts to sentence case, like other labels.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
