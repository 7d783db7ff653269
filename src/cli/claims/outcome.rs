use crate::claims::{Check, Probe};
use serde_json::Value;
use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::rc::Rc;

/// Result of a check.
pub(super) struct Outcome {
    /// The number, or why there is none.
    pub measured: Result<f64, String>,
    holds: bool,
}

impl Outcome {
    pub fn holds(&self) -> bool {
        self.holds
    }
}

/// Runs checks. A command that several checks name runs once.
#[derive(Default)]
pub(super) struct Runner {
    outputs: HashMap<String, Rc<Result<Value, String>>>,
}

impl Runner {
    pub fn run(&mut self, check: &Check) -> Outcome {
        let measured = match &check.probe {
            Probe::Property(property) => Ok((property.measure)()),
            Probe::Shaders(ratio) => ratio.value().ok_or_else(|| "there are no figures of these shaders".to_owned()),
            Probe::Command { line, value, over } => match &*self.output(line) {
                Ok(output) => Probe::number_in(output, value, over.as_deref()).map_err(|error| error.to_string()),
                Err(error) => Err(error.clone()),
            },
        };
        let holds = measured.as_ref().is_ok_and(|measured| check.expectation.holds(*measured));
        Outcome { measured, holds }
    }

    fn output(&mut self, line: &str) -> Rc<Result<Value, String>> {
        let run = || Rc::new(output_of(line));
        Rc::clone(self.outputs.entry(line.to_owned()).or_insert_with(run))
    }
}

/// JSON that this program prints for a command line, in a process of its own, so that the check sees the same as a
/// user.
fn output_of(line: &str) -> Result<Value, String> {
    let program = std::env::current_exe().map_err(|error| format!("the program does not find itself: {error}"))?;
    let output = Command::new(program)
        .args(line.split_whitespace())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("the command does not start: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("the command failed").to_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the output is not JSON: {error}"))
}
