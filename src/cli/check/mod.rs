//! `skinscope check`: measures many files and compares them with rules.

mod arguments;
mod pictures;
mod results_file;

use super::CliError;
use super::output::{check_ending, is_stdout, write_output};
use super::progress_line::with_progress;
use super::text::print;
use crate::checks::{
    CheckOutcome, CheckRequest, FileCheck, LibraryJob, PageInput, Rules, check_library, junit, library_page, profile,
    propose, read_results, result_line,
};
use crate::files::{LineFile, OpenOptions, model_files, read_lines, read_text};
use crate::math::counted;
use results_file::{Known, resume};
use std::num::NonZeroUsize;
use std::path::Path;

pub use arguments::CheckArguments;

/// The largest file of rules that is read.
const MOST_RULES_BYTES: u64 = 1 << 20;

/// The largest file of results that is read: about a million files.
const MOST_RESULTS_BYTES: u64 = 4 << 30;

pub(super) fn run(arguments: &CheckArguments) -> Result<(), CliError> {
    check_outputs(arguments)?;
    let rules = rules(&arguments.rules)?;
    let mut checks = if arguments.merge { merged(arguments, &rules)? } else { checked(arguments, &rules)? };
    // Results come in the order in which they are done; what is written from all of them does not depend on it.
    checks.sort_by(|a, b| a.path.cmp(&b.path));
    if let Some(path) = &arguments.junit {
        write_output(path, junit(&checks, &rules).as_bytes())?;
    }
    if let Some(path) = &arguments.write_rules {
        let proposed = propose(&checks, &rules);
        if proposed.files == 0 {
            return Err(CliError::NoGoodFiles);
        }
        write_output(path, proposed.toml().map_err(std::io::Error::other)?.as_bytes())?;
    }
    if let Some(path) = &arguments.html {
        let pictures = pictures::of_failures(&checks, arguments.pictures, &arguments.access.access())?;
        write_output(
            path,
            library_page(&PageInput { checks: &checks, rules: &rules, pictures: &pictures }).as_bytes(),
        )?;
    }
    summary(arguments, &checks)
}

/// Checks the endings and folders of all outputs before the long work. Standard output has the list.
fn check_outputs(arguments: &CheckArguments) -> Result<(), CliError> {
    for (output, ending, wanted) in [
        (&arguments.junit, "xml", "*.xml"),
        (&arguments.html, "html", "*.html"),
        (&arguments.write_rules, "toml", "*.toml"),
        (&arguments.results, "jsonl", "*.jsonl"),
    ] {
        let Some(output) = output else { continue };
        if is_stdout(output) {
            return Err(CliError::CheckToStdout { wanted });
        }
        check_ending(output, ending, wanted)?;
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(CliError::NoFolder { path: folder.to_owned() });
        }
    }
    Ok(())
}

/// Bundled rules, or those of a file. A file of the same name must be given with its folder, as in `./film`.
fn rules(given: &Path) -> Result<Rules, CliError> {
    let failed = |cause| CliError::Rules { cause, path: given.to_owned() };
    match given.to_str().and_then(profile) {
        Some(profile) => Rules::bundled(profile.name).map_err(failed),
        None => Rules::read(&read_text(given, "rules", MOST_RULES_BYTES)?).map_err(failed),
    }
}

/// Checks the given files.
fn checked(arguments: &CheckArguments, rules: &Rules) -> Result<Vec<FileCheck>, CliError> {
    let all = model_files(&arguments.files)?;
    if all.is_empty() {
        return Err(CliError::NothingToCheck { path: arguments.files[0].clone() });
    }
    let request = CheckRequest {
        rules: rules.clone(),
        options: OpenOptions { access: arguments.access.access(), ..OpenOptions::default() },
        measures_all: arguments.write_rules.is_some(),
        has_times: !arguments.no_times,
    };
    let (mut file, Known { kept: mut checks, left }) = match &arguments.results {
        Some(path) if arguments.resume => {
            let (file, known) = resume(path, &all, &request)?;
            (Some(file), known)
        }
        Some(path) => (Some(LineFile::create(path, "")?), Known { kept: Vec::new(), left: all }),
        None => (None, Known { kept: Vec::new(), left: all }),
    };
    for check in &checks {
        tell(arguments, check)?;
    }
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let job = LibraryJob { request: &request, files: &left, jobs: arguments.jobs.unwrap_or(cores) };
    // The job is only canceled by an error of its output.
    with_progress("Files", |progress| {
        check_library(&job, progress, |check| {
            if let Some(file) = &mut file {
                file.add(&result_line(&check))?;
            }
            tell(arguments, &check)?;
            checks.push(check);
            Ok::<(), CliError>(())
        })
    })?;
    Ok(checks)
}

/// The results of other runs. A file that was checked twice keeps its last result.
fn merged(arguments: &CheckArguments, rules: &Rules) -> Result<Vec<FileCheck>, CliError> {
    let mut checks: std::collections::BTreeMap<String, FileCheck> = Default::default();
    for path in &arguments.files {
        for check in read_file(path)? {
            if !check.is_of(rules) {
                return Err(CliError::ResultsOfOtherRules { path: path.clone() });
            }
            if arguments.write_rules.is_some() && !check.measured_all {
                return Err(CliError::NotAllMeasured { path: path.clone() });
            }
            checks.insert(check.path.clone(), check);
        }
    }
    if checks.is_empty() {
        return Err(CliError::NoResults { path: arguments.files[0].clone() });
    }
    let checks: Vec<FileCheck> = checks.into_values().collect();
    if let Some(path) = &arguments.results {
        LineFile::create(path, &checks.iter().map(result_line).collect::<String>())?;
    }
    checks.iter().try_for_each(|check| tell(arguments, check))?;
    Ok(checks)
}

/// Reads a file of results. A last line without an end counts if it is whole.
fn read_file(path: &Path) -> Result<Vec<FileCheck>, CliError> {
    let (text, rest) = read_lines(path, "results", MOST_RESULTS_BYTES)?;
    let mut checks = read_results(&text).map_err(|cause| CliError::Results { cause, path: path.to_owned() })?;
    checks.extend(std::str::from_utf8(&rest).ok().and_then(|rest| read_results(rest).ok()).into_iter().flatten());
    Ok(checks)
}

/// Prints one result.
fn tell(arguments: &CheckArguments, check: &FileCheck) -> Result<(), CliError> {
    if arguments.json {
        return print(&result_line(check));
    }
    let mut text = format!("{:<7} {}\n", check.outcome.id(), crate::model::one_line(&check.path));
    for failure in &check.failures {
        text += &format!("        {}\n", failure.to_text());
    }
    if let Some(error) = &check.error {
        text += &format!("        {error}\n");
    }
    print(&text)
}

/// Counts of all results.
///
/// # Errors
/// If a file does not pass.
fn summary(arguments: &CheckArguments, checks: &[FileCheck]) -> Result<(), CliError> {
    let count = |outcome| checks.iter().filter(|check| check.outcome == outcome).count();
    let (passed, failed, broken) =
        (count(CheckOutcome::Passed), count(CheckOutcome::Failed), count(CheckOutcome::Broken));
    if !arguments.json {
        print(&format!(
            "{}: {passed} passed, {failed} failed, {broken} broken\n",
            counted(checks.len(), "file", "files")
        ))?;
    }
    // Files from which rules are proposed need not meet others.
    if failed + broken == 0 || (arguments.write_rules.is_some() && broken == 0) {
        Ok(())
    } else {
        Err(CliError::FilesFailed { failed: failed + broken, files: counted(checks.len(), "file", "files") })
    }
}
