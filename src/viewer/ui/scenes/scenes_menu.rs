use crate::panes::{Scene, Talk};
use crate::session::{Command, EditState, State};
use crate::style::{Palette, medium, regular};
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, ScrollArea, Ui, vec2};
use std::sync::Arc;

/// Width of one paper's entries, in points.
const COLUMN_WIDTH: f32 = 350.0;

/// Draws the user's own scenes, then the papers' scenes: one column per paper, or several papers below each other in a
/// narrow window.
pub fn entries(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let window = ui.ctx().content_rect();
    let talks = Talk::of_papers();
    let most = ((window.width() - 60.0) / COLUMN_WIDTH) as usize;
    let columns = columns_of(talks, most.clamp(1, talks.len().max(1)));
    let width = COLUMN_WIDTH.min(window.width() - 60.0);
    let height = window.height() - 80.0;
    ScrollArea::vertical().max_height(height).min_scrolled_height(height.min(560.0)).show(ui, |ui| {
        ui.set_min_width(columns.len() as f32 * width);
        own_scenes(ui, palette, state, width, commands);
        ui.horizontal_top(|ui| {
            for talks in &columns {
                ui.vertical(|ui| {
                    for talk in *talks {
                        column(ui, palette, &state.edit, (talk, width), commands);
                    }
                });
            }
        });
    });
}

/// Draws the scenes of the talk that the user is making, if there are any.
fn own_scenes(ui: &mut Ui, palette: &Palette, state: &State, width: f32, commands: &mut Vec<Command>) {
    let talk = state.talk();
    if talk.scenes.is_empty() {
        return;
    }
    let title = if talk.title.is_empty() { "Your talk" } else { &talk.title };
    ui.label(crate::viewer::ui::hint(palette, title));
    for (index, scene) in talk.scenes.iter().enumerate() {
        let text = format!("{}   {}", index + 1, scene.label());
        let shown = state.edit.scene.as_ref() == Some(scene);
        let button = Button::new(text).truncate().selected(shown).min_size(vec2(width - 8.0, 26.0));
        if ui.add(button).clicked() {
            commands.push(Command::TakeScene(Arc::clone(scene)));
            ui.close();
        }
    }
    ui.separator();
}

/// The papers in at most `most` columns, in their order. A paper starts a new column when the previous column has its
/// share of the scenes.
fn columns_of(talks: &[Talk], most: usize) -> Vec<&[Talk]> {
    if most >= talks.len() {
        return talks.chunks(1).collect();
    }
    let all: usize = talks.iter().map(|talk| talk.scenes.len()).sum();
    let share = all.div_ceil(most.max(1));
    let mut columns = Vec::new();
    let (mut first, mut scenes) = (0, 0);
    for (index, talk) in talks.iter().enumerate() {
        scenes += talk.scenes.len();
        if scenes >= share && columns.len() + 1 < most {
            columns.push(&talks[first..=index]);
            (first, scenes) = (index + 1, 0);
        }
    }
    columns.push(&talks[first..]);
    columns.retain(|talks| !talks.is_empty());
    columns
}

fn column(ui: &mut Ui, palette: &Palette, edit: &EditState, (talk, width): (&Talk, f32), commands: &mut Vec<Command>) {
    ui.set_width(width);
    ui.label(crate::viewer::ui::hint(palette, &talk.title));
    for scene in &talk.scenes {
        entry(ui, palette, edit, (scene, width), commands);
    }
}

fn entry(
    ui: &mut Ui,
    palette: &Palette,
    edit: &EditState,
    (scene, width): (&Arc<Scene>, f32),
    commands: &mut Vec<Command>,
) {
    let mut text = LayoutJob::default();
    let mut append = |part: &str, font, color| text.append(part, 0.0, TextFormat::simple(font, color));
    append(&crate::viewer::ui::capitalized(&scene.figure), medium(12.0), palette.text1);
    append(&format!("   {}", scene.title), regular(12.0), palette.text2);
    let shown = edit.scene.as_ref() == Some(scene);
    let button = Button::new(text).truncate().selected(shown).min_size(vec2(width - 8.0, 26.0));
    let response = ui.add(button).on_hover_text(format!("{}\n{}", scene.title, scene.caption));
    let label = scene.label();
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    if response.clicked() {
        commands.push(Command::TakeScene(Arc::clone(scene)));
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_share_columns_in_their_order() {
        let talks = Talk::of_papers();
        let lengths = |most| columns_of(talks, most).iter().map(|column| column.len()).collect::<Vec<usize>>();
        assert_eq!(lengths(9), [1, 1, 1, 1, 1, 1]);
        assert_eq!(lengths(3), [2, 1, 3]);
        assert_eq!(lengths(2), [3, 3]);
        assert_eq!(lengths(1), [6]);
    }
}
