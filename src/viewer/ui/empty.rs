use super::recent_files::{self, ROW};
use crate::bundled;
use crate::files::ModelSource;
use crate::session::{Command, FileRequest, Opening, State};
use crate::style::{Palette, elided_middle, icons, medium, primary_button, quiet_button, regular, semibold};
use egui::{Align, CornerRadius, Layout, Rect, RichText, Stroke, Ui, UiBuilder, vec2};

/// Width of the icon and padding of a button.
const QUIET_BUTTON_EDGES: f32 = 46.0;

/// Height of everything except the recent files.
const HEIGHT: f32 = 300.0;

/// The window with nothing open: ways to get started.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let area = ui.max_rect();
    ui.painter().rect_filled(area, CornerRadius::same(6), palette.panel);
    let zone = area.shrink(20.0);
    let hovered = state.interface.file_hovers;
    let dash = if hovered { Stroke::new(1.5, palette.accent) } else { Stroke::new(1.0, palette.line_strong) };
    let corners = [zone.left_top(), zone.right_top(), zone.right_bottom(), zone.left_bottom(), zone.left_top()];
    ui.painter().extend(egui::Shape::dashed_line(&corners, dash, 5.0, 4.0));
    let recent = state.documents.recent.files().len() as f32 * ROW;
    let list = recent.min(area.height() - HEIGHT - 80.0).max(0.0);
    let shows_recent = list >= ROW && !state.jobs.loader.opening.is_running();
    let height = if shows_recent { HEIGHT + list + 30.0 } else { HEIGHT };
    let block = Rect::from_center_size(area.center(), vec2((area.width() - 60.0).min(560.0), height));
    ui.scope_builder(UiBuilder::new().max_rect(block).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new(icons::PERSON).font(icons::font(44.0)).color(palette.text3));
        ui.add_space(8.0);
        if let Some(opening) = state.jobs.loader.opened_now() {
            return shows_opening(ui, palette, opening, commands);
        }
        let title = if hovered { "Drop to open" } else { "Drop a glTF file here" };
        ui.label(RichText::new(title).font(semibold(20.0)).color(palette.text1));
        ui.label(
            RichText::new("A character as .glb or .gltf, or a .skinscope session")
                .font(regular(13.0))
                .color(palette.text3),
        );
        ui.add_space(14.0);
        if primary_button(ui, palette, icons::FOLDER_OPEN, "Open file").clicked() {
            commands.push(Command::RequestFile(FileRequest::OpenModel));
        }
        if shows_recent {
            ui.add_space(22.0);
            ui.label(RichText::new("Recent files").font(regular(12.0)).color(palette.text3));
            ui.add_space(2.0);
            let width = ui.available_width();
            egui::ScrollArea::vertical().max_height(list).auto_shrink([false, true]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                recent_files::rows(ui, palette, &state.documents, width, commands);
            });
        }
        ui.add_space(22.0);
        ui.label(RichText::new("or start with a bundled model").font(regular(12.0)).color(palette.text3));
        ui.add_space(6.0);
        bundled_models(ui, palette, commands);
    });
}

/// Shows the model that is being opened, its progress, and a button to cancel.
fn shows_opening(ui: &mut Ui, palette: &Palette, opening: Opening<'_>, commands: &mut Vec<Command>) {
    let (title, _) =
        elided_middle(ui.painter(), &format!("Opening {}", opening.name), &semibold(20.0), ui.available_width());
    ui.label(RichText::new(title).font(semibold(20.0)).color(palette.text1));
    let stage = opening.stage();
    ui.label(RichText::new(super::capitalized(&stage)).font(regular(13.0)).color(palette.text3));
    ui.add_space(12.0);
    let (bar, _) = ui.allocate_exact_size(vec2(260.0, 4.0), egui::Sense::hover());
    ui.painter().rect_filled(bar, CornerRadius::same(2), palette.track);
    let done = Rect::from_min_size(bar.min, vec2(bar.width() * opening.fraction(), bar.height()));
    ui.painter().rect_filled(done, CornerRadius::same(2), palette.accent);
    ui.add_space(18.0);
    if quiet_button(ui, palette, icons::X, "Cancel").on_hover_text("Stop opening (Esc)").clicked() {
        commands.push(Command::CancelOpening);
    }
}

/// A button for each bundled model, in as many rows as needed.
fn bundled_models(ui: &mut Ui, palette: &Palette, commands: &mut Vec<Command>) {
    let gap = ui.spacing().item_spacing.x;
    let room = ui.available_width();
    let width = |name: &str| {
        let galley = ui.painter().layout_no_wrap(name.to_owned(), medium(13.0), palette.text1);
        galley.size().x + QUIET_BUTTON_EDGES
    };
    let mut rows: Vec<(Vec<&bundled::BundledModel>, f32)> = Vec::new();
    for model in &bundled::MODELS {
        let width = width(model.name);
        match rows.last_mut() {
            Some((row, taken)) if *taken + gap + width <= room => {
                row.push(model);
                *taken += gap + width;
            }
            _ => rows.push((vec![model], width)),
        }
    }
    for (row, taken) in rows {
        ui.horizontal(|ui| {
            ui.add_space(((room - taken) / 2.0).max(0.0));
            for model in row {
                let button = quiet_button(ui, palette, icons::CUBE, model.name);
                if button.on_hover_text(model.description).clicked() {
                    commands.push(Command::Open(ModelSource::Bundled(model.name)));
                }
            }
        });
    }
}
