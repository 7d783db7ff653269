//! The files that must open, by subject.

mod accessors;
mod clips;
mod constraints;
mod containers;
mod influences;
mod look;
mod meshes;
mod nodes;
mod skins;
mod unread;

use super::manifest::GoodFixture;

pub fn all() -> Vec<GoodFixture> {
    [
        influences::all(),
        accessors::all(),
        skins::all(),
        nodes::all(),
        meshes::all(),
        look::all(),
        clips::all(),
        constraints::all(),
        containers::all(),
        unread::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
