//! The dialog that copies and saves pictures.

use crate::session::{Command, FileRequest, PictureOf, PictureOptions, PictureSize, State};
use crate::style::{Palette, check_box, icons, primary_button, quiet_button, segments, semibold};
use egui::{DragValue, Frame, Id, Modal, RichText, Ui};

const WIDTH: f32 = 440.0;

pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    if !state.interface.picture_dialog || state.documents.first.is_none() {
        return;
    }
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("picture dialog")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.label(RichText::new("Save picture").font(semibold(15.0)).color(palette.text1));
        ui.add_space(10.0);
        let mut options = state.interface.settings.picture;
        show_options(ui, palette, state, &mut options);
        if options != state.interface.settings.picture {
            commands.push(Command::SetPictureOptions(options));
        }
        ui.add_space(14.0);
        buttons(ui, palette, options, commands);
    });
    if dialog.backdrop_response.clicked() {
        commands.push(Command::ShowPictureDialog(false));
    }
}

fn show_options(ui: &mut Ui, palette: &Palette, state: &State, options: &mut PictureOptions) {
    if state.edit.panes.len() > 1 {
        let pane = state.view.selected_pane;
        let pane = format!("Pane {}, {}", pane + 1, state.edit.pane(pane).skinning.method.short_name());
        let choices = [
            (PictureOf::AllPanes, "All panes", "A picture of all panes"),
            (PictureOf::SelectedPane, pane.as_str(), "A picture of the selected pane"),
        ];
        if let Some(of) = segments(ui, palette, "Panes of the picture", WIDTH, &choices, options.of) {
            options.of = of;
        }
        ui.add_space(10.0);
    }
    const SIZES: [(PictureSize, &str, &str); 5] = [
        (PictureSize::Screen, "On screen", "As many pixels as on the screen"),
        (PictureSize::FullHd, "1080p", "1920 x 1080 pixels"),
        (PictureSize::UltraHd, "4K", "3840 x 2160 pixels"),
        (PictureSize::EightK, "8K", "7680 x 4320 pixels"),
        (PictureSize::Custom, "Custom", "Another size"),
    ];
    if let Some(size) = segments(ui, palette, "Size of the picture", WIDTH, &SIZES, options.size) {
        options.size = size;
    }
    ui.add_space(6.0);
    size_row(ui, palette, state, options);
    ui.add_space(6.0);
    if check_box(ui, palette, options.labels, "Titles, caption and legends") {
        options.labels = !options.labels;
    }
    if check_box(ui, palette, options.transparent, "Transparent background") {
        options.transparent = !options.transparent;
    }
    ui.add_space(4.0);
    let note = "A saved picture holds its scene, so it can be opened here again, and the command that draws it.";
    ui.add(egui::Label::new(super::hint(palette, note)).wrap());
    super::left_out(ui, palette, state);
}

/// Draws the size in pixels, which the user can change if it is a custom one.
fn size_row(ui: &mut Ui, palette: &Palette, state: &State, options: &mut PictureOptions) {
    ui.horizontal(|ui| {
        ui.set_height(24.0);
        if options.size != PictureSize::Custom {
            let [width, height] = state.picture_pixels(options);
            ui.label(super::label(palette, &format!("{width} x {height} pixels")));
            return;
        }
        let range = PictureOptions::SMALLEST_SIDE..=PictureOptions::LARGEST_SIDE;
        let [width, height] = &mut options.custom_pixels;
        for (name, between, side) in [("Width in pixels", "x", width), ("Height in pixels", "pixels", height)] {
            let field = ui.add(DragValue::new(side).range(range.clone()).speed(8.0));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
            field.on_hover_text(name);
            ui.label(super::label(palette, between));
        }
    });
}

fn buttons(ui: &mut Ui, palette: &Palette, options: PictureOptions, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if primary_button(ui, palette, icons::DOWNLOAD, "Save").clicked() {
            commands.push(Command::ShowPictureDialog(false));
            commands.push(Command::RequestFile(FileRequest::SavePicture));
        }
        if quiet_button(ui, palette, icons::COPY, "Copy").clicked() {
            commands.push(Command::ShowPictureDialog(false));
            commands.push(Command::CopyPicture(options));
        }
        if quiet_button(ui, palette, "", "Cancel").clicked() {
            commands.push(Command::ShowPictureDialog(false));
        }
    });
}
