//! The claims that are part of the program.

use super::{Claim, Paper, parse_claims};
use std::sync::OnceLock;

/// Files of the claims, in the order of the list.
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

/// The claim with this address, such as "kavan-2008/candy-wrapper", and its paper.
pub fn find_claim(address: &str) -> Option<(&'static Paper, &'static Claim)> {
    let (paper, id) = address.split_once('/')?;
    let paper = papers().iter().find(|known| known.id == paper)?;
    Some((paper, paper.claims.iter().find(|claim| claim.id == id)?))
}

/// Claims of all papers that make the same statement as this one, without it.
pub fn same_statements(claim: &Claim) -> impl Iterator<Item = (&'static Paper, &'static Claim)> {
    let all = papers().iter().flat_map(|paper| paper.claims.iter().map(move |other| (paper, other)));
    all.filter(move |(_, other)| claim.states_the_same_as(other) && !std::ptr::eq(claim, *other))
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
