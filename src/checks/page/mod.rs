//! The page of a library: one file of HTML that needs nothing but itself, with a row for each file, the limits that
//! some file fails as columns, and pictures of what fails. A short script sorts and filters; without it, everything is
//! there, the failures first.

mod rows;

use super::{CheckOutcome, FileCheck, Rule, Rules};
use crate::math::counted;
use crate::report::{Picture, escaped, page_style};
use std::collections::HashMap;

const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

/// Security policy: the page may only load its own contents and run its own script.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:";

/// Most columns of limits. More would not fit beside the names.
const MOST_COLUMNS: usize = 8;

/// Size of a picture in pixels. The page shows it at half this size.
pub const PICTURE_SIZE: [u32; 2] = [280, 224];

/// A picture of a failure.
#[derive(Clone, Debug)]
pub struct FailurePicture {
    pub picture: Picture,
    /// The vertex that shows it, as fractions of the picture from its upper left corner. `None` if it is outside.
    pub mark: Option<[f32; 2]>,
}

/// Pictures of failures, by the index of the file and the rule.
#[derive(Clone, Debug, Default)]
pub struct FailurePictures {
    pub of: HashMap<(usize, Rule), FailurePicture>,
    /// What the page says about pictures that are missing. Empty if none is.
    pub missing: String,
}

/// The contents of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'a> {
    pub checks: &'a [FileCheck],
    pub rules: &'a Rules,
    pub pictures: &'a FailurePictures,
}

/// The page as HTML. The same results give the same bytes.
pub fn library_page(input: &PageInput<'_>) -> String {
    let PageInput { checks, rules, pictures } = *input;
    let count = |outcome| checks.iter().filter(|check| check.outcome == outcome).count();
    let columns = columns(checks);
    // Broken files first, then those that fail most limits.
    let mut order: Vec<usize> = (0..checks.len()).collect();
    order.sort_by_key(|&index| {
        let check = &checks[index];
        let rank = [CheckOutcome::Broken, CheckOutcome::Failed, CheckOutcome::Passed];
        let rank = rank.iter().position(|outcome| *outcome == check.outcome);
        (rank, std::cmp::Reverse(check.failures.len()), &check.path)
    });
    let rows: String = order.into_iter().map(|index| rows::row(input, index, &columns)).collect();
    let heads: String = columns
        .iter()
        .map(|rule| {
            let limit = rules.limit(*rule, None);
            let limit = limit.map_or_else(
                || "by kind of joint".to_owned(),
                |limit| format!("{} {}", rule.bound().words(), rule.display(limit)),
            );
            format!(
                "<th aria-sort=\"none\"><button title=\"{}\">{}</button><span>{limit}</span></th>",
                escaped(rule.meaning()),
                escaped(rule.title())
            )
        })
        .collect();
    let notes = if pictures.missing.is_empty() { String::new() } else { format!(" {}", pictures.missing) };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{POLICY}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<title>Rig check: {name}</title>\n<link rel=\"icon\" \
         href=\"data:,\">\n<style>\n{style}{STYLE}</style>\n</head>\n<body>\n<header>\n<p class=\"kicker\">Rig check</p>\n\
         <h1>{headline}</h1>\n<p class=\"quiet\">{files} checked against the rules {name}: {passed} passed, {failed} failed, \
         {broken} broken.{notes}</p>\n{why}</header>\n<main>\n{tools}<div class=\"scroll\">\n<table class=\"files\">\n<thead><tr><th \
         class=\"left\" aria-sort=\"none\"><button>File</button></th><th class=\"left\" aria-sort=\"none\"><button>Result</button></th>\
         {heads}</tr></thead>\n{rows}</table>\n</div>\n<p class=\"nothing quiet\" hidden>No file matches.</p>\n</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        name = escaped(&rules.name),
        style = page_style(),
        headline = headline(count(CheckOutcome::Failed), count(CheckOutcome::Broken)),
        files = counted(checks.len(), "file", "files"),
        passed = count(CheckOutcome::Passed),
        failed = count(CheckOutcome::Failed),
        broken = count(CheckOutcome::Broken),
        why = rows::failed_rules(checks),
        tools = tools(&columns),
        notes = escaped(&notes),
    )
}

fn headline(failed: usize, broken: usize) -> String {
    match failed + broken {
        0 => "Every file passes".to_owned(),
        some => format!("{} not pass", if some == 1 { "1 file does".to_owned() } else { format!("{some} files do") }),
    }
}

/// The limits that most files fail, in the order of the rules.
fn columns(checks: &[FileCheck]) -> Vec<Rule> {
    let mut columns: Vec<Rule> = rows::failing(checks).into_iter().map(|(_, rule)| rule).collect();
    columns.truncate(MOST_COLUMNS);
    columns.sort();
    columns
}

/// The fields that filter. They are shown by the script, because they do nothing without it.
fn tools(columns: &[Rule]) -> String {
    let rules: String = columns
        .iter()
        .map(|rule| format!("<option value=\"{}\">{}</option>", rule.id(), escaped(rule.title())))
        .collect();
    format!(
        "<form class=\"tools\" hidden>\n<label>Search <input type=\"search\" id=\"search\" placeholder=\"file, joint, clip\"></label>\n\
         <label>Result <select id=\"outcome\"><option value=\"\">all</option><option>broken</option><option>failed</option><option>\
         passed</option></select></label>\n<label>Fails <select id=\"rule\"><option value=\"\">any limit</option>{rules}</select>\
         </label>\n<output id=\"shown\"></output>\n</form>\n"
    )
}

#[cfg(test)]
mod tests;
