use super::center_settings::Row;
use crate::math::counted;
use crate::model::{MostInfluences, MostSurroundingJoints, PositionBits, StoredSkin, WeightBits};
use crate::session::{Command, ShownCost, State};
use crate::style::{Palette, icons, quiet_button, segments};
use egui::Ui;

/// Draws what is kept of the selected pane's skin, and what it costs that the rest is dropped.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>, row: &Row<'_>) {
    let pane = state.view.selected_pane;
    let stored = state.edit.pane(pane).skinning.stored;
    let mut chosen = stored;
    row(ui, "Influences", &mut |ui, width| {
        const COUNTS: [(Option<MostInfluences>, &str, &str); 6] = [
            (None, "All", "Keep all influences of the file"),
            (MostInfluences::new(8), "8", "Keep the 8 heaviest influences of each vertex, divided by their sum"),
            (MostInfluences::new(4), "4", "Keep the 4 heaviest influences of each vertex, as most game engines do"),
            (MostInfluences::new(3), "3", "Keep the 3 heaviest influences of each vertex"),
            (MostInfluences::new(2), "2", "Keep the 2 heaviest influences of each vertex"),
            (MostInfluences::new(1), "1", "Move each vertex with its heaviest joint alone"),
        ];
        if let Some(most_influences) = segments(ui, palette, "Influences", width, &COUNTS, stored.most_influences) {
            chosen.most_influences = most_influences;
        }
    });
    row(ui, "Weights", &mut |ui, width| {
        const BITS: [(Option<WeightBits>, &str, &str); 3] = [
            (None, "Full", "Keep the weights of the file"),
            (Some(WeightBits::Sixteen), "16 bits", "Round each weight to 1/65535"),
            (Some(WeightBits::Eight), "8 bits", "Round each weight to 1/255; weights below half of that are dropped"),
        ];
        if let Some(weight_bits) = segments(ui, palette, "Weights", width, &BITS, stored.weight_bits) {
            chosen.weight_bits = weight_bits;
        }
    });
    row(ui, "Positions", &mut |ui, width| {
        const BITS: [(Option<PositionBits>, &str, &str); 4] = [
            (None, "Full", "Keep the positions of the file"),
            (PositionBits::new(16), "16 bits", "Round positions to 1/65535 of the extent"),
            (PositionBits::new(14), "14 bits", "Round positions to 1/16383 of the extent, the default of gltfpack"),
            (PositionBits::new(12), "12 bits", "Round positions to 1/4095 of the extent"),
        ];
        if let Some(position_bits) = segments(ui, palette, "Positions", width, &BITS, stored.position_bits) {
            chosen.position_bits = position_bits;
        }
    });
    if state.edit.pane(pane).skinning.method.reads_moments() {
        row(ui, "Surroundings", &mut |ui, width| {
            const COUNTS: [(Option<MostSurroundingJoints>, &str, &str); 4] = [
                (None, "All", "Keep up to 32 joints in the smoothed surroundings of each vertex"),
                (MostSurroundingJoints::new(16), "16", "Keep the 16 heaviest joints of the surroundings"),
                (
                    MostSurroundingJoints::new(8),
                    "8",
                    "Keep the 8 heaviest joints of the surroundings: nearly the same skin",
                ),
                (
                    MostSurroundingJoints::new(4),
                    "4",
                    "Keep the 4 heaviest joints of the surroundings: seen where fingers meet",
                ),
            ];
            let now = stored.most_surrounding_joints;
            if let Some(most) = segments(ui, palette, "Surroundings", width, &COUNTS, now) {
                chosen.most_surrounding_joints = most;
            }
        });
    }
    if chosen != stored {
        commands.push(Command::SetStored { pane, stored: chosen });
    }
    if let Some(shown) = state.shown_cost().filter(|_| stored != StoredSkin::FULL) {
        cost(ui, palette, state, shown, commands);
    }
}

fn cost(ui: &mut Ui, palette: &Palette, state: &State, shown: ShownCost<'_>, commands: &mut Vec<Command>) {
    if let Some(cost) = shown.cost {
        let distance = cost.distance;
        let text = match cost.worst {
            None => "Nothing is lost: the skin is where the full one is.".to_owned(),
            Some(_) => format!(
                "Up to {:.3}% of the extent from the full skin, 99 of 100 vertices within {:.3}%, in {} of single joints",
                100.0 * distance.largest,
                100.0 * distance.percentile_99,
                counted(cost.poses, "pose", "poses")
            ),
        };
        let color = if shown.is_outdated { palette.text3 } else { palette.text1 };
        ui.add(egui::Label::new(crate::viewer::ui::label(palette, &text).color(color)).wrap());
    }
    if let Some(fraction) = shown.fraction.filter(|_| shown.is_outdated) {
        ui.label(crate::viewer::ui::hint(palette, &format!("Comparing with the full skin: {:.0}%", 100.0 * fraction)));
    }
    if state.worst_stored().is_some() {
        let response = quiet_button(ui, palette, icons::CROSSHAIR, "Show the worst pose");
        if response.on_hover_text("Take the pose with the largest distance, and look at its vertex").clicked() {
            commands.push(Command::JumpToStored);
        }
    }
    ui.add_space(4.0);
}
