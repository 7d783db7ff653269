use super::assert_message;
use skinscope::panes::{parse_talk, write_talk};
use std::path::Path;

/// A talk in TOML: refused in one line, or read, written and read again alike.
pub fn talk(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let folder = Path::new("/talks");
    let talk = match parse_talk(text, folder) {
        Ok(talk) => talk,
        Err(error) => return assert_message(&error.to_string()),
    };
    // With and without the text whose comments and spelling are kept.
    for before in ["", text] {
        let written = write_talk(&talk, before, folder);
        let again = parse_talk(&written, folder);
        let again = again.unwrap_or_else(|error| panic!("what was written is not read: {error}:\n{written}"));
        assert_eq!(again.title, talk.title);
        assert_eq!(again.scenes.len(), talk.scenes.len());
        for (first, second) in talk.scenes.iter().zip(&again.scenes) {
            assert_eq!(first, second, "written as:\n{written}");
        }
    }
    true
}
