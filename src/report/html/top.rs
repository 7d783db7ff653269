use super::super::Report;
use super::markup::escaped;
use super::picture::picture;

/// Top of the page: name, picture, summary and contents. `links` are ids and titles of the sections.
pub(super) fn top(report: &Report, links: &[(&str, &str)]) -> String {
    let sentences: String = report.summary.iter().map(|sentence| format!("<p>{}</p>\n", escaped(sentence))).collect();
    let links: String = links.iter().map(|(id, title)| format!("<li><a href=\"#{id}\">{title}</a></li>")).collect();
    let name = escaped(&report.name);
    format!(
        "<header class=\"top\">\n{}\n<div>\n<p class=\"kicker\">Skinning report</p>\n<h1>{name}</h1>\n<div \
         class=\"summary\">\n{sentences}</div>\n<nav aria-label=\"Contents\"><ul>{links}</ul></nav>\n</div>\n</header>\n",
        picture(&report.hero, &format!("{} in its rest pose", report.name), None)
    )
}
