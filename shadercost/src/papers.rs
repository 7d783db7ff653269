use crate::{GpuCosts, Row};
use std::fmt::Write;

/// What a paper says about cost, and two of our shaders that answer it: the cost of the first relative to the second.
struct Claim {
    source: &'static str,
    quote: &'static str,
    ours: &'static [(Shader, Shader)],
}

/// Method, signs, poses; always the compute shader with four influences.
type Shader = (&'static str, &'static str, &'static str);

const LBS: Shader = ("lbs", "-", "any");
const DQS: Shader = ("dqs", "as-given", "any");
const DQS_PER_VERTEX: Shader = ("dqs", "per-vertex", "any");
const DIRECT: Shader = ("direct-quaternion", "as-given", "any");
const TWO_PHASE: Shader = ("two-phase-dqs", "as-given", "scaled");
const COR_AS_GIVEN: Shader = ("cor", "as-given", "rigid");
const COR: Shader = ("cor", "running-sum", "rigid");

const CLAIMS: [Claim; 5] = [
    Claim {
        source: "Kavan 2008, results; Kavan 2007, section 4",
        quote: "dual quaternion, linear and direct quaternion blending [Hejl 2004] have quite similar performance",
        ours: &[(DQS, LBS), (DQS_PER_VERTEX, LBS), (DIRECT, LBS)],
    },
    Claim {
        source: "Kavan 2008, results; Kavan 2007, section 4",
        quote: "When compared to log-matrix and spherical blending, we see that dual quaternion skinning is more than \
                twice as fast",
        ours: &[(("log-matrix", "-", "any"), DQS), (("spherical", "as-given", "any"), DQS)],
    },
    Claim {
        source: "Kavan 2008, results",
        quote: "The two-phase skinning also has an impact on the run-time performance, requiring an extra 29 shader \
                instructions to blend matrices C1, ..., Cn (for n = 4). This means that we end up with about twice as \
                many instructions as required for linear blend skinning.",
        ours: &[(TWO_PHASE, LBS), (("two-phase-dqs", "as-given", "rigid"), LBS)],
    },
    Claim {
        source: "Le & Hodgins 2016, section 5",
        quote: "These CoRs improve the deformation quality while still maintaining comparable performance with previous \
                methods.",
        ours: &[(COR, LBS), (COR, DQS_PER_VERTEX)],
    },
    Claim {
        source: "Le & Hodgins 2016, section 5",
        quote: "While our implementation resolves antipodality per-vertex (Section 3.3), better performance can be gained \
                by solving it per-bone",
        ours: &[(COR_AS_GIVEN, COR)],
    },
];

/// The papers' words beside our ratios on one GPU.
pub(crate) fn claims(gpu: &GpuCosts) -> String {
    let mut text = format!("| source | words | ours, {} | instructions | inverse throughput |\n", gpu.gpu);
    text += "|---|---|---|---|---|\n";
    for Claim { source, quote, ours } in CLAIMS {
        for (index, (first, second)) in ours.iter().enumerate() {
            let (Some(a), Some(b)) = (row(gpu, first), row(gpu, second)) else { continue };
            let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
            let instructions = ratio(a.cost.instructions, b.cost.instructions);
            let throughput = ratio(a.cost.inverse_throughput, b.cost.inverse_throughput);
            let (source, quote) = if index == 0 { (source, format!("\"{quote}\"")) } else { ("", String::new()) };
            let (first, second) = (name(first), name(second));
            let _ = writeln!(text, "| {source} | {quote} | {first} / {second} | {instructions:.2} | {throughput:.2} |");
        }
    }
    text
}

fn row<'a>(gpu: &'a GpuCosts, &(method, signs, poses): &Shader) -> Option<&'a Row> {
    let is = |row: &&Row| row.method == method && row.signs == signs && row.poses == poses;
    gpu.rows.iter().filter(|row| row.stage == "deform" && row.influences == 4).find(is)
}

fn name(&(method, signs, poses): &Shader) -> String {
    let details: Vec<&str> = [signs, poses].into_iter().filter(|detail| !["-", "any"].contains(detail)).collect();
    if details.is_empty() { format!("`{method}`") } else { format!("`{method}` ({})", details.join(", ")) }
}
