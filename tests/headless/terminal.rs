//! Output that only a terminal gets, not a pipe: progress and colors. `script` plays the terminal.

use crate::command_line::{Folder, command, run};
use crate::skips::skip;
use std::process::{Command, Stdio};

/// Everything that a command writes to a terminal, in order; `None` if `script` is missing.
fn on_a_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> Option<String> {
    let line = [&[env!("CARGO_BIN_EXE_skinscope")], arguments].concat().join(" ");
    let mut terminal = Command::new("script");
    terminal.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
    terminal.env_remove("NO_COLOR").env("TERM", "xterm").envs(environment.iter().copied());
    let Ok(output) = terminal.output() else {
        skip(format_args!("there is no `script` here"));
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The lines that are left to be seen, written over as a terminal does.
fn screen(text: &str) -> Vec<String> {
    let seen = |line: &str| {
        let mut cells: Vec<char> = Vec::new();
        for part in line.split('\r') {
            for (column, character) in part.chars().enumerate() {
                cells.resize(cells.len().max(column + 1), ' ');
                cells[column] = character;
            }
        }
        cells.into_iter().collect::<String>().trim_end().to_owned()
    };
    text.split('\n').map(seen).collect()
}

#[test]
fn a_terminal_sees_progress_that_is_gone_at_the_end_and_a_pipe_sees_none() {
    let folder = Folder::new("terminal");
    let picture = folder.file("picture.png");
    for (arguments, what) in [
        (&["stress", "hand", "--methods", "lbs", "--range", "60", "--top", "1"][..], "Stress test"),
        (&["measure", "bar", "--sweep", "mid:rx=-200..200:8", "--methods", "lbs,dqs", "--backend", "cpu"], "Sweep"),
        (&["centers", "mannequin", "--no-cache"], "Centers of rotation"),
        (&["compare", "bar", "--methods", "lbs,dqs,cor", "--set", "mid:rx=90", "-o", &picture], "Panes"),
    ] {
        let piped = run(arguments);
        assert!(piped.status.success());
        let stderr = String::from_utf8_lossy(&piped.stderr);
        assert!(!stderr.contains(what) && !stderr.contains('\r'), "{stderr}");
        let Some(told) = on_a_terminal(arguments, &[]) else { return };
        assert!(told.contains(&format!("\r{what}: ")) && told.contains('%'), "{arguments:?}: {told:?}");
        let seen = screen(&told);
        assert!(seen.iter().all(|line| !line.contains(&format!("{what}: "))), "{seen:?}");
        let first = String::from_utf8_lossy(&piped.stdout).lines().next().map(str::to_owned).unwrap_or_default();
        // Times differ from run to run; the beginning of the line does not.
        let beginning: String = first.chars().take(20).collect();
        assert!(seen[0].starts_with(&beginning), "nothing is left before the first line: {seen:?}");
    }
}

#[test]
fn a_log_is_of_this_program_and_without_colors_in_a_pipe() {
    let folder = Folder::new("log");
    let arguments = ["deform", "bar", "--method", "dqs", "-o", &folder.file("skin.npy")];
    let logged = |filter: &str| {
        let output = command(&arguments).env("SKINSCOPE_LOG", filter).output().unwrap();
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let debug = logged("debug");
    assert!(debug.contains("DEBUG") && debug.contains(" skinscope::") && !debug.contains('\u{1b}'), "{debug}");
    let foreign =
        |text: &str| text.lines().filter(|line| line.contains("DEBUG") && !line.contains("skinscope")).count();
    assert_eq!(foreign(&debug), 0, "{debug}");
    assert!(debug.lines().count() < 40, "{} lines", debug.lines().count());
    assert!(foreign(&logged("debug,wgpu_core=debug")) > 0, "what is named speaks");
    assert!(logged("loud=very=much").contains("SKINSCOPE_LOG is not understood"));
    let Some(told) = on_a_terminal(&arguments, &[("SKINSCOPE_LOG", "debug")]) else { return };
    assert!(told.contains("\u{1b}["), "colors on a terminal: {told:?}");
}
