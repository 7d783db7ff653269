//! Scenes of the papers and posts: talks like any other, part of the program.

use super::read::parse_talk;
use super::talk::{Talk, slug};
use std::path::Path;
use std::sync::OnceLock;

/// Files of the talks: papers by year, then posts, in the order of the claims, then methods that came later.
pub(super) const PAPERS: [&str; 6] = [
    include_str!("../../../assets/talks/kavan-2007.toml"),
    include_str!("../../../assets/talks/kavan-2008.toml"),
    include_str!("../../../assets/talks/le-hodgins-2016.toml"),
    include_str!("../../../assets/talks/theo.toml"),
    include_str!("../../../assets/talks/williamson.toml"),
    include_str!("../../../assets/talks/later-methods.toml"),
];

impl Talk {
    /// The talk of a paper or post by its name on the command line, for example `kavan-2008`.
    pub fn of_paper(name: &str) -> Option<&'static Self> {
        Self::of_papers().iter().find(|talk| slug(&talk.title) == name)
    }

    /// The names of the talks of the papers and posts.
    pub fn names() -> impl Iterator<Item = String> {
        Self::of_papers().iter().map(|talk| slug(&talk.title))
    }

    /// Scenes that show the statements of the papers and posts, one talk for each.
    pub fn of_papers() -> &'static [Self] {
        static TALKS: OnceLock<Vec<Talk>> = OnceLock::new();
        TALKS.get_or_init(|| {
            let talk = |text| match parse_talk(text, Path::new("")) {
                Ok(talk) => Some(talk),
                Err(error) => {
                    tracing::error!("a talk of the program: {error}");
                    None
                }
            };
            PAPERS.into_iter().filter_map(talk).collect()
        })
    }
}
