//! Overlays of a pane and the colors of its skin.

use crate::panes::PaneLook;
use crate::session::{Command, State};
use crate::style::{
    FieldLook, Palette, explained_check_box, icon_button, icons, number_field, paint_caret, regular, segments,
};
use crate::view::{Diagram, Overlay, Overlays, PaintRange, Shading, SkinPaint};
use egui::{Align, Align2, ComboBox, Layout, RichText, Ui};

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.view.selected_pane;
    let look = state.edit.pane(pane).look;
    header(ui, palette, state, commands);
    if let Some(overlays) = check_boxes(ui, palette, look.overlays) {
        commands.push(Command::SetLook { pane, look: PaneLook { overlays, ..look } });
    }
    ui.add_space(4.0);
    if let Some(paint) = paint_choice(ui, palette, look.paint, state.second().is_some()) {
        commands.push(Command::SetLook { pane, look: PaneLook { paint, ..look } });
    }
    if look.paint.is_difference() {
        let extent = state.documents.first.as_ref().map_or(1.0, |document| document.rest_bounds.extent());
        if let Some(paint_range) = range_choice(ui, palette, extent, look.paint_range) {
            commands.push(Command::SetLook { pane, look: PaneLook { paint_range, ..look } });
        }
    }
    if let Some(shading) = shading_choice(ui, palette, look.shading) {
        commands.push(Command::SetLook { pane, look: PaneLook { shading, ..look } });
    }
    if let Some(diagram) = diagram_choice(ui, palette, look.diagram) {
        commands.push(Command::SetLook { pane, look: PaneLook { diagram, ..look } });
    }
}

/// Draws all overlays in two columns. Returns the new overlays when one is clicked.
pub fn check_boxes(ui: &mut Ui, palette: &Palette, shown: Overlays) -> Option<Overlays> {
    let mut changed = None;
    egui::Grid::new("overlays").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (index, overlay) in Overlay::in_menus().enumerate() {
            let (on, row) = (shown.has(overlay), overlay.row());
            if explained_check_box(ui, palette, on, row.label, row.description) {
                changed = Some(shown.with(overlay, !on));
            }
            if index % 2 == 1 {
                ui.end_row();
            }
        }
    });
    changed
}

/// Draws the title, and the switch that applies changes to all panes.
fn header(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Overlays").font(crate::style::semibold(13.0)).color(palette.text1));
        if state.edit.panes.len() > 1 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let linked = state.interface.looks_linked;
                let (icon, name) = if linked {
                    (icons::LINK_SIMPLE, "Change overlays and colors in this pane only")
                } else {
                    (icons::LINK_SIMPLE_BREAK, "Change overlays and colors in all panes")
                };
                if icon_button(ui, palette, icon, name, true).clicked() {
                    commands.push(Command::LinkLooks(!linked));
                }
                ui.label(crate::viewer::ui::hint(palette, if linked { "all panes" } else { "this pane" }));
            });
        }
    });
}

fn paint_choice(ui: &mut Ui, palette: &Palette, chosen: SkinPaint, two_models: bool) -> Option<SkinPaint> {
    let mut clicked = None;
    named_row(ui, palette, "Colors", &mut |ui, width| {
        let combo = ComboBox::from_id_salt("paint").icon(paint_caret).width(width).truncate().height(520.0);
        let response = combo.selected_text(chosen.label()).show_ui(ui, |ui| {
            let of_models = SkinPaint::OF_TWO_MODELS.into_iter().filter(|_| two_models);
            let (common, more): (Vec<_>, Vec<_>) =
                SkinPaint::choices().chain(of_models).partition(|paint| paint.is_common());
            let mut choose = |ui: &mut Ui, paints: &[SkinPaint]| {
                for &paint in paints {
                    if ui.selectable_label(paint == chosen, paint.label()).clicked() {
                        clicked = Some(paint);
                    }
                }
            };
            choose(ui, &common);
            ui.menu_button("More", |ui| choose(ui, &more));
        });
        Some(response.response.id)
    });
    clicked
}

fn shading_choice(ui: &mut Ui, palette: &Palette, chosen: Shading) -> Option<Shading> {
    let mut clicked = None;
    named_row(ui, palette, "Shading", &mut |ui, width| {
        let combo = ComboBox::from_id_salt("shading").icon(paint_caret).width(width);
        let response = combo.selected_text(chosen.label()).show_ui(ui, |ui| {
            for shading in Shading::ALL {
                let choice = ui.selectable_label(shading == chosen, shading.label());
                if choice.on_hover_text(shading.row().description).clicked() {
                    clicked = Some(shading);
                }
            }
        });
        Some(response.response.id)
    });
    clicked
}

/// Draws the choice of a diagram. Returns the new choice, which may be none.
fn diagram_choice(ui: &mut Ui, palette: &Palette, chosen: Option<Diagram>) -> Option<Option<Diagram>> {
    let mut clicked = None;
    named_row(ui, palette, "Diagram", &mut |ui, width| {
        let combo = ComboBox::from_id_salt("diagram").icon(paint_caret).width(width).truncate();
        let response = combo.selected_text(chosen.map_or("None", Diagram::label)).show_ui(ui, |ui| {
            if ui.selectable_label(chosen.is_none(), "None").clicked() {
                clicked = Some(None);
            }
            for diagram in Diagram::ALL {
                let choice = ui.selectable_label(chosen == Some(diagram), diagram.label());
                if choice.on_hover_text(diagram.description()).clicked() {
                    clicked = Some(Some(diagram));
                }
            }
        });
        Some(response.response.id)
    });
    clicked
}

/// Draws the choice of the value at the far end of a difference map: the largest of all panes, or a typed length.
fn range_choice(ui: &mut Ui, palette: &Palette, extent: f32, chosen: PaintRange) -> Option<PaintRange> {
    const KINDS: [(bool, &str, &str); 2] = [
        (false, "Auto", "Up to the largest distance in any pane"),
        (true, "Fixed", "Up to a distance that you set, in scene units"),
    ];
    let mut changed = None;
    named_row(ui, palette, "Range", &mut |ui, width| {
        let fixed = matches!(chosen, PaintRange::Fixed(_));
        if let Some(fixed) = segments(ui, palette, "Range", width - 84.0, &KINDS, fixed) {
            changed = Some(if fixed { PaintRange::Fixed(extent * 0.02) } else { PaintRange::Automatic });
        }
        let mut range = if let PaintRange::Fixed(range) = chosen { range } else { 0.0 };
        let before = range;
        let speed = (extent * 1e-4).max(1e-6);
        let look = FieldLook { name: "Range in units", width: 76.0, decimals: 3, suffix: "", letter: None, speed };
        ui.add_enabled_ui(fixed, |ui| number_field(ui, palette, look, &mut range));
        if range != before && range.is_finite() {
            changed = Some(PaintRange::Fixed(range.max(1e-6 * extent)));
        }
        None
    });
    changed
}

/// Draws a name at the left, with its control next to it.
fn named_row(ui: &mut Ui, palette: &Palette, name: &str, add: &mut dyn FnMut(&mut Ui, f32) -> Option<egui::Id>) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(88.0, 28.0), egui::Sense::hover());
        let at = egui::pos2(rect.left(), rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, name, regular(12.0), palette.text2);
        let width = ui.available_width();
        if let Some(id) = add(ui, width) {
            ui.ctx().accesskit_node_builder(id, |node| node.set_label(name));
        }
    });
}
