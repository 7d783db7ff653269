//! `skinscope shader`: the skinning shader of a method as a file for another program.

mod arguments;
pub(super) mod report;

use super::CliError;
use super::document::JsonDocument;
use super::output::{Messages, write_output};
use super::provenance::PROGRAM_VERSION;
use crate::gpu::standalone::StandaloneShader;
use crate::skinning::SkinningMethod;
use report::ShaderReport;
use std::path::Path;

pub use arguments::ShaderArguments;

pub(super) fn run(arguments: &ShaderArguments) -> Result<(), CliError> {
    let output = arguments.output.as_deref();
    if output.is_none() && !arguments.json && !arguments.lang.is_text() {
        return Err(CliError::BinaryWithoutFile { method: arguments.method.id() });
    }
    if let SkinningMethod::Own(_) = arguments.method {
        return Err(CliError::ShaderOfOwn { id: arguments.method.id() });
    }
    let settings = arguments.settings();
    let made_by = format!("skinscope {PROGRAM_VERSION}: {}", arguments.line());
    let shader = StandaloneShader::new(settings, arguments.lang, &made_by)?;
    if arguments.json {
        let report = ShaderReport::new(settings, arguments.lang, &shader.description);
        Messages::beside(output).print(&JsonDocument::new((), report, &[]).pretty()?)?;
    }
    let stdout = (!arguments.json).then_some(Path::new("-"));
    output.or(stdout).map_or(Ok(()), |path| write_output(path, &shader.bytes))
}
