//! Pictures as PNG files that contain the command that makes them again.

use super::CliError;
use super::output::write_output;
use crate::encode::encode_png;
use crate::files::{picture_texts, shell_line};
use image::RgbaImage;
use std::ffi::OsString;
use std::path::Path;

/// Output name in the command of a picture. It is the same for every file name and for standard output, so that the
/// bytes are too.
const OUTPUT: &str = "picture.png";

/// Writes a picture with the command of this run.
///
/// # Errors
/// If the path cannot be written.
pub(super) fn write_png(path: &Path, picture: &RgbaImage) -> Result<(), CliError> {
    let bytes = tracing::debug_span!("encode_png").in_scope(|| encode_png(picture, &texts(OUTPUT)))?;
    write_output(path, &bytes)
}

/// Writes a picture of a scene. The file contains the scene as the text of a talk, and the command of this run.
///
/// # Errors
/// If the path cannot be written.
pub(super) fn write_scene_png(path: &Path, picture: &RgbaImage, scene: &str) -> Result<(), CliError> {
    let bytes = encode_png(picture, &picture_texts(command(given(), OUTPUT), Some(scene)))?;
    write_output(path, &bytes)
}

/// Keywords and texts for a picture or a film of this run: the program, and the command with another output name.
pub(super) fn texts(output: &str) -> Vec<(String, String)> {
    picture_texts(command(given(), output), None)
}

/// The command line of this run for a shell, with file names instead of paths and another output name.
pub(super) fn command_of_run(output: &str) -> String {
    shell_line(command(given(), output))
}

/// The arguments of this run, even if they are not UTF-8.
pub(super) fn given() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(readable)
}

/// An argument as text. Characters that are not UTF-8 are replaced, so its folders are left out here: nobody finds it
/// by the replaced name.
fn readable(argument: OsString) -> String {
    argument.into_string().unwrap_or_else(|argument| {
        let path = Path::new(&argument);
        let name = path.file_name().filter(|_| path.is_file());
        name.unwrap_or(&argument).to_string_lossy().into_owned()
    })
}

/// The words of a picture's command line, with file names instead of paths: folders may be private.
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
        } else if argument.starts_with("-o") {
            format!("-o{output}")
        } else {
            match argument.split_once('=').filter(|_| argument.starts_with("--")) {
                Some((flag, value)) => format!("{flag}={}", without_folder(value)),
                None => without_folder(&argument).to_owned(),
            }
        });
    }
    words
}

/// The file name of a path. Other arguments, such as names of joints, may contain slashes too.
pub(super) fn without_folder(argument: &str) -> &str {
    let path = Path::new(argument);
    let name = path.file_name().and_then(|name| name.to_str());
    name.filter(|_| path.is_file()).unwrap_or(argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &[&str]) -> String {
        shell_line(command(line.iter().map(|&word| word.to_owned()), OUTPUT))
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
        assert_eq!(of(&["render", "bar", "-o/secret/a.png"]), "skinscope render bar -opicture.png");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_unicode_lose_their_folders_too() {
        use std::os::unix::ffi::OsStringExt;
        let folder = std::env::temp_dir().join(format!("skinscope private {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(OsString::from_vec(b"b\xffr.glb".to_vec()));
        std::fs::write(&file, "").unwrap();
        let text = readable(file.into_os_string());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text, "b\u{FFFD}r.glb");
        assert_eq!(readable(OsString::from_vec(b"rig/\xff".to_vec())), "rig/\u{FFFD}");
    }
}
