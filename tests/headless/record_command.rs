//! `skinscope record`: films, decoded again.

use super::command_line::{Folder, command, fail, run, succeed};
use super::film_frames::{apng_frames, gif_frames, largest_difference, mean_difference};
use super::record_talks::write_talk;
use crate::skips::skip;
use image::{Rgba, RgbaImage, imageops};
use std::io::Cursor;
use std::path::Path;

/// Four frames of a bar that bends, in two panes.
const BEND: [&str; 12] = [
    "record",
    "bar",
    "--sweep",
    "mid:rx=0..90",
    "--seconds",
    "0.4",
    "--fps",
    "10",
    "--size",
    "128x80",
    "--methods",
    "lbs,dqs",
];

/// One pane without words or ground.
const BARE: [&str; 10] =
    ["--methods", "lbs", "--no-titles", "--no-caption", "--overlay", "none", "--size", "64x48", "--fps", "10"];

fn record(folder: &Folder, arguments: &[&str], name: &str) -> Vec<u8> {
    let file = folder.file(name);
    succeed(&[arguments, &["-o", &file]].concat());
    std::fs::read(&file).unwrap()
}

/// The numbered files of a sequence.
fn sequence(folder: &Folder, stem: &str, count: usize) -> Vec<RgbaImage> {
    let picture = |number| image::open(folder.file(&format!("{stem}-{number:04}.png"))).unwrap().to_rgba8();
    (1..=count).map(picture).collect()
}

fn check_film(frames: &[RgbaImage], count: usize, size: (u32, u32), name: &str) {
    assert_eq!(frames.len(), count, "{name}");
    for (number, frame) in frames.iter().enumerate() {
        assert_eq!(frame.dimensions(), size, "{name}");
        assert!(frame.pixels().any(|pixel| pixel.0[0] > 120), "{name}: frame {number} shows no skin");
    }
    assert!(frames.windows(2).all(|pair| largest_difference(&pair[0], &pair[1]) > 20), "{name}: a frame is repeated");
}

#[test]
fn films_of_every_format_hold_the_same_frames() {
    let folder = Folder::new("record");
    succeed(&[&BEND[..], &["-o", &folder.file("bend.png")]].concat());
    let frames = sequence(&folder, "bend", 4);
    check_film(&frames, 4, (128, 80), "png");
    let apng = record(&folder, &BEND, "bend.apng");
    assert!(apng_frames(&apng) == frames, "apng");
    let gif = record(&folder, &BEND, "bend.gif");
    let (shown, delays) = gif_frames(&gif);
    check_film(&shown, 4, (128, 80), "gif");
    assert_eq!(delays, [10; 4]);
    for (shown, frame) in shown.iter().zip(&frames) {
        assert!(mean_difference(shown, frame) < 1.5, "256 colors: {}", mean_difference(shown, frame));
    }
    // Ten frames a second for 0.4 s, and no file besides those that were asked for.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4 + 2);
    for (name, first) in [("bend.apng", apng), ("bend.gif", gif)] {
        assert!(record(&folder, &BEND, name) == first, "{name}: the same bytes again");
    }
}

/// The content of a box, found by the names of those around it.
fn inside<'b>(mut bytes: &'b [u8], path: &[&str]) -> &'b [u8] {
    for name in path {
        loop {
            let short = u32::from_be_bytes(bytes[..4].try_into().unwrap()) as usize;
            let (start, length) = match short {
                1 => (16, u64::from_be_bytes(bytes[8..16].try_into().unwrap()) as usize),
                _ => (8, short),
            };
            if &bytes[4..8] == name.as_bytes() {
                bytes = &bytes[start..length];
                break;
            }
            bytes = &bytes[length..];
        }
    }
    bytes
}

fn number(bytes: &[u8], place: usize) -> u32 {
    u32::from_be_bytes(bytes[4 * place..4 * place + 4].try_into().unwrap())
}

#[test]
fn an_mp4_says_what_it_holds() {
    let folder = Folder::new("record-mp4");
    let file = folder.file("bend.mp4");
    let odd = [&BEND[..8], &["--size", "127x79", "--methods", "lbs", "-o", &file]].concat();
    let told = succeed(&odd);
    assert!(told.contains("4 frames, 128 x 80 pixels (padded from 127 x 79"), "{told}");
    let mp4 = std::fs::read(&file).unwrap();
    let brands: Vec<&[u8]> = inside(&mp4, &["ftyp"]).chunks(4).collect();
    assert!(brands.contains(&&b"av01"[..]), "{brands:?}");
    let table = inside(&mp4, &["moov", "trak", "mdia", "minf", "stbl"]);
    let sizes = inside(table, &["stsz"]);
    let total: u32 = (0..4).map(|frame| number(sizes, 3 + frame)).sum();
    assert_eq!((number(sizes, 2), total as usize), (4, inside(&mp4, &["mdat"]).len()));
    let data = number(inside(table, &["stco"]), 2) as usize;
    // A sequence header begins the first frame, and the headers are in front of the data.
    assert_eq!((mp4[data] >> 3 & 0xF, inside(&mp4, &["mdat"]).as_ptr()), (1, mp4[data..].as_ptr()));
    assert_eq!([1, 2].map(|place| number(inside(table, &["stss"]), place)), [1, 1], "one key frame, the first");
    let media = inside(&mp4, &["moov", "trak", "mdia", "mdhd"]);
    assert_eq!([1, 2, 3, 4].map(|place| number(media, place)), [0, 0, 10_000, 4000], "no times; 0.4 s");
    succeed(&odd);
    assert!(std::fs::read(&file).unwrap() == mp4, "the same bytes again");
    let Some(decoded) = decoded_by_ffmpeg(&file, [128, 80]) else { return };
    check_film(&decoded, 4, (128, 80), "mp4");
    let frames = apng_frames(&record(&folder, &odd[..12], "bend.apng"));
    for (decoded, frame) in decoded.iter().zip(&frames) {
        let decoded = imageops::crop_imm(decoded, 0, 0, 127, 79).to_image();
        assert!(mean_difference(&decoded, frame) < 3.0, "{}", mean_difference(&decoded, frame));
    }
}

/// The frames as an independent decoder sees them. `None` without ffmpeg.
fn decoded_by_ffmpeg(file: &str, [width, height]: [u32; 2]) -> Option<Vec<RgbaImage>> {
    let mut ffmpeg = std::process::Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgba", "-"]);
    let Ok(output) = ffmpeg.output() else {
        skip(format_args!("there is no ffmpeg here"));
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let frame = |data: &[u8]| RgbaImage::from_raw(width, height, data.to_vec()).unwrap();
    Some(output.stdout.chunks((4 * width * height) as usize).map(frame).collect())
}

/// The whole turn fits into the picture, and is framed once: the skin touches no edge in any frame, and nearly does so
/// in some.
#[test]
fn a_turntable_keeps_the_subject_inside_and_repeats_without_a_jump() {
    let folder = Folder::new("record-turn");
    let arguments = [&["record", "cloth", "--turntable", "--seconds", "1.2", "--transparent"][..], &BARE].concat();
    let frames = apng_frames(&record(&folder, &arguments, "turn.apng"));
    check_film(&frames, 12, (64, 48), "turn");
    let on_edge = |frame: &RgbaImage| {
        frame.enumerate_pixels().any(|(x, y, pixel)| (x == 0 || y == 0 || x == 63 || y == 47) && pixel.0[3] > 0)
    };
    assert!(!frames.iter().any(on_edge));
    let width = |frame: &RgbaImage| {
        let columns = (0..64).filter(|&x| (0..48).any(|y| frame.get_pixel(x, y).0[3] > 0));
        columns.count()
    };
    let height = |frame: &RgbaImage| (0..48).filter(|&y| (0..64).any(|x| frame.get_pixel(x, y).0[3] > 0)).count();
    assert!(frames.iter().any(|frame| width(frame) > 48 || height(frame) > 34), "the picture is used");
    // A quarter of the way is the view from the side.
    assert!(mean_difference(&frames[0], &frames[3]) > 5.0);
    let first_step = mean_difference(&frames[0], &frames[1]);
    let last_step = mean_difference(&frames[11], &frames[0]);
    assert!((0.3..3.0).contains(&(last_step / first_step)), "{first_step} {last_step}");
}

#[test]
fn transparent_films_have_soft_edges_where_the_format_can() {
    let folder = Folder::new("record-clear");
    let arguments = [&["record", "bar", "--turntable", "90", "--seconds", "0.3", "--transparent"][..], &BARE].concat();
    let frames = apng_frames(&record(&folder, &arguments, "clear.apng"));
    for frame in &frames {
        let alphas: Vec<u8> = frame.pixels().map(|pixel| pixel.0[3]).collect();
        let soft = alphas.iter().filter(|alpha| (1..255).contains(*alpha)).count();
        assert!(alphas.contains(&0) && alphas.contains(&255) && soft > 20, "{soft} soft pixels");
        // An edge has the color of the skin, not of a background.
        let soft = frame.pixels().filter(|pixel| (100..200).contains(&pixel.0[3]));
        assert!(soft.map(|pixel| pixel.0[0]).max() > Some(60));
    }
    let (shown, _) = gif_frames(&record(&folder, &arguments, "clear.gif"));
    assert_eq!(shown.len(), frames.len());
    for (shown, frame) in shown.iter().zip(&frames) {
        for (shown, pixel) in shown.pixels().zip(frame.pixels()) {
            assert_eq!(shown.0[3], if pixel.0[3] >= 128 { 255 } else { 0 });
        }
    }
}

#[test]
fn a_way_there_and_back_is_symmetric_and_rests_repeat_a_frame() {
    let folder = Folder::new("record-back");
    let sweep = ["record", "bar", "--sweep", "mid:rx=0..120", "--there-and-back", "--rest", "0.2", "--seconds", "0.4"];
    let frames = apng_frames(&record(&folder, &[&sweep[..], &BARE].concat(), "back.apng"));
    // Rest 2, there 4, rest 2, back 4.
    assert_eq!(frames.len(), 12);
    assert!(frames[0] == frames[2] && frames[6] == frames[8], "rests");
    for away in 1..4 {
        // The angles differ by rounding.
        let apart = frames[2 + away].iter().zip(frames[12 - away].iter()).map(|(there, back)| there.abs_diff(*back));
        assert!(apart.max() <= Some(2), "frame {away} of the ways");
        assert!(frames[2 + away] != frames[1 + away]);
    }
}

#[test]
fn wipes_and_fades_go_from_one_method_to_the_other() {
    let folder = Folder::new("record-wipe");
    let pose = ["--set", "mid:rx=150", "--seconds", "0.3"];
    let of = |motion: &[&str], name: &str| {
        apng_frames(&record(&folder, &[&["record", "bar"][..], motion, &pose, &BARE].concat(), name))
    };
    let alone = |method| {
        let file = folder.file("alone.png");
        let size = ["--overlay", "none", "--size", "64x48"];
        let pose = ["--set", "mid:rx=150", "--method", method, "-o", &file];
        succeed(&[&["render", "bar"][..], &size, &pose].concat());
        image::open(&file).unwrap().to_rgba8()
    };
    let [lbs, dqs] = ["lbs", "dqs"].map(alone);
    let skin = |frame: &RgbaImage| imageops::crop_imm(frame, 2, 0, 60, 48).to_image();
    for (motion, name) in
        [(&["--wipe", "dqs", "--divider", "1..0"][..], "wipe.apng"), (&["--cross-fade", "dqs"], "fade.apng")]
    {
        let frames = of(motion, name);
        assert_eq!(frames.len(), 3, "{name}");
        assert!(largest_difference(&skin(&frames[0]), &skin(&lbs)) <= 1, "{name}");
        assert!(largest_difference(&skin(&frames[2]), &skin(&dqs)) <= 1, "{name}");
        assert!(largest_difference(&frames[1], &lbs) > 10 && largest_difference(&frames[1], &dqs) > 10, "{name}");
    }
}

#[test]
fn a_clip_that_ends_as_it_begins_does_not_show_that_pose_twice() {
    let folder = Folder::new("record-clip");
    let walk = ["record", "mannequin", "--clip", "walk", "--from", "0", "--to", "1.2"];
    let frames = apng_frames(&record(&folder, &[&walk[..], &BARE].concat(), "walk.apng"));
    assert_eq!(frames.len(), 12);
    assert!(frames[0] != frames[11]);
    let part = ["record", "mannequin", "--clip", "walk", "--from", "0.2", "--to", "0.5", "--seconds", "0.6"];
    assert_eq!(apng_frames(&record(&folder, &[&part[..], &BARE].concat(), "part.apng")).len(), 6);
}

#[test]
fn more_pixels_are_drawn_where_they_are_asked_for() {
    let folder = Folder::new("record-fine");
    let turn = [&["record", "bar", "--turntable", "40", "--seconds", "0.2", "--transparent"][..], &BARE].concat();
    let plain = apng_frames(&record(&folder, &turn, "plain.apng"));
    let fine = apng_frames(&record(&folder, &[&turn[..], &["--supersample", "3"]].concat(), "fine.apng"));
    for (plain, fine) in plain.iter().zip(&fine) {
        assert_eq!(plain.dimensions(), fine.dimensions());
        assert!(plain != fine && mean_difference(plain, fine) < 6.0, "{}", mean_difference(plain, fine));
        let levels = |picture: &RgbaImage| {
            let mut alphas: Vec<u8> = picture.pixels().map(|Rgba(pixel)| pixel[3]).collect();
            alphas.sort_unstable();
            alphas.dedup();
            alphas.len()
        };
        // Four samples a pixel give five steps, 36 give more.
        assert!(levels(plain) <= 5 && levels(fine) > 10, "{} {}", levels(plain), levels(fine));
    }
}

#[test]
fn a_scene_is_filmed_as_it_is_drawn() {
    let folder = Folder::new("record-scene");
    let scene = ["record", "--scene", "kavan-fig-7", "--hold", "0.3", "--fps", "10", "--size", "320x240"];
    let frames = apng_frames(&record(&folder, &scene, "scene.apng"));
    assert_eq!(frames.len(), 3);
    let still = folder.file("still.png");
    succeed(&["scenes", "kavan-fig-7", "--size", "320x240", "-o", &still]);
    let still = image::open(&still).unwrap().to_rgba8();
    assert!(frames.iter().all(|frame| *frame == still), "every frame is the scene");
}

#[test]
fn flags_change_the_motion_of_a_scene() {
    let folder = Folder::new("record-own");
    // Its own motion goes there and back in 4 s one way, with rests.
    let size = ["--fps", "10", "--size", "320x240"];
    let scene = ["record", "--scene", "kavan-fig-20"];
    let own = [&scene[..], &["--seconds", "0.2", "--rest", "0"], &size].concat();
    let frames = apng_frames(&record(&folder, &own, "own.apng"));
    check_film(&frames, 4, (320, 240), "own");
    assert!(mean_difference(&frames[1], &frames[3]) < 0.1, "the way back");
    let turn = [&scene[..], &["--turntable", "90", "--seconds", "0.3"], &size].concat();
    check_film(&apng_frames(&record(&folder, &turn, "turn.apng")), 3, (320, 240), "turn");
}

#[test]
fn frames_of_a_sequence_are_replaced_only_on_request() {
    let folder = Folder::new("record-overwrite");
    let film = folder.file("turn.png");
    let line = ["record", "bar", "--turntable", "--seconds", "0.2", "--fps", "10", "--size", "64x48", "-o", &film];
    let anew = [&line[..], &["--overwrite"]].concat();
    succeed(&line);
    let first = std::fs::read(folder.file("turn-0001.png")).unwrap();
    std::fs::write(folder.file("turn-0001.png"), "mine").unwrap();
    let told = fail(&line, 3);
    assert!(told.contains("exist already") && told.contains("--overwrite") && told.contains("turn-0001.png"), "{told}");
    assert_eq!(std::fs::read(folder.file("turn-0001.png")).unwrap(), b"mine");
    succeed(&anew);
    let again = std::fs::read(folder.file("turn-0001.png")).unwrap();
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8();
    assert!(pixels(&again) == pixels(&first));
}

#[test]
fn flags_that_would_change_nothing_are_refused() {
    let folder = Folder::new("record-flags");
    let talk = write_talk(&folder);
    let line = |arguments: &[&str]| fail(&[&["record"][..], arguments, &["-o", &folder.file("a.apng")]].concat(), 2);
    let told = line(&[&talk, "--methods", "cor", "--set", "mid:rx=3", "--camera", "side"]);
    assert!(told.contains("--methods, --camera, --set: a scene does not take this"), "{told}");
    let told = line(&["--scene", "kavan-fig-4", "--antipodality", "none"]);
    assert!(told.contains("--antipodality"), "{told}");
    let told = line(&["bar", "--turntable", "--hold", "4", "--cut"]);
    assert!(told.contains("--hold, --cut: this is for the scenes of a talk"), "{told}");
}

/// `head` and other readers stop early: after the beginning of a film that is larger than a pipe holds, or at once.
#[test]
fn a_closed_pipe_ends_a_film_quietly() {
    for (format, begin) in [("gif", 8), ("apng", 8), ("mp4", 0)] {
        let film = ["record", "bar", "--turntable", "--seconds", "1", "--fps", "12", "--size", "320x240"];
        let mut child = command(&[&film[..], &["--format", format, "-o", "-"]].concat())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut pipe, &mut vec![0; begin]).unwrap();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !told.contains("panicked"), "{format}: {told}");
        assert!(!told.contains("frames,"), "{format}: nothing is said to be written: {told}");
    }
}

#[test]
fn films_are_written_to_standard_output() {
    let folder = Folder::new("record-stream");
    for format in ["gif", "apng"] {
        let to_file = record(&folder, &[&BEND[..], &["--format", format]].concat(), &format!("out.{format}"));
        let to_stdout = run(&[&BEND[..], &["--format", format, "-o", "-"]].concat());
        assert!(to_stdout.status.success() && to_stdout.stdout == to_file, "{format}");
        assert!(String::from_utf8_lossy(&to_stdout.stderr).contains("4 frames, 128 x 80 pixels, 0.40 s"));
    }
    let mut reader =
        png::Decoder::new(Cursor::new(std::fs::read(folder.file("out.apng")).unwrap())).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut data).unwrap();
    let texts: Vec<String> = reader.info().utf8_text.iter().map(|text| text.get_text().unwrap()).collect();
    assert!(texts.iter().any(|text| text.starts_with("skinscope record bar --sweep mid:rx=0..90")), "{texts:?}");
}

#[test]
fn what_cannot_be_recorded_is_refused_in_one_line() {
    let folder = Folder::new("record-bad");
    let line = |arguments: &str, status| {
        let file = |word: &str| if word.starts_with("OUT") { folder.file(word) } else { word.to_owned() };
        let words: Vec<String> = arguments.split_whitespace().map(file).collect();
        let words: Vec<&str> = std::iter::once("record").chain(words.iter().map(String::as_str)).collect();
        fail(&words, status)
    };
    for (arguments, status, expected) in [
        ("bar --turntable -o OUT.avi", 2, "*.mp4, *.gif, *.apng or *.png"),
        ("bar --turntable -o OUT.webp", 2, "must be named *.mp4, *.gif, *.apng or *.png (one file per frame)"),
        ("bar --turntable -o OUT", 2, "*.mp4, *.gif, *.apng or *.png"),
        ("bar -o OUT.gif", 2, "nothing moves; add --turntable, --sweep"),
        ("bar --turntable -o -", 2, "add --format mp4, gif or apng"),
        ("bar --turntable --format png -o -", 2, "a sequence of png files cannot be written to standard output"),
        ("bar --turntable --transparent -o OUT.mp4", 2, "mp4 holds no transparency"),
        ("bar --turntable --fps 60 -o OUT.gif", 2, "gif shows at most 50 frames a second, not 60"),
        ("bar --turntable --fps 91 -o OUT.apng", 2, "at most 90 frames a second, not 91; lower --fps, or write mp4"),
        ("bar --turntable --seconds 0.01 -o OUT.gif", 2, "0.01 s at 30 frames a second is less than one frame"),
        ("bar --turntable --seconds 9999 -o OUT.gif", 2, "at most 36000 frames, and this one would have 299970"),
        ("bar --turntable --size 8192x8192 --supersample 4 -o OUT.gif", 3, "this adapter draws at most"),
        ("bar --sweep mdi:rx=0..90 -o OUT.gif", 2, "--sweep mdi:rx=0..90: no joint is called \"mdi\""),
        ("--scene kavan-fig7 --turntable -o OUT.gif", 2, "did you mean kavan-fig-7"),
        ("bar --clip walk -o OUT.gif", 2, "the model has no clip \"walk\"; it has no clips at all"),
        ("mannequin --clip walk --time 0.5 -o OUT.gif", 2, "--time is one moment of the clip"),
        ("bar --turntable --sweep mid:rx=0..90 -o OUT.gif", 2, "cannot be used with"),
        ("bar --divider 0..1 -o OUT.gif", 2, "--wipe"),
        ("bar --sweep mid:qx=0..90 -o OUT.gif", 2, "\"qx\" is not a key"),
        ("bar --turntable -o /nowhere/OUT.gif", 3, "there is no such file or folder"),
    ] {
        let told = line(arguments, status);
        assert!(told.contains(expected), "{arguments}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing() {
    for name in ["long.mp4", "long.gif", "long.png"] {
        let folder = Folder::new("record-stopped");
        let arguments =
            ["record", "bar", "--turntable", "--seconds", "900", "--size", "64x48", "-o", &folder.file(name)];
        let mut child = command(&arguments).stderr(std::process::Stdio::piped()).spawn().unwrap();
        // The unfinished file shows that it is at work.
        while std::fs::read_dir(folder.path()).unwrap().count() == 0 {
            assert!(child.try_wait().unwrap().is_none(), "{name}: it has ended");
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("stopped; nothing was written"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
        assert!(!Path::new(&folder.file(name)).exists());
    }
}
