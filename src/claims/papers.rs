//! The claims that are part of the program.

use super::{Paper, parse_claims};
use std::sync::OnceLock;

/// The files, in the order of the list.
const FILES: [&str; 5] = [
    include_str!("../../assets/claims/kavan-2007.toml"),
    include_str!("../../assets/claims/kavan-2008.toml"),
    include_str!("../../assets/claims/le-hodgins-2016.toml"),
    include_str!("../../assets/claims/theo.toml"),
    include_str!("../../assets/claims/williamson.toml"),
];

/// All papers with their claims.
pub fn papers() -> &'static [Paper] {
    static PAPERS: OnceLock<Vec<Paper>> = OnceLock::new();
    PAPERS.get_or_init(|| {
        let paper = |text| match parse_claims(text) {
            Ok(paper) => Some(paper),
            Err(error) => {
                tracing::error!("the claims of the program: {error}");
                None
            }
        };
        FILES.into_iter().filter_map(paper).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read() {
        for text in FILES {
            parse_claims(text).unwrap();
        }
        assert_eq!(papers().len(), FILES.len());
    }
}
