use super::Subject;
use crate::centers::CenterSettings;
use crate::cli::model_arguments::split_bones;
use crate::cli::png_file::{command_of_run, without_folder};
use crate::cli::provenance::PROGRAM_VERSION;
use crate::files::{ModelSource, shell_line};
use crate::report::{Case, CommandLine, Made, PlottedSweep, StressPart};
use crate::skinning::{BlendFactor, SkinningMethod};

/// Output name in the page's own command. It is the same for every file name and for standard output, so that the bytes
/// are too.
const OUTPUT: &str = "report.html";

/// Command that made the page, and the commands that produce its parts.
pub(super) fn made(subject: &Subject<'_>, stress: Option<&StressPart>, adapter: &str) -> Made {
    let mut commands = vec![CommandLine {
        gives: "What is in the file, and what was repaired".to_owned(),
        line: shell_line(words(&["info", &model(subject)]).chain(opening_flags(subject))),
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
        ModelSource::File(_) => model(subject),
    };
    Made {
        command: command_of_run(OUTPUT),
        program: format!("skinscope {PROGRAM_VERSION}"),
        adapter: adapter.to_owned(),
        files: std::iter::once((file, hash(&subject.opened.hash))).chain(resources).collect(),
        date: subject.arguments.date.then(|| chrono::Local::now().format("%Y-%m-%d").to_string()),
        commands,
    }
}

fn words<'a>(words: &[&'a str]) -> impl Iterator<Item = String> + use<'a> {
    words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>().into_iter()
}

/// The model without its folder, which may be private.
fn model(subject: &Subject<'_>) -> String {
    without_folder(&subject.arguments.model.to_string_lossy()).to_owned()
}

fn method_list(methods: &[SkinningMethod]) -> String {
    methods.iter().map(|method| method.id()).collect::<Vec<_>>().join(",")
}

/// Command for all worst values of every joint.
fn all_joints(subject: &Subject<'_>) -> CommandLine {
    let range = subject.turns.source.to_string();
    let methods = method_list(subject.methods);
    let line = words(&["stress", &model(subject), "--methods", &methods, "--range", &range]).collect::<Vec<_>>();
    let limits = subject.arguments.ranges.limit.iter();
    let limits = limits.flat_map(|limit| ["--limit".to_owned(), limit.text().to_owned()]);
    CommandLine {
        gives: "The worst values of all joints".to_owned(),
        line: shell_line(line.into_iter().chain(limits).chain(skinning_flags(subject)).chain(opening_flags(subject))),
    }
}

/// Command for the figures of a case and more.
fn figures(subject: &Subject<'_>, case: &Case) -> CommandLine {
    let methods = method_list(subject.methods);
    let model = model(subject);
    let line: Vec<String> =
        words(&["measure", &model, "--set", &case.set, "--joint", &case.address, "--methods", &methods]).collect();
    CommandLine {
        gives: format!("Figures of {} about {}", case.joint, case.axis),
        line: shell_line(line.into_iter().chain(cpu()).chain(skinning_flags(subject)).chain(opening_flags(subject))),
    }
}

/// Command for the numbers of a sweep, and for a plot of them.
fn plot(subject: &Subject<'_>, sweep: &PlottedSweep) -> CommandLine {
    let methods = method_list(subject.methods);
    let model = model(subject);
    let start = ["measure", &model, "--sweep", &sweep.sweep, "--joint", &sweep.address, "--methods", &methods];
    let output = words(&["-o", "sweep.svg"]);
    let line: Vec<String> = words(&start).chain(cpu()).collect();
    CommandLine {
        gives: format!("Sweep of {} about {}", sweep.joint, sweep.axis),
        line: shell_line(line.into_iter().chain(skinning_flags(subject)).chain(opening_flags(subject)).chain(output)),
    }
}

/// Flags for the CPU. The page's figures are computed there, because they are the same on every machine.
fn cpu() -> impl Iterator<Item = String> {
    words(&["--backend", "cpu"])
}

/// Flags for the methods' settings that differ from their defaults.
fn skinning_flags(subject: &Subject<'_>) -> Vec<String> {
    let arguments = subject.arguments;
    let mut flags = Vec::new();
    let mut add = |flag: &str, value: String| flags.extend([flag.to_owned(), value]);
    if let Some(mode) = arguments.blending.antipodality {
        add("--antipodality", mode.id().to_owned());
    }
    if arguments.blending.blend != BlendFactor::default() {
        add("--blend", arguments.blending.blend.to_string());
    }
    let (given, usual) = (arguments.centers.settings(), CenterSettings::default());
    if given.sigma != usual.sigma {
        add("--sigma", given.sigma.to_string());
    }
    if given.epsilon != usual.epsilon {
        add("--epsilon", given.epsilon.to_string());
    }
    if given.similarity != usual.similarity {
        add("--similarity", given.similarity.id().to_owned());
    }
    flags
}

/// Flags with which the model was opened.
fn opening_flags(subject: &Subject<'_>) -> Vec<String> {
    let opening = &subject.arguments.opening;
    let splits = split_bones(&subject.posed.model.skeleton);
    let mut flags: Vec<String> = Vec::new();
    for edit in opening.version.weights_in_words() {
        flags.extend(["--weights".to_owned(), edit]);
    }
    // A file may have twist joints of its own, which need no flag.
    let is_asked_for = !opening.version.twist.is_empty();
    for split in splits.into_iter().filter(|_| is_asked_for) {
        flags.extend(["--twist".to_owned(), split]);
    }
    if opening.access.allow_outside {
        flags.push("--allow-outside".to_owned());
    }
    if let Some(variant) = &opening.version.variant {
        flags.extend(["--variant".to_owned(), variant.clone()]);
    }
    flags
}
