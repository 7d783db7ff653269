//! What would mend a joint at which skin breaks, and what it would leave of the defect, computed before anything is
//! changed.

mod finding;
mod remedy;
#[cfg(test)]
mod tests;

pub use finding::{Finding, FindingRequest, LEAST_GAIN, find_remedies};
pub use remedy::Remedy;
