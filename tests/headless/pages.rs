//! The pages of the project, as the tests read them: their text, and what is below each heading.

use std::collections::BTreeMap;
use std::path::Path;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages, as paths from the root with slashes.
pub fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for folder in ["", "docs/", "docs/decisions/", "docs/methods/", "assets/fonts/"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        pages.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}{name}")));
    }
    pages.sort();
    pages
}

/// A page by its headings.
pub struct Page {
    path: String,
    /// The text below each heading, without that of the headings below it, by the heading's anchor.
    sections: BTreeMap<String, String>,
}

impl Page {
    /// The page at a path from the root.
    pub fn of(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut sections: BTreeMap<String, String> = BTreeMap::new();
        let (mut anchor, mut is_code) = (String::new(), false);
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            match line.trim_start_matches('#').strip_prefix(' ').filter(|_| !is_code && line.starts_with('#')) {
                Some(title) => {
                    anchor = anchor_of(title);
                    sections.entry(anchor.clone()).or_default();
                }
                None => *sections.entry(anchor.clone()).or_default() += &format!("{line}\n"),
            }
        }
        Self { path: path.to_owned(), sections }
    }

    pub fn has(&self, anchor: &str) -> bool {
        self.sections.contains_key(anchor)
    }

    /// The text below the heading with this anchor.
    pub fn section(&self, anchor: &str) -> &str {
        self.sections.get(anchor).unwrap_or_else(|| panic!("{} has no section #{anchor}", self.path))
    }

    pub fn text(&self) -> impl Iterator<Item = &str> {
        self.sections.values().map(String::as_str)
    }

    /// The file and the anchor of each link to a file: the file from the root, and an empty anchor for none.
    pub fn links_in(&self, text: &str) -> Vec<(String, String)> {
        let folder = Path::new(&self.path).parent().unwrap_or(Path::new(""));
        // Code has brackets of its own.
        let prose: String = text.split("```").step_by(2).flat_map(|part| part.split('`').step_by(2)).collect();
        let targets = prose.split("](").skip(1).filter_map(|link| Some(link.split_once(')')?.0.to_owned()));
        let files = targets.filter(|target| !target.contains("://"));
        let resolved = files.map(|target| {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if file.is_empty() { self.path.clone() } else { joined(folder, file) };
            (file, anchor.to_owned())
        });
        resolved.collect()
    }
}

/// `file` relative to `folder`, without `..`.
fn joined(folder: &Path, file: &str) -> String {
    let mut parts: Vec<&str> = folder.iter().filter_map(|part| part.to_str()).collect();
    for part in file.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Anchor of a heading on GitHub and in mdBook.
pub fn anchor_of(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || "_-".contains(*letter)).collect()
}
