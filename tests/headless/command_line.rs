//! The real binary: arguments in, files, text and exit status out.

use crate::skips::skip;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::Duration;

/// A folder of this test, gone when it ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("skinscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn command(arguments: &[&str]) -> Command {
    // Centers of rotation and the session are kept apart from those of the person who runs the tests.
    let cache = std::env::temp_dir().join("skinscope-test-cache");
    let session = std::env::temp_dir().join("skinscope-test-session");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skinscope"));
    command.args(arguments).env("SKINSCOPE_CACHE", cache).env("SKINSCOPE_SESSION", session);
    command
}

/// Far more than any command of the tests takes.
const LONGEST_RUN: Duration = Duration::from_secs(600);

/// The output of a command. One that does not end is killed, so that a test fails by name.
pub fn output_of(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let id = child.id().to_string();
    let (ended, end) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        let is_late = end.recv_timeout(LONGEST_RUN) == Err(RecvTimeoutError::Timeout);
        is_late && Command::new("kill").args(["-KILL", &id]).status().is_ok()
    });
    let output = child.wait_with_output().unwrap();
    drop(ended);
    assert!(!watch.join().unwrap(), "this did not end within {LONGEST_RUN:?}: {command:?}");
    output
}

pub fn run(arguments: &[&str]) -> Output {
    output_of(&mut command(arguments))
}

/// Runs the program in that folder.
pub fn run_in(folder: &Folder, arguments: &[&str]) -> Output {
    output_of(command(arguments).current_dir(folder.path()))
}

/// Runs the program through a shell with the rest of a command line, so that pipes and redirections work.
pub fn shell_in(folder: &Folder, line: &str) -> Output {
    let program = command(&[]);
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", &format!("\"$0\" {line}")]).arg(program.get_program());
    let environment = program.get_envs().filter_map(|(name, value)| Some((name, value?)));
    output_of(shell.envs(environment).current_dir(folder.path()))
}

/// Results of a command that several tests look at.
pub struct Ran {
    pub output: Output,
    /// The file after -o, if there is one.
    pub file: Option<Vec<u8>>,
}

/// Runs a command in an empty folder, once for all tests. Outputs do not depend on the name of their file, so only its
/// ending counts. For commands that read no files but the bundled models.
pub fn run_once(arguments: &[&str]) -> Arc<Ran> {
    type Slots = Mutex<HashMap<String, Arc<OnceLock<Arc<Ran>>>>>;
    static SLOTS: LazyLock<Slots> = LazyLock::new(Mutex::default);
    let place = arguments.iter().position(|argument| *argument == "-o").map(|flag| flag + 1);
    let ending = place.and_then(|place| Path::new(arguments[place]).extension()).unwrap_or_default().to_string_lossy();
    let name = format!("output.{ending}");
    let named =
        |(index, argument): (usize, &&str)| if Some(index) == place { name.clone() } else { (*argument).into() };
    let line: Vec<String> = arguments.iter().enumerate().map(named).collect();
    let slot = Arc::clone(SLOTS.lock().unwrap().entry(line.join("\0")).or_default());
    let run = || {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let folder = Folder::new(&format!("once-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = run_in(&folder, &line);
        let path = folder.path().join(&name);
        // One command writes a folder, with a list of what is in it.
        let file = place.and_then(|_| std::fs::read(&path).or_else(|_| std::fs::read(path.join("golden.json"))).ok());
        Arc::new(Ran { output, file })
    };
    Arc::clone(slot.get_or_init(run))
}

pub fn succeed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line that starts with `error:`; the system's libraries may have printed others.
pub fn fail(arguments: &[&str], status: i32) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    let ours = stderr.lines().filter(|line| line.starts_with("error:") && !line.contains("XDG_RUNTIME_DIR"));
    assert_eq!(ours.count(), 1, "{stderr}");
    stderr
}

pub fn npy(path: &str) -> Vec<[f32; 3]> {
    let bytes = std::fs::read(path).unwrap();
    let file = npyz::NpyFile::new(&bytes[..]).unwrap();
    let flat: Vec<f32> = file.into_vec().unwrap();
    flat.as_chunks::<3>().0.iter().map(|v| [v[0], v[1], v[2]]).collect()
}

pub fn largest_difference(a: &[[f32; 3]], b: &[[f32; 3]]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).flat_map(|(a, b)| (0..3).map(|k| (a[k] - b[k]).abs())).fold(0.0, f32::max)
}

/// A file of others, if it is there.
pub fn sample(name: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = std::env::var_os("SKINSCOPE_SAMPLES").map_or_else(|| root.join("../shared/models"), PathBuf::from);
    let path = samples.join(name);
    if path.exists() {
        return Some(path.to_string_lossy().into_owned());
    }
    skip(format_args!("{} is not there", path.display()));
    None
}

#[test]
fn info_tells_what_is_in_a_file() {
    let text = succeed(&["info", "bar"]);
    assert!(text.contains("8,578 vertices") && text.contains("2 joints"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&succeed(&["info", "limb", "--json"])).unwrap();
    assert_eq!(json["skinscope_info"], 2);
    assert_eq!(json["max_influences"], 4);
    let joints: Vec<&str> =
        json["skins"][0]["joints"].as_array().unwrap().iter().map(|joint| joint["name"].as_str().unwrap()).collect();
    assert_eq!(joints, ["base", "trunk", "left", "right"]);
    assert_eq!(json["joint_addresses"], serde_json::json!(joints));
    assert!(succeed(&["info", "limb"]).contains("  joints      base, trunk, left, right\n"));
}

#[test]
fn both_backends_deform_alike_and_set_equals_a_pose_file() {
    let folder = Folder::new("deform");
    let pose = folder.file("pose.json");
    std::fs::write(&pose, r#"{"skinscope_pose": 1, "joints": {"mid": {"angles": [30, 0, 75]}}}"#).unwrap();
    for method in ["lbs", "dqs"] {
        let (gpu, cpu, set) = (folder.file("gpu.npy"), folder.file("cpu.npy"), folder.file("set.npy"));
        succeed(&["deform", "bar", "--method", method, "--pose", &pose, "-o", &gpu]);
        succeed(&["deform", "bar", "--method", method, "--pose", &pose, "--backend", "cpu", "-o", &cpu]);
        succeed(&["deform", "bar", "--method", method, "--set", "mid:rx=30", "--set", "mid:rz=75", "-o", &set]);
        assert!(largest_difference(&npy(&gpu), &npy(&cpu)) < 4e-6);
        assert_eq!(npy(&gpu), npy(&set));
    }
}

#[test]
fn every_mesh_format_holds_the_same_vertices() {
    let folder = Folder::new("formats");
    let count = npy(&{
        let file = folder.file("limb.npy");
        succeed(&["deform", "limb", "--set", "left:rz=40", "-o", &file]);
        file
    })
    .len();
    for ending in ["ply", "obj", "glb"] {
        let file = folder.file(&format!("limb.{ending}"));
        succeed(&["deform", "limb", "--set", "left:rz=40", "-o", &file]);
        let bytes = std::fs::read(&file).unwrap();
        match ending {
            "ply" => assert!(String::from_utf8_lossy(&bytes).contains(&format!("element vertex {count}\n"))),
            "obj" => {
                assert_eq!(
                    String::from_utf8_lossy(&bytes).lines().filter(|line| line.starts_with("v ")).count(),
                    count
                );
            }
            _ => {
                let info: serde_json::Value = serde_json::from_str(&succeed(&["info", &file, "--json"])).unwrap();
                assert_eq!(info["vertices"], count);
            }
        }
    }
}

#[test]
fn render_and_compare_write_pictures_of_the_size_asked_for() {
    let folder = Folder::new("pictures");
    let file = folder.file("bar.png");
    succeed(&[
        "render",
        "bar",
        "--set",
        "mid:rx=179",
        "--size",
        "320x200",
        "--transparent",
        "--overlay",
        "none",
        "-o",
        &file,
    ]);
    let picture = image::open(&file).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (320, 200));
    assert_eq!(picture.get_pixel(2, 2).0[3], 0, "the corner is transparent");
    assert!(picture.pixels().any(|pixel| pixel.0[3] == 255), "the bar is not");
    let file = folder.file("sheet.png");
    succeed(&["compare", "bar", "--methods", "lbs,dqs", "--set", "mid:rx=150", "--size", "640x360", "-o", &file]);
    let sheet = image::open(&file).unwrap().into_rgba8();
    assert_eq!(sheet.dimensions(), (640, 360));
    // The pinched half differs from the one that keeps its shape.
    let sheet = &sheet;
    let column = |x: u32| (40..330).map(move |y| sheet.get_pixel(x, y).0);
    assert!(column(160).zip(column(480)).filter(|(a, b)| a[0].abs_diff(b[0]) > 20).count() > 5);
}

#[test]
fn compare_sets_twelve_methods_in_a_grid() {
    let folder = Folder::new("grid");
    let file = folder.file("sheet.png");
    let sheet = |more: &[&str]| {
        let twelve =
            skinscope::skinning::SkinningMethod::ALL[..12].iter().map(|method| method.id()).collect::<Vec<_>>();
        let methods = twelve.join(",");
        let fixed = ["compare", "bar", "--methods", &methods, "--set", "mid:rx=150", "--overlay", "none", "-o", &file];
        succeed(&[&fixed, more].concat());
        image::open(&file).unwrap().into_rgba8()
    };
    let differ = |a: [u8; 4], b: [u8; 4]| (0..3).any(|part| a[part].abs_diff(b[part]) > 40);
    // The bar stands in the middle of its pane, much brighter than the floor beside it.
    let shows_the_bar = |sheet: &image::RgbaImage, [columns, rows]: [u32; 2], place: u32| {
        let size = [sheet.width() / columns, (sheet.height() - 26) / rows];
        let corner = [place % columns * size[0], place / columns * size[1]];
        let pixel = |x: f32, y: f32| {
            sheet.get_pixel(corner[0] + (size[0] as f32 * x) as u32, corner[1] + (size[1] as f32 * y) as u32).0
        };
        (0..20).any(|step| differ(pixel(0.5, 0.3 + 0.03 * step as f32), pixel(0.06, 0.6)))
    };
    let natural = sheet(&[]);
    let aspect = natural.width() as f32 / natural.height() as f32;
    assert!((1.4..1.8).contains(&aspect), "{:?}", natural.dimensions());
    let shown: Vec<bool> = (0..12).map(|place| shows_the_bar(&natural, [4, 3], place)).collect();
    assert_eq!(shown, [true; 12], "a grid of twelve panes");
    let wide = sheet(&["--columns", "6", "--size", "1200x626"]);
    assert_eq!(wide.dimensions(), (1200, 626));
    assert!((0..12).all(|place| shows_the_bar(&wide, [6, 2], place)));
    // Methods differ in this pose, so the panes must.
    let pane = |place: u32| {
        let [x, y] = [place % 6 * 200, place / 6 * 300];
        (0..200 * 200).map(move |i| (x + i % 200, y + 60 + i / 200))
    };
    let unlike = |a: u32, b: u32| {
        pane(a).zip(pane(b)).filter(|(a, b)| differ(wide.get_pixel(a.0, a.1).0, wide.get_pixel(b.0, b.1).0)).count()
    };
    assert!(unlike(0, 1) > 100 && unlike(0, 6) > 100, "{} {}", unlike(0, 1), unlike(0, 6));
    fail(&["compare", "bar", "--columns", "0", "-o", &file], 2);
}

#[test]
fn panes_of_a_difference_map_share_one_range() {
    let folder = Folder::new("range");
    let file = folder.file("sheet.png");
    let yellow = |methods: &str, range: &[&str]| {
        let fixed = ["compare", "bar", "--methods", methods, "--columns", "2", "--blend", "0.5", "--size", "1000x426"];
        let more = ["--set", "mid:rx=170", "--overlay", "none", "--paint", "difference:dqs", "-o", &file];
        succeed(&[&fixed[..], &more, range].concat());
        let sheet = image::open(&file).unwrap().into_rgba8();
        // Above the scales, which have all colors.
        let skin = |columns: std::ops::Range<u32>| {
            let pixel = |x: u32| (40..300).map(move |y| (x, y));
            let is_yellow = |[red, green, blue, _]: [u8; 4]| red > 170 && green > 150 && blue < 100;
            columns.flat_map(pixel).filter(|&(x, y)| is_yellow(sheet.get_pixel(x, y).0)).count()
        };
        [skin(0..500), skin(500..1000)]
    };
    let [left, right] = yellow("lbs,lbs-dqs", &[]);
    assert!(left > 20 && right == 0, "halfway is less far: {left} {right}");
    let [alone, empty] = yellow("lbs-dqs,dqs", &[]);
    assert!(alone > 20 && empty == 0, "by itself it has all colors: {alone} {empty}");
    assert_eq!(yellow("lbs,lbs-dqs", &["--paint-range", "100"]), [0, 0]);
}

#[test]
fn pictures_take_looks_edges_and_a_ghost() {
    let folder = Folder::new("looks");
    let file = folder.file("bar.png");
    let render = |more: &[&str]| {
        let fixed = ["render", "bar", "--set", "mid:rx=170", "--size", "320x200", "-o", &file];
        succeed(&[&fixed, more].concat());
        image::open(&file).unwrap().into_rgba8()
    };
    let plain = render(&[]);
    for more in [
        &["--shading", "matcap"][..],
        &["--shading", "flat"],
        &["--shading", "checker"],
        &["--shading", "contours"],
        &["--overlay", "grid,shadow,wireframe"],
        &["--ghost", "cor"],
        &["--paint", "area-stretch"],
        &["--paint", "volume-change"],
        &["--paint", "normal-error"],
    ] {
        assert!(render(more) != plain, "{more:?}");
    }
    let wrong = |more: &[&str]| fail(&[&["render", "bar", "-o", &file][..], more].concat(), 2);
    assert!(wrong(&["--paint-range", "0"]).contains("not a distance greater than 0"));
    assert!(wrong(&["--shading", "toon"]).contains("textured, smooth, flat, checker, contours, matcap"));
    assert!(wrong(&["--ghost", "x"]).contains("no method is called"));
    assert!(wrong(&["--paint", "heat"]).contains("area-stretch"));
}

/// An outline may be in another pose than the skin: here the first phase alone leaves the bar upright.
#[test]
fn a_ghost_is_framed_with_the_skin() {
    let folder = Folder::new("framed-ghost");
    let file = folder.file("bar.png");
    let pose = ["--set", "root:rz=90", "--phases", "first", "--method", "two-phase-dqs", "--ghost", "lbs"];
    let fixed = ["render", "bar", "--overlay", "none", "--transparent", "--size", "300x200", "-o", &file];
    succeed(&[&fixed[..], &pose].concat());
    let picture = image::open(&file).unwrap().into_rgba8();
    let (width, height) = picture.dimensions();
    let on_edge = |x: u32, y: u32| x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    assert!(picture.pixels().filter(|pixel| pixel.0[3] > 0).count() > 1000);
    assert!(picture.enumerate_pixels().all(|(x, y, pixel)| !on_edge(x, y) || pixel.0[3] == 0));
}

#[test]
fn isolate_shows_the_skin_of_a_branch_alone() {
    let folder = Folder::new("isolate");
    let file = folder.file("leg.png");
    let covered = |more: &[&str]| -> Vec<bool> {
        let camera = "yaw=0,pitch=0,distance=6,target=0:0.9:0";
        let fixed = ["render", "mannequin", "--transparent", "--camera", camera, "--size", "240x240", "-o", &file];
        succeed(&[&fixed, more].concat());
        image::open(&file).unwrap().into_rgba8().pixels().map(|pixel| pixel.0[3] > 127).collect()
    };
    let count = |covered: &[bool]| covered.iter().filter(|is| **is).count() as f32;
    for overlay in ["none", "wireframe"] {
        let whole = covered(&["--overlay", overlay]);
        let [left, right] = ["thigh.L", "thigh.R"].map(|leg| covered(&["--overlay", overlay, "--isolate", leg]));
        let both = covered(&["--overlay", overlay, "--isolate", "thigh.L,thigh.R"]);
        for part in [&left, &right, &both] {
            assert!(part.iter().zip(&whole).all(|(part, whole)| *whole || !part), "nothing is added: {overlay}");
        }
        let share = count(&left) / count(&whole);
        assert!((0.1..0.4).contains(&share), "{overlay}: {share}");
        let either: Vec<bool> = left.iter().zip(&right).map(|(left, right)| *left || *right).collect();
        assert!(either.iter().zip(&both).all(|(either, both)| *both || !either), "{overlay}");
        // Where both legs have some weight, they reach the least weight only together.
        assert!((0.8..=1.0).contains(&(count(&either) / count(&both))), "{overlay}");
    }
    let wrong = |joint| fail(&["render", "mannequin", "--isolate", joint, "-o", &file], 2);
    assert!(wrong("thigh.l").contains("did you mean"));
    assert!(fail(&["render", "bar", "--isolate", "nothing", "-o", &file], 2).contains("--isolate nothing"));
}

/// The skin that is shown alone fills its picture, where the camera does not say otherwise.
#[test]
fn isolated_skin_is_framed() {
    let folder = Folder::new("isolate-framed");
    let (file, frame) = (folder.file("hand.png"), folder.file("hand-0001.png"));
    // Lit skin is brighter than the ground.
    let lit = |command: &[&str], written: &str| {
        succeed(&[command, &["--overlay", "none", "--isolate", "hand.L", "--size", "480x300", "-o", &file]].concat());
        let picture = image::open(written).unwrap().into_luma8();
        picture.pixels().filter(|pixel| pixel.0[0] > 100).count() as f32 / (480.0 * 300.0)
    };
    for (command, written) in [
        (&["render", "mannequin"][..], &file),
        (&["compare", "mannequin", "--methods", "lbs,dqs"], &file),
        (&["compare", "mannequin", "mannequin", "--methods", "lbs"], &file),
        (&["record", "mannequin", "--turntable", "9", "--seconds", "0.1", "--fps", "10"], &frame),
    ] {
        let share = lit(command, written);
        assert!(share > 0.04, "{command:?}: {share}");
    }
}

/// `--camera joint=NAME` fills the picture with the joint, for every command that takes a camera.
#[test]
fn a_joint_is_framed() {
    let folder = Folder::new("joint-framed");
    let (file, frame, page) = (folder.file("elbow.png"), folder.file("elbow-0001.png"), folder.file("elbow.html"));
    let lit = |command: &[&str], written: &str| {
        succeed(&[command, &["--overlay", "none", "--size", "480x300", "-o", &file]].concat());
        let picture = image::open(written).unwrap().into_luma8();
        picture.pixels().filter(|pixel| pixel.0[0] > 100).count() as f32 / (480.0 * 300.0)
    };
    let joint = ["--camera", "side,joint=forearm.L"];
    let film = ["--seconds", "0.1", "--fps", "10", "--overwrite"];
    for (command, written) in [
        (vec!["render", "mannequin"], &file),
        (vec!["compare", "mannequin", "--methods", "lbs,dqs"], &file),
        (vec!["compare", "mannequin", "mannequin", "--methods", "lbs"], &file),
        ([&["record", "mannequin", "--turntable", "9"], &film[..]].concat(), &frame),
        ([&["record", "mannequin", "--sweep", "forearm.L:ry=0..-20"], &film[..]].concat(), &frame),
    ] {
        let [whole, near] = [lit(&command, written), lit(&[&command[..], &joint].concat(), written)];
        assert!(near > 1.7 * whole, "{command:?}: {near} against {whole}");
    }
    for command in [
        vec!["render", "mannequin", "-o", &file],
        vec!["compare", "mannequin", "--methods", "lbs", "-o", &file],
        vec!["compare", "mannequin", "mannequin", "--methods", "lbs", "-o", &file],
        vec!["record", "mannequin", "--turntable", "--overwrite", "-o", &file],
        vec!["share", "mannequin", "-o", &page],
    ] {
        let line = fail(&[&command[..], &["--camera", "joint=forarm.L"]].concat(), 2);
        assert!(line.contains("--camera: ") && line.contains("did you mean \"forearm.L\"?"), "{command:?}: {line}");
    }
}

#[test]
fn bundled_models_are_listed_and_written() {
    let text = succeed(&["models"]);
    assert!(text.contains("bar") && text.contains("limb"));
    let folder = Folder::new("models");
    let file = folder.file("limb.glb");
    succeed(&["models", "limb", "-o", &file]);
    assert_eq!(std::fs::read(&file).unwrap(), skinscope::bundled::glb_bytes("limb").unwrap());
}

#[test]
fn mistakes_get_one_clear_line() {
    let folder = Folder::new("mistakes");
    let out = folder.file("out.npy");
    let broken = folder.file("broken.glb");
    std::fs::write(&broken, b"glTF").unwrap();
    let pose = folder.file("pose.json");
    std::fs::write(&pose, "{}").unwrap();
    for (arguments, words) in [
        (vec!["info", "no/such/file.glb"], "no/such/file.glb"),
        (vec!["info", "/"], "not a file"),
        (vec!["info", &broken], "broken.glb"),
        (vec!["deform", "bar", "--pose", &pose, "-o", &out], "not a pose file"),
        (vec!["deform", "bar", "-o", "/no/such/folder/out.npy"], "/no/such/folder/out.npy"),
    ] {
        let line = fail(&arguments, 3);
        assert!(line.contains(words), "{arguments:?} says {line}");
    }
    assert!(!Path::new(&out).exists(), "nothing is written by a command that failed");
    for (arguments, words) in [
        (vec!["info", "no-such-model"], "bundled models are"),
        (vec!["deform", "bar", "--set", "mdi:rx=1", "-o", &out], "did you mean \"mid\""),
        (vec!["deform", "bar", "--set", "elbow:rx=1", "-o", &out], "`skinscope info --json` lists the joints"),
        (vec!["deform", "bar", "--clip", "Run", "-o", &out], "no clips at all"),
    ] {
        let line = fail(&arguments, 2);
        assert!(line.contains(words), "{arguments:?} says {line}");
    }
    for arguments in [
        vec!["deform", "bar"],
        vec!["deform", "bar", "-o", "x.npy", "--method", "nonsense"],
        vec!["render", "bar", "-o", "x.png", "--size", "0x10"],
        vec!["render", "bar", "--camera", "sideways", "-o", "x.png"],
        vec!["frobnicate", "bar"],
    ] {
        fail(&arguments, 2);
    }
}

#[test]
fn a_viewer_without_a_display_says_what_to_do_instead() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let output = command(&["bar"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("render") && !stderr.contains("panicked"), "{stderr}");
}

#[test]
fn clips_are_sampled_by_name_and_by_index() {
    let Some(fox) = sample("good/Fox.glb") else { return };
    let folder = Folder::new("clips");
    let deform = |clip: &str| {
        let file = folder.file("fox.npy");
        succeed(&["deform", &fox, "--clip", clip, "--time", "0.3", "-o", &file]);
        npy(&file)
    };
    let (walk, first, second) = (deform("Walk"), deform("0"), deform("1"));
    assert_eq!(walk, second);
    assert!(largest_difference(&first, &second) > 1.0, "the clips move the fox differently");
}

#[test]
fn info_says_where_bind_and_rest_pose_differ() {
    let oracle = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/oracle/models/");
    let json =
        |model: &str| -> serde_json::Value { serde_json::from_str(&succeed(&["info", model, "--json"])).unwrap() };
    let differs = json(&format!("{oracle}bindrest.glb"));
    let difference = &differs["bind_difference"];
    assert!(difference["joints"].as_u64().unwrap() >= 1 && difference["most_turned"]["name"].is_string());
    // The reported distance is the one between `deform` at rest and the bind pose.
    assert!(difference["largest_turn_degrees"].as_f64().unwrap() > 1.0);
    assert!(difference["largest_distance"].as_f64().unwrap() > 0.01 * differs["extent"].as_f64().unwrap());
    let text = succeed(&["info", &format!("{oracle}bindrest.glb")]);
    assert!(text.lines().any(|line| line.starts_with("  bind pose   differs from the rest pose at")), "{text}");
    let same = json("bar");
    assert!(same["bind_difference"].is_null() && same["rest_scales"].as_array().unwrap().is_empty());
    assert!(!succeed(&["info", "bar"]).contains("bind pose"));
    let helpers = json(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/rigs/helpers.glb"));
    let scaled: Vec<f64> =
        helpers["rest_scales"].as_array().unwrap().iter().map(|joint| joint["scale"][0].as_f64().unwrap()).collect();
    assert!(scaled.contains(&1.0625) && scaled.contains(&0.9375), "{scaled:?}");
}
