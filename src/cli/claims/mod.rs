//! `skinscope claims`: lists the papers' statements, and checks them.

mod arguments;
mod outcome;
pub(super) mod report;
mod text;

pub use arguments::ClaimsArguments;

use super::CliError;
use super::document::JsonDocument;
use super::text::print;
use crate::claims::{Claim, Paper, papers};
use outcome::{Outcome, Runner};

/// A paper with those of its claims that were chosen.
struct Chosen {
    paper: &'static Paper,
    claims: Vec<&'static Claim>,
}

pub(super) fn run(arguments: &ClaimsArguments) -> Result<(), CliError> {
    let chosen = choose(arguments)?;
    if arguments.check {
        return check(&chosen, arguments.json);
    }
    if arguments.json { print_json(&chosen, None) } else { print(&text::list(&chosen, arguments.how)) }
}

/// The claims that pass the filters, by paper. Papers without any are left out.
fn choose(arguments: &ClaimsArguments) -> Result<Vec<Chosen>, CliError> {
    let given = &arguments.paper;
    let words = arguments.words.join(" ");
    let is_chosen = |paper: &Paper, claim: &Claim| {
        claim.matches(paper, &words)
            && arguments.kind.is_none_or(|kind| kind == claim.kind)
            && arguments.state.is_none_or(|state| state == claim.state)
            && (!arguments.check || !claim.checks.is_empty())
    };
    let of_paper = |paper: &'static Paper| Chosen {
        paper,
        claims: paper.claims.iter().filter(|claim| is_chosen(paper, claim)).collect(),
    };
    let wanted = papers().iter().filter(|paper| given.as_ref().is_none_or(|given| *given == paper.id));
    let chosen: Vec<Chosen> = wanted.map(of_paper).filter(|chosen| !chosen.claims.is_empty()).collect();
    if chosen.is_empty() { Err(CliError::NoClaim { check: arguments.check }) } else { Ok(chosen) }
}

fn print_json(chosen: &[Chosen], outcomes: Option<&[Vec<Vec<Outcome>>]>) -> Result<(), CliError> {
    print(&JsonDocument::new((), report::ClaimsReport::of(chosen, outcomes), &[]).pretty()?)
}

/// Runs all checks of the chosen claims.
fn check(chosen: &[Chosen], json: bool) -> Result<(), CliError> {
    let mut runner = Runner::default();
    let mut outcomes: Vec<Vec<Vec<Outcome>>> = Vec::new();
    for Chosen { paper, claims } in chosen {
        let mut of_paper = Vec::new();
        for claim in claims {
            let of_claim: Vec<Outcome> = claim.checks.iter().map(|check| runner.run(check)).collect();
            if !json {
                print(&text::checked(paper, claim, &of_claim))?;
            }
            of_paper.push(of_claim);
        }
        outcomes.push(of_paper);
    }
    if json {
        print_json(chosen, Some(&outcomes))?;
    }
    let all = || outcomes.iter().flatten().flatten();
    let unmeasured = all().filter(|outcome| outcome.measured.is_err()).count();
    if unmeasured > 0 {
        return Err(CliError::ChecksNotMade { unmeasured, checks: all().count() });
    }
    let failed = all().filter(|outcome| !outcome.holds()).count();
    if failed > 0 {
        return Err(CliError::ChecksFailed { failed, checks: all().count() });
    }
    if !json {
        let claims: usize = chosen.iter().map(|chosen| chosen.claims.len()).sum();
        print(&format!("\n{} checks of {claims} claims: all as the list says\n", all().count()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Arguments, Subcommand};
    use crate::cli::exit_status::ExitStatus;

    /// The checks run this program, which is the test here and knows none of their commands.
    #[test]
    fn checks_that_cannot_be_made_are_a_failure_and_not_a_limit_that_is_not_met() {
        let line = ["skinscope", "claims", "kavan-2008/free-of-earlier-artifacts", "--check", "--json"];
        let Some(Subcommand::Claims(arguments)) = Arguments::try_from_line(line).unwrap().command else { panic!() };
        let error = run(&arguments).unwrap_err();
        assert!(matches!(error, CliError::ChecksNotMade { unmeasured, checks } if unmeasured == checks && checks > 1));
        assert_eq!(error.exit_status(), ExitStatus::Failed);
        assert_eq!(CliError::ChecksFailed { failed: 1, checks: 2 }.exit_status(), ExitStatus::NotMet);
    }
}
