//! Keys while a handle is held: an axis, a number, Enter, Escape.

use crate::math::{NumberError, parse_number};
use crate::session::{Command, GizmoDrag, GizmoGrip, GizmoPointer, State};
use crate::view::GizmoHandle;
use egui::{Context, Event, Key, Modifiers};

/// Message shown when a typed number is rejected. The previous amount stays.
const TOO_LARGE: &str = "This number is too large";

/// Id of the text typed for the held handle.
fn typed_id() -> egui::Id {
    egui::Id::unique("gizmo number")
}

/// Clears the typed text. A new drag starts without a number.
pub fn forget(ctx: &Context) {
    ctx.data_mut(|data| data.remove::<String>(typed_id()));
}

/// The number typed so far for the held handle, or empty.
pub fn typed(ctx: &Context) -> String {
    ctx.data(|data| data.get_temp(typed_id())).unwrap_or_default()
}

pub fn read(ctx: &Context, state: &State) -> Vec<Command> {
    let Some(drag) = &state.hand.gizmo_drag else { return Vec::new() };
    let mut commands = Vec::new();
    let typed_before = typed(ctx);
    let mut typed = typed_before.clone();
    ctx.input_mut(|input| {
        for event in &input.events {
            match event {
                Event::Text(text) => typed.extend(text.chars().filter(|c| c.is_ascii_digit() || ".-".contains(*c))),
                Event::Key { key: Key::Backspace, pressed: true, .. } => {
                    typed.pop();
                }
                _ => {}
            }
        }
        for (axis, key) in [Key::X, Key::Y, Key::Z].into_iter().enumerate() {
            if input.consume_key(Modifiers::NONE, key) && drag.by_key {
                commands.extend(about_axis(state, drag, axis));
            }
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            commands.push(Command::CancelGizmo);
        } else if input.consume_key(Modifiers::NONE, Key::Enter) {
            commands.push(Command::EndGizmo);
        }
    });
    if typed != typed_before {
        match parse_number(&typed) {
            Ok(value) => commands.insert(0, Command::TypeGizmo(value)),
            Err(NumberError::TooLarge(_)) => commands.insert(0, Command::Notify(TOO_LARGE)),
            // The text may be incomplete, such as a sign whose digits are still to follow.
            Err(NumberError::NotANumber(_)) => {}
        }
    }
    if commands.iter().any(|command| matches!(command, Command::CancelGizmo | Command::EndGizmo)) {
        typed.clear();
    }
    ctx.data_mut(|data| data.insert_temp(typed_id(), typed));
    commands
}

/// Restricts the drag to one axis. Pressing the key again toggles between the joint's own axis and the scene's.
fn about_axis(state: &State, drag: &GizmoDrag, axis: usize) -> Vec<Command> {
    use crate::posing::AxisFrame::{Local, World};
    let handle = GizmoHandle::Axis(axis);
    let frame = if drag.handle == handle && drag.settings.frame != World { World } else { Local };
    let grip = GizmoGrip { pane: drag.pane, handle, radius: drag.gizmo.radius, by_key: true };
    let pointer = GizmoPointer { camera: state.camera_of(drag.pane), pixels: drag.pixels(), at: drag.first_pixel() };
    vec![
        Command::CancelGizmo,
        Command::SetGizmo(crate::session::GizmoSettings { frame, ..drag.settings }),
        Command::BeginGizmo { grip, pointer },
    ]
}
