//! The flags that were given, by their groups. A group is a struct of arguments, so clap lists its flags, and no rule
//! repeats their names. A command that works in several ways says which groups each way reads, and refuses the others.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Id};

/// The id of a struct of arguments, such as `PoseArguments::group_id`.
pub(super) type FlagGroup = fn() -> Option<Id>;

/// The ids of the flags of a struct of arguments, and of the structs in it.
pub(super) fn flags_of<G: Args>() -> Vec<Id> {
    G::augment_args(Command::new("flags")).get_arguments().map(|flag| flag.get_id().clone()).collect()
}

/// Flags that are given, including those given with their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenFlags(Vec<GivenFlag>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct GivenFlag {
    id: Id,
    /// `None` for the command's own flags.
    group: Option<Id>,
    /// The flag as on the command line.
    text: String,
}

impl GivenFlags {
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let is_given = |id: &Id| {
            matches.ids().any(|matched| matched == id)
                && matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
        };
        let given = command.get_arguments().filter(|flag| is_given(flag.get_id()));
        let flag = |flag: &Arg| GivenFlag {
            id: flag.get_id().clone(),
            group: group_of(command, flag.get_id()),
            text: match flag.get_long() {
                Some(long) => format!("--{long}"),
                None => flag.get_id().as_str().to_uppercase(),
            },
        };
        Self(given.map(flag).collect())
    }

    /// Whether the flag with this id, such as `paint_range`, is given.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given.id == id)
    }

    /// Whether any flag of these groups is given.
    pub(super) fn has_any(&self, groups: &[FlagGroup]) -> bool {
        self.0.iter().any(|given| given.is_in(groups))
    }

    /// The given flags that are the command's own or in these groups.
    pub(super) fn only(&self, read: &[FlagGroup]) -> Self {
        Self(self.0.iter().filter(|given| given.is_read_by(read)).cloned().collect())
    }

    /// The given flags that are neither the command's own nor in these groups, as on the command line. `None` if there
    /// are none.
    pub(super) fn besides(&self, read: &[FlagGroup]) -> Option<String> {
        self.listed(|given| !given.is_read_by(read))
    }

    /// The given flags of these groups, as on the command line. `None` if there are none.
    pub(super) fn among(&self, groups: &[FlagGroup]) -> Option<String> {
        self.listed(|given| given.is_in(groups))
    }

    fn listed(&self, is_listed: impl Fn(&GivenFlag) -> bool) -> Option<String> {
        let flags: Vec<&str> =
            self.0.iter().filter(|given| is_listed(given)).map(|given| given.text.as_str()).collect();
        (!flags.is_empty()).then(|| flags.join(", "))
    }
}

impl GivenFlag {
    fn is_in(&self, groups: &[FlagGroup]) -> bool {
        self.group.is_some() && groups.iter().any(|group| group() == self.group)
    }

    fn is_read_by(&self, groups: &[FlagGroup]) -> bool {
        self.group.is_none() || self.is_in(groups)
    }
}

/// The group that declares a flag of a command.
fn group_of(command: &Command, flag: &Id) -> Option<Id> {
    command.get_groups().find(|group| group.get_args().any(|id| id == flag)).map(|group| group.get_id().clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{
        Arguments, LookArguments, PictureArguments, SceneDrawingArguments, ScenePictureArguments, SearchArguments,
    };
    use crate::cli::bench::FrameArguments;
    use crate::cli::model_arguments::{AccessArguments, ModelArguments, VersionArguments};
    use crate::cli::record::{ModelMotionArguments, MotionArguments, TransitionArguments};
    use crate::cli::shared_arguments::{
        BlendingArguments, CacheArguments, CenterArguments, ChoiceArguments, LayoutArguments, PaneArguments,
        PoseArguments, PosingArguments, ScalingArguments, SimilarityArguments,
    };
    use crate::cli::stored_arguments::StoredArguments;
    use crate::cli::stress::StressPictureArguments;
    use crate::cli::viewer_start::ignored_with_scene;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// Every way in which a command works: a line, and the groups of flags that it refuses. Clap refuses others.
    const WAYS: [(&[&str], &[&[FlagGroup]]); 50] = [
        (&[], &[]),
        (&["--scene", "1"], &[&OF_VIEWER]),
        (&["info", "bar"], &[]),
        (&["new-method", "a.wgsl"], &[]),
        (&["render", "bar", "-o", "a.png"], &[]),
        (&["compare", "bar", "-o", "a.png"], &[]),
        (&["compare", "bar", "--influences", "4"], &[]),
        (&["compare", "bar", "bar"], &[]),
        (&["compare", "bar", "bar", "-o", "a.png"], &[]),
        (&["compare", "bar", "bar", "--sweep", "mid:rx=0..9", "-o", "a.svg"], &[]),
        (&["check", "bar", "--results", "a.jsonl", "--html", "a.html"], &[]),
        (&["record", "bar", "-o", "a.gif"], &[&[TransitionArguments::group_id, ChoiceArguments::group_id]]),
        (&["record", "kavan-2008", "-o", "a.gif"], &[&OF_MODEL, &[ModelMotionArguments::group_id]]),
        (&["record", "--scene", "1", "-o", "a.gif"], &[&OF_MODEL, &[ModelMotionArguments::group_id]]),
        (
            &["record", "--scene", "1", "--talk", "a.toml", "-o", "a.gif"],
            &[&OF_MODEL, &[ModelMotionArguments::group_id]],
        ),
        (&["share", "bar", "-o", "a.html"], &[&[ChoiceArguments::group_id]]),
        (&["share", "kavan-2008", "-o", "a.html"], &[&OF_MODEL, &[LayoutArguments::group_id]]),
        (
            &["share", "kavan-fig-7", "-o", "a.html"],
            &[&OF_MODEL, &[LayoutArguments::group_id, ChoiceArguments::group_id]],
        ),
        (&["deform", "bar", "-o", "a.npy"], &[]),
        (&["golden", "bar", "-o", "a"], &[]),
        (&["centers", "bar"], &[&[SearchArguments::group_id]]),
        (&["centers", "bar", "--search", "breadth-first"], &[]),
        (&["centers", "bar", "--search", "breadth-first", "-o", "a.npy"], &[]),
        (&["measure", "bar"], &[]),
        (&["measure", "bar", "-o", "a.svg"], &[]),
        (&["measure", "bar", "--sweep", "mid:rx=0..9"], &[]),
        (&["probe", "bar", "--vertex", "1"], &[]),
        (&["palette", "bar", "-o", "a.json"], &[]),
        (&["shader", "dqs"], &[]),
        (&["stress", "bar"], &[]),
        (&["stress", "bar", "-o", "a.png"], &[]),
        (&["stress", "bar", "-o", "a.svg"], &[&[StressPictureArguments::group_id]]),
        (&["stress", "bar", "bar"], &[]),
        (&["stress", "bar", "bar", "-o", "a.svg"], &[&[StressPictureArguments::group_id]]),
        (&["clips", "mannequin"], &[]),
        (&["clips", "mannequin", "--clip", "walk", "-o", "a.svg"], &[]),
        (&["report", "bar", "-o", "a.html"], &[]),
        (&["models"], &[]),
        (&["models", "bar", "-o", "a.glb"], &[]),
        (&["rig", "bar", "-o", "a.glb"], &[]),
        (&["bake", "bar", "-o", "a.glb"], &[]),
        (&["scenes"], &[]),
        (&["scenes", "1", "-o", "a.png"], &[]),
        (&["scenes", "1", "-o", "a.pdf"], &[&[ScenePictureArguments::group_id]]),
        (&["talk", "kavan-2008"], &[]),
        (&["claims"], &[]),
        (&["bench"], &[&OF_MEASURED_MODEL]),
        (&["bench", "--vertices", "1000"], &[&OF_MEASURED_MODEL]),
        (&["bench", "bar"], &[]),
        (&["doctor"], &[]),
    ];
    const OF_VIEWER: [FlagGroup; 5] = [
        BlendingArguments::group_id,
        ScalingArguments::group_id,
        StoredArguments::group_id,
        SimilarityArguments::group_id,
        VersionArguments::group_id,
    ];
    /// Flags whose values a scene defines itself.
    const OF_MODEL: [FlagGroup; 9] = [
        StoredArguments::group_id,
        PaneArguments::group_id,
        LookArguments::group_id,
        PosingArguments::group_id,
        BlendingArguments::group_id,
        ScalingArguments::group_id,
        SimilarityArguments::group_id,
        CacheArguments::group_id,
        VersionArguments::group_id,
    ];
    const OF_MEASURED_MODEL: [FlagGroup; 6] = [
        FrameArguments::group_id,
        PosingArguments::group_id,
        SimilarityArguments::group_id,
        CacheArguments::group_id,
        VersionArguments::group_id,
        AccessArguments::group_id,
    ];

    /// Values to try. Each flag takes one of these, perhaps together with a flag that it needs.
    const VALUES: [&str; 35] = [
        "1",
        "8",
        "1000",
        "0.5",
        "lbs",
        "mid:rx=1",
        "mid:rx=0..9",
        "mid:2",
        "x=1",
        "0..1",
        "clips",
        "front",
        "grid",
        "materials",
        "smooth",
        "sphere",
        "10x10",
        "joint-pairs",
        "inherited",
        "both",
        "none",
        "gif",
        "glb",
        "cpu",
        "bind",
        "exact",
        "worst",
        "bulge",
        "volume",
        "kavan-2008",
        "number",
        "holds",
        "smooth:mid",
        "wgsl",
        "vertex",
    ];
    const COMPANIONS: [&[&str]; 4] = [&[], &["--clip", "walk"], &["--wipe", "dqs"], &["--json"]];

    /// Checks the flags of a line, before anything is opened.
    fn check(arguments: &Arguments) -> Result<(), String> {
        match &arguments.command {
            Some(command) => command.check_flags(&arguments.given).map_err(|error| error.to_string()),
            None if arguments.viewer.scene.is_some() => ignored_with_scene(&arguments.given).map_or(Ok(()), Err),
            None => Ok(()),
        }
    }

    /// Result of `check` for a line with this flag. `None` if clap refuses the line.
    fn told_of(line: &[&str], flag: &Arg) -> Option<Result<(), String>> {
        let long = format!("--{}", flag.get_long()?);
        let takes_value = flag.get_action().takes_values();
        let values = VALUES.into_iter().filter(|_| takes_value).map(Some).chain([None]);
        let tries = values.flat_map(|value| COMPANIONS.map(|companions| (value, companions)));
        let parsed = |(value, companions): (Option<&str>, &[&str])| {
            let words = ["skinscope"].iter().chain(line).chain(companions).copied();
            Arguments::try_from_line(words.chain([long.as_str()]).chain(value)).ok()
        };
        tries.into_iter().find_map(parsed).map(|arguments| check(&arguments))
    }

    fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
        command.get_arguments().filter(|flag| !["help", "version"].contains(&flag.get_id().as_str()))
    }

    #[test]
    fn every_flag_is_read_or_refused() {
        let program = Arguments::command();
        let mut refused = 0;
        let mut accepted: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (line, refuses) in WAYS {
            let named = line.first().and_then(|name| program.find_subcommand(name));
            let command = named.unwrap_or(&program);
            for flag in flags(command) {
                let (id, long) = (flag.get_id(), format!("--{}", flag.get_long().unwrap_or_default()));
                let group = group_of(command, id);
                let is_refused = group.is_some() && refuses.iter().copied().flatten().any(|refused| refused() == group);
                let is_in_line = line.contains(&long.as_str()) || id == "output" && line.contains(&"-o");
                if flag.is_positional() || is_in_line {
                    accepted.insert((command.get_name(), id.as_str()));
                    continue;
                }
                match told_of(line, flag) {
                    Some(Ok(())) => {
                        assert!(!is_refused, "{line:?} {long} is taken and ignored");
                        accepted.insert((command.get_name(), id.as_str()));
                    }
                    Some(Err(told)) => {
                        assert!(is_refused && told.contains(&long), "{line:?} {long}: {told}");
                        refused += 1;
                    }
                    None => refused += 1,
                }
            }
        }
        let all = program
            .get_subcommands()
            .chain([&program])
            .flat_map(|command| flags(command).map(|flag| (command.get_name(), flag.get_id().as_str())));
        let never: Vec<_> = all.filter(|flag| !accepted.contains(flag)).collect();
        assert_eq!(never, [], "no way takes these");
        assert!(refused > 150, "{refused}");
    }

    /// Clap lists the flags of a struct that flattens no other. A struct that puts others together must have no flags of
    /// its own, or they would belong to none.
    #[test]
    fn every_flag_belongs_to_one_group() {
        let program = Arguments::command();
        for command in program.get_subcommands().chain([&program]) {
            for flag in flags(command) {
                let holds = |group: &&clap::ArgGroup| group.get_args().any(|id| id == flag.get_id());
                let groups = command.get_groups().filter(holds).count();
                assert!(groups <= 1, "{} {}", command.get_name(), flag.get_id());
            }
        }
        for shared in [
            PoseArguments::augment_args as fn(Command) -> Command,
            CenterArguments::augment_args,
            ModelArguments::augment_args,
            PictureArguments::augment_args,
            MotionArguments::augment_args,
        ] {
            let shared = shared(Command::new("shared"));
            for flag in flags(&shared) {
                assert!(group_of(&shared, flag.get_id()).is_some(), "{}", flag.get_id());
            }
        }
    }

    /// Clap forgets what a flag requires if it conflicts with a flag that is given.
    #[test]
    fn flags_that_need_another_are_refused_next_to_what_excludes_both() {
        let of_scenes =
            ScenePictureArguments::augment_args(SceneDrawingArguments::augment_args(Command::new("scenes")));
        for flag in flags(&of_scenes) {
            assert_eq!(told_of(&["scenes", "--json"], flag), None, "{}", flag.get_id());
        }
        for line in [
            "models -o a.glb --json",
            "scenes 1 -o a.png --json",
            "compare bar bar --figure bulge --size 9x9 -o a.png",
            "compare bar bar --figure bulge --columns 2 -o a.png",
        ] {
            assert!(Arguments::try_from_line(["skinscope"].into_iter().chain(line.split(' '))).is_err(), "{line}");
        }
    }

    #[test]
    fn flags_of_pictures_are_refused_where_no_picture_is_drawn() {
        let of_pictures = PictureArguments::augment_args(LayoutArguments::augment_args(Command::new("pictures")));
        for flag in flags(&of_pictures) {
            assert!(told_of(&["compare", "bar", "bar", "-o", "a.png"], flag).is_some(), "{}", flag.get_id());
            for line in
                [&["compare", "bar", "bar"][..], &["compare", "bar", "bar", "--sweep", "mid:rx=0..9", "-o", "a.svg"]]
            {
                assert!(told_of(line, flag).is_none(), "{line:?}: {}", flag.get_id());
            }
        }
    }
}
