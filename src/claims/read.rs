//! Reads the files of `assets/claims`, one per paper.

use super::{Check, Claim, ClaimKind, ClaimState, Expectation, PROPERTIES, Paper, Probe, ShaderCount, ShaderRatio};
use serde::Deserialize;
use std::collections::HashSet;

/// Error in a file of claims.
#[derive(Debug, thiserror::Error)]
pub enum ClaimsError {
    #[error("{0}")]
    Text(#[from] toml_edit::de::Error),
    #[error("claim {id}: {problem}")]
    Claim { id: String, problem: &'static str },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileText {
    paper: PaperText,
    #[serde(rename = "claim")]
    claims: Vec<ClaimText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperText {
    id: String,
    name: String,
    title: String,
    authors: String,
    published: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimText {
    id: String,
    at: Vec<String>,
    quote: String,
    claim: String,
    statement: Option<String>,
    kind: ClaimKind,
    state: ClaimState,
    #[serde(default)]
    because: String,
    #[serde(default)]
    scenes: Vec<String>,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(default)]
    checks: Vec<CheckText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckText {
    what: String,
    run: Option<String>,
    value: Option<String>,
    over: Option<String>,
    property: Option<String>,
    instructions: Option<[String; 2]>,
    cycles: Option<[String; 2]>,
    claimed: String,
    is: Option<f64>,
    within: Option<f64>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    #[serde(default)]
    unit: String,
}

/// Reads the claims of a paper.
///
/// # Errors
/// If the text is not TOML of this form, or if a claim contradicts itself. See [`ClaimsError`].
pub fn parse_claims(text: &str) -> Result<Paper, ClaimsError> {
    let FileText { paper, claims } = toml_edit::de::from_str(text)?;
    let mut ids = HashSet::new();
    let mut read = Vec::with_capacity(claims.len());
    for text in claims {
        let id = text.id.clone();
        let wrong = |problem| ClaimsError::Claim { id: id.clone(), problem };
        if !ids.insert(text.id.clone()) {
            return Err(wrong("the id is given twice"));
        }
        read.push(claim(text).map_err(wrong)?);
    }
    let PaperText { id, name, title, authors, published } = paper;
    Ok(Paper { id, name, title, authors, published, claims: read })
}

fn claim(text: ClaimText) -> Result<Claim, &'static str> {
    let ClaimText { id, at, quote, claim, statement, kind, state, because, scenes, tests, checks } = text;
    let checks: Vec<Check> = checks.into_iter().map(check).collect::<Result<_, _>>()?;
    if at.is_empty() {
        return Err("`at` is empty");
    }
    if quote.is_empty() {
        return Err("`quote` is empty");
    }
    if state != ClaimState::Holds && because.is_empty() {
        return Err("`because` is missing");
    }
    let is_held = !(checks.is_empty() && tests.is_empty() && scenes.is_empty());
    if state != ClaimState::NotTestable && !is_held {
        return Err("no scene, test or check shows it");
    }
    Ok(Claim { id, at, quote, claim, statement, kind, state, because, scenes, tests, checks })
}

fn check(text: CheckText) -> Result<Check, &'static str> {
    let CheckText { what, run, value, over, property, instructions, cycles, .. } = text;
    let CheckText { claimed, is, within, at_least, at_most, unit, .. } = text;
    let counted = [(ShaderCount::Instructions, instructions), (ShaderCount::Cycles, cycles)];
    let mut counted = counted.into_iter().filter_map(|(count, shaders)| Some(ShaderRatio { count, shaders: shaders? }));
    let probe = match (run, value, property, counted.next(), counted.next()) {
        (Some(line), Some(value), None, None, None) => Probe::Command { line, value, over },
        (None, None, Some(id), None, None) => {
            let known = PROPERTIES.iter().find(|property| property.id == id);
            Probe::Property(known.ok_or("a check names an unknown property")?)
        }
        (None, None, None, Some(ratio), None) if ratio.value().is_none() => {
            return Err("a check names an unknown shader");
        }
        (None, None, None, Some(ratio), None) => Probe::Shaders(ratio),
        _ => return Err("a check has `run` and `value`, `property`, `instructions` or `cycles`"),
    };
    let expectation = match (is, within, at_least, at_most) {
        (Some(is), Some(within), None, None) => Expectation { at_least: is - within, at_most: is + within },
        (None, None, None, None) => return Err("a check has no expectation"),
        (None, None, least, most) => {
            Expectation { at_least: least.unwrap_or(f64::NEG_INFINITY), at_most: most.unwrap_or(f64::INFINITY) }
        }
        _ => return Err("a check has either `is` and `within`, or `at_least` and `at_most`"),
    };
    Ok(Check { what, probe, claimed, expectation, unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: &str = "[paper]\nid = \"p\"\nname = \"P\"\ntitle = \"T\"\nauthors = \"A\"\npublished = \"1999\"\n";

    fn with(claim: &str) -> Result<Paper, String> {
        let text = format!("{PAPER}[[claim]]\nid = \"a\"\nquote = \"q\"\nclaim = \"c\"\nkind = \"number\"\n{claim}\n");
        parse_claims(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_claim_is_read() {
        let read = with(
            "at = [\"fig. 1\"]\nstate = \"holds\"\n\
             checks = [{ what = \"w\", run = \"info bar --json\", value = \"/a\", claimed = \"2\", is = 2, within = 1 }]",
        );
        let paper = read.unwrap();
        let check = &paper.claims[0].checks[0];
        assert_eq!(check.expectation, Expectation { at_least: 1.0, at_most: 3.0 });
        assert_eq!(paper.claims[0].state, ClaimState::Holds);
        assert!(paper.claims[0].matches(&paper, "FIG. holds") && !paper.claims[0].matches(&paper, "fig. 2"));
    }

    #[test]
    fn contradictions_are_errors() {
        let problem = |claim: &str| with(claim).unwrap_err();
        assert_eq!(problem("at = []\nstate = \"holds\""), "claim a: `at` is empty");
        assert_eq!(problem("at = [\"x\"]\nstate = \"not-testable\""), "claim a: `because` is missing");
        assert_eq!(problem("at = [\"x\"]\nstate = \"holds\""), "claim a: no scene, test or check shows it");
        let check = |check: &str| {
            problem(&format!(
                "at = [\"x\"]\nstate = \"holds\"\nchecks = [{{ what = \"w\", claimed = \"1\", {check} }}]"
            ))
        };
        assert_eq!(
            check("is = 1, within = 0"),
            "claim a: a check has `run` and `value`, `property`, `instructions` or `cycles`"
        );
        assert_eq!(check("property = \"no-such\", is = 1, within = 0"), "claim a: a check names an unknown property");
        let unknown = check("cycles = [\"x\", \"lbs\"], is = 1, within = 0");
        assert_eq!(unknown, "claim a: a check names an unknown shader");
        assert_eq!(check("run = \"r\", value = \"/v\""), "claim a: a check has no expectation");
        assert_eq!(
            check("run = \"r\", value = \"/v\", is = 1"),
            "claim a: a check has either `is` and `within`, or `at_least` and `at_most`"
        );
        assert!(with("at = [\"x\"]\nstate = \"holds\"\nfoo = 1").unwrap_err().contains("unknown field"));
    }
}
