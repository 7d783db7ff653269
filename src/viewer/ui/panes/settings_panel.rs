use super::center_settings::Row;
use crate::model::ScaleKind;
use crate::session::{Command, State};
use crate::skinning::{BlendFactor, Phases, SkinningSettings};
use crate::style::{FieldLook, Palette, SliderLook, number_field, segments, slider_trough};
use crate::view::SkinPaint;
use crate::viewer::pictures::Pictures;
use egui::Ui;

/// Draws the settings of the selected pane.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, pictures: &Pictures, commands: &mut Vec<Command>) {
    pane_settings(ui, palette, state, commands);
    crate::viewer::ui::separator(ui, palette);
    super::look_panel::show(ui, palette, state, commands);
    crate::viewer::ui::separator(ui, palette);
    super::about_view::show(ui, palette, state, pictures, commands);
}

fn pane_settings(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let pane = state.view.selected_pane;
    let pane_settings = state.edit.pane(pane);
    let settings = pane_settings.skinning;
    let note = if state.edit.panes.len() > 1 { "selected" } else { "" };
    crate::viewer::ui::section(ui, palette, &format!("Pane {}", pane + 1), note);
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
    super::method_choice::method_row(ui, palette, "Method", settings.method, &row, &mut |method| {
        commands.push(Command::SetMethod { pane, method });
    });
    super::method_choice::antipodality_row(ui, ("Antipodality", "Antipodality"), settings, &row, &mut |antipodality| {
        commands.push(Command::SetAntipodality { pane, antipodality });
    });
    if settings.method.takes_blend() {
        row(ui, "Blend", &mut |ui, width| {
            let mut blend = settings.blend.get();
            let look = SliderLook {
                name: "Blend",
                width: width - 70.0,
                range: 0.0..=1.0,
                zero: 0.5,
                step: 0.01,
                marks: &[],
                limit: None,
                goes_on: false,
            };
            let trough = slider_trough(ui, palette, &look, &mut blend).rect.shrink2(egui::vec2(7.0, 0.0));
            // Labels below the two ends.
            for (at, anchor, text) in [
                (trough.left_bottom(), egui::Align2::LEFT_TOP, "LBS"),
                (trough.right_bottom(), egui::Align2::RIGHT_TOP, "DQS"),
            ] {
                ui.painter().text(at, anchor, text, crate::style::regular(12.0), palette.text3);
            }
            let name = "Blend from LBS (0) to DQS (1)";
            let look = FieldLook { name, width: 62.0, decimals: 2, suffix: "", letter: None, speed: 0.005 };
            number_field(ui, palette, look, &mut blend);
            if blend != settings.blend.get() {
                commands.push(Command::SetBlend { pane, blend: BlendFactor::nearest(blend) });
            }
        });
        ui.add_space(12.0);
    }
    number_rows(ui, palette, pane, settings, commands, &row);
    row(ui, "Joint scale", &mut |ui, width| {
        const KINDS: [(ScaleKind, &str, &str); 2] = [
            (ScaleKind::Local, "Local", "A joint's scale affects only its own skin and the offsets of its children"),
            (ScaleKind::Inherited, "Inherited", "Children inherit their parent's scale, as in glTF"),
        ];
        if let Some(scale_kind) = segments(ui, palette, "Joint scale", width, &KINDS, settings.scale_kind) {
            commands.push(Command::SetScaleKind { pane, scale_kind });
        }
    });
    if settings.method.has_first_phase() {
        row(ui, "Phases", &mut |ui, width| {
            const PHASES: [(Phases, &str, &str); 2] = [
                (Phases::Both, "Both", "Scale and shear in the rest pose, then the rigid motions"),
                (Phases::First, "First alone", "Only what scale and shear do to the skin in the rest pose"),
            ];
            if let Some(phases) = segments(ui, palette, "Phases", width, &PHASES, settings.chosen_phases) {
                commands.push(Command::SetPhases { pane, phases });
            }
        });
    }
    super::stored_settings::show(ui, palette, state, commands, &row);
    if pane_settings.needs_centers() || pane_settings.look.paint == SkinPaint::Similarity {
        super::center_settings::show(ui, palette, state, commands, &row);
    }
    let models = state.names_of_models(state.model_of_pane(&pane_settings));
    super::compare_panel::show(ui, palette, pane, &pane_settings, models, commands, &row);
    ui.add_space(4.0);
    ui.label(crate::viewer::ui::hint(palette, settings.method.row().summary));
    ui.add_space(4.0);
    super::method_card::show(ui, palette, state);
}

/// A slider for each number that a method of the user's own declares.
fn number_rows(
    ui: &mut Ui,
    palette: &Palette,
    pane: usize,
    settings: SkinningSettings,
    commands: &mut Vec<Command>,
    row: &Row<'_>,
) {
    let numbers = settings.method.numbers();
    let values = settings.numbers.values(&numbers);
    for (place, (number, shown)) in numbers.iter().zip(values).enumerate() {
        let hover = format!("{} from {} to {}, usually {}", number.name, number.least, number.most, number.usual);
        let hover = if number.words.is_empty() { hover } else { format!("{}\n{hover}", number.words) };
        let mut shown_name = number.name.replace('_', " ");
        shown_name[..1].make_ascii_uppercase();
        row(ui, &shown_name, &mut |ui, width| {
            let mut value = shown;
            let span = number.most - number.least;
            let look = SliderLook {
                name: &shown_name,
                width: width - 70.0,
                range: number.least..=number.most,
                zero: number.usual,
                step: span / 100.0,
                marks: &[],
                limit: None,
                goes_on: false,
            };
            slider_trough(ui, palette, &look, &mut value).on_hover_text(&hover);
            let decimals = if span < 20.0 { 2 } else { 0 };
            let name = format!("Value of {shown_name}");
            let look = FieldLook { name: &name, width: 62.0, decimals, suffix: "", letter: None, speed: span / 200.0 };
            number_field(ui, palette, look, &mut value);
            if value != shown {
                commands.push(Command::SetNumber { pane, place, value: Some(number.nearest(value)) });
            }
        });
    }
}
