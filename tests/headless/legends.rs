//! How `render --paint` explains its colors: a legend in the picture, and a line of text.

use super::command_line::{Folder, fail, run, succeed};
use image::RgbaImage;

const PAINTS: [&str; 10] = [
    "weights:mid",
    "dominant-joint",
    "influence-count",
    "difference:dqs",
    "area-stretch",
    "edge-stretch",
    "volume-change",
    "invalid-signs",
    "normal-error",
    "similarity:4262",
];

/// The picture and what is printed.
fn render(folder: &Folder, paint: &str, more: &[&str]) -> (RgbaImage, String) {
    let file = folder.file("out.png");
    let fixed = ["render", "bar", "--set", "mid:rx=120", "--paint", paint, "-o", &file];
    let told = succeed(&[&fixed, more].concat());
    (image::open(&file).unwrap().into_rgba8(), told)
}

fn differing(a: &RgbaImage, b: &RgbaImage) -> Vec<[u32; 2]> {
    assert_eq!(a.dimensions(), b.dimensions());
    a.enumerate_pixels().filter(|(x, y, pixel)| b.get_pixel(*x, *y) != *pixel).map(|(x, y, _)| [x, y]).collect()
}

#[test]
fn every_paint_has_a_legend_beside_the_skin() {
    let folder = Folder::new("legends");
    for paint in PAINTS {
        let more = ["--transparent", "--overlay", "none", "--size", "480x320"];
        let (with, told) = render(&folder, paint, &more);
        let (without, told_again) = render(&folder, paint, &[&more[..], &["--no-legend"]].concat());
        let legend = differing(&with, &without);
        assert!(legend.len() > 1500, "{paint}: {}", legend.len());
        for [x, y] in legend {
            assert_eq!(without.get_pixel(x, y).0[3], 0, "{paint}: the legend covers the skin at {x}, {y}");
            assert!(with.get_pixel(x, y).0[3] > 0, "{paint}");
        }
        assert_eq!(told, told_again, "{paint}");
        assert_eq!(told.lines().count(), 1, "{paint}: {told}");
    }
    let (_, told) = render(&folder, "materials", &["--size", "160x120"]);
    assert_eq!(told, "");
}

/// Colors of a legend are those of the skin, and the plate behind words is the panel's.
#[test]
fn a_legend_has_the_colors_of_the_skin() {
    let folder = Folder::new("legend-colors");
    let more = ["--transparent", "--overlay", "none", "--size", "480x320"];
    let (with, _) = render(&folder, "dominant-joint", &more);
    let (without, _) = render(&folder, "dominant-joint", &[&more[..], &["--no-legend"]].concat());
    let hue = |[red, green, blue, alpha]: [u8; 4]| {
        let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
        (alpha == 255 && high - low > 40).then(|| [red, green, blue].map(|part| u32::from(part) * 8 / u32::from(high)))
    };
    let skin: std::collections::HashSet<[u32; 3]> = without.pixels().filter_map(|pixel| hue(pixel.0)).collect();
    let legend = differing(&with, &without);
    let chips: std::collections::HashSet<[u32; 3]> =
        legend.iter().filter_map(|&[x, y]| hue(with.get_pixel(x, y).0)).collect();
    assert!(chips.len() >= 2, "two joints, two colors: {chips:?}");
    let near = |a: &[u32; 3], b: &[u32; 3]| (0..3).all(|part| a[part].abs_diff(b[part]) <= 1);
    let strangers = chips.iter().filter(|chip| !skin.iter().any(|color| near(chip, color))).count();
    assert_eq!(strangers, 0, "{chips:?} {skin:?}");
}

#[test]
fn a_skin_that_fills_the_picture_leaves_a_strip() {
    let folder = Folder::new("legend-strip");
    let near = ["--camera", "front,distance=0.3", "--overlay", "none"];
    for size in [[480, 320], [200, 120], [64, 64]] {
        let text = format!("{}x{}", size[0], size[1]);
        let (with, _) = render(&folder, "area-stretch", &[&near[..], &["--size", &text]].concat());
        let ground = with.get_pixel(size[0] - 1, size[1] - 1).0;
        let scene = (0..size[1]).rev().find(|&y| with.get_pixel(size[0] - 1, y).0 != ground).unwrap() + 1;
        assert!((size[1] * 9 / 20..size[1] - 15).contains(&scene), "{size:?}: {scene} rows");
        let text = format!("{}x{scene}", size[0]);
        let (alone, _) = render(&folder, "area-stretch", &[&near[..], &["--size", &text, "--no-legend"]].concat());
        let shown = image::imageops::crop_imm(&with, 0, 0, size[0], scene).to_image();
        assert!(shown == alone, "{size:?}: what is shown is what a picture of that size shows");
        let strip = image::imageops::crop_imm(&with, 0, scene, size[0], size[1] - scene).to_image();
        assert!(strip.pixels().filter(|pixel| pixel.0 != ground).count() > 300, "{size:?}: the legend is in the strip");
    }
}

#[test]
fn type_grows_with_the_picture_and_tiny_pictures_say_that_they_have_none() {
    let folder = Folder::new("legend-sizes");
    let height = |size: &str| {
        let more = ["--overlay", "none", "--size", size];
        let (with, _) = render(&folder, "difference:dqs", &more);
        let (without, _) = render(&folder, "difference:dqs", &[&more[..], &["--no-legend"]].concat());
        let rows: Vec<u32> = differing(&with, &without).iter().map(|[_, y]| *y).collect();
        rows.iter().max().unwrap() - rows.iter().min().unwrap()
    };
    let (small, large) = (height("640x480"), height("1920x1080"));
    assert!(large > 2 * small && large * 480 < 3 * small * 1080, "{small} {large}");
    let (_, told) = render(&folder, "difference:dqs", &["--size", "30x20"]);
    assert!(told.contains("; the picture is too small for a legend"), "{told}");
    let (_, told) = render(&folder, "difference:dqs", &["--size", "30x20", "--no-legend"]);
    assert!(!told.contains("too small"), "{told}");
}

#[test]
fn the_range_is_given_in_units_and_percent() {
    let folder = Folder::new("legend-range");
    let told = |paint: &str, more: &[&str]| render(&folder, paint, &[&["--size", "160x120"], more].concat()).1;
    // Numbers of a line, in their order.
    let numbers =
        |line: &str| -> Vec<f64> { line.split([' ', '(', ',', '%']).filter_map(|word| word.parse().ok()).collect() };
    let line = told("difference:dqs", &[]);
    assert!(line.starts_with("Distance to DQS: colors 0 to ") && line.contains("% of extent), skin 0 to "), "{line}");
    let found = numbers(&line);
    let [_, end, _, percent, _, largest, _, _] = found[..] else { panic!("{line}") };
    // The skin that LBS pinches lies 0.2 (1 - cos 60 degrees) from its correct position.
    let info: serde_json::Value = serde_json::from_str(&succeed(&["info", "bar", "--json"])).unwrap();
    let extent = info["extent"].as_f64().unwrap();
    assert!((end - 0.1).abs() < 2e-3 && (percent - 100.0 * end / extent).abs() < 0.01 && largest == end, "{line}");
    let line = told("difference:dqs", &["--paint-range", "0.05"]);
    let found = numbers(&line);
    assert!(found[1] == 0.05 && (found[3] - 5.0 / extent).abs() < 0.01 && (found[5] - 0.1).abs() < 2e-3, "{line}");
    assert_eq!(told("weights:mid", &[]), "Weight of mid: colors 0 to 1, skin 0 to 1.00\n");
    assert_eq!(told("influence-count", &[]), "Influences per vertex: colors 1 to 2, skin 1 to 2\n");
    // At half and half of two joints, 2 (1/4)(1/4).
    assert_eq!(told("similarity:4262", &[]), "Similarity to the vertex: colors 0 to 0.125, skin 0 to 0.125\n");
    assert_eq!(told("similarity:0", &[]), "The vertex follows one joint: none is similar\n");
    assert!(told("dominant-joint", &[]).starts_with("Dominant joint, by number of vertices: "));
    // Where the picture goes to standard output, the line does not.
    let output = run(&["render", "bar", "--paint", "area-stretch", "--size", "80x80", "-o", "-"]);
    assert!(output.status.success() && image::load_from_memory(&output.stdout).is_ok());
    assert!(String::from_utf8_lossy(&output.stderr).contains("Area relative to rest: colors 0.5 × to 2 ×, skin "));
}

#[test]
fn a_similarity_needs_a_vertex_of_the_model() {
    let folder = Folder::new("similarity");
    let file = folder.file("out.png");
    let refused = |paint: &str, status| fail(&["render", "bar", "--paint", paint, "-o", &file], status);
    let line = refused("similarity:8578", 2);
    assert!(
        line.contains("--paint similarity:8578: the skinned primitives have 8578 vertices, from 0 to 8577"),
        "{line}"
    );
    assert!(refused("similarity", 2).contains("Write similarity:VERTEX"));
    let talk = folder.file("talk.toml");
    let scene = |vertex: &str| {
        let text = format!(
            "skinscope_talk = 1\n[[scene]]\ntitle = \"A bar\"\ncaption = \"A bar.\"\nmodel = \"bar\"\nvertex = {vertex}\n\
             panes = [{{ method = \"lbs\", paint = \"similarity\" }}]\n"
        );
        std::fs::write(&talk, text).unwrap();
        ["scenes", "1", "--talk", &talk, "--size", "320x240", "-o", &file].map(str::to_owned)
    };
    let line = fail(&scene("[0, 8578]").each_ref().map(String::as_str), 3);
    assert!(line.contains("primitive 0 has 8578 vertices, and no 8578"), "{line}");
    assert!(fail(&scene("[1, 0]").each_ref().map(String::as_str), 3).contains("it has no primitive 1"));
    succeed(&scene("[0, 8577]").each_ref().map(String::as_str));
}

#[test]
fn compare_tells_the_range_of_every_pane_and_drops_its_legends() {
    let folder = Folder::new("compare-legends");
    let file = folder.file("sheet.png");
    let compare = |more: &[&str]| {
        let fixed = ["compare", "bar", "--methods", "lbs,cor", "--set", "mid:rx=90", "--paint", "difference:dqs"];
        let told = succeed(&[&fixed, &["--size", "800x400", "-o", &file][..], more].concat());
        (image::open(&file).unwrap().into_rgba8(), told)
    };
    let (with, told) = compare(&[]);
    let (without, _) = compare(&["--no-legend"]);
    assert!(!differing(&with, &without).is_empty());
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].starts_with("lbs: Distance to DQS: ") && lines[1].starts_with("cor: Distance to DQS: "), "{told}");
    let colors = |line: &str| line.split("skin").next().unwrap().split_once(": ").unwrap().1.to_owned();
    assert_eq!(colors(lines[0]), colors(lines[1]), "one range for all panes");
}

#[test]
fn a_wipe_has_its_divider_where_it_is_put() {
    let folder = Folder::new("wipe");
    let file = folder.file("sheet.png");
    let compare = |more: &[&str]| {
        let fixed = ["compare", "bar", "--methods", "lbs", "--set", "mid:rx=179", "--size", "640x360"];
        succeed(&[&fixed, &["--overlay", "none", "-o", &file][..], more].concat());
        image::open(&file).unwrap().into_rgba8()
    };
    let alone = compare(&[]);
    // From the first column that shows the divider or the other method, below the names of the sides.
    let start = |wipe: &str| {
        let wiped = compare(&["--wipe", wipe]);
        differing(&alone, &wiped).into_iter().filter(|[_, y]| (90..330).contains(y)).map(|[x, _]| x).min().unwrap()
    };
    for (wipe, share) in [("dqs", 0.5), ("dqs@0.7", 0.7), ("dqs@0.25", 0.25)] {
        let expected = 4.0 + share * 632.0;
        assert!((start(wipe) as f32 - expected).abs() < 3.0, "{wipe}: {} {expected}", start(wipe));
    }
    for wrong in ["dqs@1.5", "dqs@-0.1", "dqs@", "dqs@half"] {
        let line = fail(&["compare", "bar", "--wipe", wrong, "-o", &file], 2);
        assert!(line.contains("from 0 (left) to 1 (right)"), "{line}");
    }
}

/// In all frames at the same place, and not over the legs at the lower left.
#[test]
fn the_legend_of_a_film_is_beside_what_it_shows() {
    let folder = Folder::new("film-legend");
    let frames = |more: &[&str]| {
        let film =
            ["record", "mannequin", "--sweep", "hand.L:rx=0..20", "--paint", "weights:hand.L", "--methods", "lbs"];
        let look = ["--overlay", "none", "--seconds", "0.3", "--fps", "10", "--size", "480x360", "--overwrite"];
        let camera = ["--camera", "front,target=0.5:0.35:0,distance=2.2", "-o", &folder.file("film.png")];
        succeed(&[&film[..], &look, &camera, more].concat());
        [1, 2, 3].map(|frame| image::open(folder.file(&format!("film-000{frame}.png"))).unwrap().into_rgb8())
    };
    let (with, without) = (frames(&[]), frames(&["--no-legend"]));
    let places = [0, 1, 2].map(|frame| {
        let pairs = with[frame].enumerate_pixels().zip(without[frame].pixels());
        let changed: Vec<[u32; 2]> = pairs.filter(|((.., a), b)| a != b).map(|((x, y, _), _)| [x, y]).collect();
        let ends = |axis: usize| {
            let along = || changed.iter().map(|at| at[axis]);
            [along().min().unwrap(), along().max().unwrap()]
        };
        [ends(0), ends(1)]
    });
    assert!(places.iter().all(|place| *place == places[0]), "it does not jump: {places:?}");
    assert!(places[0][0][0] > 200, "the legs are at the left: {places:?}");
}

#[test]
fn both_sides_of_a_wipe_are_named() {
    let folder = Folder::new("wipe-names");
    let file = folder.file("wipe.png");
    let line =
        ["compare", "bar", "--methods", "lbs", "--wipe", "dqs", "--overlay", "none", "--size", "640x480", "-o", &file];
    succeed(&line);
    let picture = image::open(&file).unwrap().into_luma8();
    // Letters on both sides of the divider, below the header and above the bar.
    let lit = |columns: std::ops::Range<u32>| {
        columns.flat_map(|x| (44..70).map(move |y| (x, y))).filter(|&(x, y)| picture.get_pixel(x, y).0[0] > 200).count()
    };
    let (left, right) = (lit(240..310), lit(330..400));
    assert!(left > 20 && right > 20, "{left} and {right} bright pixels");
}
