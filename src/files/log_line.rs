use std::path::Path;

/// A line of a log without the folders of the files that it names, as far as text can show them: removed are the
/// folders of a path at the end of a message or in quotes, and the home folder everywhere.
pub fn without_folders(line: &str, home: Option<&Path>) -> String {
    let (text, end) = line.split_at(line.trim_end_matches(['\r', '\n']).len());
    let text = without_last_folders(&without_quoted_folders(text));
    let home = home.and_then(Path::to_str).filter(|home| home.len() > 1);
    home.map_or(text.clone(), |home| text.replace(home, "~")) + end
}

/// Messages put the path last, after a colon.
fn without_last_folders(text: &str) -> String {
    let start = text.match_indices(": ").map(|(index, _)| index + 2).find(|&start| is_absolute(&text[start..]));
    match start {
        Some(start) => format!("{}{}", &text[..start], file_name(&text[start..])),
        None => text.to_owned(),
    }
}

fn without_quoted_folders(text: &str) -> String {
    let part = |(index, part): (usize, &str)| match index % 2 == 1 && is_absolute(part) {
        true => file_name(part).to_owned(),
        false => part.to_owned(),
    };
    text.split('"').enumerate().map(part).collect::<Vec<_>>().join("\"")
}

/// Whether a path is absolute on any system, because a log may quote messages from another one.
fn is_absolute(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some('/') => true,
        Some('\\') => letters.next() == Some('\\'),
        Some(drive) => drive.is_ascii_alphabetic() && letters.next() == Some(':') && letters.next() == Some('\\'),
        None => false,
    }
}

fn file_name(path: &str) -> &str {
    path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_without_their_folders() {
        let home = Some(Path::new("/home/ada"));
        for (line, expected) in [
            (
                "cannot write: the disk is full: /mnt/secret project/hero v2.glb\n",
                "cannot write: the disk is full: hero v2.glb\n",
            ),
            ("opening source=File(\"/srv/films/hero.glb\")", "opening source=File(\"hero.glb\")"),
            ("cannot read: C:\\Users\\Ada\\hero.glb", "cannot read: hero.glb"),
            ("at /home/ada/.cargo/wgpu/src/lib.rs:3", "at ~/.cargo/wgpu/src/lib.rs:3"),
            ("12:30:05 opened hero.glb: 3/4 of it", "12:30:05 opened hero.glb: 3/4 of it"),
        ] {
            assert_eq!(without_folders(line, home), expected);
        }
        assert_eq!(
            without_folders("of /etc: x\n", Some(Path::new("/"))),
            "of /etc: x\n",
            "root's home may be the root"
        );
    }
}
