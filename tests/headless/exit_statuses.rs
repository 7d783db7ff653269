//! One command line or more for every exit status, and for every kind of error that has it.

use super::command_line::{Folder, command, fail, output_of, shell_in, succeed};
use super::pages::Page;
use skinscope::cli::ExitStatus;

#[test]
fn the_table_of_the_docs_is_that_of_the_program() {
    let page = Page::of("docs/json.md");
    let section = page.section("output-errors-and-logs");
    let rows: Vec<&str> =
        section.lines().filter(|line| line.starts_with("| ") && !line.contains("exit status")).collect();
    let row = |status: ExitStatus| format!("| {} | {} |", status.code(), status.meaning());
    assert_eq!(rows, ExitStatus::ALL.map(row));
}

/// Covers command lines that are wrong for the program or for the model that they name.
#[test]
fn wrong_command_lines_end_with_2() {
    let folder = Folder::new("exit-usage");
    let file = |name: &str| folder.file(name);
    let (picture, skin, own) = (file("a.png"), file("a.npy"), file("own.glb"));
    let (film, page) = (file("a.gif"), file("a.html"));
    succeed(&["models", "bar", "-o", &own]);
    for line in [
        // Flags, values and names that the program does not know.
        &["frobnicate", "bar"][..],
        &["info", "bar", "--frobnicate"],
        &["info"],
        &["render", "bar", "-o", &picture, "--method", "nonsense"],
        &["info", "no-such-model"],
        &["models", "no-such-model", "-o", &own],
        &["scenes", "no-such-scene", "-o", &picture],
        &["scenes", "--talk", "kavan-1908"],
        &["talk", "kavan-1908"],
        // Flags that would change nothing.
        &["record", "kavan-2008", "--morph", "smile=1", "-o", &film],
        &["record", "kavan-2008", "--variant", "red", "-o", &film],
        &["share", "kavan-2008", "--variant", "red", "-o", &page],
        &["--scene", "kavan-fig-7", "--morph", "smile=1"],
        &["centers", "bar", "--omega", "0.2", "--cut-off", "0.1"],
        &["claims", "no-such-word-anywhere"],
        &["render", "bar", "-o", "a.jpg"],
        &["rig", &own, "--twist", "root:2", "-o", &own],
        &["compare", "bar", "bar", "--json", "--save-joints", "-"],
        // Names and numbers that the model does not have.
        &["deform", "bar", "-o", &skin, "--set", "mdi:rx=1"],
        &["deform", "bar", "-o", &skin, "--pose", "no-such-pose"],
        &["deform", "bar", "-o", &skin, "--clip", "7"],
        &["deform", "bar", "-o", &skin, "--morph", "smile=1"],
        &["deform", "bar", "-o", &skin, "--twist", "mdi:2"],
        &["deform", "bar", "-o", &skin, "--limit", "mdi:rx=0..1"],
        &["deform", "bar", "-o", &skin, "--limits", "clips"],
        &["info", "bar", "--twist", "mid:2"],
        &["info", "bar", "--variant", "red"],
        &["render", "bar", "-o", &picture, "--camera", "joint=mdi"],
        &["render", "bar", "-o", &picture, "--paint", "weights:mdi"],
        &["render", "bar", "-o", &picture, "--isolate", "mdi"],
        &["measure", "bar", "--joint", "mdi"],
        &["measure", "bar", "--sweep", "mdi:rx=0..9"],
        &["probe", "bar", "--vertex", "99999"],
        &["stress", "bar", "--range", "clips"],
        // Output that needs a file.
        &["shader", "dqs", "--lang", "spirv"],
    ] {
        fail(line, 2);
    }
}

#[test]
fn files_that_fail_end_with_3() {
    let folder = Folder::new("exit-files");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.file(name), text).unwrap();
        folder.file(name)
    };
    let broken = write("broken.glb", "glTF");
    let pose = write("pose.json", r#"{"skinscope_pose": 1, "joints": {"mdi": {}}}"#);
    let table = write("joints.toml", "[joints]\nmdi = \"mid\"");
    let talk = write("talk.toml", "skinscope_talk = 1\n[[scene]]\nmodel = \"gone\"\npanes = [{ method = \"lbs\" }]\n");
    let rigid = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/asset-only.gltf");
    let (picture, skin) = (folder.file("a.png"), folder.file("a.npy"));
    for line in [
        // Missing, broken or refused.
        &["info", "no/such/file.glb"][..],
        &["info", &broken],
        &["deform", "bar", "-o", &skin, "--pose", &folder.file("missing.json")],
        &["deform", "bar", "-o", "/no/such/folder/a.npy"],
        &["scenes", "--talk", &folder.file("missing.toml")],
        // Names in files.
        &["deform", "bar", "-o", &skin, "--pose", &pose],
        &["compare", "bar", "bar", "--joints", &table],
        &["scenes", "1", "--talk", &talk, "-o", &picture],
        // Without what the command needs.
        &["measure", rigid],
        &["centers", rigid],
        &["deform", rigid, "-o", &folder.file("a.ply")],
    ] {
        fail(line, 3);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_3() {
    let folder = Folder::new("exit-full");
    let output = shell_in(&folder, "info bar > /dev/full");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.starts_with("error: cannot print: "), "{told}");
}

#[test]
fn a_machine_that_fails_ends_with_3_and_its_check_with_1() {
    let folder = Folder::new("exit-machine");
    let status = |line: &[&str]| output_of(command(line).env("WGPU_ADAPTER_NAME", "no such adapter")).status.code();
    assert_eq!(status(&["render", "bar", "-o", &folder.file("a.png")]), Some(3));
    assert_eq!(status(&["bench", "--vertices", "1k"]), Some(3));
    assert_eq!(status(&["doctor"]), Some(1));
    assert_eq!(status(&["info", "bar"]), Some(0));
}

/// 1 is only for a limit that was asked for. If the limit cannot be judged, the command fails with 3.
#[test]
fn a_limit_that_is_not_met_ends_with_1() {
    let pair = ["compare", "limb", "limb-heat", "--methods", "lbs", "--set", "left:ry=60"];
    succeed(&pair);
    assert!(fail(&[&pair[..], &["--fail-over", "1e-9"]].concat(), 1).contains("--fail-over"));
    succeed(&[&pair[..], &["--fail-over", "50%"]].concat());
    let nothing = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/asset-only.gltf");
    fail(&["compare", nothing, nothing, "--methods", "lbs", "--fail-over", "1"], 3);
}
