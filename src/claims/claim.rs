use super::Check;
use serde::{Deserialize, Serialize};

/// A text whose claims are listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// Id in command line syntax: `kavan-2008`.
    pub id: String,
    /// Name as in the *Scenes* menu: "Kavan 2008".
    pub name: String,
    pub title: String,
    pub authors: String,
    /// Place and time of publication.
    pub published: String,
    /// Claims in the order of the text.
    pub claims: Vec<Claim>,
}

/// One statement of a paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Id, unique within its paper.
    pub id: String,
    /// The numbered parts of the text that state it, such as "sec. 2.1" and "fig. 4". The first one has the quote.
    pub at: Vec<String>,
    /// Short quote in the text's own words. An ellipsis stands for omissions.
    pub quote: String,
    /// The statement in one line.
    pub claim: String,
    /// Name of the statement, shared by the claims of all papers that state the same. They therefore have the same
    /// state.
    pub statement: Option<String>,
    pub kind: ClaimKind,
    pub state: ClaimState,
    /// Tolerance, condition, counterexample, or reason why nothing tests it. Empty only if the claim holds as it is
    /// stated.
    pub because: String,
    /// Ids of the scenes that show the claim.
    pub scenes: Vec<String>,
    /// Tests that check the claim, as `FILE::FUNCTION`, relative to the repository.
    pub tests: Vec<String>,
    /// Measurements of `skinscope claims --check`.
    pub checks: Vec<Check>,
}

/// Kind of a claim's statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    Formula,
    Figure,
    Number,
    Property,
    Cost,
    Limit,
}

/// Whether a claim is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClaimState {
    /// Holds as it is stated.
    Holds,
    /// Holds within a tolerance or under a condition.
    HoldsWithin,
    /// Does not hold: there is a counterexample.
    DoesNotHold,
    NotTestable,
}

impl ClaimKind {
    pub const ALL: [Self; 6] = [Self::Formula, Self::Figure, Self::Number, Self::Property, Self::Cost, Self::Limit];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Formula => "formula",
            Self::Figure => "figure",
            Self::Number => "number",
            Self::Property => "property",
            Self::Cost => "cost",
            Self::Limit => "limit",
        }
    }
}

impl ClaimState {
    pub const ALL: [Self; 4] = [Self::Holds, Self::HoldsWithin, Self::DoesNotHold, Self::NotTestable];

    /// Name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsWithin => "holds-within",
            Self::DoesNotHold => "does-not-hold",
            Self::NotTestable => "not-testable",
        }
    }

    /// Label for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Holds => "Holds",
            Self::HoldsWithin => "Holds within limits",
            Self::DoesNotHold => "Does not hold",
            Self::NotTestable => "Not testable",
        }
    }
}

impl Claim {
    /// Address as on the command line: "kavan-2008/candy-wrapper". `paper` is the source of the claim.
    pub fn address(&self, paper: &Paper) -> String {
        format!("{}/{}", paper.id, self.id)
    }

    /// Quote in quotation marks; those inside of it become single.
    pub fn quoted(&self) -> String {
        format!("“{}”", self.quote.replace('“', "‘").replace('”', "’"))
    }

    /// Whether another claim makes the same statement.
    pub fn states_the_same_as(&self, other: &Self) -> bool {
        self.statement.is_some() && self.statement == other.statement
    }

    /// Whether every word occurs in the claim, regardless of case. `paper` is the source of the claim.
    pub fn matches(&self, paper: &Paper, words: &str) -> bool {
        let address = self.address(paper);
        let parts = [&address, &paper.name, &self.quote, &self.claim, &self.because];
        let text: String =
            parts.into_iter().chain(&self.at).chain(&self.scenes).flat_map(|part| [part, "\n"]).collect();
        let text = format!("{text}{}\n{}", self.kind.id(), self.state.label()).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}
