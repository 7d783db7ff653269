//! The table of keys in `docs/viewer.md` is made of the table of user commands. `UPDATE_DOCS=1 cargo test --test headless
//! key_docs` rewrites it; look at what changed before you commit it.

use super::pages::root;
use skinscope::session::user_commands::sheet;
use std::fmt::Write;

/// The table's first two lines. It ends with the first empty line.
const HEAD: &str = "| | keys and mouse | action |\n|---|---|---|\n";

fn table() -> String {
    let mut text = HEAD.to_owned();
    let mut group = "";
    for line in sheet(false) {
        let shown = if line.group == group { "" } else { line.group };
        group = line.group;
        let _ = writeln!(text, "| {shown} | {} | {} |", line.inputs.join(", "), line.text);
    }
    text
}

#[test]
fn the_table_of_keys_is_made_of_the_commands() {
    let path = root().join("docs/viewer.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let start = page.find(HEAD).unwrap();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{}{}{}", &page[..start], table(), &page[end..])).unwrap();
    } else {
        assert!(page[start..end] == table(), "{} differs from the table; UPDATE_DOCS=1 rewrites it", path.display());
    }
}
