use crate::centers::{CenterSettings, Similarity};
use crate::session::Command;
use crate::style::{FieldLook, Palette, SliderLook, number_field, segments, slider_trough};
use egui::Ui;

/// Draws a row with this name, and passes its width to the closure that fills it.
pub type Row<'a> = dyn Fn(&mut Ui, &str, &mut dyn FnMut(&mut Ui, f32)) + 'a;

/// The settings that determine a pane's centers of rotation. The centers are recomputed when a drag ends.
pub fn show(
    ui: &mut Ui,
    palette: &Palette,
    pane: usize,
    settings: CenterSettings,
    commands: &mut Vec<Command>,
    row: &Row<'_>,
) {
    let set = |settings: CenterSettings| Command::SetCenterSettings { pane, settings };
    row(ui, "Similarity", &mut |ui, width| {
        const KINDS: [(Similarity, &str, &str); 2] = [
            (Similarity::JointPairs, "Joint pairs", "Compare the weight ratios of shared joints, as in the paper"),
            (
                Similarity::PlainGaussian,
                "Gaussian",
                "Compare all weights by their distance. Slow, and fails where three joints meet (Le & Hodgins 2016, section 5)",
            ),
        ];
        if let Some(similarity) = segments(ui, palette, "Similarity", width, &KINDS, settings.similarity) {
            commands.push(set(CenterSettings { similarity, ..settings }));
        }
    });
    let hint = "How different weights can be and still count as similar. The paper uses 0.1.";
    width_row(ui, palette, ("Sigma", hint), settings.sigma, row, &mut |sigma| {
        commands.push(set(CenterSettings { sigma, ..settings }));
    });
    let hint = "Edges whose weights differ by more are subdivided. The paper uses 0.1.";
    width_row(ui, palette, ("Epsilon", hint), settings.epsilon, row, &mut |epsilon| {
        commands.push(set(CenterSettings { epsilon, ..settings }));
    });
}

fn width_row(
    ui: &mut Ui,
    palette: &Palette,
    (name, hint): (&str, &str),
    width: f64,
    row: &Row<'_>,
    set: &mut dyn FnMut(f64),
) {
    row(ui, name, &mut |ui, available| {
        // Stored while the drag lasts, because each new value would start a computation.
        let id = egui::Id::unique("center width").with(name);
        let held = ui.data(|data| data.get_temp::<f32>(id));
        let mut value = held.unwrap_or(width as f32);
        let look = SliderLook {
            name,
            width: available - 70.0,
            range: 0.01..=0.3,
            zero: 0.1,
            step: 0.01,
            marks: &[],
            limit: None,
            goes_on: false,
        };
        slider_trough(ui, palette, &look, &mut value).on_hover_text(hint);
        let look = FieldLook { name, width: 62.0, decimals: 2, suffix: "", letter: None, speed: 0.002 };
        number_field(ui, palette, look, &mut value);
        if ui.input(|input| input.pointer.any_down()) {
            if value != width as f32 {
                ui.data_mut(|data| data.insert_temp(id, value));
            }
        } else {
            ui.data_mut(|data| data.remove_temp::<f32>(id));
            if value != width as f32 {
                // Round to the two decimals shown.
                set((f64::from(value) * 100.0).round() / 100.0);
            }
        }
    });
}
