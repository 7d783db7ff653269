use super::super::examples;
use crate::claims::{ClaimKind, ClaimState, papers};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = examples::CLAIMS)]
pub struct ClaimsArguments {
    /// Words that all listed claims contain, or the id of one claim, such as kavan-2008/candy-wrapper.
    pub words: Vec<String>,
    /// Paper of the listed claims: kavan-2007, kavan-2008, le-hodgins-2016, theo or williamson.
    #[arg(long, value_name = "ID", value_parser = parse_paper)]
    pub paper: Option<String>,
    /// Kind of the listed claims: formula, figure, number, property, cost or limit.
    #[arg(long, value_parser = parse_kind)]
    pub kind: Option<ClaimKind>,
    /// State of the listed claims: holds, holds-within, does-not-hold or not-testable.
    #[arg(long, value_parser = parse_state)]
    pub state: Option<ClaimState>,
    /// Also list the tests and the commands that check each claim. A claim that is listed alone has them anyway.
    #[arg(long, conflicts_with = "check")]
    pub how: bool,
    /// Run the checks, and print what is measured next to what is claimed.
    #[arg(long)]
    pub check: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

fn parse_paper(text: &str) -> Result<String, String> {
    let known = || papers().iter().map(|paper| paper.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = papers().iter().find(|paper| paper.id == text).map(|paper| paper.id.clone());
    found.ok_or_else(|| format!("no paper is called {text:?}; choose one of {}", known()))
}

fn parse_kind(text: &str) -> Result<ClaimKind, String> {
    let known = || ClaimKind::ALL.map(ClaimKind::id).join(", ");
    let found = ClaimKind::ALL.into_iter().find(|kind| kind.id() == text);
    found.ok_or_else(|| format!("no kind of claim is called {text:?}; choose one of {}", known()))
}

fn parse_state(text: &str) -> Result<ClaimState, String> {
    let known = || ClaimState::ALL.map(ClaimState::id).join(", ");
    let found = ClaimState::ALL.into_iter().find(|state| state.id() == text);
    found.ok_or_else(|| format!("no claim can be {text:?}; choose one of {}", known()))
}
