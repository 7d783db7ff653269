//! The slider with which the speaker controls the motion of a scene.

use crate::session::{Command, State};
use crate::style::{Palette, SliderLook, elided_middle, regular, slider_trough};
use egui::{Align2, Rect, Ui, UiBuilder, pos2, vec2};

/// Height in points of the stage.
pub const HEIGHT: f32 = 30.0;
const WIDTH: f32 = 420.0;
const TEXT: f32 = 14.0;
/// Gap between the slider and its words, and between the words and the edge of the stage.
const BESIDE: f32 = 14.0;

/// Draws the slider in a strip below the panes.
pub fn show(ui: &mut Ui, palette: &Palette, state: &State, strip: Rect, commands: &mut Vec<Command>) {
    let Some(motion) = state.stage_motion() else { return };
    let width = WIDTH.min(0.5 * strip.width());
    let trough = Rect::from_center_size(strip.center(), vec2(width, 0.6 * HEIGHT));
    let beside = |x: f32| pos2(x, strip.center().y);
    let key = if motion.is_playing() { "M: hold" } else { "M: play" };
    let text = |at, anchor, text: &str, ink| ui.painter().text(at, anchor, text, regular(TEXT), ink);
    let room = trough.left() - strip.left() - 2.0 * BESIDE;
    let (label, _) = elided_middle(ui.painter(), &motion.label(), &regular(TEXT), room);
    text(beside(trough.left() - BESIDE), Align2::RIGHT_CENTER, &label, palette.text1);
    text(beside(trough.right() + BESIDE), Align2::LEFT_CENTER, key, palette.text3);
    ui.scope_builder(UiBuilder::new().max_rect(trough), |ui| {
        let mut phase = motion.phase();
        let look = SliderLook {
            name: "Motion",
            width,
            range: 0.0..=1.0,
            zero: 0.0,
            step: 0.005,
            marks: &[],
            limit: None,
            goes_on: false,
        };
        if slider_trough(ui, palette, &look, &mut phase).changed() {
            commands.push(Command::HoldStageMotion(phase));
        }
    });
}
