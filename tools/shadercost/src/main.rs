//! Prints what skinscope's skinning shaders cost on AMD's GPUs, by their driver's compiler.

use clap::Parser;
use skinscope::plots::PlotFormat;
use skinscope_shadercost::{
    CostError, DEFAULT_GPUS, NO_DRIVER, Report, compile_here, has_plotted_rows, markdown, measure_elsewhere, plot,
    table,
};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Tells what each skinning method's shaders cost on AMD's GPUs, without having one: RADV, Mesa's driver, compiles them
/// and counts.
#[derive(Debug, Parser)]
#[command(name = "shadercost")]
struct Arguments {
    /// GPUs as RADV calls them
    #[arg(long = "gpu", value_name = "NAMES", value_delimiter = ',', default_values = DEFAULT_GPUS)]
    gpus: Vec<String>,
    /// Influences per vertex; 0 is a list of any length
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', default_values_t = [4, 8, 0])]
    influences: Vec<u32>,
    /// Write JSON, the content of docs/shader-cost.json
    #[arg(long, conflicts_with_all = ["markdown", "plot"])]
    json: bool,
    /// Write the page docs/cost.md
    #[arg(long, conflicts_with = "plot")]
    markdown: bool,
    /// Write a plot of one GPU, .svg or .pdf: inverse throughput over LBS with the first of --influences
    #[arg(long, value_name = "OUT.svg|OUT.pdf")]
    plot: Option<PathBuf>,
    /// Take the figures from a file that --json wrote, instead of compiling
    #[arg(long, value_name = "FILE.json")]
    from: Option<PathBuf>,
    /// Compile for the GPU that the environment names; used by this program itself
    #[arg(long, hide = true, value_name = "NAME")]
    here: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails, there is no one to report it to.
            let _ = writeln!(std::io::stderr(), "shadercost: {error}");
            match error.downcast_ref::<CostError>() {
                Some(error) if error.is_missing_driver() => ExitCode::from(NO_DRIVER),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    if let Some(gpu) = &arguments.here {
        let costs = compile_here(gpu, &arguments.influences)?;
        out.write_all(serde_json::to_string(&costs)?.as_bytes())?;
        return Ok(());
    }
    let plot = arguments.plot.as_deref().map(|path| ChosenPlot::new(path, arguments)).transpose()?;
    let report = match &arguments.from {
        Some(path) => read(path, &arguments.gpus)?,
        None => {
            let program = std::env::current_exe()?;
            let measure = |gpu: &String| measure_elsewhere(&program, gpu, &arguments.influences);
            Report { gpus: arguments.gpus.iter().map(measure).collect::<Result<_, _>>()? }
        }
    };
    if let Some(plot) = plot {
        return plot.write(&report);
    }
    let text = match arguments {
        Arguments { json: true, .. } => report.to_json()?,
        Arguments { markdown: true, .. } => markdown(&report),
        _ => table(&report),
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

/// The figures of these GPUs in a file.
fn read(path: &Path, gpus: &[String]) -> Result<Report, Box<dyn Error>> {
    let named = |reason: &dyn Error| format!("cannot read the figures: {reason}: {}", path.display());
    let text = std::fs::read_to_string(path).map_err(|reason| named(&reason))?;
    let mut report = Report::from_json(&text).map_err(|reason| named(&reason))?;
    if let Some(missing) = gpus.iter().find(|gpu| report.gpus.iter().all(|known| known.gpu != **gpu)) {
        return Err(format!("there are no figures of {missing:?} in this file: {}", path.display()).into());
    }
    report.gpus.retain(|known| gpus.contains(&known.gpu));
    Ok(report)
}

const ONE_GPU: &str = "a plot shows one GPU; choose it with --gpu";

/// The plot that `--plot` requests.
struct ChosenPlot<'a> {
    path: &'a Path,
    format: PlotFormat,
    influences: u32,
}

impl<'a> ChosenPlot<'a> {
    /// Checks what can be known before anything is compiled.
    fn new(path: &'a Path, arguments: &Arguments) -> Result<Self, Box<dyn Error>> {
        let wrong = || format!("the plot must be named *.svg or *.pdf: {}", path.display());
        let format = PlotFormat::of(path).ok_or_else(wrong)?;
        if arguments.gpus.len() != 1 {
            return Err(ONE_GPU.into());
        }
        Ok(Self { path, format, influences: arguments.influences.first().copied().unwrap_or(4) })
    }

    fn write(&self, report: &Report) -> Result<(), Box<dyn Error>> {
        let Self { path, format, influences } = *self;
        let [gpu] = &report.gpus[..] else { return Err(ONE_GPU.into()) };
        if !has_plotted_rows(gpu, influences) {
            return Err(format!("there are no figures of {} with --influences {influences} to plot", gpu.gpu).into());
        }
        let bytes = plot(gpu, influences, format)?;
        let named = |reason: &dyn Error| format!("cannot write the plot: {reason}: {}", path.display());
        std::fs::write(path, bytes).map_err(|reason| named(&reason).into())
    }
}
