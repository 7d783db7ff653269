//! Which handles are over the selected joint, and whose axes they follow.

use super::super::GizmoSettings;
use super::super::command::Command;
use super::super::state::State;
use crate::posing::AxisFrame;
use crate::style::{Palette, segments};
use crate::viewport::GizmoTool;
use egui::Ui;

const TOOLS: [(GizmoTool, &str, &str); 3] = [
    (GizmoTool::Rotate, "Rotate", "Rings to turn the joint (R)"),
    (GizmoTool::Move, "Move", "Arrows to move the joint (G)"),
    (GizmoTool::Scale, "Scale", "Boxes to scale the joint along its own axes (S)"),
];
const FRAMES: [(AxisFrame, &str, &str); 3] = [
    (AxisFrame::Local, "Local", "The joint's own axes"),
    (AxisFrame::Parent, "Parent", "The axes of the joint above"),
    (AxisFrame::World, "World", "The axes of the scene"),
];

pub fn show(ui: &mut Ui, palette: &Palette, state: &State, commands: &mut Vec<Command>) {
    let settings = state.transient.gizmo;
    let width = ui.available_width();
    if let Some(tool) = segments(ui, palette, "Handles", width, &TOOLS, settings.tool) {
        commands.push(Command::SetGizmo(GizmoSettings { tool, ..settings }));
    }
    if settings.tool != GizmoTool::Scale
        && let Some(frame) = segments(ui, palette, "Axes", width, &FRAMES, settings.frame)
    {
        commands.push(Command::SetGizmo(GizmoSettings { frame, ..settings }));
    }
}
