use super::arguments::{Arguments, ViewerArguments};
use super::given_flags::flags_of;
use super::shared_arguments::{PosingArguments, ScalingArguments};
use crate::bundled;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Whether a command that takes a pose takes this flag, such as `--set`.
fn is_of_pose(flag: &str) -> bool {
    let of_pose = [flags_of::<PosingArguments>(), flags_of::<ScalingArguments>()].concat();
    of_pose.iter().any(|id| flag.strip_prefix("--") == Some(id.as_str()))
}

/// Commands that do not take a pose, and the reasons.
const WITHOUT_POSE: [(&str, &str); 8] = [
    ("info", "it shows what is in the file"),
    ("centers", "centers of rotation depend only on the rest pose and the weights"),
    ("stress", "it rotates every joint from the rest pose"),
    ("clips", "its poses are those of the clips"),
    ("check", "it rotates every joint from the rest pose, and plays the clips"),
    ("report", "it rotates every joint from the rest pose"),
    ("rig", "it writes the rest pose and the clips"),
    ("bake", "it writes the rest pose and the clips"),
];

/// Explains errors that clap cannot: misspelled command names, and why a command does not take a pose.
pub(super) fn explained(error: clap::Error, given: &[String]) -> clap::Error {
    let first = given.first().map(String::as_str).filter(|first| !first.starts_with('-'));
    let second_is_a_word = given.get(1).is_some_and(|second| !second.starts_with('-'));
    let Some(first) = first else { return error };
    let is_command = Arguments::command().get_subcommands().any(|command| command.get_name() == first);
    match error.kind() {
        // "skinscope rendr bar": clap takes the first word for a model and reports the second.
        ErrorKind::ArgumentConflict | ErrorKind::UnknownArgument if !is_command && second_is_a_word => {
            no_such_command(first)
        }
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
            let why = WITHOUT_POSE.iter().find(|(command, _)| *command == first);
            let Some((_, why)) = why.filter(|_| is_of_pose(flag)) else { return error };
            let message = format!("`{first}` does not take {flag}, because it takes no pose: {why}");
            let mut all = Arguments::command();
            // Adds the program's name to the usage of subcommands.
            all.build();
            match all.find_subcommand_mut(first) {
                Some(command) => command.error(ErrorKind::UnknownArgument, message),
                None => error,
            }
        }
        _ => error,
    }
}

/// Error for a first word that is no model and cannot be a file: a misspelled command, since "skinscope rendr bar"
/// would be two models.
pub(super) fn unknown_command(viewer: &ViewerArguments) -> Option<clap::Error> {
    viewer.view.other.as_ref()?;
    let model = viewer.model.as_ref()?;
    let word = model.to_str()?;
    let is_model = word.contains(['.', '/', '\\']) || model.exists() || bundled::find(word).is_some();
    (!is_model).then(|| no_such_command(word))
}

fn no_such_command(given: &str) -> clap::Error {
    let names = Arguments::command().get_subcommands().map(|c| c.get_name().to_owned()).collect::<Vec<_>>();
    let message = format!("no command is called {given:?}; commands are {}", names.join(", "));
    Arguments::command().error(ErrorKind::InvalidSubcommand, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::model_arguments::VersionArguments;
    use clap::{Args, Parser};

    fn message(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let error = Arguments::try_from_line(std::iter::once("skinscope".to_owned()).chain(words.clone()));
        explained(error.unwrap_err(), &words).to_string()
    }

    #[test]
    fn commands_without_a_pose_say_why() {
        for (command, why) in WITHOUT_POSE {
            // A command that turns joints through ranges has their limits, and one that checks clips chooses some.
            let program = Arguments::command();
            let own: Vec<String> = program
                .find_subcommand(command)
                .map(|command| command.get_arguments().map(|flag| flag.get_id().to_string()).collect())
                .unwrap_or_default();
            let flags = [flags_of::<PosingArguments>(), flags_of::<ScalingArguments>()].concat();
            for flag in flags.iter().filter(|flag| !own.iter().any(|own| *flag == own.as_str())) {
                let line = message(&format!("{command} bar --{flag} x"));
                assert!(line.contains(why) && line.contains(&format!("--{flag}, ")), "{line}");
                assert!(line.contains(&format!("Usage: skinscope {command} ")), "{line}");
            }
        }
        // A command that takes a model takes a pose, or says why not.
        let program = Arguments::command();
        let takes =
            |command: &clap::Command, group| command.get_groups().any(|own| Some(own.get_id().clone()) == group);
        for command in program.get_subcommands().filter(|command| takes(command, VersionArguments::group_id())) {
            let says_why = WITHOUT_POSE.iter().any(|(name, _)| *name == command.get_name());
            assert_eq!(takes(command, PosingArguments::group_id()), !says_why, "{}", command.get_name());
        }
        // The other commands do.
        for command in ["render bar -o x.png", "compare bar -o x.png", "deform bar -o x.npy", "measure bar"] {
            let line = format!("skinscope {command} --pose a --set mid:rx=1 --clip 0 --time 1 --scale local");
            assert!(Arguments::try_parse_from(line.split_whitespace()).is_ok(), "{line}");
        }
    }

    /// Arguments that accept any text: names that only a file defines, files, and words.
    const FREE_TEXT: [&str; 20] = [
        "rules",
        "results",
        "junit",
        "html",
        "write_rules",
        "joints",
        "save_joints",
        "pose",
        "poses",
        "recipe",
        "picture",
        "clip",
        "joint",
        "output",
        "isolate",
        "scene",
        "talk",
        "variant",
        "title",
        "deformer",
    ];

    /// Covers every flag of every command, including future ones.
    #[test]
    fn nonsense_is_refused_by_the_flag_that_it_was_given_to() {
        let viewer = Arguments::command();
        let mut checked = 0;
        for command in viewer.get_subcommands().chain([&viewer]) {
            let flags = command.get_arguments().filter(|flag| flag.get_action().takes_values());
            for flag in flags.filter(|flag| !FREE_TEXT.contains(&flag.get_id().as_str())) {
                let Some(long) = flag.get_long() else { continue };
                let first = if command.get_name() == viewer.get_name() { "" } else { command.get_name() };
                let error = |value: &str| {
                    let words = ["skinscope", first, &format!("--{long}"), value];
                    Arguments::try_parse_from(words.iter().filter(|word| !word.is_empty())).unwrap_err()
                };
                let is_of_value = |kind| matches!(kind, ErrorKind::ValueValidation | ErrorKind::InvalidValue);
                let nonsense = error("n/o/n/s/e/n/s/e");
                assert!(is_of_value(nonsense.kind()), "{first} --{long}: {nonsense}");
                assert!(nonsense.to_string().contains(&format!("'--{long} ")), "{first} --{long}: {nonsense}");
                assert_eq!(nonsense.exit_code(), 2);
                checked += 1;
            }
        }
        assert!(checked > 50, "{checked}");
    }

    /// A negative number is a value, not a flag.
    #[test]
    fn negative_numbers_are_refused_by_their_own_flags() {
        for line in [
            "render bar --paint-range -1",
            "render bar --paint-range nan",
            "render bar --paint-range inf",
            "render bar --paint-range 0",
            "render bar --size -5x5",
            "compare bar --columns -1",
            "compare bar --blend -0.5",
            "centers bar --sigma -1",
            "centers bar --epsilon inf",
            "stress bar --range -90",
            "stress bar --top -1",
            "report bar --top 0",
            "report bar --range -90",
            "deform bar --time nan",
            "scenes kavan-fig-7 --columns -1",
        ] {
            let flag = line.split_whitespace().find(|word| word.starts_with("--")).unwrap_or_default();
            let message = message(line);
            assert!(message.contains("invalid value") && message.contains(flag), "{line}: {message}");
        }
    }

    #[test]
    fn an_unknown_command_is_answered_with_the_known_ones() {
        assert!(message("rendr bar").contains("no command is called \"rendr\"; commands are info, render"));
        assert!(message("rendr bar -o x.png").contains("no command is called \"rendr\""));
        let both = ["skinscope", "limb", "bar"];
        assert!(Arguments::try_from_line(both).unwrap().viewer.view.other.is_some());
        assert!(message("info bar --nonsense").contains("unexpected argument '--nonsense'"));
    }
}
