use crate::{Cost, Variant};
use serde::{Deserialize, Serialize};
use skinscope::skinning::SkinningMethod;
use std::fmt::Write;

/// The cost of one shader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The method's id.
    pub method: String,
    /// Choice of signs: `as-given`, `per-vertex`, `running-sum`, or `-`.
    pub signs: String,
    /// Poses that need the shader: `rigid`, `scaled` or `any`.
    pub poses: String,
    /// Influences per vertex; zero for lists of any length.
    pub influences: u32,
    /// Stage: `deform`, `depth` or `shaded`.
    pub stage: String,
    #[serde(flatten)]
    pub cost: Cost,
}

impl Row {
    pub(crate) fn new(variant: Variant, cost: Cost) -> Self {
        let shader = variant.method_shader();
        Self {
            method: variant.method.id().to_owned(),
            signs: shader.signs().to_owned(),
            poses: shader.poses().to_owned(),
            influences: variant.influences,
            stage: variant.stage_name().to_owned(),
            cost,
        }
    }

    /// Whether two rows belong to the same shader.
    pub fn is_of_same_shader(&self, other: &Self) -> bool {
        fn key(row: &Row) -> (&str, &str, &str, u32, &str) {
            (&row.method, &row.signs, &row.poses, row.influences, &row.stage)
        }
        key(self) == key(other)
    }

    /// Whether the signs are those of the method's default antipodality mode.
    pub fn has_default_signs(&self) -> bool {
        let method = SkinningMethod::ALL.into_iter().find(|method| method.id() == self.method);
        self.signs == "-" || method.is_some_and(|method| self.signs == method.default_antipodality().id())
    }
}

/// The cost of all shaders on one GPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GpuCosts {
    /// Name of the GPU in RADV: `navi21`.
    pub gpu: String,
    /// Name and version of the driver. The figures depend on the version.
    pub driver: String,
    pub rows: Vec<Row>,
    /// Other ways to write the shader of `dqs`.
    #[serde(default)]
    pub alternatives: Vec<AlternativeRow>,
}

/// The cost of one of [`crate::ALTERNATIVES`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlternativeRow {
    pub name: String,
    #[serde(flatten)]
    pub cost: Cost,
}

impl GpuCosts {
    /// Row of LBS with which a row is compared: it has the same influences and stage.
    pub fn base(&self, row: &Row) -> Option<&Row> {
        let is_base =
            |base: &&Row| base.method == "lbs" && base.influences == row.influences && base.stage == row.stage;
        self.rows.iter().find(is_base)
    }

    /// The figures of a row for a table: instructions and inverse throughput, each with its ratio to LBS, VGPRs, waves,
    /// loads and words.
    pub(crate) fn figures(&self, row: &Row) -> [String; 8] {
        let (instructions, throughput) = self.ratios(row).unwrap_or((f64::NAN, f64::NAN));
        let Cost { vgprs, waves, vector_loads, vector_words, .. } = row.cost;
        let [vgprs, waves, loads, words] = [vgprs, waves, vector_loads, vector_words].map(|count| count.to_string());
        [
            row.cost.instructions.to_string(),
            format!("{instructions:.2}"),
            row.cost.inverse_throughput.to_string(),
            format!("{throughput:.2}"),
            vgprs,
            waves,
            loads,
            words,
        ]
    }

    /// Instructions and inverse throughput relative to LBS.
    pub fn ratios(&self, row: &Row) -> Option<(f64, f64)> {
        let base = self.base(row)?.cost;
        let ratio = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        Some((
            ratio(row.cost.instructions, base.instructions),
            ratio(row.cost.inverse_throughput, base.inverse_throughput),
        ))
    }
}

/// The cost of all shaders on several GPUs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub gpus: Vec<GpuCosts>,
}

impl Report {
    /// Report as JSON, with one line per shader, so that a diff shows single changes.
    ///
    /// # Errors
    /// None is known: all fields are text and counts.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let mut text = "{\"gpus\": [".to_owned();
        for (index, gpu) in self.gpus.iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            let (name, driver) = (serde_json::to_string(&gpu.gpu)?, serde_json::to_string(&gpu.driver)?);
            let _ = write!(text, "{separator}\n{{\"gpu\": {name}, \"driver\": {driver}, \"rows\": [");
            for (index, row) in gpu.rows.iter().enumerate() {
                let separator = if index == 0 { "" } else { "," };
                let _ = write!(text, "{separator}\n  {}", serde_json::to_string(row)?);
            }
            text += "\n], \"alternatives\": [";
            for (index, row) in gpu.alternatives.iter().enumerate() {
                let separator = if index == 0 { "" } else { "," };
                let _ = write!(text, "{separator}\n  {}", serde_json::to_string(row)?);
            }
            text += "\n]}";
        }
        text += "\n]}\n";
        Ok(text)
    }

    /// # Errors
    /// If the text is not a report.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
