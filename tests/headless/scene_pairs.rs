//! Scenes of two models: pictures, films, what is told of them, and what is refused.

use super::command_line::{Folder, fail, run, succeed};
use super::film_frames::{apng_frames, largest_difference};
use image::RgbaImage;
use serde_json::{Value, json};

const VIEW: &str = "view = { box = [[-0.9, 0, -0.4], [0.9, 2, 0.4]] }\nmeasure = \"none\"\n";

/// A scene of the limb in a pose, with these panes.
fn scene(id: &str, model: &str, more: &str, panes: &str) -> String {
    let pose = "pose = { set = [\"left:ry=80\"] }\njoint = \"left\"\n";
    format!("[[scene]]\nid = \"{id}\"\nmodel = \"{model}\"\n{pose}{VIEW}{more}\npanes = [\n{panes}\n]\n")
}

fn write_talk(folder: &Folder, scenes: &[String]) -> String {
    let file = folder.file("talk.toml");
    std::fs::write(&file, format!("skinscope_talk = 1\n{}", scenes.concat())).unwrap();
    file
}

fn picture(folder: &Folder, talk: &str, scene: &str, more: &[&str]) -> RgbaImage {
    let file = folder.file("picture.png");
    succeed(&[&["scenes", scene, "--talk", talk, "-o", &file], more].concat());
    image::open(&file).unwrap().to_rgba8()
}

const SECOND: &str = "second = { model = \"limb-heat\" }";

const PANES: &str = "  { method = \"cor\" },\n  { model = \"second\", method = \"cor\" },\n  { method = \"lbs\", compare = { \
                     kind = \"wipe\", other_model = true, method = \"dqs\" } },";

/// The limbs have the same joints, so that each model lies where it lies alone.
#[test]
fn panes_of_both_models_equal_those_of_scenes_of_one() {
    let folder = Folder::new("pairs-pictures");
    let alone = "  { method = \"cor\" },\n  { method = \"lbs\" },\n  { method = \"dqs\" },";
    let scenes = [
        scene("both", "limb", SECOND, PANES),
        scene("first", "limb", "", alone),
        scene("second", "limb-heat", "", alone),
    ];
    let talk = write_talk(&folder, &scenes);
    let pane =
        |id: &str, pane: &str| picture(&folder, &talk, id, &["--pane", pane, "--no-labels", "--size", "300x240"]);
    let (first, second) = (pane("first", "1"), pane("second", "1"));
    assert!(pane("both", "1") == first && pane("both", "2") == second);
    assert!(largest_difference(&first, &second) > 20, "the weights differ");
    let (wiped, left, right) = (pane("both", "3"), pane("first", "2"), pane("second", "3"));
    for (x, y, pixel) in wiped.enumerate_pixels().filter(|(x, ..)| x.abs_diff(150) > 3) {
        let expected = if x < 150 { &left } else { &right };
        assert_eq!(pixel, expected.get_pixel(x, y), "at {x}, {y}");
    }
    // A pane alone is named as beside the others.
    let size = |wide: &'static str| ["--size", wide];
    let row = picture(&folder, &talk, "both", &size("1200x300"));
    let alone = picture(&folder, &talk, "both", &[&["--pane", "2"][..], &size("400x300")].concat());
    let name = |picture: &RgbaImage, left: u32| image::imageops::crop_imm(picture, left, 8, 140, 24).to_image();
    let places = (395..=410).map(|left| largest_difference(&name(&row, left), &name(&alone, 4)));
    assert!(places.min().is_some_and(|least| least < 40), "CoR with the name of its model");
    // The picture holds the scene, and the scene the picture.
    let whole = picture(&folder, &talk, "both", &["--size", "640x240"]);
    let copy = folder.file("copy.png");
    std::fs::rename(folder.file("picture.png"), &copy).unwrap();
    assert!(picture(&folder, &copy, "1", &["--size", "640x240"]) == whole);
}

#[test]
fn a_film_of_two_models_moves_both() {
    let folder = Folder::new("pairs-film");
    let motion =
        "motion = { kind = { joint = { joint = \"left\", channel = \"ry\", from = 80, to = 0 } }, seconds = 1 }";
    let panes = "  { method = \"lbs\" },\n  { model = \"second\", method = \"lbs\", paint = \"difference:model\" },";
    let more = format!("{SECOND}\n{motion}");
    let talk = write_talk(&folder, &[scene("moves", "limb", &more, panes), scene("stays", "limb", SECOND, PANES)]);
    let film = folder.file("film.apng");
    let size = ["--size", "400x160", "--fps", "4", "--hold", "0.5", "--cut", "--no-titles", "--no-caption"];
    succeed(&[&["record", &talk][..], &size, &["-o", &film]].concat());
    let frames = apng_frames(&std::fs::read(&film).unwrap());
    assert_eq!(frames.len(), 4 + 2);
    for side in [0, 200] {
        let half = |frame: &RgbaImage| image::imageops::crop_imm(frame, side, 0, 200, 160).to_image();
        let moved = largest_difference(&half(&frames[0]), &half(&frames[3]));
        assert!(moved > 20, "the pane at {side} moves: {moved}");
    }
    assert_eq!(frames[4], frames[5]);
    // The film shows the same picture as the sheet.
    let titled = folder.file("titled.apng");
    let size = ["--size", "640x240", "--fps", "4", "--hold", "0.25", "--scene", "stays"];
    succeed(&[&["record", &talk][..], &size, &["-o", &titled]].concat());
    let sheet = picture(&folder, &talk, "stays", &["--size", "640x240"]);
    assert!(apng_frames(&std::fs::read(&titled).unwrap())[0] == sheet);
}

#[test]
fn the_report_tells_of_both_models() {
    let folder = Folder::new("pairs-json");
    let more = "second = { model = \"limb-heat\", equal_scale = true, joints = { left = \"right\", right = \"\" } }";
    let talk = write_talk(&folder, &[scene("both", "limb", more, PANES)]);
    let report: Value = serde_json::from_str(&succeed(&["scenes", "--talk", &talk, "--json"])).unwrap();
    let told = &report["scenes"][0];
    let second = json!({
        "model": "limb-heat", "model_hash": null, "variant": null, "equal_scale": true,
        "joints": { "left": "right", "right": "" },
    });
    assert_eq!(told["second"], second);
    let panes: Vec<&Value> = told["panes"].as_array().unwrap().iter().map(|pane| &pane["model"]).collect();
    assert_eq!(panes, [&Value::Null, &json!("second"), &Value::Null]);
    assert_eq!(told["panes"][2]["compare"]["other_model"], true);
}

#[test]
fn what_does_not_fit_is_said_in_one_line() {
    let folder = Folder::new("pairs-misfits");
    let out = folder.file("out.png");
    let draw = |more: &str, panes: &str| {
        let talk = write_talk(&folder, &[scene("both", "limb", more, panes)]);
        fail(&["scenes", "both", "--talk", &talk, "-o", &out], 3)
    };
    assert!(draw("", PANES).contains("pane 2 shows a second model, and the scene has none"));
    let painted = "  { method = \"lbs\", paint = \"difference:model\" },";
    assert!(draw("", painted).contains("pane 1 shows a second model"));
    let lost = draw("second = { model = \"gone.glb\" }", PANES);
    assert!(lost.contains("gone.glb"), "{lost}");
    let table = draw("second = { model = \"limb-heat\", joints = { left = \"wing\" } }", PANES);
    assert!(
        table.contains("the scene does not fit its models: in the second model, ") && table.contains("wing"),
        "{table}"
    );
    // Nothing in common is worth a word.
    let talk = write_talk(&folder, &[scene("both", "limb", "second = { model = \"bar\" }", PANES)]);
    let alone = run(&["scenes", "both", "--talk", &talk, "--size", "300x200", "-o", &out]);
    let told = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert!(alone.status.success() && told.contains("no joint of limb has a partner in bar"), "{told}");
    // A page has no room for both in one picture.
    let outlined = "  { method = \"lbs\", compare = { kind = \"ghost\", other_model = true, method = \"lbs\" } },";
    for panes in [painted, outlined] {
        let talk = write_talk(&folder, &[scene("both", "limb", SECOND, panes)]);
        let told = fail(&["share", &talk, "-o", &folder.file("page.html")], 3);
        assert!(told.contains("a page shows two models beside each other"), "{told}");
    }
}
