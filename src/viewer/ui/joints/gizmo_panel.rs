//! The choice of handles for the selected joint, and of the axes they follow.

use crate::posing::{AxisFrame, Limb};
use crate::session::user_commands::{MOVE_BY_POINTER, ROTATE_BY_POINTER, SCALE_BY_POINTER, UserCommand};
use crate::session::{Command, GizmoSettings, State};
use crate::style::{Palette, SliderLook, check_box, segments, slider_trough};
use crate::view::{GizmoTool, angle_text};
use egui::Ui;

const FRAMES: [(AxisFrame, &str, &str); 3] = [
    (AxisFrame::Local, "Local", "The joint's own axes"),
    (AxisFrame::Parent, "Parent", "The parent joint's axes"),
    (AxisFrame::World, "World", "The axes of the scene"),
];

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let settings = state.hand.gizmo;
    let width = ui.available_width();
    let hints = [&ROTATE_BY_POINTER, &MOVE_BY_POINTER, &SCALE_BY_POINTER].map(UserCommand::tooltip);
    let tools = [
        (GizmoTool::Rotate, "Rotate", hints[0].as_str()),
        (GizmoTool::Move, "Move", hints[1].as_str()),
        (GizmoTool::Scale, "Scale", hints[2].as_str()),
    ];
    if let Some(tool) = segments(ui, palette, "Handles", width, &tools, settings.tool) {
        commands.push(Command::SetGizmo(GizmoSettings { tool, ..settings }));
    }
    if settings.tool != GizmoTool::Scale
        && let Some(frame) = segments(ui, palette, "Axes", width, &FRAMES, settings.frame)
    {
        commands.push(Command::SetGizmo(GizmoSettings { frame, ..settings }));
    }
    if settings.tool == GizmoTool::Move
        && let Some(limb) = state.selected_limb()
    {
        limb_rows(ui, palette, state, limb, commands);
    }
}

/// Rows that set whether the limb bends when its end is moved, and the direction of its elbow or knee.
fn limb_rows(ui: &mut Ui, palette: &Palette, state: &State, limb: Limb, commands: &mut Vec<Command>) {
    let settings = state.hand.gizmo;
    let bends_limb = settings.bends_limb;
    if check_box(ui, palette, bends_limb, "Bend limb (IK)") {
        commands.push(Command::SetGizmo(GizmoSettings { bends_limb: !bends_limb, ..settings }));
    }
    if !bends_limb {
        return;
    }
    let Some(mut degrees) = state.limb_swing_degrees(limb) else {
        ui.label(crate::viewer::ui::hint(palette, "The limb is straight. Bend it first, then swing it."));
        return;
    };
    ui.horizontal(|ui| {
        ui.label(crate::viewer::ui::label(palette, "Swing"));
        let width = ui.available_width() - 70.0;
        let look = SliderLook {
            name: "Swing of the limb",
            width,
            range: -180.0..=180.0,
            zero: 0.0,
            step: 1.0,
            marks: &[],
            limit: None,
            goes_on: false,
        };
        let slider = slider_trough(ui, palette, &look, &mut degrees);
        ui.label(crate::viewer::ui::label(palette, &angle_text(degrees)));
        if slider.changed() {
            commands.push(Command::SwingLimb { limb, degrees });
        }
        slider.on_hover_text(
            "Rotate the elbow or knee about the line between the limb's ends. At 0, it points to the character's front.",
        );
    });
}
