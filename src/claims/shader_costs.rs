//! Counts by a driver's compiler in the program's shaders: `docs/shader-cost.json`, which `scripts/cost` writes. The
//! figures are those of its first GPU and of compute shaders with four influences.

use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Counted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ShaderCount {
    /// Instructions of the code: those of a loop count once.
    Instructions,
    /// Cycles per wave, as estimated by the compiler, without waiting for memory.
    Cycles,
}

/// Two shaders by their names, such as "dqs (per-vertex)": the first one's count is divided by the second one's.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderRatio {
    pub count: ShaderCount,
    pub shaders: [String; 2],
}

#[derive(Deserialize)]
struct Figures {
    gpus: Vec<Gpu>,
}

#[derive(Deserialize)]
struct Gpu {
    rows: Vec<Row>,
    #[serde(default)]
    alternatives: Vec<Alternative>,
}

#[derive(Deserialize)]
struct Row {
    method: String,
    signs: String,
    poses: String,
    influences: u32,
    stage: String,
    #[serde(flatten)]
    cost: Cost,
}

/// Another way to write the shader of `dqs`, compiled for comparison.
#[derive(Deserialize)]
struct Alternative {
    name: String,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Clone, Copy, Deserialize)]
struct Cost {
    instructions: u32,
    inverse_throughput: u32,
}

impl Row {
    /// Name, in the form in which [`super::MethodShader`] is displayed.
    fn name(&self) -> String {
        let details = [self.signs.as_str(), self.poses.as_str()];
        let details: Vec<&str> = details.into_iter().filter(|detail| !["-", "any"].contains(detail)).collect();
        if details.is_empty() { self.method.clone() } else { format!("{} ({})", self.method, details.join(", ")) }
    }
}

/// Costs by name.
fn costs() -> &'static [(String, Cost)] {
    static COSTS: OnceLock<Vec<(String, Cost)>> = OnceLock::new();
    COSTS.get_or_init(|| {
        let figures = serde_json::from_str(include_str!("../../docs/shader-cost.json"));
        let gpu = figures.map(|figures: Figures| figures.gpus.into_iter().next());
        let Ok(Some(Gpu { rows, alternatives })) = gpu.inspect_err(|error| tracing::error!("shader costs: {error}"))
        else {
            return Vec::new();
        };
        let rows = rows.into_iter().filter(|row| row.stage == "deform" && row.influences == 4);
        let named = rows.map(|row| (row.name(), row.cost));
        named.chain(alternatives.into_iter().map(|other| (other.name, other.cost))).collect()
    })
}

impl ShaderRatio {
    /// Ratio of the counts. `None` if there are no figures of one of the shaders.
    pub fn value(&self) -> Option<f64> {
        let [first, second] = self.shaders.each_ref().map(|name| {
            let (_, cost) = costs().iter().find(|(known, _)| known == name)?;
            Some(f64::from(match self.count {
                ShaderCount::Instructions => cost.instructions,
                ShaderCount::Cycles => cost.inverse_throughput,
            }))
        });
        Some(first? / second?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::COST_CLAIMS;

    #[test]
    fn shaders_of_comparisons_are_found_by_their_names() {
        for (first, second) in COST_CLAIMS.iter().flat_map(|cost| cost.ours) {
            let shaders = [first, second].map(ToString::to_string);
            let ratio = ShaderRatio { count: ShaderCount::Instructions, shaders };
            assert!(ratio.value().is_some_and(|value| value > 0.1 && value < 10.0), "{ratio:?}");
        }
        let unknown = ShaderRatio { count: ShaderCount::Cycles, shaders: ["x".to_owned(), "lbs".to_owned()] };
        assert_eq!(unknown.value(), None);
    }
}
