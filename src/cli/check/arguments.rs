use crate::checks::{PROFILES, Rule};
use crate::cli::examples;
use crate::cli::model_arguments::AccessArguments;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = examples::CHECK, after_long_help = examples::after(&definitions(), examples::CHECK))]
pub struct CheckArguments {
    /// Files, folders whose .glb, .gltf and .vrm files are checked, or names of bundled models. With --merge, results.
    #[arg(required = true, value_name = "FILES|FOLDERS")]
    pub files: Vec<PathBuf>,
    /// Rules: a file (.toml), or the name of bundled ones.
    #[arg(long, value_name = "RULES.toml|NAME", default_value = "default", help = rules_help())]
    pub rules: PathBuf,
    /// Print one line of JSON for each file as soon as it is done, instead of text.
    #[arg(long)]
    pub json: bool,
    /// Leave times out of the results, so that two runs write the same lines.
    #[arg(long)]
    pub no_times: bool,
    /// Also write the results to this file, a line of JSON for each checked file as soon as it is done.
    #[arg(long, value_name = "OUT.jsonl")]
    pub results: Option<PathBuf>,
    /// Go on where --results ends: skip files that have not changed since they were checked against these rules.
    #[arg(long, requires = "results")]
    pub resume: bool,
    /// Check nothing: join the results of other runs against the same rules, for a list, a page or proposed rules.
    #[arg(long, conflicts_with_all = ["resume", "jobs", "no_times", "allow_outside"])]
    pub merge: bool,
    /// Also write the results for a build server, in the JUnit layout: a suite for each file, a case for each limit.
    #[arg(long, value_name = "OUT.xml")]
    pub junit: Option<PathBuf>,
    /// Also write a page with the worst joints of files that fail, which can be sorted and filtered.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// Most pictures on the page, which need a graphics driver; 0 for none.
    #[arg(long, value_name = "N", requires = "html", default_value_t = 600)]
    pub pictures: usize,
    /// Also write rules that all of these files meet. Measures everything, also what has no limit.
    #[arg(long, value_name = "OUT.toml")]
    pub write_rules: Option<PathBuf>,
    /// Files to check at the same time, each with the memory of one file [default: one for each core].
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub access: AccessArguments,
}

fn rules_help() -> String {
    format!(
        "Rules: a file (.toml), or the name of bundled ones: {}. `--write-rules` writes a file to begin with",
        PROFILES.map(|profile| profile.name).join(", ")
    )
}

/// Explains the numbers, for the help.
fn definitions() -> String {
    let rules = Rule::ALL.map(|rule| format!("  {} ({}): {}", rule.id(), rule.bound().words(), rule.meaning()));
    format!("Rules can limit these numbers:\n{}", rules.join("\n"))
}
