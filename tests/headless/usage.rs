//! Exit statuses, warnings and help of the real binary.

use crate::command_line::{Folder, Ran, fail, run, run_in, run_once, succeed};
use std::sync::Arc;

#[test]
fn wrong_usage_exits_with_2_and_says_what_is_wrong() {
    let folder = Folder::new("usage");
    let out = folder.file("out.npy");
    let picture = folder.file("out.png");
    for (arguments, words) in [
        (vec!["deform", "bar", "-o", &out, "--set", "mid"], "write JOINT:KEY=VALUE"),
        (vec!["deform", "bar", "-o", &out, "--set", "mid:rx"], "write JOINT:KEY=VALUE"),
        (vec!["deform", "bar", "-o", &out, "--set", ":rx=1"], "write JOINT:KEY=VALUE"),
        (vec!["deform", "bar", "-o", &out, "--set", "mid:qx=1"], "\"qx\" is not a key"),
        (vec!["deform", "bar", "-o", &out, "--set", "mid:rx=inf"], "not a finite number"),
        (vec!["deform", "bar", "-o", &out, "--set", "mid:sx=1e30"], "\"1e30\" is too large"),
        (
            vec!["render", "bar", "-o", &picture, "--camera", "distance=1e30"],
            "the camera's distance: \"1e30\" is too large",
        ),
        (vec!["render", "bar", "-o", &picture, "--twist", "root"], "write JOINT:COUNT"),
        (vec!["info", "bar", "--twist", "root:0"], "1 to 8 twist joints"),
        (vec!["stress", "bar", "--range", "400"], "from 5 to 180"),
        (vec!["measure", "bar", "--sweep", "mid"], "write JOINT:KEY=FROM..TO"),
        (vec!["deform", "bar", "-o", &out, "--clip", "0", "--time", "nan"], "not a finite number"),
        (vec!["render", "bar", "-o", "x.jpg"], "the output must be named *.png: x.jpg"),
        (vec!["render", "no-such-model", "-o", "x.jpg"], "the output must be named *.png: x.jpg"),
        (vec!["compare", "bar", "-o", "x"], "*.png"),
        (vec!["deform", "bar", "-o", "x.fbx"], "*.npy, *.ply, *.obj or *.glb"),
        (vec!["centers", "bar", "-o", "x.png"], "*.npy"),
        (vec!["rig", "bar", "-o", "x.gltf"], "*.glb"),
        (vec!["stress", "bar", "-o", "x.jpg"], "*.png, *.svg or *.pdf"),
        (vec!["report", "bar", "-o", "x.pdf"], "*.html"),
        (vec!["report", "bar", "-o", "x.html", "--top", "25"], "25 is not in 1..=24"),
        (vec!["scenes", "kavan-fig-7", "-o", "x.jpg"], "*.png"),
        (vec!["scenes", "no-such-scene", "-o", &picture], "`skinscope scenes` lists those"),
        (vec!["models", "bra", "-o", "x.glb"], "bar, limb"),
        (vec!["models", "bar", "-o", "x.obj"], "*.glb"),
        (vec!["centers", "bar", "--pose", "twist-90"], "takes no pose"),
        (vec!["--set", "mid"], "write JOINT:KEY=VALUE"),
    ] {
        let told = fail(&arguments, 2);
        assert!(told.contains(words), "{arguments:?} says {told}");
    }
}

/// An example that reads the picture of the example before it.
fn run_example(words: &[&str]) -> Arc<Ran> {
    let folder = Folder::new("examples");
    let picture = run_once(&["scenes", "kavan-fig-7", "-o", "cracks.png", "--light"]);
    std::fs::write(folder.file("cracks.png"), picture.file.as_ref().unwrap()).unwrap();
    let output = run_in(&folder, words);
    let place = words.iter().position(|word| *word == "-o").unwrap();
    Arc::new(Ran { output, file: std::fs::read(folder.file(words[place + 1])).ok() })
}

/// The examples at the end of each help text work as written.
#[test]
fn examples_of_the_help_work() {
    let help = succeed(&["--help"]);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let names = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect();
    assert!(names.len() >= 10, "{names:?}");
    // A talk opens a window.
    for name in names.into_iter().filter(|name| *name != "talk") {
        let help = succeed(&[name, "--help"]);
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        for example in examples.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = example.split_whitespace().skip(1).collect();
            // One example takes the output of the one before it.
            let ran = if words.contains(&"--talk") { run_example(&words) } else { run_once(&words) };
            let told = String::from_utf8_lossy(&ran.output.stderr);
            assert!(ran.output.status.success() && !told.contains("warning"), "{example}: {told}");
            assert_eq!(ran.file.is_some(), words.contains(&"-o"), "{example}");
        }
    }
    for (name, size) in [("render", "1280x720"), ("compare", "two panes"), ("stress", "1440x1266"), ("scenes", "1280x")]
    {
        let help = succeed(&[name, "--help"]);
        let (_, about_size) = help.split_once("--size <WxH>").unwrap();
        let about_size = about_size.split("--").next().unwrap();
        assert!(about_size.contains("[default: ") && about_size.contains(size), "{about_size}");
    }
}

#[test]
fn probable_mistakes_are_warnings() {
    let folder = Folder::new("warnings");
    let out = folder.file("out.npy");
    let pose = folder.file("pose.json");
    std::fs::write(&pose, r#"{"skinscope_pose": 1, "joints": {"mid": {"scale": [1, 0, 1], "angles": [0, 1e8, 0]}}}"#)
        .unwrap();
    let warnings = |arguments: &[&str]| {
        let output = run(&[&["deform", "-o", &out, "--backend", "cpu"], arguments].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{told}");
        told.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for (arguments, words) in [
        (&["bar", "--set", "mid:rx=1e8"][..], &["mid: an angle of 1e8 degrees is too large"][..]),
        (&["bar", "--set", "mid:sx=0"], &["mid: a scale of zero"]),
        (&["bar", "--set", "mid:lsy=0", "--scale", "local"], &["mid: a local scale of zero"]),
        (&["bar", "--set", "mid:sz=1e8"], &["mid: the scale 1e8 is too large"]),
        (&["bar", "--set", "mid:tx=1e8"], &["mid: the offset 1e8 is too large"]),
        (&["bar", "--set", "mid:hxy=1e8"], &["mid: the local shear 1e8 is too large"]),
        (&["bar", "--pose", &pose], &["mid: an angle of 1e8", "mid: a scale of zero"]),
        (&["mannequin", "--clip", "walk", "--time", "9999"], &["9999 s is after the end of clip \"walk\" at 1.2 s"]),
        (&["mannequin", "--clip", "walk", "--time", "-1"], &["-1 s is before the start of clip \"walk\""]),
        (&["mannequin", "--clip", "walk", "--time", "1.2"], &[]),
        (&["bar", "--set", "mid:rx=-720,sx=0.01,sy=-1,tx=3,lsx=20"], &[]),
    ] {
        let told = warnings(arguments);
        assert_eq!(told.len(), words.len(), "{arguments:?}: {told:?}");
        for (line, words) in told.iter().zip(words) {
            assert!(line.starts_with("warning: ") && line.contains(words), "{arguments:?}: {line}");
        }
    }
    let sweep = run(&["measure", "bar", "--sweep", "mid:rx=0..1e8:1e8", "--methods", "lbs", "--backend", "cpu"]);
    assert!(String::from_utf8(sweep.stderr).unwrap().contains("an angle of 1e8 degrees"));
}
