//! Promises that must hold for any bytes, one function for each kind of input. A broken promise panics.
//!
//! The fuzz targets in `fuzz/` and the replay in [`super::replay`] both call these. So nothing here may depend on the
//! test harness.

mod arguments;
mod center_cache;
mod compressed;
mod imports;
mod languages;
mod numbers;
mod own_method;
mod picture_text;
mod pose_file;
mod session_file;
mod talk;
mod twins;

pub use arguments::arguments;
pub use center_cache::{cache_content, center_cache};
pub use compressed::{draco, meshopt};
pub use imports::{assert_sound, container, importer};
pub use languages::languages;
pub use own_method::{own_shader, positions};
pub use picture_text::picture_text;
pub use pose_file::pose_file;
pub use session_file::session_file;
pub use talk::talk;
pub use twins::twins;

/// The name of a fuzz target, and its check. A check tells whether it accepted the input.
pub type Check = (&'static str, fn(&[u8]) -> bool);

/// All checks.
pub const CHECKS: &[Check] = &[
    ("importer", importer),
    ("container", container),
    ("draco", draco),
    ("meshopt", meshopt),
    ("pose_file", pose_file),
    ("talk", talk),
    ("session_file", session_file),
    ("center_cache", center_cache),
    ("picture_text", picture_text),
    ("languages", languages),
    ("arguments", arguments),
    ("twins", twins),
    ("own_shader", own_shader),
    ("positions", positions),
];

/// A message names what is wrong in one line, and nothing in it steers a terminal. Returns false, for what it refuses.
pub fn assert_message(message: &str) -> bool {
    assert!(!message.trim().is_empty(), "an empty message");
    assert!(!message.chars().any(char::is_control), "a message with a control character: {message:?}");
    false
}
