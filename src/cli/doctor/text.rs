use super::report::{AdapterInUse, DoctorReport, Folder, Log, Variable};
use crate::cli::version::program_and_commit;
use std::fmt::Write;

const NAME: usize = 24;

pub(super) fn text(report: &DoctorReport) -> String {
    let DoctorReport { system, adapters, used, checks, folders, log, environment } = report;
    let mut text = format!("{}\n", program_and_commit());
    let _ = writeln!(text, "{} {}, {} threads", system.os, system.architecture, system.threads);
    if system.display == Some(false) {
        text += "No display: commands work, and the viewer needs a desktop.\n";
    }
    text += "\nGraphics adapters\n";
    if adapters.is_empty() {
        text += "  none\n";
    }
    for adapter in adapters {
        let note = if adapter.can_skin { "" } else { "; too old: its vertex shaders cannot read storage buffers" };
        let _ =
            writeln!(text, "  {}\n    {}, {}; {}{note}", adapter.name, adapter.backend, adapter.kind, adapter.driver);
    }
    if let Some(used) = used {
        text += &in_use(used);
    }
    text += "\nChecks\n";
    for check in checks {
        let _ = writeln!(text, "  {}  {}: {}", if check.ok { "ok  " } else { "FAIL" }, check.what, check.details);
    }
    text += "\nFolders\n";
    for Folder { what, variable, path, exists } in folders {
        let path = path.as_deref().unwrap_or("none");
        let note = if *exists { "" } else { " (not there yet)" };
        let _ = writeln!(text, "  {what:NAME$}{path}{note}; {variable} moves it");
    }
    if let Some(Log { path, written, .. }) = log {
        let note = match written {
            Some(written) => format!("last written {}", written.replace('T', " ").get(..19).unwrap_or(written)),
            None => "not there yet".to_owned(),
        };
        text += "\nLog of the window, to send with a report\n";
        let _ = writeln!(text, "  {path} ({note})");
    }
    if !environment.is_empty() {
        text += "\nEnvironment\n";
        for Variable { name, value } in environment {
            let _ = writeln!(text, "  {name:NAME$}{value}");
        }
    }
    text
}

fn in_use(used: &AdapterInUse) -> String {
    let mut text = format!("\nUsed: {} ({})\n", used.name, used.backend);
    let mut line = |what: &str, value: String| {
        let _ = writeln!(text, "  {what:NAME$}{value}");
    };
    line("largest texture", format!("{} pixels a side", used.largest_texture_side));
    line("largest picture", format!("{} pixels a side", used.largest_picture_side));
    line("largest buffer", mebibytes(used.largest_buffer_bytes));
    line("largest binding", mebibytes(used.largest_storage_binding_bytes));
    line("buffers per shader", used.storage_buffers_per_stage.to_string());
    text
}

fn mebibytes(bytes: u64) -> String {
    if bytes >= 1 << 50 { "not limited".to_owned() } else { format!("{} MiB", bytes >> 20) }
}
