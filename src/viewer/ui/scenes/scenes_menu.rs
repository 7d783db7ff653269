use crate::panes::{Scene, Talk};
use crate::session::{Command, State};
use crate::style::{Palette, medium, regular};
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, ScrollArea, Ui, vec2};
use std::sync::Arc;

/// Width of one paper's entries, in points.
const COLUMN_WIDTH: f32 = 350.0;

/// The scenes of the papers, one column per paper, or below each other in a narrow window.
pub fn entries(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let window = ui.ctx().content_rect();
    let side_by_side = window.width() >= 2.0 * COLUMN_WIDTH + 60.0;
    let width = COLUMN_WIDTH.min(window.width() - 60.0);
    let height = window.height() - 80.0;
    let page = Button::new(egui::RichText::new("What the papers say: claims and checks").font(medium(12.0)));
    if ui.add(page.min_size(vec2(width - 8.0, 26.0))).clicked() {
        commands.push(Command::ShowClaims(true));
        ui.close();
    }
    ui.add_space(6.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height.min(560.0)).show(ui, |ui| {
        if side_by_side {
            ui.set_min_width(2.0 * width);
            ui.horizontal_top(|ui| {
                for talk in Talk::of_papers() {
                    ui.vertical(|ui| column(ui, palette, state, (talk, width), commands));
                }
            });
        } else {
            for talk in Talk::of_papers() {
                column(ui, palette, state, (talk, width), commands);
            }
        }
    });
}

fn column(ui: &mut Ui, palette: &Palette, state: &State, (talk, width): (&Talk, f32), commands: &mut Vec<Command>) {
    ui.set_width(width);
    ui.label(crate::viewer::ui::hint(palette, &talk.title));
    for scene in &talk.scenes {
        entry(ui, palette, state, (scene, width), commands);
    }
}

fn entry(
    ui: &mut Ui,
    palette: &Palette,
    state: &State,
    (scene, width): (&Arc<Scene>, f32),
    commands: &mut Vec<Command>,
) {
    let mut text = LayoutJob::default();
    let mut append = |part: &str, font, color| text.append(part, 0.0, TextFormat::simple(font, color));
    append(&capitalized(&scene.figure), medium(12.0), palette.text1);
    append(&format!("   {}", scene.title), regular(12.0), palette.text2);
    let shown = state.edit.scene.as_ref() == Some(scene);
    let button = Button::new(text).truncate().selected(shown).min_size(vec2(width - 8.0, 26.0));
    let response = ui.add(button).on_hover_text(format!("{}\n{}", scene.title, scene.caption));
    let label = scene.label();
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    if response.clicked() {
        commands.push(Command::TakeScene(Arc::clone(scene)));
        ui.close();
    }
}

/// Converts to sentence case, like other labels.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
