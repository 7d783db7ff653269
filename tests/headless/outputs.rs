//! Where commands write: files, standard output, pipes and devices.

use super::command_line::{Folder, command, fail, run};
use crate::skips::skip;
use std::fs::File;
use std::process::Stdio;

/// A command for each kind of output, without its `-o`, and the ending of its file.
const COMMANDS: [(&[&str], &str); 17] = [
    (&["deform", "bar", "--set", "mid:rx=40", "--format", "npy"], "npy"),
    (&["deform", "bar", "--set", "mid:rx=40", "--format", "obj"], "obj"),
    (&["deform", "bar", "--set", "mid:rx=40", "--format", "ply"], "ply"),
    (&["deform", "bar", "--set", "mid:rx=40", "--format", "glb"], "glb"),
    (&["centers", "bar"], "npy"),
    (&["rig", "mannequin", "--twist", "forearm.L:2"], "glb"),
    (&["bake", "bar", "--look", "dqs", "--helpers", "1"], "glb"),
    (&["models", "bar"], "glb"),
    (&["shader", "dqs"], "wgsl"),
    (&["shader", "dqs", "--lang", "spirv"], "spv"),
    (&["render", "bar", "--size", "80x60", "--paint", "influence-count"], "png"),
    (&["compare", "bar", "--size", "160x90"], "png"),
    (&["scenes", "kavan-fig-4", "--size", "160x120"], "png"),
    (&["stress", "bar", "--methods", "lbs", "--range", "60", "--size", "320x200"], "png"),
    (&["report", "bar", "--methods", "lbs", "--range", "60", "--top", "1"], "html"),
    (&["record", "bar", "--turntable", "--seconds", "0.2", "--fps", "10", "--size", "64x48", "--format", "gif"], "gif"),
    (
        &["record", "bar", "--turntable", "--seconds", "0.2", "--fps", "10", "--size", "64x48", "--format", "apng"],
        "apng",
    ),
];

/// A word of a line of a report that differs from run to run.
const TIMES: [&str; 2] = [" ms", " poses and "];

#[test]
fn a_hyphen_is_standard_output_and_carries_the_data_alone() {
    let folder = Folder::new("stdout");
    for (arguments, ending) in COMMANDS {
        let file = folder.file(&format!("out.{ending}"));
        let to_file = run(&[arguments, &["-o", &file]].concat());
        let to_stdout = run(&[arguments, &["-o", "-"]].concat());
        let stderr = String::from_utf8_lossy(&to_stdout.stderr);
        assert!(to_file.status.success() && to_stdout.status.success(), "{arguments:?}: {stderr}");
        assert!(std::fs::read(&file).unwrap() == to_stdout.stdout, "{arguments:?}");
        // Lines that usually go to standard output go to standard error here; times differ.
        for line in String::from_utf8(to_file.stdout).unwrap().lines() {
            if TIMES.iter().any(|time| line.contains(time)) {
                continue;
            }
            assert!(stderr.contains(line), "{arguments:?}: \"{line}\" is not in {stderr}");
        }
    }
    assert_eq!(std::fs::read_dir(std::path::Path::new(&folder.file("."))).unwrap().count(), 10, "ten files, no parts");
}

#[test]
fn a_report_as_json_stands_aside_too() {
    let output = run(&["centers", "bar", "--json", "-o", "-"]);
    assert!(output.stdout.starts_with(b"\x93NUMPY"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    let json = &stderr[stderr.find('{').unwrap()..];
    assert_eq!(serde_json::from_str::<serde_json::Value>(json).unwrap()["skinscope_centers"], 2);
    let output = run(&["stress", "bar", "--methods", "lbs", "--range", "60", "--size", "720x300", "-o", "-"]);
    assert!(image::load_from_memory(&output.stdout).is_ok());
    assert!(String::from_utf8_lossy(&output.stderr).contains("Smallest section, "));
}

#[cfg(unix)]
#[test]
fn names_of_devices_are_written_to_and_stay_what_they_are() {
    let folder = Folder::new("devices");
    let expected = run(&["models", "bar", "-o", "-"]).stdout;
    // Standard output is a file here: renamed over, /dev/stdout would be one too.
    for name in ["/dev/stdout", "/dev/fd/1", "-"] {
        let path = folder.file("redirected");
        let file = File::create(&path).unwrap();
        let status = command(&["models", "bar", "-o", name]).stdout(Stdio::from(file)).status().unwrap();
        assert!(status.success(), "{name}");
        assert!(std::fs::read(&path).unwrap() == expected, "{name}");
    }
    assert!(std::fs::symlink_metadata("/dev/stdout").is_ok_and(|metadata| metadata.is_symlink()));
    let leftover = |name: std::ffi::OsString| name.to_string_lossy().ends_with(".part");
    assert!(!std::fs::read_dir("/dev").unwrap().any(|entry| leftover(entry.unwrap().file_name())));
    // The earlier contents of the file stay.
    let path = folder.file("appended");
    std::fs::write(&path, "before").unwrap();
    let file = File::options().append(true).open(&path).unwrap();
    assert!(command(&["models", "bar", "-o", "/dev/stdout"]).stdout(Stdio::from(file)).status().unwrap().success());
    assert!(std::fs::read(&path).unwrap() == [b"before", expected.as_slice()].concat());
    // Memory that looks like a device's folder holds plain files, which are replaced.
    if std::path::Path::new("/dev/shm").is_dir() {
        let path = format!("/dev/shm/skinscope-{}.glb", std::process::id());
        let written = [(), ()].map(|()| run(&["models", "bar", "-o", &path]).status.success());
        let held = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(written == [true; 2] && held == expected);
    }
    assert!(run(&["models", "bar", "-o", "/dev/null"]).status.success());
    let metadata = std::fs::metadata("/dev/null").unwrap();
    assert!(!metadata.is_file(), "/dev/null is still a device");
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_written_to_and_a_link_stays_a_link() {
    let folder = Folder::new("pipe");
    let expected = run(&["models", "limb", "-o", "-"]).stdout;
    let pipe = folder.file("pipe.glb");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut writer = command(&["models", "limb", "-o", &pipe]).spawn().unwrap();
    let read = std::fs::read(&pipe).unwrap();
    assert!(writer.wait().unwrap().success() && read == expected);
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
    let (file, link) = (folder.file("real.glb"), folder.file("link.glb"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert!(run(&["models", "limb", "-o", &link]).status.success());
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink() && std::fs::read(&file).unwrap() == expected);
}

/// A reader that stops early, as `head` does, does not cause a failure, whatever the command writes.
#[test]
fn a_reader_may_go_away() {
    for (arguments, _) in COMMANDS {
        let mut writer =
            command(&[arguments, &["-o", "-"]].concat()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(writer.stdout.take());
        let output = writer.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !stderr.contains("error"), "{arguments:?}: {stderr}");
    }
}

/// Binary data would only disturb a terminal. Text may go there.
#[test]
fn a_terminal_gets_no_binary_data() {
    for (arguments, ending) in COMMANDS {
        let line = [&[env!("CARGO_BIN_EXE_skinscope")], arguments, &["-o", "-"]].concat().join(" ");
        let mut terminal = std::process::Command::new("script");
        terminal.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
        let Ok(output) = terminal.output() else {
            skip(format_args!("there is no `script` here"));
            return;
        };
        let told = String::from_utf8_lossy(&output.stdout);
        let is_text = matches!(ending, "obj" | "html" | "wgsl");
        assert_eq!(output.status.success(), is_text, "{arguments:?}: {told}");
        assert_eq!(told.contains("standard output is a terminal, and the output is not text"), !is_text, "{told}");
    }
}

#[test]
fn standard_output_has_no_ending_to_say_the_format() {
    for name in ["-", "/dev/stdout"] {
        let output = run(&["deform", "bar", "-o", name]);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains("--format"), "{name}");
    }
    fail(&["deform", "bar", "-o", "-", "--format", "stl"], 2);
    // Any name does where the format is said.
    let folder = Folder::new("format");
    let file = folder.file("bar.points");
    assert!(run(&["deform", "bar", "--format", "ply", "-o", &file]).status.success());
    assert!(std::fs::read(&file).unwrap().starts_with(b"ply"));
}

#[test]
fn a_picture_carries_the_command_that_makes_it_again() {
    let folder = Folder::new("command");
    let model = folder.file("my model.glb");
    assert!(run(&["models", "bar", "-o", &model]).status.success());
    let picture = folder.file("first.png");
    let given = ["render", &model, "--set", "mid:rx=70", "--size", "80x60", "--overlay", "none", "-o", &picture];
    assert!(run(&given).status.success());
    let bytes = std::fs::read(&picture).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    reader.finish().unwrap();
    let text = |keyword: &str| {
        let found = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == keyword).unwrap();
        found.get_text().unwrap()
    };
    let command = text("Command");
    let expected = "render 'my model.glb' --set mid:rx=70 --size 80x60 --overlay none -o picture.png";
    assert_eq!(command, format!("skinscope {expected}"));
    assert!(text("Software").starts_with("skinscope "));
    // In the folder of the model, it makes the same bytes.
    let again = ["render", "my model.glb", "--set", "mid:rx=70", "--size", "80x60", "--overlay", "none"];
    assert!(super::command_line::run_in(&folder, &[&again[..], &["-o", "picture.png"]].concat()).status.success());
    assert!(std::fs::read(folder.file("picture.png")).unwrap() == bytes);
}
