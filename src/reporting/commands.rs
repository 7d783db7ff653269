use super::Subject;
use crate::files::{ModelSource, shell_line};
use crate::report::{Case, CommandLine, Made, PlottedSweep, StressPart};

/// Commands that make the page and its parts.
pub(super) fn made(subject: &Subject<'_>, stress: Option<&StressPart>, adapter: &str) -> Made {
    let request = subject.request;
    let model = request.model.as_str();
    let mut commands = vec![CommandLine {
        gives: "What is in the file, and what was repaired".to_owned(),
        line: line(&["info", model], [&request.opening_flags]),
    }];
    if let Some(part) = stress {
        commands.push(all_joints(subject));
        commands.extend(part.distinct_cases().into_iter().map(|case| figures(subject, case)));
        commands.extend(part.sweeps.iter().map(|sweep| plot(subject, sweep)));
    }
    let hash = |hash: &blake3::Hash| hash.to_hex().to_string();
    let resources = subject.opened.resources.iter().map(|read| (read.relative_path.clone(), hash(&read.hash)));
    let file = match &subject.opened.source {
        ModelSource::Bundled(name) => format!("{name}, a bundled model"),
        ModelSource::File(_) => model.to_owned(),
    };
    Made {
        command: request.command.clone().unwrap_or_else(|| whole_page(subject)),
        is_of_window: request.command.is_none(),
        program: format!("skinscope {}", env!("CARGO_PKG_VERSION")),
        adapter: adapter.to_owned(),
        files: std::iter::once((file, hash(&subject.opened.hash))).chain(resources).collect(),
        date: request.date.clone(),
        commands,
    }
}

/// A command line for a shell: its words, and then its flags.
fn line<const N: usize>(words: &[&str], flags: [&[String]; N]) -> String {
    let words = words.iter().map(|&word| word.to_owned());
    shell_line(words.chain(flags.into_iter().flatten().cloned()))
}

/// Command that makes the page without the own poses.
fn whole_page(subject: &Subject<'_>) -> String {
    let request = subject.request;
    let range = request.turns.source.to_string();
    let measures = request.measures.iter().map(|measure| measure.flag()).collect::<Vec<_>>().join(",");
    let (methods, top) = (request.method_list(), request.top.to_string());
    let words =
        ["report", &request.model, "--methods", &methods, "--range", &range, "--top", &top, "--measure", &measures];
    let output = ["--date", "-o", "report.html"].map(str::to_owned);
    line(&words, [&request.limit_flags(), &request.skinning_flags(), &request.opening_flags, &output])
}

/// Command for all worst values of every joint.
fn all_joints(subject: &Subject<'_>) -> CommandLine {
    let request = subject.request;
    let range = request.turns.source.to_string();
    let words = ["stress", &request.model, "--methods", &request.method_list(), "--range", &range];
    let line = line(&words, [&request.limit_flags(), &request.skinning_flags(), &request.opening_flags]);
    CommandLine { gives: "The worst values of all joints".to_owned(), line }
}

/// Command for the figures of a case and more. The page's figures are computed on the CPU, because they are the same on
/// every machine.
fn figures(subject: &Subject<'_>, case: &Case) -> CommandLine {
    let request = subject.request;
    let methods = request.method_list();
    let words = ["measure", &request.model, "--set", &case.set, "--joint", &case.address, "--methods", &methods];
    let words = [&words[..], &["--backend", "cpu"]].concat();
    CommandLine {
        gives: format!("Figures of {} about {}", case.joint, case.axis),
        line: line(&words, [&request.skinning_flags(), &request.opening_flags]),
    }
}

/// Command for the numbers of a sweep, and for a plot of them.
fn plot(subject: &Subject<'_>, sweep: &PlottedSweep) -> CommandLine {
    let request = subject.request;
    let methods = request.method_list();
    let words = ["measure", &request.model, "--sweep", &sweep.sweep, "--joint", &sweep.address];
    let words = [&words[..], &["--methods", &methods, "--backend", "cpu"]].concat();
    let output = ["-o", "sweep.svg"].map(str::to_owned);
    CommandLine {
        gives: format!("Sweep of {} about {}", sweep.joint, sweep.axis),
        line: line(&words, [&request.skinning_flags(), &request.opening_flags, &output]),
    }
}
