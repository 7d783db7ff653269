use crate::{GpuCosts, Row};
use skinscope::claims::{COST_CLAIMS, CostClaim, MethodShader};
use std::fmt::Write;

/// Words of the papers next to our ratios on one GPU.
pub(crate) fn claims(gpu: &GpuCosts) -> String {
    let mut text = format!("| source | words | ours, {} | instructions | inverse throughput |\n", gpu.gpu);
    text += "|---|---|---|---|---|\n";
    for cost in COST_CLAIMS {
        let CostClaim { ours, .. } = cost;
        for (index, &(first, second)) in ours.iter().enumerate() {
            let (Some(a), Some(b)) = (row(gpu, first), row(gpu, second)) else { continue };
            let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
            let instructions = ratio(a.cost.instructions, b.cost.instructions);
            let throughput = ratio(a.cost.inverse_throughput, b.cost.inverse_throughput);
            let [source, quote] =
                if index == 0 { [cost.source(), format!("\"{}\"", cost.quote())] } else { Default::default() };
            let (first, second) = (name(first), name(second));
            let _ = writeln!(text, "| {source} | {quote} | {first} / {second} | {instructions:.2} | {throughput:.2} |");
        }
    }
    text
}

/// Row of the compute shader with four influences.
fn row(gpu: &GpuCosts, shader: MethodShader) -> Option<&Row> {
    let (method, signs, poses) = (shader.method.id(), shader.signs(), shader.poses());
    let is = |row: &&Row| row.method == method && row.signs == signs && row.poses == poses;
    gpu.rows.iter().filter(|row| row.stage == "deform" && row.influences == 4).find(is)
}

fn name(shader: MethodShader) -> String {
    let method = shader.method.id();
    let details = shader.details();
    if details.is_empty() { format!("`{method}`") } else { format!("`{method}` ({})", details.join(", ")) }
}
