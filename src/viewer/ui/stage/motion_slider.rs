//! The slider with which the speaker takes over the motion of a scene.

use crate::session::{Command, State};
use crate::style::{Palette, SliderLook, regular, slider_trough};
use egui::{Align2, CornerRadius, Rect, Ui, UiBuilder, pos2, vec2};

/// In points of the stage.
const WIDTH: f32 = 260.0;
const HEIGHT: f32 = 40.0;
const TEXT: f32 = 13.0;

/// Draws it in the middle of the lower edge of the panes.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, panes: Rect, commands: &mut Vec<Command>) {
    let Some(motion) = state.stage_motion() else { return };
    let width = WIDTH.min(0.8 * panes.width());
    let plate =
        Rect::from_min_size(pos2(panes.center().x - width / 2.0, panes.bottom() - HEIGHT - 8.0), vec2(width, HEIGHT));
    ui.painter().rect_filled(plate, CornerRadius::same(8), palette.plate());
    let text = format!("{}   M: {}", motion.label(), if motion.is_playing() { "hold" } else { "play" });
    let at = pos2(plate.center().x, plate.top() + 11.0);
    ui.painter().text(at, Align2::CENTER_CENTER, text, regular(TEXT), palette.text1);
    let trough = Rect::from_min_max(plate.min + vec2(12.0, 20.0), plate.max - vec2(12.0, 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(trough), |ui| {
        let mut phase = motion.phase();
        let look = SliderLook { name: "Motion", width: trough.width(), range: 0.0..=1.0, zero: 0.0, step: 0.005 };
        if slider_trough(ui, palette, &look, &mut phase).changed() {
            commands.push(Command::HoldStageMotion(phase));
        }
    });
}
