//! Talks: lists of scenes in one readable file, and the talks that are part of the program.

mod bundled;
mod merge;
mod read;
#[cfg(test)]
mod round_trip;
mod talk;
#[cfg(test)]
mod tests;
mod write;

pub use read::{TalkError, parse_talk};
pub use talk::{Talk, slug};
pub use write::{write_scene, write_talk};
