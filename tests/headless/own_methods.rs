//! Methods of one's own: shaders, positions of files, commands, and methods registered in Rust.

use crate::command_line::{Folder, fail, npy, run, succeed};
use skinscope::gpu::method_shader;
use skinscope::skinning::{Antipodality, SkinningMethod};
use std::path::Path;

#[allow(dead_code, unused_imports, reason = "its main is called by name")]
#[path = "../../examples/own_method.rs"]
mod example;

const POSE: [&str; 4] = ["--set", "left:ry=80,sx=1.3", "--set", "trunk:rx=40"];

fn write(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.file(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Positions by a backend, or the default one.
fn deformed(folder: &Folder, model: &str, method: &str, flags: &[&str]) -> Vec<[f32; 3]> {
    let out = folder.file("deformed.npy");
    succeed(&[&["deform", model, "--method", method, "-o", &out], flags].concat());
    npy(&out)
}

#[test]
fn our_shaders_as_files_are_our_methods() {
    let folder = Folder::new("own-shaders");
    for method in [SkinningMethod::Lbs, SkinningMethod::Dqs, SkinningMethod::LogMatrix] {
        let text = method_shader(method).text;
        // The list that it declares is declared for every file.
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with("@group") && !line.starts_with("/// "))
            .flat_map(|line| [line, "\n"])
            .collect();
        let file = write(&folder, &format!("{}-copy.wgsl", method.id()), &text);
        for mode in Antipodality::ALL.iter().take(if method.blends_quaternions() { 5 } else { 1 }) {
            let flags = [&POSE[..], &["--antipodality", mode.id()]].concat();
            let expected = deformed(&folder, "limb", method.id(), &flags);
            assert_eq!(deformed(&folder, "limb", &file, &flags), expected, "{} {}", method.id(), mode.id());
            let read_back = deformed(&folder, "limb", &file, &[&flags[..], &["--backend", "cpu"]].concat());
            assert_eq!(read_back, expected, "{} {} for measures", method.id(), mode.id());
        }
    }
}

#[test]
fn centers_and_scale_reach_a_file() {
    let folder = Folder::new("own-centers");
    let text: String = method_shader(SkinningMethod::Cor)
        .text
        .replace("palette_second_phase[", "palette_second_phase_matrices[")
        // The rotations of both phases are one list under this name.
        .lines()
        .filter(|line| !line.starts_with("@group") && !line.starts_with("/// "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let file = write(&folder, "my-cor.wgsl", &text);
    let flags = [&POSE[..], &["--antipodality", "running-sum"]].concat();
    let expected = deformed(&folder, "limb", "cor", &flags);
    assert_eq!(deformed(&folder, "limb", &file, &flags), expected);
    assert_eq!(deformed(&folder, "limb", &file, &[&flags[..], &["--backend", "cpu"]].concat()), expected);
}

#[test]
fn the_sample_is_a_method_with_a_number() {
    let folder = Folder::new("own-sample");
    let file = folder.file("sample.wgsl");
    succeed(&["new-method", &file]);
    let again = fail(&["new-method", &file], 2);
    assert!(again.contains("the file exists"), "{again}");
    let pose = ["--set", "left:ry=80"];
    for (share, method) in [("0", "lbs"), ("1", "dqs")] {
        let number = format!("share={share}");
        let flags = [&pose[..], &["--number", &number]].concat();
        let expected = deformed(&folder, "limb", method, &pose);
        let found = deformed(&folder, "limb", &file, &flags);
        assert_eq!(found, expected, "{method}");
    }
    for (number, reason) in [
        ("shar=1", "choose one of share"),
        ("share=2", "outside its range from 0 to 1"),
        ("share", "is not NAME=VALUE"),
    ] {
        let error = fail(&["measure", "limb", "--methods", &file, "--number", number], 2);
        assert!(error.contains(reason), "{error}");
    }
    let error = fail(&["measure", "limb", "--number", "share=1"], 2);
    assert!(error.contains("no shader of your own with numbers is shown"), "{error}");
}

#[test]
fn figures_sweeps_tests_and_pictures_take_a_file() {
    let folder = Folder::new("own-everywhere");
    let file = folder.file("mine.wgsl");
    succeed(&["new-method", &file]);
    let both = format!("dqs,{file}");
    let out = folder.file("out.png");
    let measured = succeed(&["measure", "limb", "--methods", &both, "--set", "left:ry=80", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&measured).unwrap();
    let methods = report["methods"].as_array().unwrap();
    assert_eq!(methods[1]["method"], file.as_str());
    assert_eq!(methods[0]["figures"].to_string(), methods[1]["figures"].to_string());
    succeed(&["compare", "limb", "--methods", &both, "--set", "left:ry=80", "--paint", "area-stretch", "-o", &out]);
    succeed(&["measure", "limb", "--methods", &both, "--sweep", "left:ry=0..90:45"]);
    let stress = succeed(&["stress", "limb", "--methods", &both, "--range", "90", "--top", "1", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&stress).unwrap();
    let [ours, own] = [0, 1].map(|index| &report["methods"][index]["collapse"]);
    let figure = |of: &serde_json::Value| of[0]["over_rest"].as_f64().unwrap();
    assert!(figure(ours) < 1.0 && (figure(ours) - figure(own)).abs() < 1e-5, "{ours} {own}");
    assert_eq!((&ours[0]["joint"], &ours[0]["degrees"]), (&own[0]["joint"], &own[0]["degrees"]), "the same worst case");
    succeed(&["clips", "mannequin", "--methods", &both, "--clip", "0"]);
    succeed(
        &[&["compare", "limb", "--methods", &both, "--paint", &format!("difference:{file}"), "-o", &out][..], &POSE]
            .concat(),
    );
    let page = folder.file("page.html");
    succeed(&["share", "limb", "--methods", &both, "--set", "left:ry=80", "-o", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("\"own_shaders\":[\"My method\"]"));
}

#[test]
fn an_endless_loop_ends() {
    let folder = Folder::new("own-loop");
    let endless = "fn skin_vertex(rest: RestVertex) -> SkinnedVertex {
        var sum = 0.0;
        loop { sum += 1.0; while sum > 0.0 { sum += 1.0; } if sum < 0.0 { break; } }
        return SkinnedVertex(rest.position + vec3<f32>(min(sum, 0.0)), rest.normal);
    }";
    let file = write(&folder, "endless.wgsl", endless);
    assert_eq!(deformed(&folder, "limb", &file, &[]).len(), 5152);
    succeed(&["render", "limb", "--method", &file, "--size", "64x64", "-o", &folder.file("out.png")]);
}

#[test]
fn what_is_wrong_with_a_file_is_one_line() {
    let folder = Folder::new("own-refused");
    let wrong = write(
        &folder,
        "wrong.wgsl",
        "// Title: Wrong\nfn skin_vertex(rest: RestVertex) -> SkinnedVertex {\n    return nothing;\n}\n",
    );
    let error = fail(&["measure", "limb", "--methods", &wrong], 3);
    assert!(
        error.contains("line 3, column 12") && error.contains("nothing") && error.trim_end().ends_with("wrong.wgsl"),
        "{error}"
    );
    let error = fail(&["measure", "limb", "--methods", &folder.file("none.wgsl")], 3);
    assert!(error.contains("no such file"), "{error}");
    let nowhere = write(
        &folder,
        "nowhere.wgsl",
        "fn skin_vertex(rest: RestVertex) -> SkinnedVertex { let z = bitcast<f32>(0x7f800000u | (rest.index & 0u)); return SkinnedVertex(vec3<f32>(z), rest.normal); }",
    );
    let error = fail(&["measure", "limb", "--methods", &nowhere], 3);
    assert!(error.contains("is not a finite position"), "{error}");
    let error = fail(&["stress", "limb", "--methods", &nowhere], 3);
    assert!(error.contains("is not a finite position"), "{error}");
    let error = fail(&["shader", &wrong.replace("wrong", "sound")], 3);
    assert!(error.contains("no such file"), "{error}");
}

#[test]
fn positions_of_a_file_are_a_column_and_a_pane() {
    let folder = Folder::new("own-positions");
    let file = folder.file("theirs.npy");
    succeed(&[&["deform", "limb", "--method", "dqs", "-o", &file][..], &POSE].concat());
    let named = format!("theirs={file}");
    assert_eq!(deformed(&folder, "limb", &named, &POSE), npy(&file));
    let both = format!("dqs,{named}");
    let measured = succeed(&[&["measure", "limb", "--methods", &both][..], &POSE].concat());
    let line = measured.lines().find(|line| line.contains("Volume")).unwrap();
    let figures: Vec<&str> = line.split_whitespace().rev().take(2).collect();
    assert_eq!(figures[0], figures[1], "{line}");
    succeed(&[&["compare", "limb", "--methods", &both, "-o", &folder.file("out.png")][..], &POSE].concat());
    let error = fail(&["measure", "bar", "--methods", &named], 3);
    assert!(error.contains("5152 positions, and") && error.contains("vertices are skinned"), "{error}");
    let error = fail(&["stress", "limb", "--methods", &named], 3);
    assert!(error.contains("those of one pose"), "{error}");
    let short = write(&folder, "short.npy", "no array");
    let error = fail(&["measure", "limb", "--methods", &format!("x={short}")], 3);
    assert!(error.contains("the array of positions cannot be read"), "{error}");
}

#[test]
fn a_command_skins_every_pose() {
    let folder = Folder::new("own-command");
    // The vertices of the bar under LBS, from what `palette` would write and a mesh of this program's own.
    succeed(&["golden", "bar", "--methods", "lbs", "-o", &folder.file("golden")]);
    let script = write(&folder, "skin.py", DEFORMER);
    let command = format!("python3 {script} {}", folder.file("golden"));
    let flags = ["--deformer", &command, "--set", "mid:rz=70"];
    let expected = deformed(&folder, "bar", "lbs", &["--set", "mid:rz=70"]);
    let found = deformed(&folder, "bar", "deformer", &flags);
    let largest = found.iter().zip(&expected).flat_map(|(a, b)| (0..3).map(move |axis| (a[axis] - b[axis]).abs()));
    assert!(largest.fold(0.0, f32::max) < 1e-5);
    let swept = ["measure", "bar", "--methods", "lbs,deformer", "--sweep", "mid:rz=0..90:45", "--deformer", &command];
    succeed(&swept);
    for (flags, reason) in
        [(&["--methods", "deformer"][..], "give it with --deformer"), (&["--deformer", "true"], "name it in --methods")]
    {
        let error = fail(&[&["measure", "bar"], flags].concat(), 2);
        assert!(error.contains(reason), "{error}");
    }
    for (command, reason) in
        [("echo broken >&2; exit 7", "exit status: 7): broken"), ("true", "of what the command writes")]
    {
        let error = fail(&["measure", "bar", "--methods", "deformer", "--deformer", command], 3);
        assert!(error.contains(reason), "{error}");
    }
}

/// Linear blending in Python, without libraries.
const DEFORMER: &str = r#"
import json, struct, sys
pose = json.load(sys.stdin)
folder = sys.argv[1]
def npy(name):
    data = open(folder + "/" + name, "rb").read()
    end = 10 + struct.unpack("<H", data[8:10])[0]
    kind = "I" if b"<u4" in data[:end] else "f"
    return struct.unpack("<%d%s" % ((len(data) - end) // 4, kind), data[end:])
golden = json.load(open(folder + "/golden.json"))
out = []
for mesh in golden["meshes"]:
    rest, joints, weights = (npy(mesh[key]) for key in ("rest_positions", "joints", "weights"))
    bind = npy(golden["skins"][mesh["skin"]]["bind_from_mesh"])
    width = len(weights) // (len(rest) // 3)
    for v in range(len(rest) // 3):
        x = list(rest[3 * v:3 * v + 3]) + [1]
        x = [sum(bind[4 * r + c] * x[c] for c in range(4)) for r in range(4)]
        point = [0, 0, 0]
        for i in range(width):
            rows = pose["joints"][joints[v * width + i]]["matrix"]
            for axis in range(3):
                point[axis] += weights[v * width + i] * sum(a * b for a, b in zip(rows[axis], x))
        out += point
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 3), }" % (len(out) // 3)
header = (header + " " * (-(len(header) + 11) % 64) + "\n").encode()
sys.stdout.buffer.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack("<%df" % len(out), *out))
"#;

#[test]
fn a_talk_tells_that_it_runs_a_shader() {
    let folder = Folder::new("own-talk");
    succeed(&["new-method", &folder.file("mine.wgsl")]);
    let talk = "skinscope_talk = 1\n[[scene]]\nid = \"own\"\ntitle = \"A method of our own\"\nmodel = \"bar\"\n\
                pose = { set = [\"mid:rz=90\"] }\npanes = [{ method = \"lbs\" }, { method = \"mine.wgsl\", numbers = { share = 0.5 } }]\n";
    let talk = write(&folder, "talk.toml", talk);
    let drawn = run(&["scenes", "own", "--talk", &talk, "-o", &folder.file("scene.png")]);
    let told = String::from_utf8_lossy(&drawn.stderr).into_owned();
    assert!(told.contains("note: the talk runs a shader of its own") && told.contains("mine.wgsl"), "{told}");
    assert!(Path::new(&folder.file("scene.png")).exists());
    std::fs::remove_file(folder.file("mine.wgsl")).unwrap();
    let error = fail(&["scenes", "own", "--talk", &talk, "-o", &folder.file("scene.png")], 3);
    assert!(error.contains("warning: cannot read the shader") && error.contains("error: "), "{error}");
}

#[test]
fn the_example_in_rust_runs() {
    example::main().unwrap();
}
