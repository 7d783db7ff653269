use crate::session::{
    BrowseStep, Command, FileRequest, Panels, PictureOf, PictureOptions, PictureSize, SidePanel, StageKey, State,
};
use crate::skinning::SkinningMethod;
use crate::style::{Palette, medium, regular};
use crate::view::{CameraPreset, GizmoTool};
use crate::viewer::ui::capitalized;
use crate::viewer::ui::poses::timeline::play_or_pause;
use crate::viewer::ui::side_panels::{Shown, Sides};
use egui::{Context, Grid, InputState, Key, Modifiers, RichText, Ui};

/// Keyboard shortcuts of the whole window. Empty if a field has keyboard focus. `was_typing` says whether a field had
/// it in the previous frame, since egui removes the focus on Escape before other code sees the key.
pub fn read_shortcuts(ctx: &Context, state: &State, was_typing: bool) -> Vec<Command> {
    let mut commands = Vec::new();
    // A released key is no longer held, even if the keyboard focus moved in the meantime.
    if state.transient.flicker_held && ctx.input(|input| input.key_released(Key::V)) {
        commands.push(Command::HoldFlicker(false));
    }
    let full_screen = !state.transient.full_screen;
    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F11)) {
        commands.push(Command::SetFullScreen(full_screen));
    }
    if state.stage.is_some() {
        if let Some(cancels) = cancels_dialog(state) {
            if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
                commands.push(cancels);
            }
            return commands;
        }
        let closes =
            |input: &mut InputState| state.transient.shortcuts_shown && input.consume_key(Modifiers::NONE, Key::Escape);
        if ctx.input_mut(|input| asks_for_keys(&input.events) || closes(input)) {
            commands.push(Command::ToggleShortcuts);
        }
        // These come before the keys without Ctrl, one of which is C.
        ctx.input_mut(|input| picture_keys(input, state, &mut commands));
        ctx.input(|input| flicker(input, state, &mut commands));
        commands.extend(stage_keys(ctx).into_iter().map(Command::PressOnStage));
        return commands;
    }
    let typing = ctx.text_edit_focused();
    if ctx.input(|input| input.pointer.any_down()) {
        mid_gesture(ctx, state, typing, &mut commands);
        return commands;
    }
    if state.transient.gizmo_drag.is_some() {
        return crate::viewer::ui::joints::gizmo_keys::read(ctx, state);
    }
    // All other keys belong to the dialog.
    if let Some(cancels) = cancels_dialog(state) {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            commands.push(cancels);
        }
        return commands;
    }
    if state.transient.palette_shown {
        // All other keys belong to the palette.
        if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::K)) {
            commands.push(Command::ShowPalette(false));
        }
        return commands;
    }
    // Space presses the focused button.
    let focused = ctx.memory(|memory| memory.focused().is_some());
    let popup_open = egui::Popup::is_any_open(ctx);
    if !typing {
        clipboard(ctx, &mut commands);
    }
    ctx.input_mut(|input| {
        if input.consume_key(Modifiers::COMMAND, Key::O) {
            commands.push(Command::RequestFile(FileRequest::OpenModel));
        }
        save_keys(input, state, &mut commands);
        if input.consume_key(Modifiers::COMMAND, Key::K) {
            commands.push(Command::ShowPalette(true));
        }
        if input.consume_key(Modifiers::NONE, Key::F5) {
            commands.push(Command::EnterStage);
        }
        if input.consume_key(Modifiers::COMMAND, Key::Q) {
            commands.push(Command::Quit);
        }
        if typing {
            return;
        }
        // The longer combination comes first, because consuming Ctrl+Z would also consume Ctrl+Shift+Z.
        if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
            || input.consume_key(Modifiers::COMMAND, Key::Y)
        {
            commands.push(Command::Redo);
        }
        if input.consume_key(Modifiers::COMMAND, Key::Z) {
            commands.push(Command::Undo);
        }
        if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::M) {
            commands.push(Command::FlipPose);
        }
        picture_keys(input, state, &mut commands);
        for (key, frames) in [(Key::Comma, -1), (Key::Period, 1)] {
            if input.consume_key(Modifiers::NONE, key) {
                commands.push(Command::StepFrames(frames));
            }
        }
        for (key, tool) in [(Key::R, GizmoTool::Rotate), (Key::G, GizmoTool::Move), (Key::S, GizmoTool::Scale)] {
            if input.consume_key(Modifiers::ALT, key) {
                commands.push(Command::ClearSelected(tool));
            }
        }
        if input.consume_key(Modifiers::ALT, Key::H) {
            commands.push(Command::ShowAllSkin);
        }
        if input.consume_key(Modifiers::NONE, Key::H) && state.document.is_some() {
            commands.push(Command::IsolateSelected);
        }
        method_keys(input, state, &mut commands);
        // The opposite views come first, because consuming 1 would also consume Ctrl+1.
        for (key, preset) in
            [(Key::Num1, CameraPreset::Back), (Key::Num3, CameraPreset::OtherSide), (Key::Num7, CameraPreset::Bottom)]
        {
            if input.consume_key(Modifiers::COMMAND, key) {
                commands.push(Command::View(preset));
            }
        }
        let single = [
            (Key::Num1, Command::View(CameraPreset::Front)),
            (Key::Num3, Command::View(CameraPreset::Side)),
            (Key::Num7, Command::View(CameraPreset::Top)),
            (Key::Num0, Command::View(CameraPreset::ThreeQuarter)),
            (Key::F, Command::Frame),
            (Key::Home, Command::FrameAll),
        ];
        for (key, command) in single {
            if input.consume_key(Modifiers::NONE, key) {
                commands.push(command);
            }
        }
        if input.consume_key(Modifiers::NONE, Key::P) && state.document.is_some() {
            commands.push(Command::ShowPoses(!state.transient.poses_shown));
        }
        if input.consume_key(Modifiers::NONE, Key::N) {
            let hidden = state.transient.panels == Panels::Hidden;
            commands.push(Command::SetPanels(if hidden { Panels::Shown } else { Panels::Hidden }));
        }
        fold_keys(input, state, &mut commands);
        if !focused && input.consume_key(Modifiers::NONE, Key::Space) {
            play_or_pause(state, &mut commands);
        }
        flicker(input, state, &mut commands);
        if input.consume_key(Modifiers::NONE, Key::B) {
            commands.push(Command::ArmBox(true));
        }
        if input.consume_key(Modifiers::NONE, Key::X) {
            commands.push(Command::SwapCompared(state.transient.selected_pane));
        }
        if asks_for_keys(&input.events) {
            commands.push(Command::ToggleShortcuts);
        }
    });
    // On Escape, a menu closes by itself and a field loses focus.
    let closes = escape(state).filter(|closes| !popup_open && (!was_typing || *closes == Command::ToggleShortcuts));
    if let Some(closes) = closes
        && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        commands.push(closes);
    }
    commands
}

/// Ctrl+S saves the talk or the session, whichever is being edited, and Ctrl+Alt+S saves it under a new name, even
/// while a text field has focus. Ctrl+Shift+S is left for pictures.
fn save_keys(input: &mut InputState, state: &State, commands: &mut Vec<Command>) {
    let (save, save_as) = match state.edits_talk() {
        true => (Command::SaveTalk, FileRequest::SaveTalk),
        false if state.document.is_some() => (Command::SaveSession, FileRequest::SaveSession),
        false => return,
    };
    if input.consume_key(Modifiers::COMMAND | Modifiers::ALT, Key::S) {
        commands.push(Command::RequestFile(save_as));
    }
    // Modifiers at the time of the key press: in a slow frame, Shift may already be released.
    let is_shifted =
        |event: &egui::Event| matches!(event, egui::Event::Key { key: Key::S, modifiers, .. } if modifiers.shift);
    if !input.events.iter().any(is_shifted) && input.consume_key(Modifiers::COMMAND, Key::S) {
        commands.push(save);
    }
}

/// Copies or saves a picture, in the editor and on the stage.
fn picture_keys(input: &mut InputState, state: &State, commands: &mut Vec<Command>) {
    if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::C) && state.document.is_some() {
        let (of, size) = (PictureOf::AllPanes, PictureSize::Screen);
        commands.push(Command::CopyPicture(PictureOptions { of, size, ..state.interface.picture }));
    }
    if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S) {
        commands.push(Command::ShowPictureDialog(true));
    }
}

/// Whether a question mark was typed.
fn asks_for_keys(events: &[egui::Event]) -> bool {
    events.iter().any(|event| matches!(event, egui::Event::Text(text) if text == "?"))
}

/// The stage's keys that were pressed in this frame.
pub fn stage_keys(ctx: &Context) -> Vec<StageKey> {
    let of_key = |key: Key, modifiers: Modifiers| {
        Some(match key {
            Key::PageDown | Key::ArrowRight | Key::ArrowDown | Key::Space | Key::N => StageKey::Next,
            Key::PageUp | Key::ArrowLeft | Key::ArrowUp | Key::Backspace | Key::P => StageKey::Previous,
            Key::Home => StageKey::First,
            Key::End => StageKey::Last,
            // Clickers blank the screen with a period.
            Key::B | Key::Period => StageKey::Blank,
            Key::Enter => StageKey::Enter,
            Key::T => StageKey::SwitchHall,
            Key::D => StageKey::TogglePen,
            Key::C => StageKey::ClearStrokes,
            Key::W => StageKey::ToggleNotes,
            Key::M => StageKey::ToggleMotion,
            // Ctrl+S and Shift+Ctrl+S save.
            Key::S if !modifiers.command => StageKey::StepMethod(if modifiers.shift { -1 } else { 1 }),
            Key::Escape if modifiers.shift => StageKey::GoBack,
            Key::Escape | Key::F5 => StageKey::Leave,
            _ => return None,
        })
    };
    let of_digit = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(StageKey::Digit(digit - b'0')),
        _ => None,
    };
    ctx.input(|input| {
        let of_event = |event: &egui::Event| match event {
            egui::Event::Key { key, pressed: true, modifiers, .. } => of_key(*key, *modifiers),
            egui::Event::Text(text) => of_digit(text),
            _ => None,
        };
        input.events.iter().filter_map(of_event).collect()
    })
}

/// M and Shift+M go through the methods of the selected pane, Alt and a digit choose one by its place in the menu. These
/// come before the keys without Alt or Shift, which would consume them.
fn method_keys(input: &mut InputState, state: &State, commands: &mut Vec<Command>) {
    let pane = state.transient.selected_pane;
    if state.document.is_none() || pane >= state.edit.panes.len() {
        return;
    }
    let mut method = state.edit.pane(pane).skinning.method;
    for (modifiers, places) in [(Modifiers::SHIFT, -1), (Modifiers::NONE, 1)] {
        // Presses of one frame count one by one.
        for _ in 0..input.count_and_consume_key(modifiers, Key::M) {
            method = method.at_distance(places);
            commands.push(Command::SetMethod { pane, method });
        }
    }
    for (key, method) in METHOD_DIGITS.into_iter().zip(SkinningMethod::ALL) {
        if input.consume_key(Modifiers::ALT, key) {
            commands.push(Command::SetMethod { pane, method });
        }
    }
}

/// Keys that choose one of the first ten methods with Alt, in the order of the menu. M reaches every method.
const METHOD_DIGITS: [Key; 10] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9, Key::Num0];

/// T and I fold and unfold the side panels.
fn fold_keys(input: &mut InputState, state: &State, commands: &mut Vec<Command>) {
    let sides = Sides::of(state, input.content_rect().width());
    for (key, panel, shown) in
        [(Key::T, SidePanel::Joints, sides.joints), (Key::I, SidePanel::Inspector, sides.inspector)]
    {
        if shown != Shown::Nothing && input.consume_key(Modifiers::NONE, key) {
            commands.push(Command::FoldPanel { panel, folded: shown == Shown::Open });
        }
    }
}

/// The command of Escape while a dialog is open.
fn cancels_dialog(state: &State) -> Option<Command> {
    let transient = &state.transient;
    // A file dialog may be open in front of the question whether to close the window.
    if transient.file_browser.is_some() {
        Some(Command::Browse(BrowseStep::Cancel))
    } else if transient.close_question.is_some() {
        Some(Command::CancelQuit)
    } else if transient.picture_dialog {
        Some(Command::ShowPictureDialog(false))
    } else if transient.recording_card.is_some() {
        Some(Command::EditRecording(None))
    } else if transient.handout_card.is_some() {
        Some(Command::EditHandout(None))
    } else {
        transient.replace_question.as_ref().map(|_| Command::CancelReplace)
    }
}

/// The command of Escape: closes the innermost open item, or clears the selection if nothing is open.
fn escape(state: &State) -> Option<Command> {
    let transient = &state.transient;
    Some(if state.loader.opening.is_some() {
        Command::CancelOpening
    } else if transient.box_armed {
        Command::ArmBox(false)
    } else if transient.shortcuts_shown {
        Command::ToggleShortcuts
    } else if transient.error.is_some() {
        Command::DismissError
    } else if transient.notice.is_some() || state.watching.problems().is_some() {
        Command::DismissNotice
    } else if !transient.joint_search.is_empty() {
        Command::SearchJoints(String::new())
    } else if transient.pinned.is_some() {
        Command::PinProbe(None)
    } else if transient.selected_joint.is_some() {
        Command::SelectJoint(None)
    } else {
        return None;
    })
}

/// Shortcuts while a mouse button is down: only those that leave the held object alone.
fn mid_gesture(ctx: &Context, state: &State, typing: bool, commands: &mut Vec<Command>) {
    ctx.input_mut(|input| {
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            commands.push(Command::CancelGesture);
        }
        if !typing {
            flicker(input, state, commands);
        }
    });
    if !typing && state.transient.gizmo_drag.is_none() && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Space))
    {
        play_or_pause(state, commands);
    }
}

/// Handles the flicker key, which is read rather than consumed, because it is held.
fn flicker(input: &InputState, state: &State, commands: &mut Vec<Command>) {
    let held = input.key_down(Key::V) && input.modifiers.is_none();
    if held != state.transient.flicker_held && (held || input.key_released(Key::V)) {
        commands.push(Command::HoldFlicker(held));
    }
}

/// Handles copy and paste, which arrive as separate window events, except with Shift, which the window passes on as a
/// plain key.
fn clipboard(ctx: &Context, commands: &mut Vec<Command>) {
    ctx.input_mut(|input| {
        if input.consume_key(Modifiers::COMMAND | Modifiers::SHIFT, Key::V) {
            commands.push(Command::RequestPaste { mirrored: true });
        }
        for event in &input.events {
            match event {
                egui::Event::Copy => commands.push(Command::CopyPose),
                egui::Event::Paste(json) => commands.push(Command::PastePose { json: json.clone(), mirrored: false }),
                _ => {}
            }
        }
    });
}

/// Prefix of the stage's rows.
const STAGE: &str = "On the stage: ";

const SHEET: [(&str, &str); 60] = [
    ("Drag", "Orbit"),
    ("Shift-drag, right-drag, middle-drag", "Pan"),
    ("Scroll, pinch, Ctrl-drag", "Zoom to the pointer"),
    ("Click a joint or bone", "Select the joint"),
    ("B, then drag", "Select joints in a box"),
    ("Ctrl-click a joint", "Add the joint to the selection or remove it"),
    ("Shift-click in the joint tree", "Select the range of joints up to this one"),
    ("Drag a ring, arrow or box", "Rotate, move or scale; Shift snaps, Escape cancels"),
    ("R   G   S", "Rotate, move, scale with the pointer; then X, Y, Z, a number, Enter"),
    ("Alt+R   Alt+G   Alt+S", "Clear rotation, offset, scale"),
    ("Ctrl+C   Ctrl+V", "Copy the pose of the selected joints, paste it"),
    ("Shift+Ctrl+V", "Paste the pose onto the other side"),
    ("Shift+Ctrl+M", "Flip the whole pose from left to right"),
    ("Shift+Ctrl+C", "Copy a picture of all panes"),
    ("Shift+Ctrl+S", "Save a picture of all panes or one"),
    ("Ctrl+S   Ctrl+Alt+S", "Save the session, or the talk while its tab is open; under another name"),
    ("Click the skin", "Pin a vertex to the probe"),
    ("Shift while dragging a slider", "Use finer steps"),
    ("Double-click a slider", "Reset its value"),
    ("1   3   7   0", "Front, side, top, three-quarter view"),
    ("Ctrl+1   Ctrl+3   Ctrl+7", "Back, other side, bottom view"),
    ("F", "Frame the selected joints"),
    ("Home", "Frame the whole model"),
    ("H   Alt+H", "Show only the skin of the selected joints, show all skin"),
    ("Space", "Play or pause the clip"),
    (",   .", "Previous frame, next frame"),
    ("M   Shift+M", "Next method, previous method in the selected pane"),
    ("Alt+1 to Alt+9, Alt+0", "Choose the method by its place in the menu; Alt+0 is the tenth"),
    ("Hold V", "Show the other method in panes that use Flicker"),
    ("X", "Swap the two methods of the selected pane"),
    ("Drag a pane's header", "Swap the pane with another one"),
    ("Drag or double-click a border", "Resize the panes, make them the same size"),
    ("Up   Down", "Select the previous joint, the next joint"),
    ("/", "Search joints"),
    ("Ctrl+Z   Ctrl+Shift+Z", "Undo, redo"),
    ("F5", "Show the stage, for talks"),
    ("Page Down   Page Up", "On the stage: next, previous scene; so do Space and arrows"),
    ("Digits, Enter", "On the stage: go to the scene of that number"),
    ("B", "On the stage: blank it"),
    ("T", "On the stage: colors for a dark or a bright hall"),
    ("Hold L", "On the stage: a laser dot at the pointer"),
    ("Hold Z", "On the stage: a lens around the pointer"),
    ("Right-drag", "On the stage: draw; the lines vanish with the scene"),
    ("D   C", "On the stage: draw with the left button too, clear the lines"),
    ("W", "On the stage: the speaker's notes in a second window"),
    ("M", "On the stage: play the motion of the scene, or hold it"),
    ("S   Shift+S", "On the stage: next method, previous method in all panes"),
    ("Shift+Ctrl+C   Shift+Ctrl+S", "On the stage: copy a picture, save one"),
    ("Escape   Shift+Escape", "On the stage: leave at this scene of the talk, go back to where it began"),
    ("?", "On the stage: show these keys"),
    ("F11", "Full screen"),
    ("Ctrl+O", "Open file"),
    ("Ctrl+Q", "Quit"),
    ("P", "Show or hide the pose library"),
    ("N", "Hide or show everything except the panes"),
    ("T   I", "Show or hide the joint tree, the inspector"),
    ("Ctrl and +   -   0", "Enlarge, shrink, reset the size of the interface"),
    ("Ctrl+K", "Search commands"),
    ("Escape", "Cancel the drag, close what is open, unpin the vertex or clear the selection"),
    ("?", "Show this list"),
];

/// The search field of the sheet. Its text stays until the program ends.
fn search(ui: &mut Ui, palette: &Palette) -> String {
    let id = egui::Id::unique("search of the key sheet");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let hint = RichText::new("Search shortcuts").color(palette.text3);
    let field = ui.add(egui::TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("Search shortcuts"));
    ui.data_mut(|data| data.insert_temp(id, text.clone()));
    ui.add_space(6.0);
    text
}

/// Shows all keys and mouse gestures. On the stage, shows only the stage's, without a search, because letters are keys
/// there.
pub fn show_sheet(ui: &mut Ui, palette: &Palette, on_stage: bool, commands: &mut Vec<Command>) {
    let mut open = true;
    egui::Window::new(RichText::new("Keyboard and mouse").font(crate::style::semibold(14.0)))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ui.ctx(), |ui| {
            let height = (ui.ctx().content_rect().height() - 120.0).max(80.0);
            ui.set_min_width(460.0);
            let (rows, spacing): (Vec<(&str, String)>, f32) = if on_stage {
                let of_stage = |row: &(&'static str, &str)| Some((row.0, capitalized(row.1.strip_prefix(STAGE)?)));
                (SHEET.iter().filter_map(of_stage).collect(), 3.0)
            } else {
                let query = search(ui, palette);
                let is_found = |row: &&(&str, &str)| {
                    let row = format!("{} {}", row.0, row.1).to_lowercase();
                    query.to_lowercase().split_whitespace().all(|word| row.contains(word))
                };
                (SHEET.iter().filter(is_found).map(|row| (row.0, row.1.to_owned())).collect(), 8.0)
            };
            if rows.is_empty() {
                ui.label(crate::viewer::ui::label(
                    palette,
                    "No matching shortcuts. Press Ctrl+K to search all commands.",
                ));
            }
            let least = height.min(560.0);
            egui::ScrollArea::vertical().max_height(height).min_scrolled_height(least).show(ui, |ui| {
                let grid = Grid::new("keys").num_columns(2).spacing([24.0, spacing]);
                let grid = if on_stage { grid.min_row_height(0.0) } else { grid };
                grid.show(ui, |ui| {
                    for (keys, what) in rows {
                        ui.label(RichText::new(keys).font(medium(12.0)).color(palette.text1));
                        ui.label(RichText::new(what).font(regular(12.0)).color(palette.text2));
                        ui.end_row();
                    }
                });
            });
        });
    if !open {
        commands.push(Command::ToggleShortcuts);
    }
}
