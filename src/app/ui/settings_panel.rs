use super::super::command::Command;
use super::super::state::State;
use crate::cli::grouped;
use crate::model::ScaleKind;
use crate::skinning::{Antipodality, BlendFactor, SkinningMethod};
use crate::style::{
    FieldLook, Palette, SliderLook, check_box, method_color, number_field, paint_caret, segments, slider_trough,
};
use crate::viewport::SkinPaint;
use egui::text::{LayoutJob, TextFormat};
use egui::{ComboBox, Grid, RichText, TextStyle, Ui};

/// Settings of the selected pane, and what the file holds.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        pane_settings(ui, palette, state, commands);
        super::separator(ui, palette);
        overlays(ui, palette, state, commands);
        ui.add_space(4.0);
        paint(ui, palette, state, commands);
        super::separator(ui, palette);
        facts(ui, palette, state);
    });
}

fn pane_settings(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.transient.selected_pane;
    let Some(settings) = state.edit.panes.get(pane).copied() else { return };
    let note = if state.edit.panes.len() > 1 { "selected" } else { "" };
    super::section(ui, palette, &format!("Pane {}", pane + 1), note);
    let label_width = 88.0;
    let row = |ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui, f32)| {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(label_width, 28.0), egui::Sense::hover());
            let at = egui::pos2(rect.left(), rect.center().y);
            ui.painter().text(at, egui::Align2::LEFT_CENTER, name, crate::style::regular(12.0), palette.text2);
            let width = ui.available_width();
            add(ui, width);
        });
        ui.add_space(2.0);
    };
    row(ui, "Method", &mut |ui, width| {
        let combo = ComboBox::from_id_salt("method").icon(paint_caret).width(width).truncate();
        let combo = combo.selected_text(named_method(ui, palette, settings.method));
        let response = combo.show_ui(ui, |ui| {
            for method in SkinningMethod::ALL {
                let chip = RichText::new("■  ").color(method_color(method, palette.theme));
                let text = RichText::new(format!("{}, {}", method.short_name(), method.long_name().to_lowercase()));
                // Said before the choice, so that a scaled pose does not surprise.
                let note = super::hint(palette, if method.scales() { "" } else { "no scale" });
                let line = (chip, text, egui::Atom::grow(), note);
                if ui.add(egui::Button::selectable(method == settings.method, line)).clicked() {
                    commands.push(Command::SetMethod { pane, method });
                }
            }
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Method"));
    });
    row(ui, "Antipodality", &mut |ui, width| {
        let combo = ComboBox::from_id_salt("antipodality")
            .icon(paint_caret)
            .width(width)
            .selected_text(settings.antipodality.label());
        let matters = settings.method.blends_quaternions();
        let response = ui.add_enabled_ui(matters, |ui| {
            combo
                .show_ui(ui, |ui| {
                    for mode in Antipodality::ALL {
                        let choice = ui.selectable_label(mode == settings.antipodality, mode.label());
                        if choice.on_hover_text(mode.explanation()).clicked() {
                            commands.push(Command::SetAntipodality { pane, antipodality: mode });
                        }
                    }
                })
                .response
        });
        ui.ctx().accesskit_node_builder(response.inner.id, |node| node.set_label("Antipodality"));
        let hint = if matters { settings.antipodality.explanation() } else { "Matters where quaternions are blended" };
        response.inner.on_hover_text(hint).on_disabled_hover_text(hint);
    });
    if settings.method.takes_blend() {
        row(ui, "Blend", &mut |ui, width| {
            let mut blend = settings.blend.get();
            let look = SliderLook { name: "Blend", width: width - 70.0, range: 0.0..=1.0, zero: 0.5, step: 0.01 };
            let trough = slider_trough(ui, palette, &look, &mut blend).rect.shrink2(egui::vec2(7.0, 0.0));
            // What the ends are, below them.
            for (at, anchor, text) in [
                (trough.left_bottom(), egui::Align2::LEFT_TOP, "LBS"),
                (trough.right_bottom(), egui::Align2::RIGHT_TOP, "DQS"),
            ] {
                ui.painter().text(at, anchor, text, crate::style::regular(11.0), palette.text3);
            }
            let name = "Blend, 0 is LBS, 1 is DQS";
            let look = FieldLook { name, width: 62.0, decimals: 2, suffix: "", letter: None, speed: 0.005 };
            number_field(ui, palette, look, &mut blend);
            if blend != settings.blend.get() {
                commands.push(Command::SetBlend { pane, blend: BlendFactor::nearest(blend) });
            }
        });
        ui.add_space(12.0);
    }
    row(ui, "Scale kind", &mut |ui, width| {
        const KINDS: [(ScaleKind, &str, &str); 2] = [
            (ScaleKind::Local, "Local", "A joint's scale stretches its own skin and the offsets of its children only"),
            (ScaleKind::Inherited, "Inherited", "A child lives in its parent's scaled frame, as glTF says"),
        ];
        if let Some(scale_kind) = segments(ui, palette, "Scale kind", width, &KINDS, settings.scale_kind) {
            commands.push(Command::SetScaleKind { pane, scale_kind });
        }
    });
    if settings.method.needs_centers() {
        super::center_settings::show(ui, palette, state.edit.center_settings, commands, &row);
    }
    ui.add_space(4.0);
    ui.label(super::hint(palette, settings.method.summary()));
    ui.add_space(4.0);
    super::method_card::show(ui, palette, state);
}

/// Chip and name in one piece, so that a long one can be cut: a panel that grew with it would push the panes about.
fn named_method(ui: &Ui, palette: &Palette, method: SkinningMethod) -> LayoutJob {
    let font = TextStyle::Button.resolve(ui.style());
    let mut job = LayoutJob::default();
    job.append("■  ", 0.0, TextFormat::simple(font.clone(), method_color(method, palette.theme)));
    job.append(method.short_name(), 0.0, TextFormat::simple(font, palette.text1));
    job
}

fn overlays(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    super::section(ui, palette, "Overlays", "all panes");
    let shown = state.transient.overlays;
    let choices = [
        ("Skeleton", shown.skeleton, Command::ToggleSkeleton),
        ("Centers", shown.centers, Command::ToggleCenters),
        ("Grid", shown.grid, Command::ToggleGrid),
        ("Shadows", shown.contact_shadow, Command::ToggleShadow),
    ];
    ui.horizontal(|ui| {
        for (name, on, command) in choices {
            if check_box(ui, palette, on, name) {
                commands.push(command);
            }
        }
    });
}

/// What the colors of the skin mean.
fn paint(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(88.0, 28.0), egui::Sense::hover());
        let at = egui::pos2(rect.left(), rect.center().y);
        ui.painter().text(at, egui::Align2::LEFT_CENTER, "Colors", crate::style::regular(12.0), palette.text2);
        let width = ui.available_width();
        let combo = ComboBox::from_id_salt("paint").icon(paint_caret).width(width);
        let response = combo.selected_text(state.transient.paint.label()).show_ui(ui, |ui| {
            for paint in SkinPaint::choices() {
                if ui.selectable_label(paint == state.transient.paint, paint.label()).clicked() {
                    commands.push(Command::SetPaint(paint));
                }
            }
        });
        ui.ctx().accesskit_node_builder(response.response.id, |node| node.set_label("Colors"));
    });
}

fn facts(ui: &mut Ui, palette: &Palette, state: &State) {
    let Some(document) = &state.document else { return };
    let model = &document.model;
    super::section(ui, palette, "Model", &document.origin_label());
    let extent = document.rest_bounds.extent();
    let facts = [
        ("Vertices", grouped(model.vertex_count())),
        ("Triangles", grouped(model.triangle_count())),
        ("Joints", grouped(document.joints.count)),
        ("Influences", format!("up to {} a vertex", document.max_influences)),
        ("Clips", grouped(model.clips.len())),
        ("Longest side", format!("{extent:.3} units")),
    ];
    Grid::new("facts").num_columns(2).min_col_width(88.0).spacing([8.0, 6.0]).show(ui, |ui| {
        for (name, value) in facts {
            ui.label(super::label(palette, name));
            ui.label(RichText::new(value).font(crate::style::regular(12.0)).color(palette.text1));
            ui.end_row();
        }
    });
}
