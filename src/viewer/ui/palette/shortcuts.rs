//! Reads the keys of the table of user commands.

use crate::session::user_commands::{self, Context, FLICKER, FOLD_INSPECTOR, FOLD_JOINTS, Keys, UserCommand};
use crate::session::{Command, Hand, SidePanel, StageKey, State};
use crate::viewer::ui::joints::gizmo_keys;
use crate::viewer::ui::side_panels::{Shown, Sides};
use egui::{Event, InputState, Key, Modifiers};

/// Keyboard shortcuts of the whole window. `was_typing` says whether a text field had keyboard focus in the previous
/// frame, since egui removes the focus on Escape before other code sees the key.
pub fn read_shortcuts(ctx: &egui::Context, state: &State, was_typing: bool) -> Vec<Command> {
    let mut commands = Vec::new();
    // A released key is no longer held, even if the keyboard focus moved in the meantime.
    if state.hand.flicker_held && ctx.input(|input| is_released(input, &FLICKER)) {
        commands.push(Command::HoldFlicker(false));
    }
    let escape = escape(ctx, state, was_typing);
    if escape.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        commands.extend(escape);
    }
    let context = context(ctx, state);
    commands.extend(commands_of_keys(ctx, state, context));
    if state.talk.stage.is_none() && state.hand.gizmo_drag.is_some() && !ctx.input(|input| input.pointer.any_down()) {
        commands.extend(gizmo_keys::read(ctx, state));
    }
    if matches!(context, Context::Editor | Context::Focused) {
        ctx.input_mut(|input| fold_keys(input, state, &mut commands));
    }
    if FLICKER.applies_in(context) {
        ctx.input(|input| flicker(input, &state.hand, &mut commands));
    }
    commands
}

fn context(ctx: &egui::Context, state: &State) -> Context {
    let has_dialog = state.interface.cancels_dialog().is_some();
    let typing = ctx.text_edit_focused();
    if state.talk.stage.is_some() {
        if has_dialog { Context::Dialog } else { Context::Stage }
    } else if ctx.input(|input| input.pointer.any_down()) {
        if typing { Context::Dialog } else { Context::Dragging }
    } else if state.hand.gizmo_drag.is_some() || has_dialog {
        Context::Dialog
    } else if state.interface.palette_shown {
        Context::Palette
    } else if typing {
        Context::Typing
    } else if ctx.memory(|memory| memory.focused().is_some()) {
        Context::Focused
    } else {
        Context::Editor
    }
}

/// The commands of the keys that were pressed in this frame, in their order. The keys are consumed, except on the stage.
pub fn commands_of_keys(ctx: &egui::Context, state: &State, context: Context) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut seen: Vec<Keys<'_>> = Vec::new();
    let pastes = matches!(context, Context::Editor | Context::Focused);
    let mut is_left = |event: &Event| {
        match event {
            Event::Paste(json) if pastes => commands.push(Command::PastePose { json: json.clone(), mirrored: false }),
            Event::Text(text) if context.is_on_stage() => commands.extend(digit_of_stage(text)),
            _ => {}
        }
        let Some(keys) = keys_of(event) else { return true };
        let Some(command) = user_commands::command_of_keys(state, context, keys) else { return true };
        // Two presses between two frames are one, but not for steps.
        let is_step = matches!(command, Command::StepMethod(_) | Command::PressOnStage(_));
        if is_step || !seen.contains(&keys) {
            seen.push(keys);
            commands.push(command);
        }
        context.is_on_stage() || !matches!(event, Event::Key { .. })
    };
    ctx.input_mut(|input| input.events.retain(&mut is_left));
    commands
}

/// The keys of an event. The window passes on Ctrl+C as a request to copy, and egui a question mark as text.
fn keys_of(event: &Event) -> Option<Keys<'static>> {
    match event {
        Event::Key { key, pressed: true, modifiers, .. } if modifiers.command || !modifiers.ctrl => {
            Some(Keys { ctrl: modifiers.command, alt: modifiers.alt, shift: modifiers.shift, key: name_of(*key) })
        }
        Event::Copy => Some(Keys::parse("Ctrl+C")),
        Event::Text(text) if text == "?" => Some(Keys::parse("?")),
        _ => None,
    }
}

/// The name of a key in the table.
fn name_of(key: Key) -> &'static str {
    match key {
        Key::PageDown => "Page Down",
        Key::PageUp => "Page Up",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Slash => "/",
        key => key.name(),
    }
}

fn digit_of_stage(text: &str) -> Option<Command> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(Command::PressOnStage(StageKey::Digit(digit - b'0'))),
        _ => None,
    }
}

/// egui's key for the first keys of a row.
pub fn key_of(row: &UserCommand) -> Option<Key> {
    Key::from_name(row.first_keys())
}

/// Whether the first keys of a row are held.
pub fn is_down(input: &InputState, row: &UserCommand) -> bool {
    key_of(row).is_some_and(|key| input.key_down(key))
}

fn is_released(input: &InputState, row: &UserCommand) -> bool {
    key_of(row).is_some_and(|key| input.key_released(key))
}

/// Folds and unfolds the side panels.
fn fold_keys(input: &mut InputState, state: &State, commands: &mut Vec<Command>) {
    let sides = Sides::of(state, input.content_rect().width());
    let panels =
        [(&FOLD_JOINTS, SidePanel::Joints, sides.joints), (&FOLD_INSPECTOR, SidePanel::Inspector, sides.inspector)];
    for (row, panel, shown) in panels {
        let is_pressed = |key| input.consume_key(Modifiers::NONE, key);
        if shown != Shown::Nothing && key_of(row).is_some_and(is_pressed) {
            commands.push(Command::FoldPanel { panel, folded: shown == Shown::Open });
        }
    }
}

/// The command of Escape. On the stage, it is a key like others, unless something is open.
fn escape(ctx: &egui::Context, state: &State, was_typing: bool) -> Option<Command> {
    let cancels = state.interface.cancels_dialog();
    if state.talk.stage.is_some() {
        return cancels.or(state.interface.shortcuts_shown.then_some(Command::ToggleShortcuts));
    }
    if ctx.input(|input| input.pointer.any_down()) {
        return Some(Command::CancelGesture);
    }
    if state.hand.gizmo_drag.is_some() {
        return None;
    }
    // On Escape, a palette or menu closes by itself and a field loses focus.
    let is_free = |closes: &Command| {
        let by_itself = state.interface.palette_shown || egui::Popup::is_any_open(ctx);
        !by_itself && (!was_typing || *closes == Command::ToggleShortcuts)
    };
    cancels.or_else(|| closes_innermost(state).filter(is_free))
}

/// Closes the innermost open item, or clears the selection if nothing is open.
fn closes_innermost(state: &State) -> Option<Command> {
    let State { hand, interface, selection, .. } = state;
    Some(if state.jobs.loader.opening.is_running() {
        Command::CancelOpening
    } else if hand.box_armed {
        Command::ArmBox(false)
    } else if interface.shortcuts_shown {
        Command::ToggleShortcuts
    } else if interface.error.is_some() {
        Command::DismissError
    } else if interface.notice.is_some() || state.documents.watching.problems().is_some() {
        Command::DismissNotice
    } else if state.shows_tour() {
        Command::GoToTourStep(None)
    } else if !interface.joint_search.is_empty() {
        Command::SearchJoints(String::new())
    } else if selection.pinned.is_some() {
        Command::PinProbe(None)
    } else if selection.joint.is_some() {
        Command::SelectJoint(None)
    } else {
        return None;
    })
}

/// Handles the flicker key, which is read rather than consumed, because it is held.
fn flicker(input: &InputState, hand: &Hand, commands: &mut Vec<Command>) {
    let held = is_down(input, &FLICKER) && input.modifiers.is_none();
    if held != hand.flicker_held && (held || is_released(input, &FLICKER)) {
        commands.push(Command::HoldFlicker(held));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key of the table that no event has would never be pressed.
    #[test]
    fn every_key_of_the_table_is_one_of_egui() {
        for keys in user_commands::rows().flat_map(|row| row.keys) {
            let key = Keys::parse(keys).key;
            assert!(key == "?" || Key::ALL.iter().any(|known| name_of(*known) == key), "{keys}");
        }
    }
}
