//! Plots as SVG and PDF: what is in them, and what is refused.

use super::command_line::{Folder, command, fail, output_of, succeed};
use std::path::Path;

fn read(path: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

/// Path of a file with the plot of a command, and what the command printed.
fn plot(folder: &Folder, name: &str, arguments: &[&str]) -> (String, String) {
    let path = folder.file(name);
    let printed = succeed(&[arguments, &["-o", &path]].concat());
    (path, printed)
}

/// Outlines have no letters, so the contents of a file are named in its title.
fn assert_outlined(svg: &str, title: &str) {
    assert!(svg.contains("<path") && !svg.contains("<text") && !svg.contains("font-family"));
    assert!(svg.contains(&format!("<title>{title}</title>")), "{}", &svg[..600]);
    assert!(svg.contains("<desc>Made by skinscope "), "{}", &svg[..600]);
}

/// How many shapes have the color of a method in the light theme.
fn drawn(svg: &str, color: &str) -> usize {
    svg.matches(&format!("\"{color}\"")).count()
}

#[test]
fn a_sweep_is_plotted_and_still_printed() {
    let folder = Folder::new("plots-sweep");
    let sweep = ["measure", "bar", "--sweep", "mid:rx=-180..180:30", "--methods", "lbs,dqs", "--backend", "cpu"];
    let (path, printed) = plot(&folder, "sweep.svg", &sweep);
    assert!(printed.starts_with("angle_degrees,") && printed.lines().count() == 1 + 13 * 2, "{printed}");
    let svg = read(&path);
    assert_outlined(&svg, "Blend zone volume of bar, mid rotated about X");
    // LBS and DQS in their colors, two-phase DQS not.
    assert!(drawn(&svg, "#c47a00") > 3 && drawn(&svg, "#1c82c4") > 3 && drawn(&svg, "#0b3aa0") == 0);
    let (path, _) = plot(&folder, "radius.svg", &[&sweep[..], &["--figure", "minor-radius"]].concat());
    assert_outlined(&read(&path), "Smallest section of bar, mid rotated about X");
    let (path, _) = plot(&folder, "sweep.pdf", &sweep);
    let pdf = read(&path);
    assert!(pdf.starts_with("%PDF-") && pdf.contains("Inter") && pdf.trim_end().ends_with("%%EOF"));
}

#[test]
fn figures_along_the_bones_are_plotted() {
    let folder = Folder::new("plots-bone");
    let bent = ["measure", "bar", "--set", "mid:rz=90", "--methods", "lbs,cor", "--backend", "cpu"];
    let (path, printed) = plot(&folder, "bone.svg", &bent);
    assert!(printed.contains("Smallest section"), "{printed}");
    let svg = read(&path);
    assert_outlined(&svg, "Sections of bar along the bones at mid");
    assert!(drawn(&svg, "#c47a00") > 3 && drawn(&svg, "#00664a") > 3);
    // At rest no joint is measured.
    let path = folder.file("rest.svg");
    let message = fail(&["measure", "bar", "--backend", "cpu", "-o", &path], 2);
    assert!(message.contains("--joint") && !Path::new(&path).exists(), "{message}");
}

#[test]
fn stress_lists_are_plotted() {
    let folder = Folder::new("plots-stress");
    let (path, printed) = plot(&folder, "worst.svg", &["stress", "limb", "--methods", "lbs,dqs", "--measure", "bulge"]);
    assert!(printed.starts_with("limb: "), "{printed}");
    let svg = read(&path);
    assert_outlined(&svg, "Bulge of limb, worst joints");
    assert!(drawn(&svg, "#1c82c4") >= 2, "the legend and a joint");
}

#[test]
fn ratios_of_times_are_plotted() {
    let folder = Folder::new("plots-bench");
    let bench = ["bench", "--vertices", "1000", "--methods", "dqs,cor", "--rounds", "3"];
    let (path, printed) = plot(&folder, "cost.svg", &bench);
    assert!(printed.contains("over LBS"), "{printed}");
    let svg = read(&path);
    assert_outlined(&svg, "Time of skinning relative to LBS, tube");
    // LBS in the legend and in its row, DQS in the legend and in three.
    assert_eq!((drawn(&svg, "#c47a00"), drawn(&svg, "#1c82c4")), (2, 4));
}

#[test]
fn what_cannot_be_plotted_is_refused_before_the_work() {
    let sweep = ["measure", "bar", "--sweep", "mid:rx=0..90:45", "--backend", "cpu"];
    for (arguments, expected) in [
        (vec!["-o", "x.png"], "*.svg or *.pdf"),
        (vec!["-o", "-"], "*.svg or *.pdf"),
        (vec!["-o", "x.svg", "--figure", "edge_stretch"], "choose one of volume, zone_volume"),
        (vec!["-o", "x.svg", "--figure", "distance_to_model"], "choose one of volume, zone_volume"),
        (vec!["--figure", "volume"], "--output"),
    ] {
        let message = fail(&[&sweep[..], &arguments].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let message = fail(&["measure", "bar", "--set", "mid:rz=90", "-o", "x.svg", "--figure", "volume"], 2);
    assert!(message.contains("choose one of smallest_section, major_radius"), "{message}");
}

#[test]
fn a_plot_has_the_same_bytes_wherever_it_is_written() {
    let (here, there) = (Folder::new("plots-here"), Folder::new("plots-there"));
    let model = here.file("it's mine.glb");
    std::fs::copy("assets/bar.glb", &model).unwrap();
    let sweep = ["measure", &model, "--sweep", "mid:rx=0..90:45", "--methods", "lbs", "--backend", "cpu"];
    let (first, _) = plot(&here, "a.svg", &sweep);
    let (second, _) = plot(&there, "b.svg", &sweep);
    let svg = read(&first);
    assert!(svg == read(&second));
    let command =
        r"skinscope measure 'it'\''s mine.glb' --sweep mid:rx=0..90:45 --methods lbs --backend cpu -o plot.svg";
    assert!(svg.contains(command) && !svg.contains(&*here.path().to_string_lossy()), "{}", &svg[..900]);
}

/// Such names are valid on Linux.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_no_reason_to_panic() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new("plots-bytes");
    let model = folder.path().join(std::ffi::OsString::from_vec(b"b\xffr.glb".to_vec()));
    std::fs::copy("assets/bar.glb", &model).unwrap();
    let path = folder.file("bytes.svg");
    let sweep = ["--sweep", "mid:rx=0..90:45", "--methods", "lbs", "--backend", "cpu", "-o", &path];
    let output = output_of(command(&["measure"]).arg(&model).args(sweep));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(read(&path).contains("skinscope measure 'b\u{FFFD}r.glb' --sweep"));
    // Wrong usage is reported as such.
    let output = output_of(command(&["measure"]).arg(&model).arg("--no-such-flag"));
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn results_are_printed_even_if_their_plot_cannot_be_written() {
    let folder = Folder::new("plots-nowhere");
    let path = folder.file("missing/plot.svg");
    for (arguments, printed) in [
        (&["measure", "bar", "--sweep", "mid:rx=0..90:45", "--backend", "cpu"][..], "angle_degrees,"),
        (&["measure", "bar", "--set", "mid:rz=90", "--backend", "cpu", "--json"], "\"skinscope_measure\""),
        (&["stress", "limb", "--methods", "lbs", "--top", "1"], "limb: "),
        (&["bench", "--vertices", "1k", "--methods", "lbs", "--rounds", "3"], "tube: "),
    ] {
        let output = output_of(command(arguments).args(["-o", &path]));
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(stdout.contains(printed), "{arguments:?}: {stdout}");
    }
}

/// Such names are valid on Linux.
#[cfg(target_os = "linux")]
#[test]
fn names_of_models_stay_in_one_line() {
    let folder = Folder::new("plots-line");
    let model = folder.file("a\nb\u{1b}[2J.glb");
    std::fs::copy("assets/limb.glb", &model).unwrap();
    for arguments in [
        &["measure", &model, "--set", "left:rz=60", "--backend", "cpu"][..],
        &["stress", &model, "--methods", "lbs"],
        &["bench", &model, "--methods", "lbs", "--rounds", "3"],
    ] {
        let printed = succeed(arguments);
        assert!(printed.contains("a\\nb\\u{1b}[2J: ") && !printed.contains('\u{1b}'), "{arguments:?}: {printed}");
    }
}
