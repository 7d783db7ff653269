use super::{CliError, PosedModel};
use crate::files::OpenedModel;
use crate::view::grouped;
use std::io::Write;

/// Prints to standard output. A reader that went away (`| head`) is no failure.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    super::output::write_stdout(text.as_bytes())
}

/// Prints one JSON object.
pub(super) fn print_json(report: &impl serde::Serialize) -> Result<(), CliError> {
    print(&json(report)?)
}

/// One JSON object for people to read, with a line break at its end.
pub(super) fn json(report: &impl serde::Serialize) -> Result<String, CliError> {
    Ok(serde_json::to_string_pretty(report).map_err(std::io::Error::from)? + "\n")
}

/// Tells what was repaired in a file.
pub(super) fn print_warnings(opened: &OpenedModel) {
    warn(&opened.asset.warnings);
}

/// Tells what of a pose is probably a mistake.
pub(super) fn print_pose_warnings(posed: &PosedModel) {
    warn(&posed.warnings);
}

pub(super) fn warn<W: std::fmt::Display>(warnings: &[W]) {
    warnings.iter().for_each(|warning| tell(&format!("warning: {warning}")));
}

/// A line on stderr. Where it is closed there is nobody to tell.
pub(super) fn tell(line: &str) {
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}

/// `1 joint`, `1,200 joints`.
pub(super) fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { singular } else { plural })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals() {
        assert_eq!(counted(1, "vertex", "vertices"), "1 vertex");
        assert_eq!(counted(12597, "vertex", "vertices"), "12,597 vertices");
    }
}
