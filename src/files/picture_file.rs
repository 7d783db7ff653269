//! Pictures as PNG files that contain the command and the scene that make them again.

use super::FileError;
use crate::encode::{read_png_text, write_png};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Keyword of the text that holds the command.
const COMMAND: &str = "Command";
/// Keyword of the text that names the program, as the PNG specification defines it.
const SOFTWARE: &str = "Software";
/// Keyword of the text that holds a scene, as a talk of one scene.
const SCENE: &str = "Scene";

/// Texts in a picture, as pairs of a keyword and a text: the program, the words of the command line that makes it
/// again, and the scene that it shows.
pub fn picture_texts(command: impl IntoIterator<Item = String>, scene: Option<&str>) -> Vec<(String, String)> {
    let mut texts = vec![
        (SOFTWARE.to_owned(), concat!("skinscope ", env!("CARGO_PKG_VERSION")).to_owned()),
        (COMMAND.to_owned(), shell_line(command)),
    ];
    texts.extend(scene.map(|scene| (SCENE.to_owned(), scene.to_owned())));
    texts
}

/// A command line of this program for a POSIX shell, from its words.
pub fn shell_line(command: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = std::iter::once("skinscope".to_owned()).chain(command).map(quoted).collect();
    words.join(" ")
}

/// Encodes a picture as PNG: RGBA with straight alpha, rows from the top.
///
/// # Errors
/// If the size does not fit the pixels.
pub fn picture_bytes(size: [u32; 2], rgba: &[u8], texts: &[(String, String)]) -> Result<Vec<u8>, FileError> {
    write_png(size, rgba, texts).map_err(FileError::Picture)
}

/// Scene of a picture, as the text of a talk.
///
/// # Errors
/// If the file cannot be read, or holds no scene.
pub fn read_scene_of_picture(path: &Path) -> Result<String, FileError> {
    let file = File::open(path);
    let file = file.map_err(|cause| FileError::ReadText { what: "picture", cause, path: path.to_owned() })?;
    read_png_text(BufReader::new(file), SCENE).ok_or_else(|| FileError::NoScene { path: path.to_owned() })
}

/// A word for a POSIX shell.
fn quoted(word: String) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,=@%+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let command = ["bar", "--set", "it's:rx=1", ""].map(str::to_owned);
        let texts = picture_texts(command, None);
        assert_eq!(texts[1].1, r"skinscope bar --set 'it'\''s:rx=1' ''");
        assert_eq!(texts.len(), 2);
    }
}
