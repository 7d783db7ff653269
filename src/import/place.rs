use std::fmt;

/// Where in a file something is: `mesh "body", primitive 2`. Names are quoted and shortened, so that a place is
/// always part of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(String);

impl Place {
    /// The file as a whole.
    pub(super) fn file() -> Self {
        Self("the file".to_owned())
    }

    /// A named thing: by its name where it has one, by its index otherwise.
    pub(super) fn named(kind: &str, index: usize, name: Option<&str>) -> Self {
        match name.filter(|name| !name.is_empty()) {
            Some(name) => Self(format!("{kind} {}", quoted(name))),
            None => Self(format!("{kind} #{index}")),
        }
    }

    /// A part of this place.
    pub(super) fn part(&self, kind: &str, index: impl fmt::Display) -> Self {
        Self(format!("{}, {kind} {index}", self.0))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text of the file as it may stand in a message: quoted, escaped, at most sixty characters.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        return format!("{text:?}");
    }
    let start: String = text.chars().take(LONGEST - 3).collect();
    format!("{:?}", format!("{start}..."))
}
