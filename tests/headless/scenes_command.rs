//! The scenes of the papers from the command line.

use super::command_line::{Folder, fail, succeed};
use super::gpu_support::{bar, context, twisted};
use skinscope::gpu::GpuModel;
use skinscope::panes::{Comparison, ComparisonKind, PaneSettings, Scene};
use skinscope::sheets::{Sheet, SheetCaption, SheetPane, render_sheet};
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
    assert_eq!(json["skinscope_scenes"], 1);
    let scenes = json["scenes"].as_array().unwrap();
    assert_eq!(scenes.len(), Scene::of_papers().count());
    assert_eq!(scenes[0]["paper"], "Kavan 2008");
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
    let line = fail(&["scenes", "1", "--talk", &first, "--pane", "3", "-o", &alone], 1);
    assert!(line.contains("--pane 3: the scene's panes are counted from 1 to 2"), "{line}");
    let foreign = folder.file("foreign.png");
    image::RgbaImage::new(4, 4).save(&foreign).unwrap();
    let line = fail(&["scenes", "--talk", &foreign], 1);
    assert!(line.contains("this picture holds no scene"), "{line}");
    let line = fail(&["scenes", "kavan-fig-7", "--isolate", "nobody", "-o", &alone], 1);
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
    let gpu_model = GpuModel::new(context(), &model).unwrap();
    let pose = twisted(&model, 179.0);
    let sheet = |comparison: Comparison| {
        let settings = PaneSettings { comparison, ..PaneSettings::default() };
        let panes = [SheetPane { model: &gpu_model, settings, picture: PictureSettings::default() }];
        let caption = SheetCaption::Line("bar");
        let sheet = Sheet { pose: &pose, panes: &panes, caption, size: [400, 300], columns: None, legend: true };
        let camera = |size| Camera::framing(model.rest_bounds(), size, CameraPreset::Front);
        render_sheet(context(), &sheet, camera, &Progress::default()).unwrap().picture
    };
    let other = SkinningSettings { method: SkinningMethod::Dqs, ..SkinningSettings::default() };
    let alone = sheet(Comparison::default());
    let wiped = sheet(Comparison { kind: ComparisonKind::Wipe, other, divider: 0.5 });
    let differing = |columns: std::ops::Range<u32>| {
        let pixels = columns.flat_map(|x| (40..270).map(move |y| (x, y)));
        pixels.filter(|&(x, y)| alone.get_pixel(x, y).0[0].abs_diff(wiped.get_pixel(x, y).0[0]) > 20).count()
    };
    assert_eq!(differing(8..196), 0);
    // The skin that linear blending pinches away beside the joint.
    assert!(differing(206..392) > 50, "{}", differing(206..392));
}
