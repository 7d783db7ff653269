//! The window, its panels, and undo.

use super::{Context, UserCommand, mouse, read_in_place, row, table};
use crate::session::{Command, Panels, State};
use crate::view::{Hall, Theme};

fn other_panels(state: &State) -> Panels {
    match state.interface.panels_shown {
        Panels::Shown => Panels::Hidden,
        Panels::Hidden => Panels::Shown,
    }
}

fn other_theme(state: &State) -> Theme {
    match state.interface.theme {
        Theme::Dark => Theme::Light,
        Theme::Light => Theme::Dark,
    }
}

table!(
    SCREEN_ROWS,
    "Window",
    SHOW_STAGE =
        row("Show stage, for talks", |_| Command::EnterStage).words("present presentation").keys_while_typing(&["F5"]),
    SHOW_NOTES = row("Show stage and speaker notes, for talks", |_| Command::ShowNotes).words("present presentation"),
    SET_HALL = row("Use stage colors for a bright or a dark hall", |state| {
        Command::SetHall(state.interface.settings.stage.hall.other())
    })
    .toggle(
        |state| state.interface.settings.stage.hall == Hall::Dark,
        "Use stage colors for a bright hall",
        "Use stage colors for a dark hall"
    ),
    REDUCE_MOTION = row("Show transitions between scenes (reduced motion)", |state| {
        Command::ReduceMotion(!state.interface.settings.stage.reduced_motion)
    })
    .toggle(
        |state| state.interface.settings.stage.reduced_motion,
        "Show transitions between scenes (reduced motion)",
        "Do not show transitions between scenes (reduced motion)"
    ),
    FULL_SCREEN = row("Full screen", |state| Command::SetFullScreen(!state.interface.full_screen))
        .toggle(|state| state.interface.full_screen, "Leave full screen", "Full screen")
        .keys_in(&["F11"], &Context::OF_WINDOW)
        .without_model(),
    UNDO = row("Undo", |_| Command::Undo).words("revert").keys(&["Ctrl+Z"]).in_group("Edit").without_model(),
    REDO = row("Redo", |_| Command::Redo).keys(&["Ctrl+Shift+Z", "Ctrl+Y"]).in_group("Edit").without_model().joins(),
);

table!(
    PANEL_ROWS,
    "Window",
    SWITCH_THEME = row("Switch the theme", |state| Command::SetTheme(other_theme(state)))
        .toggle(|state| state.interface.theme == Theme::Dark, "Switch to light theme", "Switch to dark theme")
        .without_model(),
    HIDE_PANELS = row("Hide or show everything except the panes", |state| Command::SetPanels(other_panels(state)))
        .toggle(|state| state.interface.panels_shown == Panels::Shown, "Show only panes", "Show all panels")
        .words("hide")
        .keys(&["N"])
        .without_model(),
    // How they are shown depends on the width of the window.
    FOLD_JOINTS = read_in_place("Show or hide the joint tree", &["T"]),
    FOLD_INSPECTOR = read_in_place("Show or hide the inspector", &["I"]).joins(),
);

table!(
    WINDOW_ROWS,
    "Window",
    SHOW_POSES = row("Show or hide the pose library", |state| Command::ShowPoses(!state.interface.poses_shown))
        .toggle(|state| state.interface.poses_shown, "Hide pose library", "Show pose library")
        .keys(&["P"]),
    RESTORE_SESSION = row("Restore session on startup", |state| Command::SetRestoring(!state.restoring.is_enabled()))
        .toggle(|state| state.restoring.is_enabled(), "Do not restore session on startup", "Restore session on startup")
        .tip("Reopen with the same theme, zoom, window, panels, panes, model and pose", "remember last")
        .when(|state| state.restoring.is_available())
        .without_model(),
    WATCH_FILES = row("Read files again when they change", |state| {
        Command::SetWatching(!state.interface.settings.watches_files)
    })
    .toggle(
        |state| state.interface.settings.watches_files,
        "Do not read files again when they change",
        "Read files again when they change"
    )
    .tip(
        "When another program saves the model, its .bin or a texture. Pose, panes and camera stay.",
        "reload watch refresh"
    )
    .without_model(),
    FULL_PRECISION = row("Draw from full-precision vertices", |state| {
        Command::SetFullPrecision(!state.interface.settings.full_precision)
    })
    .toggle(
        |state| state.interface.settings.full_precision,
        "Draw from packed vertices",
        "Draw from full-precision vertices"
    )
    .without_model(),
    SHOW_SHORTCUTS = row("Keyboard and mouse", |_| Command::ToggleShortcuts)
        .words("shortcuts hotkeys help")
        .keys_on_stage_too(&["?"])
        .without_model(),
    TAKE_TOUR = row("Take the tour", |_| Command::GoToTourStep(Some(0)))
        .words("help introduction tutorial first steps learn guide"),
    QUIT = row("Quit", |_| Command::Quit).words("exit").keys_while_typing(&["Ctrl+Q"]).without_model(),
    SEARCH_COMMANDS = row("Search commands", |state| Command::ShowPalette(!state.interface.palette_shown))
        .keys_in(&["Ctrl+K"], &[Context::Editor, Context::Focused, Context::Typing, Context::Palette])
        .unlisted()
        .without_model(),
    SIZE_OF_INTERFACE = mouse("Ctrl and +, -, 0", "Enlarge the interface, shrink it, reset its size"),
);
