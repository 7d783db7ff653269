//! `record` on talks and their scenes.

use super::command_line::{Folder, fail, run, succeed};
use super::film_frames::{apng_frames, gif_frames, largest_difference, mean_difference};

/// A bar in two poses, a model that is not there, and another model.
pub fn write_talk(folder: &Folder) -> String {
    let scene = |id: &str, more: &str| {
        format!("[[scene]]\nid = \"{id}\"\ntitle = \"{id}\"\ncaption = \"A scene.\"\nmeasure = \"none\"\n{more}\n")
    };
    let panes = "panes = [{ method = \"lbs\" }, { method = \"dqs\" }]\narrangement = \"row\"";
    let text = [
        "skinscope_talk = 1\n".to_owned(),
        scene("straight", &format!("model = \"bar\"\n{panes}")),
        scene("bent", &format!("model = \"bar\"\npose = {{ set = [\"mid:rx=120\"] }}\n{panes}")),
        scene("gone", &format!("model = \"gone.glb\"\n{panes}")),
        scene("cloth", &format!("model = \"cloth\"\n{panes}")),
    ];
    std::fs::write(folder.file("talk.toml"), text.concat()).unwrap();
    folder.file("talk.toml")
}

/// Each scene has 3 frames, and the way from the first to the second one 5.
#[test]
fn a_talk_is_filmed_scene_by_scene() {
    let folder = Folder::new("record-talk");
    let talk = write_talk(&folder);
    let size = ["--hold", "0.3", "--fps", "10", "--size", "320x200"];
    let film = |more: &[&str], name: &str| {
        let output = run(&[&["record", &talk][..], &size, more, &["-o", &folder.file(name)]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        (apng_frames(&std::fs::read(folder.file(name)).unwrap()), told)
    };
    let sheet = |scene: &str| {
        let file = folder.file("sheet.png");
        succeed(&["scenes", scene, "--talk", &talk, "--size", "320x200", "-o", &file]);
        image::open(&file).unwrap().to_rgba8()
    };
    let (frames, told) = film(&[], "talk.apng");
    assert!(told.contains("the scene gone is left empty") && told.contains("gone.glb"), "{told}");
    assert_eq!(frames.len(), 3 + 5 + 3 + 3 + 3);
    let [straight, bent, cloth] = ["straight", "bent", "cloth"].map(sheet);
    assert!(frames[..3].iter().all(|frame| *frame == straight) && frames[8..11].iter().all(|frame| *frame == bent));
    assert!(frames[14..].iter().all(|frame| *frame == cloth), "another model comes at once");
    for frame in 2..8 {
        assert!(largest_difference(&frames[frame], &frames[frame + 1]) > 20, "the bar bends: frame {frame}");
    }
    // A page without a skin that says what is missing.
    let lit = frames[11].enumerate_pixels().filter(|(_, y, pixel)| *y < 150 && pixel.0[0] > 150).count();
    assert!((60..6000).contains(&lit) && frames[11] == frames[13] && frames[11] != cloth, "{lit}");
    let bytes = std::fs::read(folder.file("talk.apng")).unwrap();
    film(&[], "talk.apng");
    assert!(std::fs::read(folder.file("talk.apng")).unwrap() == bytes, "the same bytes again");
    let (cut, _) = film(&["--cut", "--scene", "1..2"], "cut.apng");
    assert!(cut == [vec![straight.clone(); 3], vec![bent.clone(); 3]].concat(), "nothing glides");
    let (chosen, _) = film(&["--scene", "cloth", "--scene", "1"], "chosen.apng");
    assert!(chosen == [vec![cloth; 3], vec![straight; 3]].concat(), "in the order of the flags");
    // The colors of a gif are those of all scenes.
    succeed(&[&["record", &talk][..], &size, &["-o", &folder.file("talk.gif")]].concat());
    let (shown, _) = gif_frames(&std::fs::read(folder.file("talk.gif")).unwrap());
    assert_eq!(shown.len(), frames.len());
    for (shown, frame) in shown.iter().zip(&frames) {
        assert!(mean_difference(shown, frame) < 1.5, "{}", mean_difference(shown, frame));
    }
}

#[test]
fn a_scene_without_time_keeps_a_frame_and_one_that_does_not_fit_is_a_page() {
    let folder = Folder::new("record-misfits");
    let scene = |id: &str, model: &str, more: &str| {
        format!("[[scene]]\nid = \"{id}\"\nmodel = \"{model}\"\npanes = [{{ method = \"lbs\" }}]\n{more}\n")
    };
    let turn = "motion = { kind = { turntable = { degrees = 90 } }, seconds = 0 }";
    let elbow =
        "motion = { kind = { joint = { joint = \"elbow\", channel = \"rx\", from = 0, to = 90 } }, seconds = 1 }";
    let scenes = [
        scene("still", "bar", ""),
        scene("short", "limb", turn),
        scene("glides", "limb", "view = { yaw = 40 }"),
        scene("misfit", "bar", elbow),
    ];
    let talk = folder.file("misfits.toml");
    std::fs::write(&talk, format!("skinscope_talk = 1\ntitle = \"Misfits\"\n{}", scenes.concat())).unwrap();
    let film = folder.file("film.apng");
    let size = ["--hold", "0.3", "--fps", "4", "--size", "160x120", "-o", &film];
    let output = run(&[&["record", &talk][..], &size].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("the scene misfit is left empty: its motion does not fit the model"), "{told}");
    let frames = apng_frames(&std::fs::read(&film).unwrap());
    assert!(frames.len() >= 4, "{}", frames.len());
    assert!(largest_difference(&frames[0], &frames[1]) > 20, "the short scene has a frame of its own");
}

#[test]
fn panes_of_a_film_are_as_wide_as_those_of_the_sheet() {
    let folder = Folder::new("record-uneven");
    let talk = folder.file("uneven.toml");
    let panes =
        "panes = [{ method = \"lbs\" }, { method = \"dqs\" }]\narrangement = \"row\"\ncolumn_widths = [0.75, 0.25]";
    std::fs::write(&talk, format!("skinscope_talk = 1\n[[scene]]\ntitle = \"Bar\"\nmodel = \"bar\"\n{panes}\n"))
        .unwrap();
    let (film, sheet) = (folder.file("film.apng"), folder.file("sheet.png"));
    succeed(&["record", &talk, "--hold", "0.1", "--fps", "10", "--size", "400x200", "-o", &film]);
    succeed(&["scenes", "1", "--talk", &talk, "--size", "400x200", "-o", &sheet]);
    let frames = apng_frames(&std::fs::read(&film).unwrap());
    assert!(frames == [image::open(&sheet).unwrap().to_rgba8()]);
}

/// Skin that a scene hides is hidden in its film and in its picture.
#[test]
fn isolated_skin_is_alone_in_films_and_pictures() {
    let folder = Folder::new("record-isolated");
    let draw = |name: &str, more: &str| {
        let (talk, film, sheet) =
            (folder.file(&format!("{name}.toml")), folder.file("film.apng"), folder.file("sheet.png"));
        let scene = "title = \"Hand\"\nmodel = \"mannequin\"\npanes = [{ method = \"lbs\" }]\n";
        std::fs::write(&talk, format!("skinscope_talk = 1\n[[scene]]\n{scene}{more}\n")).unwrap();
        succeed(&["record", &talk, "--hold", "0.1", "--fps", "10", "--size", "320x200", "-o", &film]);
        succeed(&["scenes", "1", "--talk", &talk, "--size", "320x200", "-o", &sheet]);
        let (frames, sheet) = (apng_frames(&std::fs::read(&film).unwrap()), image::open(&sheet).unwrap().to_rgba8());
        assert!(frames == [sheet.clone()], "{name}");
        sheet
    };
    let (whole, alone) = (draw("whole", ""), draw("alone", "isolate = [\"hand.L\"]"));
    assert!(largest_difference(&whole, &alone) > 40, "only the hand is left");
    let sheet = folder.file("flag.png");
    let talk = folder.file("whole.toml");
    succeed(&["scenes", "1", "--talk", &talk, "--isolate", "hand.L", "--size", "320x200", "-o", &sheet]);
    assert!(alone == image::open(&sheet).unwrap().to_rgba8(), "as the flag does");
    let wrong = folder.file("wrong.toml");
    std::fs::write(
        &wrong,
        "skinscope_talk = 1\n[[scene]]\nmodel = \"bar\"\npanes = [{ method = \"lbs\" }]\nisolate = [\"mdi\"]\n",
    )
    .unwrap();
    let told = fail(&["scenes", "1", "--talk", &wrong, "-o", &sheet], 3);
    assert!(told.contains("does not fit its model") && told.contains("mdi"), "{told}");
}

#[test]
fn a_talk_that_is_stopped_leaves_nothing() {
    let folder = Folder::new("record-wrong-talk");
    let talk = write_talk(&folder);
    let line =
        |more: &[&str], status| fail(&[&["record"][..], more, &["-o", &folder.file("out.apng")]].concat(), status);
    assert!(line(&[&talk, "--scene", "2..1"], 2).contains("ends before it begins"));
    assert!(line(&[&talk, "--scene", "5"], 2).contains("numbered from 1 to 4"));
    assert!(line(&[&talk, "--scene", "gone"], 3).contains("gone.glb"), "nothing else could be shown");
    assert!(line(&["bar", "--scene", "1"], 2).contains("--scene is for a talk"));
    assert!(line(&[&talk, "--sweep", "mdi:rx=0..9"], 2).contains("no joint is called"));
    assert!(line(&[&talk, "--hold", "0"], 2).contains("--hold"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The bar lies in the lower left. A film that glides there, or whose motion begins at rest, has no figure in its first frame.
#[test]
fn figures_of_a_film_are_where_all_of_it_leaves_room() {
    let folder = Folder::new("record-figures");
    let scene = |measure: &str, more: &str| {
        format!(
            "[[scene]]\nmodel = \"bar\"\njoint = \"mid\"\noverlays = []\nmeasure = \"{measure}\"\n\
             panes = [{{ method = \"lbs\" }}]\n{more}\n"
        )
    };
    let view = "view = { target = [1.6, 1.0, 0.0], distance = 5.0 }";
    let bent = format!("pose = {{ set = [\"mid:ry=60\"] }}\n{view}");
    let kind = "{ joint = { joint = \"mid\", channel = \"ry\", from = 0, to = 60 } }";
    let moves = format!("motion = {{ kind = {kind}, seconds = 0.5 }}\n{view}");
    let film = |measure: &str, second: &str, more: &[&str]| {
        let (talk, film) = (folder.file("talk.toml"), folder.file("film.apng"));
        let text = format!("skinscope_talk = 1\n{}{}", scene("none", ""), scene(measure, second));
        std::fs::write(&talk, text).unwrap();
        let shown = ["record", &talk, "--hold", "0.2", "--fps", "10", "--size", "320x240", "-o", &film];
        succeed(&[&shown[..], more].concat());
        apng_frames(&std::fs::read(&film).unwrap())
    };
    for (second, measure) in [(&bent, "section"), (&moves, "automatic")] {
        let glides = film(measure, second, &[]);
        let cut = film(measure, second, &["--cut"]);
        assert!(glides.len() > cut.len() && glides.last() == cut.last(), "{second}: no matter how it is reached");
        let bare = film("none", second, &["--cut"]);
        let (last, bare) = (cut.last().unwrap(), bare.last().unwrap());
        let figure = last.enumerate_pixels().filter(|(x, y, pixel)| bare.get_pixel(*x, *y) != *pixel);
        let lowest = figure.map(|(_, y, _)| y).max();
        assert!(lowest.is_some_and(|lowest| lowest < 120), "{second}: the figure is above the bar: {lowest:?}");
    }
}
