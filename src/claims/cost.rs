//! Statements of the papers about the cost of the methods, with the shaders that answer them.
//!
//! The papers' figures of the cost are charts (Kavan 2008, fig. 18 and 19; Kavan 2007, fig. 11), so these are the
//! claims that quote the sentences about them. Le & Hodgins give no times of drawing.

use super::{Claim, Paper, find_claim};
use crate::skinning::{SignMode, SkinningMethod, SkinningSettings};
use std::fmt;

/// A sentence of a paper that compares costs.
#[derive(Clone, Copy, Debug)]
pub struct CostClaim {
    /// Addresses of the claims that quote the sentence.
    pub claims: &'static [&'static str],
    /// Ratio that the sentence states, in a few words.
    pub ratio: &'static str,
    /// Pairs of our shaders: the ratio is the first's cost divided by the second's.
    pub ours: &'static [(MethodShader, MethodShader)],
}

impl CostClaim {
    /// Claims that quote the sentence, each with its paper.
    pub fn stated(&self) -> impl Iterator<Item = (&'static Paper, &'static Claim)> {
        self.claims.iter().filter_map(|address| find_claim(address))
    }

    /// Text of the sentence.
    pub fn quote(&self) -> &'static str {
        self.stated().next().map_or("", |(_, claim)| &claim.quote)
    }

    /// Source of the sentence: "Kavan 2008, sec. 5; Kavan 2007, sec. 4".
    pub fn source(&self) -> String {
        let place = |(paper, claim): (&Paper, &Claim)| match claim.at.first() {
            Some(at) => format!("{}, {at}", paper.name),
            None => paper.name.clone(),
        };
        self.stated().map(place).collect::<Vec<_>>().join("; ")
    }

    /// Comparisons of shaders that answer a claim.
    pub fn answering(paper: &Paper, claim: &Claim) -> impl Iterator<Item = (MethodShader, MethodShader)> {
        let address = claim.address(paper);
        let answers = move |cost: &Self| cost.claims.contains(&address.as_str());
        COST_CLAIMS.into_iter().filter(answers).flat_map(|cost| cost.ours.iter().copied())
    }
}

/// A skinning shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodShader {
    pub method: SkinningMethod,
    pub sign_mode: SignMode,
    /// Whether no joint has scale or shear. Only methods with a first phase distinguish these.
    pub palette_is_rigid: bool,
}

impl MethodShader {
    const fn rigid(method: SkinningMethod, sign_mode: SignMode) -> Self {
        Self { method, sign_mode, palette_is_rigid: true }
    }

    /// The shader of a method with these settings.
    pub fn of(settings: SkinningSettings, palette_is_rigid: bool) -> Self {
        Self { method: settings.method, sign_mode: settings.antipodality().sign_mode(), palette_is_rigid }
    }

    /// Name of the shader's choice of signs: the antipodality mode that needs it, or `-` for methods that blend no
    /// quaternions. `as-given` serves `none`, `per-bone` and `continuous`, which choose signs on the CPU.
    pub fn signs(self) -> &'static str {
        match self.sign_mode {
            _ if !self.method.blends_quaternions() => "-",
            SignMode::AsGiven => "as-given",
            SignMode::AgainstHeaviest => "per-vertex",
            SignMode::AgainstRunningSum => "running-sum",
        }
    }

    /// Name of the poses that it serves: `rigid`, `scaled`, or `any` for methods whose shader serves both.
    pub fn poses(self) -> &'static str {
        match (self.method.has_first_phase(), self.palette_is_rigid) {
            (false, _) => "any",
            (true, true) => "rigid",
            (true, false) => "scaled",
        }
    }

    /// Choice of signs and poses of the shader, where there is more than one.
    pub fn details(self) -> Vec<&'static str> {
        [self.signs(), self.poses()].into_iter().filter(|detail| !["-", "any"].contains(detail)).collect()
    }
}

/// Formats the method, and the details if there are any: "dqs (per-vertex)".
impl fmt::Display for MethodShader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, details) = (self.method.id(), self.details());
        if details.is_empty() { formatter.pad(id) } else { formatter.pad(&format!("{id} ({})", details.join(", "))) }
    }
}

const LBS: MethodShader = MethodShader::rigid(SkinningMethod::Lbs, SignMode::AsGiven);
const DQS: MethodShader = MethodShader::rigid(SkinningMethod::Dqs, SignMode::AsGiven);
const DQS_PER_VERTEX: MethodShader = MethodShader::rigid(SkinningMethod::Dqs, SignMode::AgainstHeaviest);
const DIRECT: MethodShader = MethodShader::rigid(SkinningMethod::DirectQuaternion, SignMode::AsGiven);
const LOG_MATRIX: MethodShader = MethodShader::rigid(SkinningMethod::LogMatrix, SignMode::AsGiven);
const SPHERICAL: MethodShader = MethodShader::rigid(SkinningMethod::Spherical, SignMode::AsGiven);
/// Two-phase DQS with its first phase, which causes the cost.
const TWO_PHASE: MethodShader =
    MethodShader { palette_is_rigid: false, ..MethodShader::rigid(SkinningMethod::TwoPhaseDqs, SignMode::AsGiven) };
const DIB: MethodShader = MethodShader::rigid(SkinningMethod::Dib, SignMode::AsGiven);
const COR_AS_GIVEN: MethodShader = MethodShader::rigid(SkinningMethod::Cor, SignMode::AsGiven);
const COR: MethodShader = MethodShader::rigid(SkinningMethod::Cor, SignMode::AgainstRunningSum);

pub const COST_CLAIMS: [CostClaim; 6] = [
    CostClaim {
        claims: &["kavan-2008/similar-performance", "kavan-2007/fig-11-times"],
        ratio: "quite similar",
        ours: &[(DQS, LBS), (DQS_PER_VERTEX, LBS), (DIRECT, LBS)],
    },
    CostClaim {
        claims: &["kavan-2008/twice-as-fast", "kavan-2007/twice-as-fast-as-log-and-spherical"],
        ratio: "more than 2",
        ours: &[(LOG_MATRIX, DQS), (SPHERICAL, DQS)],
    },
    CostClaim {
        claims: &["kavan-2008/two-phase-instructions"],
        ratio: "about 2 in instructions",
        ours: &[(TWO_PHASE, LBS)],
    },
    CostClaim { claims: &["kavan-2008/dib-cost"], ratio: "3.0", ours: &[(DIB, DQS)] },
    CostClaim {
        claims: &["le-hodgins-2016/comparable-speed"],
        ratio: "comparable",
        ours: &[(COR, LBS), (COR, DQS_PER_VERTEX)],
    },
    CostClaim { claims: &["le-hodgins-2016/signs-per-bone"], ratio: "below 1", ours: &[(COR_AS_GIVEN, COR)] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_quotes_claims_of_one_statement() {
        for cost in COST_CLAIMS {
            let stated: Vec<_> = cost.stated().collect();
            assert_eq!(stated.len(), cost.claims.len(), "{:?}", cost.claims);
            let (_, first) = stated[0];
            for (paper, claim) in &stated[1..] {
                assert!(first.states_the_same_as(claim) && first.quote == claim.quote, "{}", claim.address(paper));
            }
        }
        assert_eq!(COST_CLAIMS[0].source(), "Kavan 2008, sec. 5; Kavan 2007, sec. 4");
        let (paper, claim) = find_claim("kavan-2007/fig-11-times").unwrap();
        assert_eq!(CostClaim::answering(paper, claim).count(), 3);
    }
}
