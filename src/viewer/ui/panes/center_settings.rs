use crate::centers::{CenterSettings, Similarity};
use crate::session::{Command, State};
use crate::style::{FieldLook, Palette, SliderLook, number_field, segments, slider_trough};
use egui::Ui;

/// Draws a row with this name, and passes its width to the closure that fills it.
pub type Row<'a> = dyn Fn(&mut Ui, &str, &mut dyn FnMut(&mut Ui, f32)) + 'a;

/// Draws the settings that determine the selected pane's centers of rotation. Colors of similarity follow a slider; the
/// centers are recomputed when its drag ends, because each new value would start a computation.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>, row: &Row<'_>) {
    let pane = state.view.selected_pane;
    let settings = state.edit.pane(pane).centers;
    row(ui, "Similarity", &mut |ui, width| {
        const KINDS: [(Similarity, &str, &str); 3] = [
            (Similarity::JointPairs, "Joint pairs", "Compare the weight ratios of shared joints, as in the paper"),
            (
                Similarity::PlainGaussian,
                "Gaussian",
                "Compare all weights by their distance. Slow, and fails where three joints meet (Le & Hodgins 2016, section 5)",
            ),
            (
                Similarity::InverseSquare,
                "Inverse",
                "One over one plus the squared distance of all weights. Slow; few vertices are entirely unlike (section 5)",
            ),
        ];
        if let Some(similarity) = segments(ui, palette, "Similarity", width, &KINDS, settings.similarity) {
            commands.push(Command::SetCenterSettings { pane, settings: CenterSettings { similarity, ..settings } });
        }
    });
    let held = state.hand.held_centers.filter(|(of, _)| *of == pane).map(|(_, held)| held);
    let mut shown = held.unwrap_or(settings);
    let hint = "How different weights can be and still count as similar. The paper uses 0.1.";
    width_row(ui, palette, ("Sigma", hint), &mut shown.sigma, row);
    let hint = "Edges whose weights differ by more are subdivided. The paper uses 0.1.";
    width_row(ui, palette, ("Epsilon", hint), &mut shown.epsilon, row);
    if ui.input(|input| input.pointer.any_down()) {
        if shown != held.unwrap_or(settings) {
            commands.push(Command::HoldCenterSettings(Some((pane, shown))));
        }
        return;
    }
    if held.is_some() {
        commands.push(Command::HoldCenterSettings(None));
    }
    if shown != settings {
        // Rounds to the two displayed decimals. Untouched values keep their digits.
        let rounded = |now: f64, before: f64| if now == before { before } else { (now * 100.0).round() / 100.0 };
        let sigma = rounded(shown.sigma, settings.sigma);
        let epsilon = rounded(shown.epsilon, settings.epsilon);
        commands.push(Command::SetCenterSettings { pane, settings: CenterSettings { sigma, epsilon, ..settings } });
    }
}

fn width_row(ui: &mut Ui, palette: &Palette, (name, hint): (&str, &str), width: &mut f64, row: &Row<'_>) {
    row(ui, name, &mut |ui, available| {
        let before = *width as f32;
        let mut value = before;
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
        if value != before {
            *width = f64::from(value);
        }
    });
}
