use crate::{GpuCosts, Report};
use std::fmt::Write;

/// For a terminal: one table per GPU.
pub fn table(report: &Report) -> String {
    report.gpus.iter().map(table_of).collect::<Vec<_>>().join("\n")
}

fn table_of(gpu: &GpuCosts) -> String {
    let mut text = format!("{} ({})\n", gpu.gpu, gpu.driver);
    let _ = writeln!(
        text,
        "{:<23}{:<13}{:<8}{:>10}  {:<8}{:>12}{:>7}{:>13}{:>7}{:>7}{:>7}{:>7}{:>7}",
        "method",
        "signs",
        "poses",
        "influences",
        "stage",
        "instructions",
        "/ LBS",
        "inverse thr.",
        "/ LBS",
        "VGPRs",
        "waves",
        "loads",
        "words"
    );
    for row in &gpu.rows {
        let (instructions, throughput) = gpu.ratios(row).unwrap_or((f64::NAN, f64::NAN));
        let cost = row.cost;
        let influences = if row.influences == 0 { "any".to_owned() } else { row.influences.to_string() };
        let _ = writeln!(
            text,
            "{:<23}{:<13}{:<8}{influences:>10}  {:<8}{:>12}{instructions:>7.2}{:>13}{throughput:>7.2}{:>7}{:>7}{:>7}{:>7}",
            row.method,
            row.signs,
            row.poses,
            row.stage,
            cost.instructions,
            cost.inverse_throughput,
            cost.vgprs,
            cost.waves,
            cost.vector_loads,
            cost.vector_words,
        );
    }
    text
}
