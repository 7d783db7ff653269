use crate::papers::claims;
use crate::{Alternative, Cost, GpuCosts, Report, Row};
use std::fmt::Write;

const INTRODUCTION: &str = "\
# What the methods cost

Figures of RADV's compiler (Mesa's driver for AMD's GPUs) for the program's own shaders. No such GPU is needed, and
nothing was timed. `scripts/cost --json > docs/shader-cost.json` measures again, `scripts/cost --markdown > docs/cost.md`
writes this page, and `scripts/cost --from docs/shader-cost.json --gpu navi21 --plot docs/cost-navi21.svg` (or `.pdf`) a
plot. Tests compare the page and its plots with the data, and the data with the compiler where the driver is installed.

- *Instructions* counts the code. A loop counts once.
- *Inverse throughput* is the compiler's estimate of the cycles per wave of 64 vertices if enough waves run, without
  waiting for memory. It guesses how often the loops of `dib`, of `cor-procrustes` and
  `direct-delta-mush`, and over lists of influences or joints run.
- The ratio beside each is that to LBS in the same stage with as many influences.
- *VGPRs* are vector registers per lane; *waves* is how many waves fit on a SIMD unit; *loads* are those per vertex, and
  *words* what they load, 32 bits each.
- *Signs*: `as-given` serves the antipodality modes `none`, `per-bone` and `continuous`, which choose signs on the CPU.
- *Poses*: methods with two phases leave the first out in poses in which no joint of the skin has scale or shear
  (`rigid`).
";

const STAGES: &str = "\
## Drawing

The vertex shaders of the passes that draw depth alone and of the shaded picture, default signs. They read packed
vertices; the tables above are of vertices in full precision. Where the GPU can, RADV adds code that drops triangles that
nobody sees, so that positions are computed once more for the triangles that remain.
";

const OTHER_WAYS: &str = "\
## Other ways to apply a dual quaternion

The compute shader of `dqs` with four influences and signs as given, which is a rearranged algorithm 1 of Kavan 2008, and
the same written in other ways: `tools/shadercost/src/alternatives.wgsl`. The ratios are those to the first row.
";

const PAPERS: &str = "\
## What the papers say

Kavan 2008 counts the instructions of vertex shaders in fig. 19 and gives CPU times in fig. 18, as Kavan 2007 does in
fig. 11. These are charts; quoted here is what the texts say about them. Le & Hodgins 2016 gives no times of drawing. All
ratios are those of the compute shaders with four influences.
";

/// The page `docs/cost.md`.
pub fn markdown(report: &Report) -> String {
    let mut text = INTRODUCTION.to_owned();
    let usual = |row: &&Row| row.stage == "deform" && row.influences == 4;
    for gpu in &report.gpus {
        let (name, driver) = (&gpu.gpu, &gpu.driver);
        let plot = format!("![Inverse throughput of the methods over that of LBS on {name}](cost-{name}.svg)");
        let _ = write!(text, "\n## {name}, four influences\n\n{driver}.\n\n{plot}\n\n{}", rows(gpu, usual));
    }
    let Some(gpu) = report.gpus.first() else { return text };
    for (influences, title) in [(8, "eight influences"), (0, "influences in lists of any length")] {
        let chosen = |row: &&Row| row.stage == "deform" && row.influences == influences && row.has_default_signs();
        let _ = write!(text, "\n## {}, {title}\n\nDefault signs.\n\n{}", gpu.gpu, rows(gpu, chosen));
    }
    let _ = write!(text, "\n{STAGES}");
    for (influences, title) in [(4, "four influences"), (8, "eight influences")] {
        for stage in ["depth", "shaded"] {
            let chosen = |row: &&Row| row.stage == stage && row.influences == influences && row.has_default_signs();
            let _ = write!(text, "\n### {}, {stage}, {title}\n\n{}", gpu.gpu, rows(gpu, chosen));
        }
    }
    let _ = write!(text, "\n{OTHER_WAYS}\n{}\n{PAPERS}\n{}", alternatives(gpu), claims(gpu));
    text
}

fn alternatives(gpu: &GpuCosts) -> String {
    let mut text = "| shader | instructions | | inverse throughput | |\n|---|--:|--:|--:|--:|\n".to_owned();
    let Some(base) = gpu.rows.iter().find(|row| row.is_of_same_shader(&Row::new(Alternative::BASE, row.cost))) else {
        return text;
    };
    let others = gpu.alternatives.iter().map(|row| (row.name.as_str(), row.cost));
    for (name, cost) in std::iter::once(("dqs", base.cost)).chain(others) {
        let ratio = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let instructions = ratio(cost.instructions, base.cost.instructions);
        let throughput = ratio(cost.inverse_throughput, base.cost.inverse_throughput);
        let Cost { instructions: count, inverse_throughput: cycles, .. } = cost;
        let _ = writeln!(text, "| {name} | {count} | {instructions:.2} | {cycles} | {throughput:.2} |");
    }
    text
}

fn rows(gpu: &GpuCosts, chosen: impl Fn(&&Row) -> bool) -> String {
    let mut text =
        "| method | signs | poses | instructions | | inverse throughput | | VGPRs | waves | loads | words |\n\
                    |---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    for row in gpu.rows.iter().filter(chosen) {
        let [method, signs, poses] = [&row.method, &row.signs, &row.poses];
        let _ = writeln!(text, "| `{method}` | {signs} | {poses} | {} |", gpu.figures(row).join(" | "));
    }
    text
}
