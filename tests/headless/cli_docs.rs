//! `docs/command-line.md` is made of the program's help. `UPDATE_DOCS=1 cargo test --test headless cli_docs` rewrites it;
//! look at what changed before you commit it.

use super::pages::root;
use clap::{Arg, Command, CommandFactory};
use skinscope::cli::Arguments;
use std::fmt::Write;

const INTRODUCTION: &str = "\
# The command line

`scripts/run` and `cargo build --release` make the program `target/release/skinscope`. The examples assume that it is on
your `PATH`. Without a command, it opens the viewer. Only the viewer and `talk` need a display.

MODEL is a file or the name of a bundled model; [Models and poses](models.md) says which files are read and how a pose
is put together. [JSON and exit codes](json.md) describes outputs, errors and logs.

This page says what `skinscope COMMAND --help` says.
";

/// Where a command is explained.
const GUIDES: [(&str, &str); 26] = [
    ("", "[The viewer](viewer.md)"),
    ("info", "[Supported files](models.md#supported-files)"),
    ("render", "[Pictures](pictures.md#pictures)"),
    ("compare", "[Pictures](pictures.md#pictures), [Two models](two-models.md)"),
    ("record", "[Recordings](pictures.md#recordings)"),
    ("share", "[Pages](pictures.md#pages)"),
    ("deform", "[Arrays and files](conventions.md#arrays-and-files)"),
    ("centers", "[Centers of rotation](signs-and-centers.md#centers-of-rotation)"),
    ("measure", "[Measuring](measuring.md)"),
    ("probe", "[Numbers for your own code](measuring.md#numbers-for-your-own-code)"),
    ("palette", "[Numbers for your own code](measuring.md#numbers-for-your-own-code)"),
    ("golden", "[Test data for an engine](measuring.md#test-data-for-an-engine)"),
    ("shader", "[Shaders for your own program](shaders.md)"),
    ("new-method", "[Methods of your own](own-methods.md)"),
    ("stress", "[Stress test](measuring.md#stress-test)"),
    ("clips", "[Clips](measuring.md#clips)"),
    ("check", "[Checking many files](checking.md)"),
    ("report", "[Report](measuring.md#report)"),
    ("models", "[Models and poses](models.md)"),
    ("rig", "[Twist joints](models.md#twist-joints)"),
    ("bake", "[A look for every program](models.md#a-look-for-every-program)"),
    ("scenes", "[Scenes and slides](talks.md#scenes-and-slides-from-the-command-line)"),
    ("talk", "[Talks](talks.md)"),
    ("claims", "[What the papers say](talks.md#what-the-papers-say)"),
    ("bench", "[Speed](measuring.md#speed)"),
    ("doctor", "[Graphics drivers](json.md#graphics-drivers)"),
];

/// A flag in a group of flags, such as *Pose*, and the commands that take it.
struct Shared {
    group: String,
    line: String,
    commands: Vec<String>,
}

/// Plain text as Markdown. Text in backticks stays.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let escape = |part: &str| part.replace('<', "\\<").replace('*', "\\*").replace('|', "\\|");
    let parts = parts.map(|(index, part)| if index % 2 == 0 { escape(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// `--size <WxH>`, as in the help.
fn names_of(arg: &Arg) -> String {
    let flags = [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))];
    let flags: Vec<String> = flags.into_iter().flatten().collect();
    let takes_values = arg.get_action().takes_values();
    let values: Vec<String> = match arg.get_value_names() {
        Some(names) if takes_values => names.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    if flags.is_empty() {
        return values.join(" ");
    }
    let is_optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
    let values = values.iter().map(|name| if is_optional { format!(" [<{name}>]") } else { format!(" <{name}>") });
    format!("{}{}", flags.join(", "), values.collect::<String>())
}

/// A list item with everything that the help says about an argument.
fn line_of(arg: &Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut line = format!("- `{}`: {}", names_of(arg), escaped(help.trim()).replace('\n', " "));
    if !line.ends_with('.') {
        line.push('.');
    }
    if !arg.get_action().takes_values() {
        return line;
    }
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({})", value.get_name(), escaped(&help.to_string())),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if !values.is_empty() {
        let _ = write!(line, " One of {}.", values.join(", "));
    }
    let defaults: Vec<String> = arg.get_default_values().iter().map(|value| value.to_string_lossy().into()).collect();
    if !defaults.is_empty() {
        let _ = write!(line, " Default: `{}`.", defaults.join(","));
    }
    line
}

/// Arguments that the user gives, in the order of the help.
fn arguments_of(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_own = |arg: &&Arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str());
    command.get_arguments().filter(is_own)
}

/// The grouped flags, each once, with the commands that take them in these words. Others stay with their command.
fn shared_flags(commands: &[(String, &Command)]) -> Vec<Shared> {
    let mut shared: Vec<Shared> = Vec::new();
    for (name, command) in commands {
        for arg in arguments_of(command) {
            let Some(group) = arg.get_help_heading() else { continue };
            let line = line_of(arg);
            match shared.iter_mut().find(|flag| flag.group == group && flag.line == line) {
                Some(flag) => flag.commands.push(name.clone()),
                None => shared.push(Shared { group: group.to_owned(), commands: vec![name.clone()], line }),
            }
        }
    }
    shared.retain(|flag| flag.commands.len() > 1);
    shared
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The text of a command after its flags: definitions, and the examples as commands.
fn after_help(command: &Command) -> String {
    let help = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    let (definitions, examples) = help.split_once("Examples:\n").unwrap_or((&help, ""));
    let mut text = String::new();
    for line in definitions.lines().filter(|line| !line.trim().is_empty()) {
        let words = escaped(line.trim());
        if line.starts_with("    ") && text.ends_with('\n') {
            // The item goes on.
            text.pop();
            let _ = writeln!(text, " {words}");
        } else if line.starts_with("  ") {
            let _ = writeln!(text, "- {words}");
        } else {
            let _ = writeln!(text, "\n{words}\n");
        }
    }
    text += "\n```sh\n";
    examples.lines().for_each(|line| text += &format!("{}\n", line.trim()));
    text + "```\n"
}

fn docs() -> String {
    let mut program = Arguments::command();
    // Gives subcommands their whole usage.
    program.build();
    let usage_of = |command: &Command| {
        let usage = command.clone().render_usage().to_string();
        usage.trim_start_matches("Usage:").lines().map(str::trim).collect::<Vec<_>>().join("\n")
    };
    let subcommands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let mut commands = vec![("viewer".to_owned(), &program)];
    commands.extend(subcommands.map(|command| (command.get_name().to_owned(), command)));
    let shared = shared_flags(&commands);
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();

    let mut text = INTRODUCTION.to_owned();
    text += "\n| command | what it does |\n|---|---|\n";
    for (name, command) in &commands[1..] {
        let _ = writeln!(text, "| [{name}](#{name}) | {} |", escaped(&about(command)));
    }
    for (name, command) in &commands {
        let is_viewer = name == "viewer";
        let title = if is_viewer { "Viewer" } else { name };
        let key = if is_viewer { "" } else { name };
        let (_, guide) = GUIDES.iter().find(|(command, _)| *command == key).unwrap_or_else(|| panic!("{name}"));
        let _ = writeln!(text, "\n## {title}\n\n{}. See {guide}.\n", escaped(about(command).trim_end_matches('.')));
        let _ = writeln!(text, "```text\n{}\n```\n", usage_of(command));
        let is_shared = |arg: &Arg| shared.iter().any(|flag| flag.commands.contains(name) && flag.line == line_of(arg));
        let own = arguments_of(command).filter(|arg| !is_shared(arg));
        own.for_each(|arg| text += &format!("{}\n", line_of(arg)));
        let groups = shared.iter().filter(|flag| flag.commands.contains(name)).map(|flag| flag.group.as_str());
        let mut groups: Vec<&str> = groups.collect();
        groups.dedup();
        if !groups.is_empty() {
            let _ = writeln!(text, "\nAlso takes [shared flags](#shared-flags): {}.", groups.join(", ").to_lowercase());
        }
        text += &after_help(command);
    }
    text += "\n## Shared flags\n\nFlags that several commands take in the same sense.\n";
    let mut groups: Vec<&str> = Vec::new();
    for flag in &shared {
        if !groups.contains(&flag.group.as_str()) {
            groups.push(&flag.group);
        }
    }
    for group in groups {
        let flags: Vec<&Shared> = shared.iter().filter(|flag| flag.group == group).collect();
        let most = flags.iter().map(|flag| &flag.commands).max_by_key(|commands| commands.len()).cloned();
        let most = most.unwrap_or_default();
        let _ = writeln!(text, "\n### {group}\n\nTaken by {}.\n", listed(&most));
        for flag in flags {
            text += &flag.line;
            if flag.commands != most {
                let _ = write!(text, " Taken by {}.", listed(&flag.commands));
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_page_of_the_commands_is_made_of_their_help() {
    let path = root().join("docs/command-line.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, docs()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == docs(), "{} differs from the help; UPDATE_DOCS=1 rewrites it", path.display());
}
