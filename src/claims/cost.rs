//! What the papers say about the cost of the methods, beside the shaders that answer it.
//!
//! Their figures of it are charts (Kavan 2008, fig. 18 and 19; Kavan 2007, fig. 11), so these are the sentences about
//! them. Le & Hodgins give no times of drawing.

use crate::skinning::{SignMode, SkinningMethod, SkinningSettings};

/// A sentence of a paper that compares costs.
#[derive(Clone, Copy, Debug)]
pub struct CostClaim {
    pub source: &'static str,
    pub quote: &'static str,
    /// The ratio that it states, in few words.
    pub ratio: &'static str,
    /// Pairs of our shaders: the ratio is that of the first to the second.
    pub ours: &'static [(MethodShader, MethodShader)],
}

/// A shader that skins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodShader {
    pub method: SkinningMethod,
    pub sign_mode: SignMode,
    /// Whether no joint has scale or shear. Only methods with a first phase tell the difference.
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

    /// The name of the shader's choice of signs: that of the antipodality mode that needs it, or `-` for methods that blend
    /// no quaternions. `as-given` serves `none`, `per-bone` and `continuous`, which choose signs on the CPU.
    pub fn signs(self) -> &'static str {
        match self.sign_mode {
            _ if !self.method.blends_quaternions() => "-",
            SignMode::AsGiven => "as-given",
            SignMode::AgainstHeaviest => "per-vertex",
            SignMode::AgainstRunningSum => "running-sum",
        }
    }

    /// `rigid`, `scaled`, or `any` for methods whose shader serves both.
    pub fn poses(self) -> &'static str {
        match (self.method.has_first_phase(), self.palette_is_rigid) {
            (false, _) => "any",
            (true, true) => "rigid",
            (true, false) => "scaled",
        }
    }
}

const LBS: MethodShader = MethodShader::rigid(SkinningMethod::Lbs, SignMode::AsGiven);
const DQS: MethodShader = MethodShader::rigid(SkinningMethod::Dqs, SignMode::AsGiven);
const DQS_PER_VERTEX: MethodShader = MethodShader::rigid(SkinningMethod::Dqs, SignMode::AgainstHeaviest);
const DIRECT: MethodShader = MethodShader::rigid(SkinningMethod::DirectQuaternion, SignMode::AsGiven);
const LOG_MATRIX: MethodShader = MethodShader::rigid(SkinningMethod::LogMatrix, SignMode::AsGiven);
const SPHERICAL: MethodShader = MethodShader::rigid(SkinningMethod::Spherical, SignMode::AsGiven);
/// With its first phase, which is what costs.
const TWO_PHASE: MethodShader =
    MethodShader { palette_is_rigid: false, ..MethodShader::rigid(SkinningMethod::TwoPhaseDqs, SignMode::AsGiven) };
const COR_AS_GIVEN: MethodShader = MethodShader::rigid(SkinningMethod::Cor, SignMode::AsGiven);
const COR: MethodShader = MethodShader::rigid(SkinningMethod::Cor, SignMode::AgainstRunningSum);

pub const COST_CLAIMS: [CostClaim; 5] = [
    CostClaim {
        source: "Kavan 2008, results; Kavan 2007, section 4",
        quote: "dual quaternion, linear and direct quaternion blending [Hejl 2004] have quite similar performance",
        ratio: "quite similar",
        ours: &[(DQS, LBS), (DQS_PER_VERTEX, LBS), (DIRECT, LBS)],
    },
    CostClaim {
        source: "Kavan 2008, results; Kavan 2007, section 4",
        quote: "When compared to log-matrix and spherical blending, we see that dual quaternion skinning is more than \
                twice as fast",
        ratio: "more than 2",
        ours: &[(LOG_MATRIX, DQS), (SPHERICAL, DQS)],
    },
    CostClaim {
        source: "Kavan 2008, results",
        quote: "The two-phase skinning also has an impact on the run-time performance, requiring an extra 29 shader \
                instructions to blend matrices C1, ..., Cn (for n = 4). This means that we end up with about twice as \
                many instructions as required for linear blend skinning.",
        ratio: "about 2 in instructions",
        ours: &[(TWO_PHASE, LBS)],
    },
    CostClaim {
        source: "Le & Hodgins 2016, section 5",
        quote: "These CoRs improve the deformation quality while still maintaining comparable performance with previous \
                methods.",
        ratio: "comparable",
        ours: &[(COR, LBS), (COR, DQS_PER_VERTEX)],
    },
    CostClaim {
        source: "Le & Hodgins 2016, section 5",
        quote: "While our implementation resolves antipodality per-vertex (Section 3.3), better performance can be gained \
                by solving it per-bone",
        ratio: "below 1",
        ours: &[(COR_AS_GIVEN, COR)],
    },
];
