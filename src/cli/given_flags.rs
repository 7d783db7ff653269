//! The flags that were given. A command that works in several ways lists the flags that each way reads, and refuses the
//! rest, so that no flag is accepted and then ignored. A new flag is refused until it is in the list.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// Flags that are given, including those given with their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenFlags(Vec<String>);

impl GivenFlags {
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        // Groups of flags have ids, too.
        let ids = command.get_arguments().map(|flag| flag.get_id().as_str());
        let given = ids.filter(|id| matches.ids().any(|matched| matched == id));
        Self(given.filter(|id| matches.value_source(id) == Some(ValueSource::CommandLine)).map(str::to_owned).collect())
    }

    /// Whether the flag with this id, such as `paint_range`, is given.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given == id)
    }

    /// The given flags that are not among these, as on the command line. `None` if there are none.
    pub(super) fn besides(&self, read: &[&str]) -> Option<String> {
        self.listed(|id| !read.contains(&id))
    }

    /// The given flags that are among these, as on the command line. `None` if there are none.
    pub(super) fn among(&self, ids: &[&str]) -> Option<String> {
        self.listed(|id| ids.contains(&id))
    }

    fn listed(&self, is_listed: impl Fn(&str) -> bool) -> Option<String> {
        let listed = self.0.iter().filter(|id| is_listed(id));
        let flags: Vec<String> = listed.map(|id| format!("--{}", id.replace('_', "-"))).collect();
        (!flags.is_empty()).then(|| flags.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::arguments::{Arguments, PictureArguments, Subcommand};
    use crate::cli::bench::READ_FOR_TUBES;
    use crate::cli::record::READ_FOR_SCENES;
    use crate::cli::share::{READ_FOR_SCENE, READ_FOR_TALKS};
    use clap::{Args, CommandFactory};
    use std::collections::BTreeSet;

    /// Values to try. Each flag takes one of these, perhaps together with a flag that it needs.
    const VALUES: [&str; 21] = [
        "1",
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
    ];
    const COMPANIONS: [&[&str]; 3] = [&[], &["--clip", "walk"], &["--wipe", "dqs"]];

    /// Ways in which a command reads only some of its flags: a line, and these flags.
    const WAYS: [(&[&str], &[&str]); 5] = [
        (&["record", "kavan-2008", "-o", "a.gif"], &READ_FOR_SCENES),
        (&["record", "--scene", "1", "--talk", "a.toml", "-o", "a.gif"], &READ_FOR_SCENES),
        (&["share", "kavan-2008", "-o", "a.html"], &READ_FOR_TALKS),
        (&["share", "kavan-fig-7", "-o", "a.html"], &READ_FOR_SCENE),
        (&["bench"], &READ_FOR_TUBES),
    ];

    /// Checks that the command makes before it opens anything.
    fn check(command: &Subcommand) -> Result<(), String> {
        let checked = match command {
            Subcommand::Record(record) => record.source().and_then(|source| record.check_flags(&source)),
            Subcommand::Share(share) => share.shared().map(|_| ()),
            Subcommand::Bench(bench) => bench.check_flags(),
            _ => Ok(()),
        };
        checked.map_err(|error| error.to_string())
    }

    /// The error for a line with this flag, or `None` if the flag does not fit the line.
    fn told_of(line: &[&str], flag: &clap::Arg) -> Option<Result<(), String>> {
        let long = format!("--{}", flag.get_long()?);
        let takes_value = flag.get_action().takes_values();
        let values = VALUES.into_iter().filter(|_| takes_value).map(Some).chain([None]);
        let tries = values.flat_map(|value| COMPANIONS.map(|companions| (value, companions)));
        let parsed = |(value, companions): (Option<&str>, &[&str])| {
            let words = ["skinscope"].iter().chain(line).chain(companions).copied();
            Arguments::try_from_line(words.chain([long.as_str()]).chain(value)).ok()?.command
        };
        tries.into_iter().find_map(parsed).map(|command| check(&command))
    }

    #[test]
    fn every_flag_is_read_or_refused() {
        let viewer = Arguments::command();
        let mut refused = 0;
        let [mut wanted, mut accepted] = [BTreeSet::new(), BTreeSet::new()];
        for (line, read) in WAYS {
            let command = viewer.find_subcommand(line[0]).unwrap();
            wanted.extend(read.iter().map(|&id| (line[0], id)));
            for flag in command.get_arguments() {
                let id = flag.get_id().as_str();
                let long = format!("--{}", flag.get_long().unwrap_or_default());
                if flag.is_positional() || id == "output" || line.contains(&long.as_str()) {
                    accepted.insert((line[0], id));
                    continue;
                }
                match told_of(line, flag) {
                    Some(Ok(())) => {
                        assert!(read.contains(&id), "{line:?} {long} is taken and ignored");
                        accepted.insert((line[0], id));
                    }
                    Some(Err(told)) => {
                        assert!(!read.contains(&id) && told.contains(&long), "{line:?} {long}: {told}");
                        refused += 1;
                    }
                    // The command line itself refuses it.
                    None => refused += 1,
                }
            }
        }
        assert_eq!(wanted.difference(&accepted).collect::<Vec<_>>(), Vec::<&(&str, &str)>::new(), "no such flags");
        assert!(refused > 80, "{refused}");
    }

    #[test]
    fn flags_of_pictures_are_refused_where_no_picture_is_drawn() {
        let of_pictures = PictureArguments::augment_args(clap::Command::new("pictures"));
        for flag in of_pictures.get_arguments() {
            assert!(told_of(&["compare", "bar", "bar", "-o", "a.png"], flag).is_some(), "{}", flag.get_id());
            for line in
                [&["compare", "bar", "bar"][..], &["compare", "bar", "bar", "--sweep", "mid:rx=0..9", "-o", "a.svg"]]
            {
                assert!(told_of(line, flag).is_none(), "{line:?}: {}", flag.get_id());
            }
        }
    }
}
