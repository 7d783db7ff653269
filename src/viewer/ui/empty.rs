use crate::bundled;
use crate::files::ModelSource;
use crate::session::{Command, FileRequest, State};
use crate::style::{Palette, icons, medium, primary_button, quiet_button, regular, semibold};
use egui::{Align, CornerRadius, Layout, Rect, RichText, Stroke, Ui, UiBuilder, vec2};

/// Icon and padding of a button.
const QUIET_BUTTON_EDGES: f32 = 46.0;

/// The window with nothing open: ways to get started.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let area = ui.max_rect();
    ui.painter().rect_filled(area, CornerRadius::same(6), palette.panel);
    let zone = area.shrink(20.0);
    let hovered = state.transient.file_hovers;
    let dash = if hovered { Stroke::new(1.5, palette.accent) } else { Stroke::new(1.0, palette.line_strong) };
    let corners = [zone.left_top(), zone.right_top(), zone.right_bottom(), zone.left_bottom(), zone.left_top()];
    ui.painter().extend(egui::Shape::dashed_line(&corners, dash, 5.0, 4.0));
    let height = 300.0;
    let block = Rect::from_center_size(area.center(), vec2(area.width().min(560.0), height));
    ui.scope_builder(UiBuilder::new().max_rect(block).layout(Layout::top_down(Align::Center)), |ui| {
        ui.label(RichText::new(icons::PERSON).font(icons::font(44.0)).color(palette.text3));
        ui.add_space(8.0);
        let title = match &state.loader.opening {
            Some(opening) => format!("Opening {}", opening.name),
            None if hovered => "Drop to open".to_owned(),
            None => "Drop a glTF file here".to_owned(),
        };
        ui.label(RichText::new(title).font(semibold(20.0)).color(palette.text1));
        ui.label(RichText::new("A character as .glb or .gltf").font(regular(13.0)).color(palette.text3));
        ui.add_space(14.0);
        if primary_button(ui, palette, icons::FOLDER_OPEN, "Open file").clicked() {
            commands.push(Command::RequestFile(FileRequest::OpenModel));
        }
        ui.add_space(26.0);
        ui.label(RichText::new("or start with a bundled model").font(regular(12.0)).color(palette.text3));
        ui.add_space(6.0);
        bundled_models(ui, palette, commands);
    });
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
