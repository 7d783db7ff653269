//! Keys of the stage, which the window with the speaker's notes takes too.

use super::{Context, UserCommand, mouse, read_in_place, row, table};
use crate::session::{Command, StageKey, State};

const STAGE: &[Context] = &[Context::Stage, Context::Notes];

const fn press(text: &'static str, keys: &'static [&'static str], command: fn(&State) -> Command) -> UserCommand {
    row(text, command).keys_in(keys, STAGE).unlisted().without_model()
}

fn on_stage(key: StageKey) -> Command {
    Command::PressOnStage(key)
}

table!(
    STAGE_ROWS,
    "On the stage",
    NEXT_SCENE = press("Next scene", &["Page Down", "Right", "Down", "Space", "N"], |_| on_stage(StageKey::Next)),
    PREVIOUS_SCENE =
        press("Previous scene; so do Space and arrows", &["Page Up", "Left", "Up", "Backspace", "P"], |_| on_stage(
            StageKey::Previous
        ))
        .joins(),
    FIRST_SCENE = press("First scene", &["Home"], |_| on_stage(StageKey::First)),
    LAST_SCENE = press("Last scene", &["End"], |_| on_stage(StageKey::Last)).joins(),
    TYPE_NUMBER = mouse("Digits", "Type the number of a scene").keys_in(&[], STAGE),
    ENTER_NUMBER = press("Go to it", &["Enter"], |_| on_stage(StageKey::Enter)).joins(),
    // Clickers blank the screen with a period.
    BLANK_STAGE = press("Blank the stage", &["B", "."], |_| on_stage(StageKey::Blank)),
    SWITCH_HALL = press("Use colors for a dark or a bright hall", &["T"], |_| on_stage(StageKey::SwitchHall)),
    LASER = read_in_place("Show a laser dot at the pointer while held", &[]).keys_in(&["L"], &[Context::Stage]),
    LENS = read_in_place("Show a lens around the pointer while held", &[]).keys_in(&["Z"], &[Context::Stage]),
    DRAW = mouse("Right-drag", "Draw; the lines vanish with the scene").keys_in(&[], &[Context::Stage]),
    TOGGLE_PEN = press("Draw with the left button too", &["D"], |_| on_stage(StageKey::TogglePen)),
    CLEAR_LINES = press("Clear the lines", &["C"], |_| on_stage(StageKey::ClearStrokes)).joins(),
    TOGGLE_NOTES = press("Show the speaker's notes in a second window", &["W"], |_| on_stage(StageKey::ToggleNotes)),
    PLAY_MOTION = press("Play the motion of the scene, or hold it", &["M"], |_| on_stage(StageKey::ToggleMotion)),
    NEXT_METHOD_OF_ALL = press("Next method", &["S"], |_| on_stage(StageKey::StepMethod(1))),
    PREVIOUS_METHOD_OF_ALL =
        press("Previous method in all panes", &["Shift+S"], |_| on_stage(StageKey::StepMethod(-1))).joins(),
    LEAVE_STAGE = press("Leave at this scene of the talk", &["Escape", "F5"], |_| on_stage(StageKey::Leave)),
    LEAVE_STAGE_BACK = press("Go back to where it began", &["Shift+Escape"], |_| on_stage(StageKey::GoBack)).joins(),
);
