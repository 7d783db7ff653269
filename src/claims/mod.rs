//! Claims of the papers as data: each with its place in the text, the scenes and tests for it, whether it holds, and
//! how to check it.

mod check;
mod claim;
mod cost;
mod papers;
mod properties;
mod read;
mod shader_costs;

pub use check::{Check, CheckError, Expectation, Probe};
pub use claim::{Claim, ClaimKind, ClaimState, Paper};
pub use cost::{COST_CLAIMS, CostClaim, MethodShader};
pub use papers::{find_claim, papers, same_statements};
pub use properties::{PROPERTIES, Property};
pub use read::{ClaimsError, parse_claims};
pub use shader_costs::{ShaderCount, ShaderRatio};
