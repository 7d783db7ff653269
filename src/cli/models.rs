use super::CliError;
use super::arguments::ModelsArguments;
use super::text::{print, write_file};
use crate::bundled;

/// Lists the bundled models, or writes one.
pub(super) fn run(arguments: &ModelsArguments) -> Result<(), CliError> {
    let (Some(name), Some(output)) = (&arguments.name, &arguments.output) else {
        let width = bundled::MODELS.iter().map(|model| model.name.len()).max().unwrap_or(0);
        let lines = bundled::MODELS.iter().map(|model| {
            let poses = model.poses.iter().map(|pose| pose.name).collect::<Vec<_>>().join(", ");
            format!("{:width$}  {}\n{:width$}  poses: {poses}\n", model.name, model.description, "")
        });
        return print(&lines.collect::<String>());
    };
    let bytes = bundled::glb_bytes(name).ok_or_else(|| CliError::NoSuchBundled {
        given: name.clone(),
        known: bundled::MODELS.iter().map(|model| model.name).collect::<Vec<_>>().join(", "),
    })?;
    if !output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
        return Err(CliError::OutputFormat { wanted: "*.glb", path: output.clone() });
    }
    write_file(output, bytes)
}
