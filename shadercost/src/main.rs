//! Prints what skinscope's skinning shaders cost on AMD's GPUs, by their driver's compiler.

use clap::Parser;
use skinscope_shadercost::{
    CostError, DEFAULT_GPUS, NO_DRIVER, Report, compile_here, markdown, measure_elsewhere, table,
};
use std::error::Error;
use std::io::Write;
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
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Write the page docs/cost.md
    #[arg(long)]
    markdown: bool,
    /// Compile for the GPU that the environment names; used by this program itself
    #[arg(long, hide = true, value_name = "NAME")]
    here: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nobody to tell if this fails.
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
    let program = std::env::current_exe()?;
    let measure = |gpu: &String| measure_elsewhere(&program, gpu, &arguments.influences);
    let report = Report { gpus: arguments.gpus.iter().map(measure).collect::<Result<_, _>>()? };
    let text = match arguments {
        Arguments { json: true, .. } => report.to_json()?,
        Arguments { markdown: true, .. } => markdown(&report),
        _ => table(&report),
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}
