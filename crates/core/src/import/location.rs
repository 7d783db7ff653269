use std::fmt;

/// A location in a file: `mesh "body", primitive 2`. Names are quoted and shortened, so that it always fits within one
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location(String);

impl Location {
    /// The whole file.
    pub(super) fn file() -> Self {
        Self("the file".to_owned())
    }

    /// A named object, identified by its name if it has one, otherwise by its index.
    pub(super) fn named(kind: &str, index: usize, name: Option<&str>) -> Self {
        match name.filter(|name| !name.is_empty()) {
            Some(name) => Self(format!("{kind} {}", quoted(name))),
            None => Self(format!("{kind} #{index}")),
        }
    }

    /// A location in the JSON: `nodes[3].mesh`.
    pub(super) fn path(path: &str) -> Self {
        Self(unquoted(path))
    }

    /// A part of this location.
    pub(super) fn part(&self, kind: &str, index: impl fmt::Display) -> Self {
        Self(format!("{}, {kind} {index}", self.0))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Like [`quoted`], without the quotes.
pub(super) fn unquoted(text: &str) -> String {
    let quoted = quoted(text);
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

/// Text from the file, made safe for a message: quoted, escaped, at most sixty characters.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(LONGEST - 3).collect();
    format!("{:?}", format!("{start}..."))
}
