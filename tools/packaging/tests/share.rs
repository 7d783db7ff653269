//! What a package holds besides the program, as it is written.
#![allow(clippy::unwrap_used, reason = "tests may fail loudly")]

use clap::CommandFactory;
use skinscope::cli::Arguments;
use skinscope::viewer::WINDOW_NAME;
use skinscope_packaging::{ICON_SIDES, icon_png, write_share};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All files below a folder, by their path in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

fn written(name: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    write_share(&folder).unwrap();
    files(&folder)
}

#[test]
fn every_command_has_a_manual_page_that_names_its_flags() {
    let files = written("pages");
    let mut command = Arguments::command();
    command.build();
    let page = |name: &str| String::from_utf8(files[&format!("man/man1/{name}.1")].clone()).unwrap();
    let main = page("skinscope");
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let page = page(&format!("skinscope-{}", command.get_name()));
        let name = command.get_name().replace('-', "\\-");
        assert!(main.contains(&format!("skinscope\\-{name}(1)")), "{name}");
        for flag in command.get_arguments().filter(|one| !one.is_hide_set()).filter_map(|one| one.get_long()) {
            let written = format!("\\-\\-{}", flag.replace('-', "\\-"));
            assert!(page.contains(&written), "{}: --{flag}", command.get_name());
        }
    }
}

#[test]
fn every_shell_completes_every_command() {
    let files = written("completions");
    type Form = fn(&str) -> String;
    let forms: [(&str, Form); 3] = [
        ("bash-completion/completions/skinscope", |name| format!("skinscope,{name})")),
        ("fish/vendor_completions.d/skinscope.fish", |name| format!("-a \"{name}\"")),
        ("zsh/vendor-completions/_skinscope", |name| format!("({name})\n")),
    ];
    for (file, form) in forms {
        let text = String::from_utf8(files[file].clone()).unwrap();
        for command in Arguments::command().get_subcommands() {
            assert!(text.contains(&form(command.get_name())), "{file}: {}", command.get_name());
        }
    }
}

#[test]
fn the_same_program_writes_the_same_bytes() {
    assert_eq!(written("once"), written("twice"));
}

#[test]
fn a_desktop_finds_the_entry_by_every_ending_and_the_windows_name() {
    let files = written("desktop");
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let (entry, types, thumbnailer) = (
        text("applications/skinscope.desktop"),
        text("mime/packages/skinscope.xml"),
        text("thumbnailers/skinscope.thumbnailer"),
    );
    for key in ["Icon", "StartupWMClass"] {
        assert!(entry.lines().any(|line| line == format!("{key}={WINDOW_NAME}")), "{key}");
    }
    for ending in ["glb", "gltf", "vrm", "skinscope"] {
        assert!(types.contains(&format!("<glob pattern=\"*.{ending}\"")), "{ending}");
    }
    let opened = entry.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    for kind in opened.split_terminator(';') {
        assert!(types.contains(&format!("<mime-type type=\"{kind}\">")), "{kind}");
    }
    let drawn = thumbnailer.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    assert!(drawn.split_terminator(';').all(|kind| opened.contains(kind)), "{drawn}");
    // A thumbnail's command is one that the program understands.
    let line = thumbnailer.lines().find_map(|line| line.strip_prefix("Exec=")).unwrap();
    let line = line.replace("%i", "model.glb").replace("%o", "out.png").replace("%s", "256");
    Arguments::try_from_line(line.split(' ')).unwrap();
}

/// `UPDATE_ICON=1 cargo test -p skinscope-packaging the_windows_icon` writes it.
#[test]
fn the_windows_icon_is_that_of_the_package() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/icon/skinscope-64.png");
    let made = icon_png(64);
    if std::env::var_os("UPDATE_ICON").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == made, "differs: {}", path.display());
    for side in ICON_SIDES {
        let picture = skinscope::encode::decode_own_png(&icon_png(side)).unwrap();
        assert_eq!(picture.dimensions(), (side, side));
    }
}

/// The libraries that are opened while the program runs are in no tool's list.
#[test]
fn the_package_depends_on_what_the_viewer_is_set_up_with() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (manifest, script) = (read("Cargo.toml"), read("scripts/set-up"));
    let depends = manifest.lines().find_map(|line| line.strip_prefix("depends = \"$auto, ")).unwrap();
    let mut depends: Vec<&str> = depends.trim_end_matches('"').split(", ").collect();
    // Recommended instead: another vendor's driver does as well.
    depends.push("mesa-vulkan-drivers");
    depends.sort_unstable();
    let (_, listed) = script.split_once("packages=(\n").unwrap();
    let lines = listed.lines().take_while(|line| *line != ")").map(|line| line.split('#').next().unwrap());
    let mut listed: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    listed.sort_unstable();
    assert_eq!(depends, listed);
}
