use super::super::{CommandLine, Made, Report};
use super::markup::escaped;

pub(super) fn section(report: &Report) -> String {
    let Made { command, program, adapter, files, date, commands } = &report.made;
    let mut rows = vec![
        ("Command", format!("<code>{}</code>", escaped(command))),
        ("Program", escaped(program)),
        ("Graphics adapter", format!("{}, for the pictures. Figures are computed on the CPU.", escaped(adapter))),
    ];
    for (name, hash) in files {
        rows.push(("File", format!("{}<br><code>BLAKE3 {}</code>", escaped(name), escaped(hash))));
    }
    if let Some(date) = date {
        rows.push(("Date", escaped(date)));
    }
    let rows: String = rows.iter().map(|(label, value)| format!("<dt>{label}</dt><dd>{value}</dd>\n")).collect();
    let command = |CommandLine { gives, line }: &CommandLine| {
        format!("<li><p>{}</p><code>{}</code></li>\n", escaped(gives), escaped(line))
    };
    let commands: String = commands.iter().map(command).collect();
    format!(
        "<dl class=\"made\">\n{rows}</dl>\n<h3>How to repeat it</h3>\n<p>These commands give the parts of this page, in the folder of \
         the file.</p>\n<ol class=\"commands\">\n{commands}</ol>\n"
    )
}
