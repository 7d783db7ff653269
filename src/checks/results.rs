//! Results as text: one line of JSON for each file, so that a killed run loses at most the line it was writing.

use super::FileCheck;

/// A line that is no result.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error("line {line} is not a result of check: {cause}")]
    Line { line: usize, cause: serde_json::Error },
    #[error("line {line} is of version {given}, which this program does not read; check these files again")]
    Version { line: usize, given: u32 },
}

/// One result as one line, with its end.
pub fn result_line(check: &FileCheck) -> String {
    // A struct of plain maps and lists always has JSON.
    serde_json::to_string(check).unwrap_or_default() + "\n"
}

/// Reads results. Empty lines are skipped.
///
/// # Errors
/// If a line is not a result, or is of another version.
pub fn read_results(text: &str) -> Result<Vec<FileCheck>, ResultsError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(text, line)| {
            let check: FileCheck = serde_json::from_str(text).map_err(|cause| ResultsError::Line { line, cause })?;
            if check.skinscope_check == FileCheck::VERSION {
                Ok(check)
            } else {
                Err(ResultsError::Version { line, given: check.skinscope_check })
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::{CheckRequest, Rules, check_file};
    use crate::files::OpenOptions;
    use crate::work::Progress;
    use std::path::Path;

    #[test]
    fn results_read_back_and_other_lines_are_named() {
        let rules = Rules::read("skinscope_rules = 1\n[limits]\nsmallest_section = 0.9\njoints = 1\n").unwrap();
        let request = CheckRequest { rules, options: OpenOptions::default(), measures_all: true, has_times: true };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/limb.glb");
        let check = check_file(&request, &path, &Progress::default()).unwrap();
        assert_eq!(check.failures.len(), 2, "{:?}", check.failures);
        let line = result_line(&check);
        let text = format!("{line}\n{line}");
        assert_eq!(read_results(&text).unwrap(), [check.clone(), check]);
        let torn = text + &line[..40];
        assert!(read_results(&torn).unwrap_err().to_string().starts_with("line 4 is not a result"));
        let newer = line.replacen("\"skinscope_check\":1", "\"skinscope_check\":2", 1);
        assert!(read_results(&newer).unwrap_err().to_string().contains("version 2"));
    }
}
