//! Writes a report as one page of HTML. Everything is in the page, and every text is escaped.

mod cases;
mod file;
mod figures;
mod findings;
mod key;
mod made;
mod markup;
mod methods;
mod picture;
mod style;
mod sweeps;
mod top;

use super::Report;
use markup::escaped;

/// Security policy: the page may only load its own contents.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/// The page as HTML. The same report gives the same bytes.
pub fn html(report: &Report) -> String {
    let sections = [
        ("file", "The file", file::section(report)),
        ("health", "Health", findings::section(report)),
        ("worst", "Worst joints", cases::section(report)),
        ("sweeps", "Sweeps", sweeps::section(report)),
        ("figures", "Figures", figures::section(report)),
        ("methods", "Methods", methods::section(report)),
        ("made", "How this page was made", made::section(report)),
    ];
    let sections: Vec<(&str, &str, String)> = sections.into_iter().filter(|(.., body)| !body.is_empty()).collect();
    let body: String = sections
        .iter()
        .map(|(id, title, body)| format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{body}</section>\n"))
        .collect();
    let links: Vec<(&str, &str)> = sections.iter().map(|(id, title, _)| (*id, *title)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{POLICY}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta \
         name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"{generator}\">\n<title>{title}: skinning \
         report</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{style}</style>\n</head>\n<body>\n{top}<main>\n{body}</main>\n</body>\n</html>\n",
        generator = escaped(&report.made.program),
        title = escaped(&report.name),
        style = style::style(),
        top = top::top(report, &links),
    )
}
