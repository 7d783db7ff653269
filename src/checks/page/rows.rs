use super::PageInput;
use crate::checks::{Failure, FileCheck, Rule};
use crate::math::counted;
use crate::report::{escaped, picture};
use std::fmt::Write;

/// The rules that some file fails with the count of these files, most first.
pub(super) fn failing(checks: &[FileCheck]) -> Vec<(usize, Rule)> {
    let fails = |rule: Rule| checks.iter().filter(|c| c.failures.iter().any(|f| f.rule == rule)).count();
    let mut counts: Vec<(usize, Rule)> = Rule::ALL.into_iter().map(|rule| (fails(rule), rule)).collect();
    counts.retain(|(count, _)| *count > 0);
    counts.sort_by_key(|(count, rule)| (std::cmp::Reverse(*count), *rule));
    counts
}

/// How many files fail each rule, most first, as a line above the table.
pub(super) fn failed_rules(checks: &[FileCheck]) -> String {
    let counts = failing(checks);
    if counts.is_empty() {
        return String::new();
    }
    let part = |(count, rule): &(usize, Rule)| {
        format!("<li title=\"{}\"><b>{count}</b> {}</li>", escaped(rule.meaning()), escaped(rule.title()))
    };
    format!("<ul class=\"counts\">{}</ul>\n", counts.iter().map(part).collect::<String>())
}

/// A file: a row of numbers, and a row that says what fails, with pictures.
pub(super) fn row(input: &PageInput<'_>, index: usize, columns: &[Rule]) -> String {
    let check = &input.checks[index];
    let outcome = check.outcome.id();
    let rules: Vec<&str> = check.failures.iter().map(|failure| failure.rule.id()).collect();
    let mut html =
        format!("<tbody data-outcome=\"{outcome}\" data-rules=\"{}\">\n<tr><th class=\"left\">", rules.join(" "));
    let (folder, name) =
        check.path.rsplit_once(['/', '\\']).map_or(("", &*check.path), |(folder, name)| (folder, name));
    // Writing to a string cannot fail.
    let _ = write!(html, "<span class=\"folder\">{}</span>{}</th>", escaped(folder), escaped(name));
    let failing = match check.failures.len() {
        0 => String::new(),
        some => format!(" <span>{}</span>", counted(some, "limit", "limits")),
    };
    let _ = write!(html, "<td class=\"left\"><b class=\"{outcome}\">{outcome}</b>{failing}</td>");
    for rule in columns {
        let failed = check.failures.iter().any(|failure| failure.rule == *rule);
        let class = if failed { " class=\"bad\"" } else { "" };
        let _ = match check.numbers.get(rule) {
            Some(value) => write!(html, "<td data-value=\"{value}\"{class}>{}</td>", rule.display(*value)),
            None => write!(html, "<td>\u{2013}</td>"),
        };
    }
    html.push_str("</tr>\n");
    let told = told(input, index);
    if !told.is_empty() {
        let _ =
            writeln!(html, "<tr class=\"why\"><td class=\"left\" colspan=\"{}\">{told}</td></tr>", columns.len() + 2);
    }
    html + "</tbody>\n"
}

/// What fails, in words and pictures.
fn told(input: &PageInput<'_>, index: usize) -> String {
    let check = &input.checks[index];
    if let Some(error) = &check.error {
        return format!("<p>{}</p>", escaped(error));
    }
    let part = |failure: &Failure| {
        let shown = input.pictures.of.get(&(index, failure.rule));
        let alt = || format!("{} {}", failure.rule.title(), failure.place.at);
        let shown = shown.map_or_else(String::new, |shown| picture(&shown.picture, &alt(), shown.mark));
        let bound = format!("{} {}", failure.rule.bound().words(), failure.rule.display(failure.limit));
        let more = match failure.places {
            0 | 1 => String::new(),
            places => format!(" {places} places in all."),
        };
        let at = failure.place.at.trim();
        let at = if at.is_empty() { String::new() } else { format!(" {at}") };
        format!(
            "<li>{shown}<p><b>{}</b> {}{}. Limit: {bound}.{more}</p></li>",
            escaped(failure.rule.title()),
            failure.rule.display(failure.value),
            escaped(&at),
        )
    };
    // Pictures in one row, and what is only text below them.
    let has_picture = |failure: &&Failure| input.pictures.of.contains_key(&(index, failure.rule));
    let (shown, others): (Vec<&Failure>, Vec<&Failure>) = check.failures.iter().partition(has_picture);
    let parts: String = shown.into_iter().chain(others).map(part).collect();
    if parts.is_empty() { String::new() } else { format!("<ul class=\"failures\">{parts}</ul>") }
}
