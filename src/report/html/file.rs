use super::super::{Fact, MeshRow, Report};
use super::markup::{decimal, escaped};
use crate::math::{counted, grouped};

/// Limits on the rows and clips that are listed. The rest is only counted.
const MOST_MESHES: usize = 12;
const MOST_CLIPS: usize = 36;

/// Length beyond which values are set as text instead of numbers.
const LONGEST_NUMBER: usize = 14;

pub(super) fn section(report: &Report) -> String {
    let facts: String = report.facts.iter().map(fact).collect();
    let generator = report.generator.as_ref();
    let generator = generator.map_or_else(String::new, |name| format!("<p>Made by {}.</p>\n", escaped(name)));
    format!("{generator}<dl class=\"facts\">\n{facts}</dl>\n{}{}", meshes(report), clips(report))
}

fn fact(Fact { label, value }: &Fact) -> String {
    let class = if value.chars().count() > LONGEST_NUMBER { " class=\"words\"" } else { "" };
    format!("<div{class}><dt>{label}</dt><dd>{}</dd></div>\n", escaped(value))
}

fn meshes(report: &Report) -> String {
    if report.meshes.is_empty() {
        return String::new();
    }
    let row = |MeshRow { mesh, material, vertices, triangles, influences }: &MeshRow| {
        let influences = if *influences == 0 { "rigid".to_owned() } else { influences.to_string() };
        let named = |name: &str| if name.is_empty() { "unnamed".to_owned() } else { escaped(name) };
        format!(
            "<tr><td class=\"left name\">{}</td><td class=\"left name\">{}</td><td class=\"number\">{}</td><td \
             class=\"number\">{}</td><td class=\"number\">{influences}</td></tr>\n",
            named(mesh),
            named(material),
            grouped(*vertices),
            grouped(*triangles)
        )
    };
    let rows: String = report.meshes.iter().take(MOST_MESHES).map(row).collect();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Meshes\"><table>\n<thead><tr><th class=\"left\">Mesh</th><th \
         class=\"left\">Material</th><th>Vertices</th><th>Triangles</th><th>Influences</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n{}",
        and_more(report.meshes.len(), MOST_MESHES, ["primitive", "primitives"])
    )
}

fn clips(report: &Report) -> String {
    if report.clips.is_empty() {
        return String::new();
    }
    let item = |clip: &super::super::Clip| {
        let name = if clip.name.is_empty() { "unnamed".to_owned() } else { escaped(&clip.name) };
        format!("<li>{name} <span>{} s</span></li>\n", decimal(f64::from(clip.duration_seconds), 2))
    };
    let items: String = report.clips.iter().take(MOST_CLIPS).map(item).collect();
    let more = and_more(report.clips.len(), MOST_CLIPS, ["clip", "clips"]);
    format!("<h3>Clips</h3>\n<ul class=\"clips\">\n{items}</ul>\n{more}")
}

fn and_more(count: usize, shown: usize, [one, many]: [&str; 2]) -> String {
    match count.saturating_sub(shown) {
        0 => String::new(),
        more => format!("<p class=\"quiet small\">and {} more</p>\n", counted(more, one, many)),
    }
}
