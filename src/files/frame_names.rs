//! Names of the files of a film with one file per frame.

use std::path::{Path, PathBuf};

/// Least number of digits in the number of a frame.
const FEWEST_DIGITS: usize = 4;

/// Name of a frame's file: `turn.png` becomes `turn-0001.png`.
pub fn numbered(path: &Path, number: usize, count: u32) -> PathBuf {
    let digits = count.to_string().len().max(FEWEST_DIGITS);
    path.with_file_name(format!("{}{number:0digits$}.png", prefix(path)))
}

/// An existing file with such a name, whatever its number.
pub fn existing_frame(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let prefix = prefix(path);
    let is_frame = |name: &str| {
        let number = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".png"));
        number.is_some_and(|digits| digits.len() >= FEWEST_DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    entries.filter(|entry| is_frame(&entry.file_name().to_string_lossy())).map(|entry| entry.path()).min()
}

/// The part of the name before the number.
fn prefix(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    format!("{stem}-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_numbered_with_enough_digits() {
        assert_eq!(numbered(Path::new("a/turn.png"), 7, 60), Path::new("a/turn-0007.png"));
        assert_eq!(numbered(Path::new("x.y.PNG"), 12, 12_345), Path::new("x.y-00012.png"));
    }

    #[test]
    fn frames_of_an_earlier_film_are_found() {
        let folder = std::env::temp_dir().join(format!("skinscope frames {}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["turn.png", "turn-1.png", "turn-side.png", "turn-0001.jpg", "return-0001.png"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(existing_frame(&folder.join("turn.png")), None);
        for name in ["turn-0180.png", "turn-0007.png"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        assert_eq!(existing_frame(&folder.join("turn.png")), Some(folder.join("turn-0007.png")));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
