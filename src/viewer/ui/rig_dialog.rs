//! The dialog that exports the model.

use crate::session::{Command, Document, FileRequest, RigOptions, State};
use crate::style::{Palette, check_box, icons, primary_button, quiet_button, segments, semibold};
use egui::{Frame, Id, Modal, RichText, Ui};

const WIDTH: f32 = 440.0;

pub fn show(ui: &Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let Some(document) = state.documents.first.as_ref().filter(|_| state.interface.rig_dialog) else { return };
    let frame = Frame::popup(ui.style()).inner_margin(20);
    let dialog = Modal::new(Id::unique("rig dialog")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH);
        ui.label(RichText::new("Export model").font(semibold(15.0)).color(palette.text1));
        ui.add_space(10.0);
        let before = state.rig_options();
        let mut options = before;
        if document.model.has_skin() {
            show_options(ui, palette, state, document, &mut options);
        }
        if options != before {
            commands.push(Command::SetRigOptions(state.interface.settings.rig.changed(before, options)));
        }
        ui.add_space(8.0);
        for line in needs(state, document, options) {
            ui.add(egui::Label::new(super::hint(palette, &line)).wrap());
        }
        ui.add_space(14.0);
        buttons(ui, palette, commands);
    });
    if dialog.backdrop_response.clicked() {
        commands.push(Command::ShowRigDialog(false));
    }
}

fn show_options(ui: &mut Ui, palette: &Palette, state: &State, document: &Document, options: &mut RigOptions) {
    let pane = state.view.selected_pane;
    if let Some(method) = state.selected_look() {
        let look = format!("Look of pane {}, {}", pane + 1, method.short_name());
        let choices = [
            (false, "Weights of the model", "Other programs show it as LBS does"),
            (true, look.as_str(), "Helper joints and fitted weights make linear blending look like the pane"),
        ];
        if let Some(bakes_look) = segments(ui, palette, "Look of the file", WIDTH, &choices, options.bakes_look) {
            options.bakes_look = bakes_look;
        }
    } else {
        ui.add(egui::Label::new(super::label(palette, &other_look(state, pane))).wrap());
    }
    ui.add_space(10.0);
    if options.bakes_look {
        const HELPERS: [(Option<u8>, &str, &str); 4] = [
            (None, "As needed", "As many helpers as bring each joint near enough to the look"),
            (Some(1), "1", "One helper of each joint that bends skin"),
            (Some(2), "2", "Two helpers of each joint that bends skin"),
            (Some(3), "3", "Three helpers of each joint that bends skin"),
        ];
        labeled(ui, palette, "Helper joints", &HELPERS, &mut options.helpers);
        if !document.model.clips.is_empty() {
            const MOVED: [(bool, &str, &str); 2] = [
                (false, "In any pose", "Constraints turn them by parts of their joint's turn; clips have keys"),
                (
                    true,
                    "In clips only",
                    "Keys of their own in each clip come nearer to the look; in other poses they stand still",
                ),
            ];
            labeled(ui, palette, "Helpers move", &MOVED, &mut options.clips_only);
        }
    }
    let most = document.max_influences;
    let has = format!("All, {most}");
    let [all, eight, four] = RigOptions::INFLUENCES;
    let mut choices = vec![
        (all, has.as_str(), "As many influences of a vertex as the model has"),
        (eight, "8", "Two sets of joints and weights, which some programs do not read"),
        (four, "4", "One set of joints and weights, which every program reads"),
    ];
    choices.retain(|(count, ..)| count.is_none_or(|count| usize::from(count) < most));
    if choices.len() > 1 {
        labeled(ui, palette, "Influences", &choices, &mut options.influences);
    }
    if options.bakes_look
        && !options.clips_only
        && check_box(ui, palette, options.writes_script, "Script for Blender beside the file")
    {
        options.writes_script = !options.writes_script;
    }
}

/// How another look than that of linear blending gets into the file.
fn other_look(state: &State, pane: usize) -> String {
    let what = format!("Pane {} shows LBS, as other programs do.", pane + 1);
    match state.pane_to_bake() {
        Some(other) => {
            let method = state.edit.pane(other).skinning.method.short_name();
            format!("{what} Select pane {} to give the file the look of {method}.", other + 1)
        }
        None => format!("{what} Select a pane with another method to give the file its look."),
    }
}

/// A row of choices after a label.
fn labeled<T: Copy + PartialEq>(
    ui: &mut Ui,
    palette: &Palette,
    label: &str,
    choices: &[(T, &str, &str)],
    chosen: &mut T,
) {
    const LABEL: f32 = 110.0;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(LABEL, 28.0), egui::Sense::hover());
        super::panel_rows::text_at_left(ui.painter(), rect, label, crate::style::regular(13.0), palette.text2);
        let width = ui.available_width();
        if let Some(choice) = segments(ui, palette, label, width, choices, *chosen) {
            *chosen = choice;
        }
    });
    ui.add_space(6.0);
}

/// What the file needs of the program that reads it.
fn needs(state: &State, document: &Document, options: RigOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let influences =
        options.influences.map_or(document.max_influences, |most| document.max_influences.min(most.into()));
    if document.model.has_skin() {
        lines.push(match influences {
            0..=4 => "One set of influences, at most 4 of a vertex, which every program reads.".to_owned(),
            _ => {
                format!("Up to {influences} influences of a vertex need a second set, which some programs do not read.")
            }
        });
    }
    let adds_joints = !state.edit.rig.twists.is_empty() || options.bakes_look;
    if adds_joints && !document.model.clips.is_empty() {
        lines.push("Clips have keys for the added joints, so every program plays them.".to_owned());
    }
    if options.bakes_look && options.clips_only {
        lines.push("In poses that are in no clip, the helper joints stand still.".to_owned());
    } else if options.bakes_look {
        let other =
            "In other poses, node constraints turn the helper joints (VRMC_node_constraint). Blender needs the script.";
        lines.push(other.to_owned());
    }
    lines.push("Materials, morph targets, cameras and all else in the file are kept.".to_owned());
    lines
}

fn buttons(ui: &mut Ui, palette: &Palette, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if primary_button(ui, palette, icons::DOWNLOAD, "Export\u{2026}").clicked() {
            commands.push(Command::ShowRigDialog(false));
            commands.push(Command::RequestFile(FileRequest::ExportRig));
        }
        if quiet_button(ui, palette, "", "Cancel").clicked() {
            commands.push(Command::ShowRigDialog(false));
        }
    });
}
