//! Writes a report as one page of HTML. Everything is in the page, and every text is escaped.

mod cases;
mod file;
mod figures;
mod findings;
mod joints;
mod key;
mod markup;
mod methods;
mod own;
mod style;
mod sweeps;
mod verdict;

use super::{CommandLine, Made, Report};
pub(crate) use markup::{escaped, picture};
pub(crate) use style::style as page_style;

/// Security policy: the page may only load its own contents, and run its own script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/// Script of the table of joints.
const SCRIPT: &str = include_str!("joints.js");

/// The page as HTML. The same report gives the same bytes.
pub fn html(report: &Report) -> String {
    let sections = [
        ("own", "Chosen poses", own::section(report)),
        ("verdict", "Verdict", verdict::section(report)),
        ("file", "The file", file::section(report)),
        ("health", "Health", findings::section(report)),
        ("worst", "Worst joints", cases::section(report)),
        ("joints", "All joints", joints::section(report)),
        ("sweeps", "Sweeps", sweeps::section(report)),
        ("figures", "Figures", figures::section(report)),
        ("methods", "Methods", methods::section(report)),
        ("made", "How this page was made", made(report)),
    ];
    let sections: Vec<(&str, &str, String)> = sections.into_iter().filter(|(.., body)| !body.is_empty()).collect();
    let body: String = sections
        .iter()
        .map(|(id, title, body)| format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{body}</section>\n"))
        .collect();
    // Known only after everything is written, so that no name in the file can hold it.
    let nonce = blake3::hash(body.as_bytes()).to_hex();
    let links: Vec<(&str, &str)> = sections.iter().map(|(id, title, _)| (*id, *title)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{POLICY}; script-src 'nonce-{nonce}'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"{generator}\">\n<title>{title}: skinning \
         report</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{style}</style>\n</head>\n<body>\n{top}<main>\n{body}</main>\n<script nonce=\"{nonce}\">\n{SCRIPT}</script>\n</body>\n</html>\n",
        generator = escaped(&report.made.program),
        title = escaped(&report.name),
        style = style::style(),
        top = top(report, &links),
    )
}

/// Top of the page: name, picture, summary and contents. `links` are ids and titles of the sections.
fn top(report: &Report, links: &[(&str, &str)]) -> String {
    let sentences: String = report.summary.iter().map(|sentence| format!("<p>{}</p>\n", escaped(sentence))).collect();
    let links: String = links.iter().map(|(id, title)| format!("<li><a href=\"#{id}\">{title}</a></li>")).collect();
    let name = escaped(&report.name);
    let date = report.made.date.as_ref().map_or_else(String::new, |date| format!(", {}", escaped(date)));
    format!(
        "<header class=\"top\">\n{}\n<div>\n<p class=\"kicker\">Skinning report{date}</p>\n<h1>{name}</h1>\n<div \
         class=\"summary\">\n{sentences}</div>\n<nav aria-label=\"Contents\"><ul>{links}</ul></nav>\n</div>\n</header>\n",
        picture(&report.hero, &format!("{} in its rest pose", report.name), None)
    )
}

/// Section that says how the page was made.
fn made(report: &Report) -> String {
    let Made { command, is_of_window, program, adapter, files, date, commands } = &report.made;
    let of_window = match is_of_window {
        true => "The page was made in the window. This command makes it without the own poses.<br>",
        false => "",
    };
    let mut rows = vec![
        ("Command", format!("{}<code>{}</code>", of_window, escaped(command))),
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
