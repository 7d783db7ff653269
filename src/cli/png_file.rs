//! Pictures as PNG files that carry the command that makes them again.

use super::CliError;
use super::output::write_output;
use crate::export::encode_png;
use crate::files::{picture_texts, shell_line};
use image::RgbaImage;
use std::path::Path;

/// The output's name in the command of a picture. The same for every name and for standard output, so that the bytes
/// are too.
const OUTPUT: &str = "picture.png";

/// Writes a picture with the command of this run.
///
/// # Errors
/// If the path cannot be written.
pub(super) fn write_png(path: &Path, picture: &RgbaImage) -> Result<(), CliError> {
    let bytes = tracing::debug_span!("encode_png").in_scope(|| encode_png(picture, &texts(OUTPUT)))?;
    write_output(path, &bytes)
}

/// Writes a picture of a scene, which it carries as the text of a talk, with the command of this run.
///
/// # Errors
/// If the path cannot be written.
pub(super) fn write_scene_png(path: &Path, picture: &RgbaImage, scene: &str) -> Result<(), CliError> {
    let bytes = encode_png(picture, &picture_texts(command(given(), OUTPUT), Some(scene)))?;
    write_output(path, &bytes)
}

/// Keywords and texts for a picture or a film of this run: the program, and the command with another name for its
/// output.
pub(super) fn texts(output: &str) -> Vec<(String, String)> {
    picture_texts(command(given(), output), None)
}

/// The command line of this run for a shell, with files by their names alone and another name for its output.
pub(super) fn command_line(output: &str) -> String {
    shell_line(command(given(), output))
}

/// The arguments of this run.
fn given() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}

/// The words of a picture's command line, with files by their names alone: folders may be private.
fn command(arguments: impl IntoIterator<Item = String>, output: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_output = false;
    for argument in arguments {
        let names_output = std::mem::take(&mut is_output);
        words.push(if names_output {
            output.to_owned()
        } else if let Some(flag) = ["--output", "-o"].into_iter().find(|flag| argument == *flag) {
            is_output = true;
            flag.to_owned()
        } else if argument.starts_with("--output=") {
            format!("--output={output}")
        } else {
            match argument.split_once('=').filter(|_| argument.starts_with("--")) {
                Some((flag, value)) => format!("{flag}={}", without_folder(value)),
                None => without_folder(&argument).to_owned(),
            }
        });
    }
    words
}

/// The name of a file. Other arguments may contain slashes too: the names of joints.
pub(super) fn without_folder(argument: &str) -> &str {
    let path = Path::new(argument);
    let name = path.file_name().and_then(|name| name.to_str());
    name.filter(|_| path.is_file()).unwrap_or(argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &[&str]) -> String {
        let words = command(line.iter().map(|&word| word.to_owned()), OUTPUT);
        picture_texts(words, None).remove(1).1
    }

    #[test]
    fn folders_are_left_out_and_joints_are_not() {
        let file = std::env::temp_dir().join(format!("skinscope command {}.glb", std::process::id()));
        std::fs::write(&file, "").unwrap();
        let (path, name) = (file.to_str().unwrap(), file.file_name().unwrap().to_str().unwrap());
        let line = of(&["render", path, "--set", "rig/hip:rx=40", &format!("--pose={path}"), "-o", "/secret/a.png"]);
        std::fs::remove_file(&file).unwrap();
        let expected = format!("skinscope render '{name}' --set rig/hip:rx=40 '--pose={name}' -o picture.png");
        assert_eq!(line, expected);
        assert_eq!(of(&["scenes", "kavan-fig-4", "--output=-"]), "skinscope scenes kavan-fig-4 --output=picture.png");
    }
}
