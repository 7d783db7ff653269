//! The pictures of `compare` with two models: where panes stand, and what their colors and captions say.

use super::command_line::{Folder, fail, run, succeed};
use super::two_models::with_prop;
use serde_json::Value;

/// Heights of a sheet at its natural size, in pixels: its caption, and between panes.
const CAPTION: u32 = 26;
const GAP: u32 = 4;

fn sheet(folder: &Folder, arguments: &[&str]) -> image::RgbaImage {
    let file = folder.file("sheet.png");
    succeed(&[&["compare"], arguments, &["--overlay", "none", "-o", &file]].concat());
    image::open(&file).unwrap().into_rgba8()
}

/// A pane of a sheet, without its header and note.
fn pane(sheet: &image::RgbaImage, [columns, rows]: [u32; 2], [column, row]: [u32; 2]) -> Vec<[u8; 4]> {
    let step = [(sheet.width() - GAP) / columns, (sheet.height() - CAPTION - GAP) / rows];
    let at = |x: u32, y: u32| sheet.get_pixel(GAP + column * step[0] + x, GAP + row * step[1] + y).0;
    (40..step[1] * 3 / 4).flat_map(|y| (8..step[0] - 8).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect()
}

/// Pixels that differ by more than 24 of 255 in a channel.
fn differing(a: &[[u8; 4]], b: &[[u8; 4]]) -> usize {
    a.iter().zip(b).filter(|(a, b)| (0..3).any(|k| a[k].abs_diff(b[k]) > 24)).count()
}

/// Bright enough for a skin.
fn lit(pane: &[[u8; 4]]) -> usize {
    pane.iter().filter(|pixel| pixel[0] > 100).count()
}

#[test]
fn each_row_of_the_first_model_is_above_that_of_the_second() {
    let folder = Folder::new("two-models-rows");
    // Models that cannot be confused, and methods that can: only the rows differ.
    let models = ["bar", "limb", "--equal-scale", "--methods", "lbs,dqs,cor", "--camera", "front"];
    let three = sheet(&folder, &[&models[..], &["--columns", "2"]].concat());
    assert_eq!([three.width(), three.height()], [960, 1626]);
    let at = |column, row| pane(&three, [2, 4], [column, row]);
    for row in [1, 3] {
        assert!(differing(&at(0, row), &at(0, row - 1)) > 2000, "row {row} shows the other model");
    }
    for (row, same) in [(2, 0), (3, 1)] {
        assert_eq!(differing(&at(0, row), &at(0, same)), 0, "CoR at rest is LBS at rest");
        assert_eq!(differing(&at(1, same), &at(0, same)), 0, "so is DQS");
        assert_eq!(lit(&at(1, row)), 0, "nothing stands beside the last method");
    }
    // Without columns, the two rows of all methods are no strip.
    let file = folder.file("all.png");
    succeed(&["compare", "bar", "bar", "--methods", "all", "-o", &file]);
    let [width, height] = image::image_dimensions(&file).map(|(width, height)| [width, height]).unwrap();
    assert!(2 * width < 5 * height && height < 2 * width, "{width}x{height}");
}

#[test]
fn colors_tell_how_far_rigid_meshes_are() {
    let folder = Folder::new("two-models-prop-colors");
    let [plain, larger] = [("plain.glb", 0.5), ("larger.glb", 0.6)].map(|(name, size)| with_prop(&folder, name, size));
    let file = folder.file("colors.png");
    let paint = ["--methods", "lbs", "--paint", "difference:model", "-o", &file];
    let text = succeed(&[&["compare", &plain, &larger][..], &paint].concat());
    let json = succeed(&["compare", &plain, &larger, "--methods", "lbs", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    for (side, key) in [("plain", "from_first"), ("larger", "from_second")] {
        let largest = json["methods"][0][key]["largest"].as_f64().unwrap();
        assert!(largest > 0.01, "the props differ");
        let line = text.lines().find(|line| line.starts_with(&format!("lbs, {side}: "))).unwrap();
        let told = line.rsplit("skin 0 to ").next().unwrap().split(' ').next().unwrap();
        assert!((told.parse::<f64>().unwrap() - largest).abs() < 0.01 * largest, "{line}");
    }
}

/// The largest part of the weights that other joints have, told by the colors, is that of the weights themselves.
#[test]
fn colors_tell_how_unlike_the_weights_are() {
    let folder = Folder::new("two-models-weights");
    let file = folder.file("weights.png");
    let paint = ["--methods", "lbs", "--paint", "weights-of-model", "-o", &file];
    let text = succeed(&[&["compare", "limb", "limb-heat"][..], &paint].concat());
    let [first, second] = ["limb", "limb-heat"].map(|name| skinscope::files::open_model(name).unwrap().asset.model);
    let weight_of = |model: &skinscope::model::Model, vertex: usize, name: &str| {
        let primitive = &model.primitives[0];
        let joints = &model.skins[primitive.skin as usize].joints;
        let own = primitive.influences.of(vertex).iter();
        let own = own.filter(|one| model.skeleton.node(joints[one.joint as usize].node).name == name);
        own.map(|one| f64::from(one.weight)).sum::<f64>()
    };
    assert_eq!(first.primitives[0].positions, second.primitives[0].positions, "the same vertices");
    let names: Vec<&str> = first.skeleton.nodes().iter().map(|node| node.name.as_str()).collect();
    let unlike = |vertex: usize| {
        let apart = |name: &&str| (weight_of(&first, vertex, name) - weight_of(&second, vertex, name)).abs();
        names.iter().map(apart).sum::<f64>() / 2.0
    };
    let largest = (0..first.primitives[0].positions.len()).map(unlike).fold(0.0, f64::max);
    assert!(largest > 0.1, "{largest}");
    for side in ["limb", "limb-heat"] {
        let line = text.lines().find(|line| line.starts_with(&format!("lbs, {side}: "))).unwrap();
        let told = line.rsplit(" to ").next().unwrap().split(' ').next().unwrap();
        assert!((told.parse::<f64>().unwrap() - largest).abs() < 0.01, "{line} {largest}");
    }
    let line = fail(&["render", "limb", "--paint", "weights-of-model", "-o", &file], 2);
    assert!(line.contains("weights-of-model"), "{line}");
}

/// The trunk stands in the middle, nearer to the lower left corner: the legend is in the lower right one.
#[test]
fn legends_leave_the_skin_alone() {
    let folder = Folder::new("two-models-legends");
    let pose = ["limb", "limb-heat", "--set", "left:ry=80", "--methods", "lbs,dqs", "--size", "800x600"];
    let painted = sheet(&folder, &[&pose[..], &["--paint", "difference:model"]].concat());
    let bare = sheet(&folder, &[&pose[..], &["--paint", "difference:model", "--no-legend"]].concat());
    let changed = |[left, right]: [u32; 2]| {
        // The upper panes have no notes.
        let pixels = (150..290).flat_map(|y| (left..right).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| painted.get_pixel(x, y) != bare.get_pixel(x, y)).count()
    };
    assert_eq!(changed([4, 200]), 0, "nothing lies over the trunk");
    assert!(changed([200, 398]) > 3000, "the legend is beside it");
}

#[test]
fn flags_of_joints_concern_their_partners_in_the_second_model() {
    let folder = Folder::new("two-models-partners");
    let table = folder.file("joints.toml");
    std::fs::write(&table, "[joints]\n\"mid\" = \"left\"\n").unwrap();
    // The lower end of the trunk is in view.
    let camera = ["--camera", "yaw=0,pitch=0,distance=6,target=0:0:0"];
    let models = [&["bar", "limb", "--joints", &table, "--methods", "lbs"], &camera[..]].concat();
    let file = folder.file("painted.png");
    let painted = |paint| succeed(&[&["compare"], &models[..], &["--paint", paint, "-o", &file]].concat());
    let weights = painted("weights:mid");
    for line in ["lbs, bar: Weight of mid: ", "lbs, limb: Weight of left: "] {
        assert!(weights.contains(line), "{weights}");
    }
    let similar = painted("similarity:12");
    assert!(similar.contains("lbs, limb: No vertex is chosen\n"), "no vertex of the limb is the bar's: {similar}");
    let second = |flags: &[&str]| lit(&pane(&sheet(&folder, &[&models[..], flags].concat()), [2, 1], [1, 0]));
    let (whole, part) = (second(&[]), second(&["--isolate", "mid"]));
    assert!(part > 0 && 10 * part < 9 * whole, "{part} of {whole}");
    // The other side of a wipe paints its own joint.
    let wiped = |table: &str| {
        let flags = ["--wipe", "model@0", "--paint", "weights:mid", "--no-legend", "--joints", table];
        let sheet = sheet(&folder, &[&["bar", "limb", "--methods", "lbs"], &camera[..], &flags].concat());
        pane(&sheet, [1, 1], [0, 0])
    };
    let right = folder.file("right.toml");
    std::fs::write(&right, "[joints]\n\"mid\" = \"right\"\n").unwrap();
    assert!(differing(&wiped(&table), &wiped(&right)) > 2000, "the weights of the one arm, and of the other");
    // A joint whose partner was taken away has no weights that could be painted.
    let none = folder.file("none.toml");
    std::fs::write(&none, "[joints]\n\"mid\" = \"\"\n").unwrap();
    let refused = run(&["compare", "bar", "bar", "--joints", &none, "--paint", "weights:mid", "-o", &file]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && message.contains("mid has no partner in"), "{message}");
    let same = succeed(&["compare", "bar", "bar", "--methods", "lbs", "--paint", "similarity:4000", "-o", &file]);
    assert_eq!(same.matches("Similarity to the vertex").count(), 2, "{same}");
}

#[test]
fn a_sweep_of_distances_has_no_column_twice() {
    let sweep = |models: [&str; 2]| {
        let flags = ["--sweep", "left:ry=0..80:80", "--methods", "lbs", "--figure", "distance_to_model"];
        let output = run(&[&["compare"], &models[..], &flags].concat());
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let rows = text.lines().skip(1).map(|line| line.split("  ").filter(|word| !word.trim().is_empty()).count());
        let counts: Vec<usize> = rows.collect();
        (text, counts)
    };
    let (text, counts) = sweep(["limb", "limb-heat"]);
    assert_eq!(counts, [6; 3], "angle, method, largest, of extent, mean, 99%:\n{text}");
    // Between surfaces, one model may be farther from the other than the other from it.
    let (text, counts) = sweep(["limb", "hand"]);
    assert_eq!(counts, [8; 3], "{text}");
}
