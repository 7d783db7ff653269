//! What the fuzz targets call: the checks of the test suite, and what these need of it.
#![allow(dead_code, clippy::unwrap_used, reason = "shared with the tests, which use more and may fail loudly")]

#[path = "../../tests/headless/hostile/checks/mod.rs"]
pub mod checks;
#[path = "../../tests/headless/reference/mod.rs"]
mod reference;
#[path = "../../tests/headless/small_models.rs"]
mod small_models;

/// Lets the program catch panics of a decoder, as it does outside: libFuzzer's own hook ends the process at the first
/// panic, caught or not. A panic that nothing catches still ends it.
pub fn let_decoders_panic() {
    std::panic::set_hook(Box::new(|info| {
        let is_in_decoder = |file: &str| ["draco-core", "meshopt", "naga"].iter().any(|library| file.contains(library));
        if !info.location().is_some_and(|place| is_in_decoder(place.file())) {
            eprintln!("{info}");
        }
    }));
}
