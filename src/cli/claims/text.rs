//! Claims as text for people.

use super::Chosen;
use super::outcome::Outcome;
use crate::claims::{Check, Claim, ClaimState, CostClaim, Expectation, Paper, Probe, ShaderRatio, same_statements};
use std::fmt::Write;

/// The claims by paper, then how many are in each state. With `how`, each is listed with its checks; a claim that is
/// alone always is.
pub(super) fn list(chosen: &[Chosen], how: bool) -> String {
    let mut text = String::new();
    let is_alone = matches!(chosen, [Chosen { claims, .. }] if claims.len() == 1);
    for Chosen { paper, claims } in chosen {
        let Paper { name, title, authors, published, .. } = paper;
        let _ = writeln!(text, "{name}: {title}\n{authors}. {published}\n");
        for claim in claims {
            one(&mut text, paper, claim);
            if how || is_alone {
                how_it_is_checked(&mut text, paper, claim);
            }
            text.push('\n');
        }
    }
    text + &counts(chosen)
}

fn one(text: &mut String, paper: &Paper, claim: &Claim) {
    let Claim { at, claim: statement, kind, state, because, scenes, .. } = claim;
    let _ = writeln!(text, "{}  ({}; {})", claim.address(paper), at.join(", "), kind.id());
    let _ = writeln!(text, "  {statement}\n  {}", claim.quoted());
    let because = if because.is_empty() { String::new() } else { format!(": {because}") };
    let _ = writeln!(text, "  {}{because}", state.label());
    line(text, "scene", scenes);
}

fn how_it_is_checked(text: &mut String, paper: &Paper, claim: &Claim) {
    let same: Vec<String> = same_statements(claim).map(|(paper, claim)| claim.address(paper)).collect();
    line(text, "same", &same);
    line(text, "test", &claim.tests);
    for Check { what, probe, .. } in &claim.checks {
        let _ = match probe {
            Probe::Command { line, .. } => writeln!(text, "  check: {what}: skinscope {line}"),
            Probe::Property(property) => writeln!(text, "  check: {what}: computed, {}", property.id),
            Probe::Shaders(ShaderRatio { shaders: [first, second], .. }) => {
                writeln!(text, "  check: {what}: {first} / {second}, docs/shader-cost.json")
            }
        };
    }
    let timed: Vec<String> =
        CostClaim::answering(paper, claim).map(|(first, second)| format!("{first} / {second}")).collect();
    line(text, "bench", &timed);
}

fn line(text: &mut String, what: &str, items: &[String]) {
    if !items.is_empty() {
        let _ = writeln!(text, "  {what}: {}", items.join(", "));
    }
}

/// Count of the chosen claims in each state, by paper.
fn counts(chosen: &[Chosen]) -> String {
    let names = chosen.iter().map(|chosen| chosen.paper.name.chars().count());
    let width = names.max().unwrap_or(0).max("all".len());
    let mut text = " ".repeat(width);
    for state in ClaimState::ALL {
        let _ = write!(text, "  {}", state.label());
    }
    text.push('\n');
    let mut row = |name: &str, chosen: &[Chosen]| {
        let _ = write!(text, "{name:width$}");
        for state in ClaimState::ALL {
            let claims = chosen.iter().flat_map(|chosen| &chosen.claims);
            let count = claims.filter(|claim| claim.state == state).count();
            let _ = write!(text, "  {count:>0$}", state.label().len());
        }
        text.push('\n');
    };
    for paper in chosen {
        row(&paper.paper.name, std::slice::from_ref(paper));
    }
    if chosen.len() > 1 {
        row("all", chosen);
    }
    text
}

/// A claim with the results of its checks.
pub(super) fn checked(paper: &Paper, claim: &Claim, outcomes: &[Outcome]) -> String {
    let mut text = format!("{}: {}\n", claim.address(paper), claim.claim);
    for (check, outcome) in claim.checks.iter().zip(outcomes) {
        let verdict = if outcome.holds() { "ok  " } else { "FAIL" };
        let Check { what, claimed, unit, .. } = check;
        let _ = match &outcome.measured {
            Ok(measured) => {
                let expected =
                    if outcome.holds() { String::new() } else { format!(", expected {}", range(check.expectation)) };
                writeln!(text, "  {verdict}  {what}: {}{unit}{expected} (claimed: {claimed})", number(*measured))
            }
            Err(error) => writeln!(text, "  {verdict}  {what}: {error}"),
        };
    }
    text
}

fn range(Expectation { at_least, at_most }: Expectation) -> String {
    match (at_least.is_finite(), at_most.is_finite()) {
        (true, true) => format!("{} to {}", number(at_least), number(at_most)),
        (true, false) => format!("at least {}", number(at_least)),
        _ => format!("at most {}", number(at_most)),
    }
}

/// A number with four significant digits; very small and very large numbers have an exponent.
fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    if !(1e-3..1e6).contains(&size) {
        return format!("{value:.2e}");
    }
    let decimals = (3 - size.log10().floor() as i32).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits() {
        let shown: Vec<String> = [0.0, 8.1524, 1234.56, 0.0123, 2e-7, -3.0, 12_345_678.0].map(number).to_vec();
        assert_eq!(shown, ["0", "8.152", "1235", "0.0123", "2.00e-7", "-3", "1.23e7"]);
    }
}
