//! Overlays of a pane and the colors of its skin.

use super::super::command::Command;
use super::super::state::State;
use crate::panes::PaneLook;
use crate::skinning::SkinningMethod;
use crate::style::{Palette, check_box, icon_button, icons, paint_caret, regular};
use crate::viewport::{Overlays, SkinPaint};
use egui::{Align, Align2, ComboBox, Layout, RichText, Ui};

type Toggle = fn(&mut Overlays) -> &mut bool;

/// Name, what it shows, and where it is kept.
const OVERLAYS: [(&str, &str, Toggle); 4] = [
    ("Skeleton", "Joints and bones, seen through the skin", |overlays| &mut overlays.skeleton),
    ("Centers", "Centers of rotation, where the method is CoR", |overlays| &mut overlays.centers),
    ("Grid", "Lines on the ground", |overlays| &mut overlays.grid),
    ("Shadows", "Where the skin comes near the ground", |overlays| &mut overlays.contact_shadow),
];

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.transient.selected_pane;
    let look = state.edit.pane(pane).look;
    header(ui, palette, state, commands);
    if let Some(overlays) = check_boxes(ui, palette, look.overlays) {
        commands.push(Command::SetLook { pane, look: PaneLook { overlays, ..look } });
    }
    ui.add_space(4.0);
    if let Some(paint) = paint_choice(ui, palette, look.paint) {
        commands.push(Command::SetLook { pane, look: PaneLook { paint, ..look } });
    }
}

/// All overlays in two columns; what they become when one is clicked.
pub fn check_boxes(ui: &mut Ui, palette: &Palette, shown: Overlays) -> Option<Overlays> {
    let mut changed = None;
    egui::Grid::new("overlays").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (place, (name, explanation, toggle)) in OVERLAYS.into_iter().enumerate() {
            let mut overlays = shown;
            let on = toggle(&mut overlays);
            *on = !*on;
            let clicked = ui.scope(|ui| check_box(ui, palette, !*on, name));
            clicked.response.on_hover_text(explanation);
            if clicked.inner {
                changed = Some(overlays);
            }
            if place % 2 == 1 {
                ui.end_row();
            }
        }
    });
    changed
}

/// The title, and whether changes count for all panes.
fn header(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Overlays").font(crate::style::semibold(13.0)).color(palette.text1));
        if state.edit.panes.len() > 1 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let linked = state.transient.looks_linked;
                let (icon, name) = if linked {
                    (icons::LINK_SIMPLE, "Change overlays and colors of this pane alone")
                } else {
                    (icons::LINK_SIMPLE_BREAK, "Change overlays and colors of all panes")
                };
                if icon_button(ui, palette, icon, name, true).clicked() {
                    commands.push(Command::LinkLooks(!linked));
                }
                ui.label(super::hint(palette, if linked { "all panes" } else { "this pane" }));
            });
        }
    });
}

/// What the colors of the skin mean, for people.
pub fn paint_name(paint: SkinPaint) -> String {
    match paint {
        SkinPaint::Materials => "Materials".to_owned(),
        SkinPaint::JointWeights => "Weights of the selected joint".to_owned(),
        SkinPaint::DominantJoint => "Heaviest joint".to_owned(),
        SkinPaint::InfluenceCount => "Number of influences".to_owned(),
        SkinPaint::DifferenceTo(method) => format!("Distance to {}", method.short_name()),
    }
}

fn paint_choice(ui: &mut Ui, palette: &Palette, chosen: SkinPaint) -> Option<SkinPaint> {
    let plain = [SkinPaint::Materials, SkinPaint::JointWeights, SkinPaint::DominantJoint, SkinPaint::InfluenceCount];
    let differences = SkinningMethod::ALL.map(SkinPaint::DifferenceTo);
    let mut clicked = None;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(88.0, 28.0), egui::Sense::hover());
        let at = egui::pos2(rect.left(), rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, "Colors", regular(12.0), palette.text2);
        let width = ui.available_width();
        let combo = ComboBox::from_id_salt("paint").icon(paint_caret).width(width);
        let response = combo.selected_text(paint_name(chosen)).show_ui(ui, |ui| {
            for paint in plain.into_iter().chain(differences) {
                if ui.selectable_label(paint == chosen, paint_name(paint)).clicked() {
                    clicked = Some(paint);
                }
            }
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Colors"));
    });
    clicked
}
