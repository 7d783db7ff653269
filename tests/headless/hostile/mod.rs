//! Hostile input: what must hold for any bytes, and a replay of changed files that is the same everywhere.
//!
//! `scripts/fuzz` searches with the same checks for as long as it is told to.

pub mod checks;
mod mutate;
mod replay;
mod saver;
mod seeds;
mod small_glb;
