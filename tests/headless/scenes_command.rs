//! The scenes of the papers from the command line.

use super::command_line::{Folder, fail, run, succeed};
use super::film_frames::{apng_frames, largest_difference};
use super::gpu_support::{bar, context, twisted};
use skinscope::gpu::GpuModel;
use skinscope::panes::{Comparison, ComparisonKind, PaneSettings, Scene};
use skinscope::sheets::{PaneView, Sheet, SheetCaption, SheetPane, render_sheet};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{Camera, CameraPreset, PictureSettings};
use skinscope::work::Progress;

#[test]
fn all_scenes_are_listed() {
    let text = succeed(&["scenes"]);
    assert_eq!(text.lines().count(), Scene::of_papers().count());
    for (line, scene) in text.lines().zip(Scene::of_papers()) {
        let parts = [&scene.id, &scene.title, &scene.figure, &scene.paper];
        assert!(parts.iter().all(|part| line.contains(part.as_str())), "{line}");
    }
    let json: serde_json::Value = serde_json::from_str(&succeed(&["scenes", "--json"])).unwrap();
    assert_eq!(json["skinscope_scenes"], 2);
    let scenes = json["scenes"].as_array().unwrap();
    assert_eq!(scenes.len(), Scene::of_papers().count());
    let papers: Vec<&str> = scenes.iter().map(|scene| scene["paper"].as_str().unwrap()).collect();
    assert!(papers.is_sorted_by_key(|paper| {
        let order = ["Kavan 2007", "Kavan 2008", "Le & Hodgins 2016", "theo", "Williamson"];
        // Then the methods that came later.
        order.iter().position(|p| p == paper).unwrap_or(order.len())
    }));
    assert_eq!((papers[0], papers[papers.len() - 1]), ("Kavan 2007", "Le & Lewis 2019"));
    assert!(scenes.iter().all(|scene| !scene["methods"].as_array().unwrap().is_empty()));
}

#[test]
fn a_scene_is_drawn_with_its_caption() {
    let folder = Folder::new("scene");
    let draw = |more: &[&str]| {
        let file = folder.file("scene.png");
        succeed(&[&["scenes", "kavan-fig-4", "--size", "480x560", "-o", &file], more].concat());
        image::open(&file).unwrap().into_rgba8()
    };
    let (dark, light) = (draw(&[]), draw(&["--light"]));
    assert_eq!(dark.dimensions(), (480, 560));
    assert!(light.get_pixel(1, 1).0[0] > dark.get_pixel(1, 1).0[0] + 100);
    // Words below the panes, over more than one line.
    let lit = |y: u32| (0..480).filter(|&x| dark.get_pixel(x, y).0[0] > 120).count();
    let rows: Vec<bool> = (490..560).map(|y| lit(y) > 8).collect();
    let lines = rows.windows(2).filter(|pair| !pair[0] && pair[1]).count();
    assert!(lines >= 3, "{lines} lines of caption");
    let wide = draw(&["--columns", "2"]);
    assert!(wide.pixels().zip(dark.pixels()).any(|(a, b)| a != b));
}

/// Panes of one scene may show their skins in different phases. The view that they share holds all of them.
#[test]
fn a_scene_frames_the_skins_of_all_its_panes() {
    let folder = Folder::new("framed-scene");
    let (talk, file) = (folder.file("talk.toml"), folder.file("lying.png"));
    let panes = r#"[{ method = "two-phase-dqs", phases = "first" }, { method = "lbs" }]"#;
    let scene = format!("model = \"bar\"\noverlays = []\npose = {{ set = [\"root:rz=90\"] }}\npanes = {panes}\n");
    std::fs::write(&talk, format!("skinscope_talk = 1\n\n[[scene]]\n{scene}")).unwrap();
    for pane in ["1", "2"] {
        let shown = ["scenes", "1", "--talk", &talk, "--pane", pane, "--no-labels", "--transparent"];
        succeed(&[&shown[..], &["--size", "300x200", "-o", &file]].concat());
        let picture = image::open(&file).unwrap().into_rgba8();
        let on_edge = |x: u32, y: u32| x == 0 || y == 0 || x == 299 || y == 199;
        assert!(picture.pixels().filter(|pixel| pixel.0[3] > 0).count() > 1000);
        assert!(picture.enumerate_pixels().all(|(x, y, pixel)| !on_edge(x, y) || pixel.0[3] == 0), "pane {pane}");
    }
}

#[test]
fn a_picture_holds_its_scene() {
    let folder = Folder::new("held-scene");
    let (first, again, alone) = (folder.file("first.png"), folder.file("again.png"), folder.file("alone.png"));
    succeed(&["scenes", "kavan-fig-7", "--size", "640x360", "-o", &first]);
    assert!(succeed(&["scenes", "--talk", &first]).starts_with("kavan-fig-7 "));
    succeed(&["scenes", "1", "--talk", &first, "--size", "640x360", "-o", &again]);
    let pixels = |file: &str| image::open(file).unwrap().into_rgba8();
    assert!(pixels(&first) == pixels(&again));
    let pane = ["--pane", "2", "--no-labels", "--transparent", "--size", "300x301"];
    succeed(&[&["scenes", "1", "--talk", &again, "-o", &alone], &pane[..]].concat());
    let picture = pixels(&alone);
    assert_eq!(picture.dimensions(), (300, 301));
    assert_eq!(picture.get_pixel(0, 0).0[3], 0, "no header and no background");
    assert!(picture.pixels().any(|pixel| pixel.0[3] == 255));
    let line = fail(&["scenes", "1", "--talk", &first, "--pane", "3", "-o", &alone], 2);
    assert!(line.contains("--pane 3: the scene's panes are counted from 1 to 2"), "{line}");
    let foreign = folder.file("foreign.png");
    image::RgbaImage::new(4, 4).save(&foreign).unwrap();
    let line = fail(&["scenes", "--talk", &foreign], 3);
    assert!(line.contains("this picture holds no scene"), "{line}");
    let line = fail(&["scenes", "kavan-fig-7", "--isolate", "nobody", "-o", &alone], 2);
    assert!(line.contains("--isolate nobody"), "{line}");
}

#[test]
fn an_unknown_scene_is_reported_with_similar_names() {
    let folder = Folder::new("no-scene");
    let file = folder.file("scene.png");
    let line = fail(&["scenes", "kavan-fig7", "-o", &file], 2);
    assert!(line.contains("did you mean kavan-fig-7"), "{line}");
    let line = fail(&["scenes", "nonsense", "-o", &file], 2);
    assert!(line.contains("`skinscope scenes` lists those"), "{line}");
    let line = fail(&["scenes", "kavan-fig-7", "-o", "scene.jpg"], 2);
    assert!(line.contains("*.png"), "{line}");
    fail(&["scenes", "kavan-fig-7"], 2);
}

#[test]
fn a_wipe_shows_the_other_method_to_the_right_of_its_divider() {
    let model = bar();
    let gpu_model = GpuModel::for_pictures(context(), &model).unwrap();
    let pose = twisted(&model, 179.0);
    let sheet = |comparison: Comparison| {
        let settings = PaneSettings { comparison, ..PaneSettings::default() };
        let panes =
            [SheetPane { model: &gpu_model, settings, picture: PictureSettings::default(), beside: None, names: None }];
        let caption = SheetCaption::Line("bar");
        let sheet = Sheet { pose: &pose, panes: &panes, caption, size: [400, 300], columns: None, legend: true };
        let camera = |size| Camera::framing(model.rest_bounds(), size, CameraPreset::Front);
        let views = |size| panes.iter().map(|_| PaneView::new(&pose, camera(size))).collect();
        render_sheet(context(), &sheet, views, &Progress::default()).unwrap().picture
    };
    let other = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let alone = sheet(Comparison::default());
    let wiped = sheet(Comparison { kind: ComparisonKind::Wipe, other, ..Comparison::default() });
    let differing = |columns: std::ops::Range<u32>| {
        // Below the names of the sides.
        let pixels = columns.flat_map(|x| (90..270).map(move |y| (x, y)));
        pixels.filter(|&(x, y)| alone.get_pixel(x, y).0[0].abs_diff(wiped.get_pixel(x, y).0[0]) > 20).count()
    };
    assert_eq!(differing(8..196), 0);
    // The skin that linear blending pinches away beside the joint.
    assert!(differing(206..392) > 50, "{}", differing(206..392));
}

/// A talk of bars without words over the pictures, but for what is added to the scene.
fn talk_of_bars(folder: &Folder, name: &str, scenes: &[&str]) -> String {
    let scene = |more: &&str| {
        format!(
            "[[scene]]\ntitle = \"A bar\"\ncaption = \"A bar.\"\nmodel = \"bar\"\njoint = \"mid\"\noverlays = []\n\
             arrangement = \"row\"\nmeasure = \"none\"\n{more}\n"
        )
    };
    let text = format!("skinscope_talk = 1\n{}", scenes.iter().map(scene).collect::<String>());
    std::fs::write(folder.file(name), text).unwrap();
    folder.file(name)
}

fn sheet(folder: &Folder, talk: &str, scene: &str) -> image::RgbaImage {
    let file = folder.file("sheet.png");
    succeed(&["scenes", scene, "--talk", talk, "--size", "640x320", "-o", &file]);
    image::open(&file).unwrap().into_rgba8()
}

/// The box around the pixels that differ: left, top, right, bottom.
fn difference(a: &image::RgbaImage, b: &image::RgbaImage) -> [u32; 4] {
    let differing = a.enumerate_pixels().filter(|(x, y, pixel)| b.get_pixel(*x, *y) != *pixel);
    differing.fold([u32::MAX, u32::MAX, 0, 0], |[left, top, right, bottom], (x, y, _)| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}

#[test]
fn a_pane_of_a_sheet_has_its_own_view() {
    let folder = Folder::new("own-views");
    let view = "{ yaw = 70, pitch = 30, joint = \"mid\" }";
    let own = format!("panes = [{{ method = \"lbs\" }}, {{ method = \"dqs\", view = {view} }}]");
    let all = format!("view = {view}\npanes = [{{ method = \"lbs\" }}, {{ method = \"dqs\" }}]");
    let shared = "panes = [{ method = \"lbs\" }, { method = \"dqs\" }]";
    let talk = talk_of_bars(&folder, "talk.toml", &[&own, &all, shared]);
    let [own, all, shared] = ["1", "2", "3"].map(|scene| sheet(&folder, &talk, scene));
    let half = |picture: &image::RgbaImage, x| image::imageops::crop_imm(picture, x, 0, 316, 280).to_image();
    assert!(half(&own, 324) == half(&all, 324), "the second pane has the view");
    assert!(half(&own, 4) == half(&shared, 4), "the first one has the scene's");
    assert!(half(&own, 324) != half(&shared, 324));
}

#[test]
fn a_sheet_shows_the_marks_and_figures_of_its_scene() {
    let folder = Folder::new("marks");
    let scene = |more: &str| {
        format!("pose = {{ set = [\"mid:rx=150\"] }}\npanes = [{{ method = \"lbs\" }}, {{ method = \"dqs\" }}]\n{more}")
    };
    let ring = scene("marks = [{ at = { joint = \"mid\" }, panes = [2] }]");
    let arrow = scene("marks = [{ at = { joint = \"mid\" }, shape = \"arrow\", label = \"here\" }]");
    let worst = scene("marks = [{ at = { worst = \"collapse\" }, panes = [1] }]");
    let plain = scene("");
    let talk = talk_of_bars(&folder, "talk.toml", &[&plain, &ring, &arrow, &worst]);
    let [plain, ring, arrow, worst] = ["1", "2", "3", "4"].map(|scene| sheet(&folder, &talk, scene));
    let [left, top, right, bottom] = difference(&plain, &ring);
    assert!(
        left > 320 && right - left < 60 && bottom - top < 60,
        "a ring in the second pane: {left} {top} {right} {bottom}"
    );
    let [arrow_left, _, arrow_right, _] = difference(&plain, &arrow);
    assert!(arrow_left < 320 && arrow_right > 320, "an arrow in both panes");
    let [left, _, right, _] = difference(&plain, &worst);
    assert!(right < 320 && right - left < 60, "a ring at the worst vertex of the first pane");
    // The figure of each pane, and a ring where the section is past its limit.
    let measured = talk_of_bars(&folder, "measured.toml", &[&scene("")]);
    let text = std::fs::read_to_string(&measured).unwrap().replace("measure = \"none\"", "measure = \"section\"");
    std::fs::write(&measured, text).unwrap();
    let [left, _, right, bottom] = difference(&plain, &sheet(&folder, &measured, "1"));
    assert!(left < 40 && right > 340 && bottom > 240, "words in the lower left of both panes: {left} {right} {bottom}");
}

/// The list of a talk warns of scenes whose models are missing or lack a joint, and says no title twice.
#[test]
fn scenes_of_a_talk_that_cannot_be_shown_are_told() {
    let folder = Folder::new("unfit");
    let talk = folder.file("talk.toml");
    let panes = "panes = [{ method = \"lbs\" }]";
    let scene = |title: &str, more: &str| format!("[[scene]]\ntitle = \"{title}\"\n{more}\n{panes}\n");
    let scenes = [
        scene("Here", "model = \"bar\""),
        scene("Typo", "model = \"mannequin\"\njoint = \"forarm.L\""),
        scene("Lost", "model = \"gone.glb\""),
    ];
    std::fs::write(&talk, format!("skinscope_talk = 1\n{}", scenes.concat())).unwrap();
    let output = run(&["scenes", "--talk", &talk]);
    let (said, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success());
    assert_eq!(said.lines().collect::<Vec<_>>(), ["here  Here", "typo  Typo", "lost  Lost"]);
    let told: Vec<&str> = told.lines().collect();
    assert!(told[0].starts_with("warning: scene 2 cannot be shown: ") && told[0].contains("did you mean"), "{told:?}");
    assert!(told[1].starts_with("warning: scene 3 cannot be shown: ") && told[1].contains("gone.glb"), "{told:?}");
}

/// The first pane alone shows its figure, although the pane with centers of rotation is not drawn.
#[test]
fn a_pane_alone_is_measured_beside_the_others() {
    let folder = Folder::new("pane-figures");
    let scene = "pose = { set = [\"mid:rx=150\"] }\npanes = [{ method = \"lbs\" }, { method = \"cor\" }]\n";
    let talk = talk_of_bars(&folder, "plain.toml", &[scene]);
    let measured = folder.file("measured.toml");
    let text = std::fs::read_to_string(&talk).unwrap().replace("measure = \"none\"", "measure = \"automatic\"");
    std::fs::write(&measured, text).unwrap();
    let alone = |talk: &str| {
        let file = folder.file("pane.png");
        succeed(&["scenes", "1", "--talk", talk, "--pane", "1", "--size", "640x320", "-o", &file]);
        image::open(&file).unwrap().into_rgba8()
    };
    let [left, _, right, bottom] = difference(&alone(&talk), &alone(&measured));
    assert!(left < 40 && right > 80 && bottom > 200, "words in the lower left: {left} {right} {bottom}");
}

#[test]
fn a_talk_becomes_slides() {
    let folder = Folder::new("slides");
    let (file, talk) = (folder.file("slides.pdf"), folder.file("talk.toml"));
    let text = "skinscope_talk = 1\ntitle = \"Elbows\"\n[[scene]]\nid = \"bend\"\ntitle = \"The bar bends\"\n\
                caption = \"LBS & DQS\"\nmodel = \"bar\"\npanes = [{ method = \"lbs\" }, { method = \"dqs\" }]\n\
                [[scene]]\nid = \"gone\"\ntitle = \"Gone\"\nmodel = \"gone.glb\"\npanes = [{ method = \"lbs\" }]\n";
    std::fs::write(&talk, text).unwrap();
    let count = |wanted: &str| {
        let bytes = std::fs::read(&file).unwrap();
        bytes.windows(wanted.len()).filter(|window| *window == wanted.as_bytes()).count()
    };
    let told = succeed(&["scenes", "--talk", &talk, "--size", "640x360", "-o", &file]);
    assert!(told.starts_with("2 slides, "), "{told}");
    // The missing model has a page that says so.
    assert_eq!((count("/Type /Page\n"), count("/Subtype /Image")), (2, 1));
    assert!(count("/Width 640") == 1 && count("(Elbows)") == 1 && count("/ToUnicode") >= 2);
    succeed(&["scenes", "bend", "--talk", &talk, "--size", "320x180", "--light", "-o", &file]);
    assert_eq!(count("/Type /Page\n"), 1);
    assert!(fail(&["scenes", "gone", "--talk", &talk, "-o", &file], 3).contains("gone.glb"));
    assert!(fail(&["scenes", "--talk", &talk, "-o", &folder.file("all.png")], 2).contains("name one scene"));
    let flat = fail(&["scenes", "--talk", &talk, "--size", "958x239", "-o", &file], 2);
    let words = "--size: slides of 958x239 pixels are too flat for their titles; make them at least 240 pixels high";
    assert!(flat.contains(words), "{flat}");
    succeed(&["scenes", "bend", "--talk", &talk, "--size", "160x40", "-o", &file]);
    assert!(count("/Width 160") == 0 && count("/Height 64") == 1, "a small picture is drawn larger, in its shape");
    assert!(
        fail(&["scenes", "bend", "--talk", &talk, "--pane", "1", "-o", &file], 2).contains("--pane is for a picture")
    );
}

/// Whatever a scene names that its model lacks: slides, pages and films show the other scenes, and say why.
#[test]
fn a_scene_that_does_not_fit_its_model_stops_nothing() {
    let folder = Folder::new("misfits");
    let motion =
        "motion = { kind = { joint = { joint = \"elbo\", channel = \"rx\", from = 0, to = 9 } }, seconds = 1 }";
    let outlines = "compare = { kind = \"ghost\", other_model = true, method = \"lbs\" }";
    let wrong = [
        ("pose", "pose = { set = [\"elbo:rx=9\"] }", "elbo"),
        ("joint", "joint = \"elbo\"", "elbo"),
        ("vertex", "vertex = [0, 999999]", "no 999999"),
        ("isolated", "isolate = [\"elbo\"]", "elbo"),
        ("view", "view = { joint = \"elbo\" }", "elbo"),
        ("mark", "marks = [{ at = { joint = \"elbo\" } }]", "elbo"),
        ("motion", motion, "elbo"),
    ];
    let scene = |id: &str, more: &str, pane: &str| {
        format!("[[scene]]\nid = \"{id}\"\nmodel = \"bar\"\npanes = [{{ method = \"lbs\"{pane} }}]\n{more}\n")
    };
    let scenes = wrong.map(|(id, more, _)| scene(id, more, ""));
    let both = scene("both", "second = { model = \"limb\" }", &format!(", {outlines}"));
    let talk = folder.file("talk.toml");
    let text = format!("skinscope_talk = 1\n{}{}{both}", scenes.concat(), scene("whole", "", ""));
    std::fs::write(&talk, text).unwrap();
    let make = |arguments: &[&str], name: &str| {
        let output = run(&[arguments, &["-o", &folder.file(name)]].concat());
        let (said, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success(), "{name}: {told}");
        for (id, _, why) in wrong {
            let said = told.lines().filter(|line| line.contains(&format!("the scene {id} is"))).collect::<Vec<_>>();
            // A slide shows no motion.
            let is_wrong = id != "motion" || name != "slides.pdf";
            assert!(said.len() == usize::from(is_wrong), "{name}, {id}: {told}");
            assert!(said.iter().all(|line| line.contains(why)), "{name}, {id}: {told}");
        }
        (said, told)
    };
    let (slides, _) = make(&["scenes", "--talk", &talk, "--size", "320x180"], "slides.pdf");
    assert!(slides.starts_with("9 slides, "), "{slides}");
    let (page, told) = make(&["share", &talk], "page.html");
    assert!(page.starts_with("1 scene, "), "{page}");
    assert!(told.contains("the scene both is left out: a page shows two models beside each other"), "{told}");
    make(&["record", &talk, "--hold", "0.1", "--fps", "10", "--size", "160x120", "--cut"], "film.apng");
    let frames = apng_frames(&std::fs::read(folder.file("film.apng")).unwrap());
    assert_eq!(frames.len(), 9);
    assert!(largest_difference(&frames[0], &frames[7]) > 20, "the whole scene is shown");
    assert!(fail(&["scenes", "joint", "--talk", &talk, "-o", &folder.file("slides.pdf")], 3).contains("elbo"));
}
