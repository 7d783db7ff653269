use crate::{GpuCosts, Report};
use std::fmt::Write;

/// Tables for a terminal, one per GPU.
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
        let influences = if row.influences == 0 { "any".to_owned() } else { row.influences.to_string() };
        let [instructions, ratio, throughput, throughput_ratio, rest @ ..] = gpu.figures(row);
        let rest: String = rest.iter().map(|figure| format!("{figure:>7}")).collect();
        let _ = writeln!(
            text,
            "{:<23}{:<13}{:<8}{influences:>10}  {:<8}{instructions:>12}{ratio:>7}{throughput:>13}{throughput_ratio:>7}{rest}",
            row.method, row.signs, row.poses, row.stage,
        );
    }
    text
}
