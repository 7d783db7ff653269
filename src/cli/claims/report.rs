use super::Chosen;
use super::outcome::Outcome;
use crate::claims::{Check, Claim, ClaimKind, ClaimState, CostClaim, Paper, Probe, ShaderCount, same_statements};
use crate::cli::document::{NoModel, ReportKind};
use serde::Serialize;

/// The output of `claims --json`. Fields are only ever added.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct ClaimsReport {
    papers: Vec<PaperReport>,
}

impl ReportKind for ClaimsReport {
    type Models = NoModel;
    const KIND: &'static str = "skinscope_claims";
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PaperReport {
    id: &'static str,
    name: &'static str,
    title: &'static str,
    authors: &'static str,
    published: &'static str,
    claims: Vec<ClaimReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClaimReport {
    id: &'static str,
    /// The parts of the text that state the claim.
    at: &'static [String],
    /// The words of the first of these parts.
    quote: &'static str,
    claim: &'static str,
    /// Addresses of the claims that state the same.
    same_as: Vec<String>,
    kind: ClaimKind,
    state: ClaimState,
    /// The tolerance, condition, counterexample or reason. Null if the claim holds as it is stated.
    because: Option<&'static str>,
    /// Ids for `skinscope scenes`.
    scenes: &'static [String],
    /// `FILE::FUNCTION` in the repository.
    tests: &'static [String],
    checks: Vec<CheckReport>,
    /// Pairs of shaders that `skinscope bench` compares for the claim.
    bench: Vec<[String; 2]>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CheckReport {
    what: &'static str,
    /// A command of the program, without the program's name. Null for a computation that no command prints.
    run: Option<&'static str>,
    /// JSON pointers into its output: the number and its divisor.
    value: Option<&'static str>,
    over: Option<&'static str>,
    /// Id of the computation.
    property: Option<&'static str>,
    /// Two shaders, the first over the second, and the quantity that is counted in them.
    shaders: Option<&'static [String; 2]>,
    count: Option<ShaderCount>,
    claimed: &'static str,
    unit: &'static str,
    /// Lower bound. Null if there is none.
    at_least: Option<f64>,
    at_most: Option<f64>,
    /// Result of the check. Present with `--check` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OutcomeReport {
    /// The measured number. Null if there is none.
    measured: Option<f64>,
    error: Option<String>,
    holds: bool,
}

impl ClaimsReport {
    /// Report of the chosen claims. `outcomes` are the results of the checks, by paper and claim.
    pub(super) fn of(chosen: &[Chosen], outcomes: Option<&[Vec<Vec<Outcome>>]>) -> Self {
        let paper = |(index, Chosen { paper, claims }): (usize, &Chosen)| {
            let outcomes = outcomes.map(|outcomes| &outcomes[index]);
            let claim = |(index, claim): (usize, &&'static Claim)| {
                ClaimReport::of(paper, claim, outcomes.map_or(&[], |outcomes| &outcomes[index]))
            };
            PaperReport {
                id: &paper.id,
                name: &paper.name,
                title: &paper.title,
                authors: &paper.authors,
                published: &paper.published,
                claims: claims.iter().enumerate().map(claim).collect(),
            }
        };
        let papers = chosen.iter().enumerate().map(paper).collect();
        Self { papers }
    }
}

impl ClaimReport {
    fn of(paper: &Paper, claim: &'static Claim, outcomes: &[Outcome]) -> Self {
        let check = |(index, check)| CheckReport::of(check, outcomes.get(index));
        Self {
            id: &claim.id,
            at: &claim.at,
            quote: &claim.quote,
            claim: &claim.claim,
            same_as: same_statements(claim).map(|(paper, claim)| claim.address(paper)).collect(),
            kind: claim.kind,
            state: claim.state,
            because: Some(claim.because.as_str()).filter(|because| !because.is_empty()),
            scenes: &claim.scenes,
            tests: &claim.tests,
            checks: claim.checks.iter().enumerate().map(check).collect(),
            bench: CostClaim::answering(paper, claim).map(|pair| [pair.0, pair.1].map(|one| one.to_string())).collect(),
        }
    }
}

impl CheckReport {
    fn of(check: &'static Check, outcome: Option<&Outcome>) -> Self {
        let (run, value, over) = match &check.probe {
            Probe::Command { line, value, over } => (Some(line.as_str()), Some(value.as_str()), over.as_deref()),
            Probe::Property(_) | Probe::Shaders(_) => (None, None, None),
        };
        let property = if let Probe::Property(property) = &check.probe { Some(property.id) } else { None };
        let counted = if let Probe::Shaders(ratio) = &check.probe { Some(ratio) } else { None };
        let bound = |bound: f64| Some(bound).filter(|bound| bound.is_finite());
        let outcome = outcome.map(|outcome| OutcomeReport {
            measured: outcome.measured.as_ref().ok().copied(),
            error: outcome.measured.as_ref().err().cloned(),
            holds: outcome.holds(),
        });
        Self {
            what: &check.what,
            run,
            value,
            over,
            property,
            shaders: counted.map(|ratio| &ratio.shaders),
            count: counted.map(|ratio| ratio.count),
            claimed: &check.claimed,
            unit: &check.unit,
            at_least: bound(check.expectation.at_least),
            at_most: bound(check.expectation.at_most),
            outcome,
        }
    }
}
