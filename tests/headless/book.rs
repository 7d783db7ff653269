//! The pages belong together: every link leads somewhere, every page is in the book, and the first ones stay short.

use super::pages::{Page, pages, root};
use std::collections::BTreeSet;

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut broken = Vec::new();
    let mut count = 0;
    for path in pages() {
        let page = Page::of(&path);
        for (file, anchor) in page.text().flat_map(|text| page.links_in(text)) {
            count += 1;
            let exists = root().join(&file).exists();
            let leads = anchor.is_empty() || file.ends_with(".md") && exists && Page::of(&file).has(&anchor);
            if !exists || !leads {
                broken.push(format!("{path}: {file}#{anchor}"));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
    assert!(count > 80, "only {count} links were found");
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let summary = Page::of("docs/SUMMARY.md");
    let listed: BTreeSet<String> =
        summary.text().flat_map(|text| summary.links_in(text)).map(|(file, _)| file).collect();
    let pages = pages().into_iter().filter(|path| path.starts_with("docs/") && path != "docs/SUMMARY.md");
    assert_eq!(pages.collect::<BTreeSet<_>>(), listed);
}

/// Limits in bytes for the pages that a newcomer reads.
#[test]
fn the_first_pages_are_short() {
    for (path, most) in [("README.md", 10 << 10), ("ARCHITECTURE.md", 14 << 10)] {
        let bytes = std::fs::metadata(root().join(path)).unwrap().len();
        assert!(bytes <= most, "{path} has {bytes} bytes, more than {most}; move what few need to docs/");
    }
}
