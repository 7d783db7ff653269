//! Diagrams of the papers: where their points are, and that every kind of picture shows them.

use crate::command_line::{Folder, fail, succeed};
use glam::Vec3;
use skinscope::files::{ModelSource, open_model};
use skinscope::model::{Model, Pose, PoseOverrides, parse_set};
use skinscope::skinning::{SkinningMethod, SkinningSettings};
use skinscope::view::{Camera, CameraPreset, Diagram, DiagramDrawing, DiagramRequest};
use std::sync::Arc;

/// A vertex of the bar in the middle of its joint's zone: both joints have half of it. Its distance from the axis is 0.2.
const MIDDLE: (u32, u32) = (0, 4264);
/// One that follows the root by 0.687.
const UNEVEN: (u32, u32) = (0, 3880);
const SIZE: [u32; 2] = [800, 500];

fn bar() -> Arc<Model> {
    open_model(ModelSource::Bundled("bar")).unwrap().asset.model
}

fn posed(model: &Model, set: &[&str]) -> Pose {
    let (mut pose, mut overrides) = (Pose::rest(&model.skeleton), PoseOverrides::default());
    for expression in set {
        parse_set(expression, &model.skeleton, &pose, &mut overrides).unwrap();
    }
    overrides.apply(&model.skeleton, &mut pose);
    pose
}

fn drawn(diagram: Diagram, method: SkinningMethod, set: &[&str], vertex: (u32, u32)) -> DiagramDrawing {
    let model = bar();
    let pose = posed(&model, set);
    diagram.draw(&DiagramRequest {
        model: &model,
        pose: &pose,
        skinning: SkinningSettings { method, ..SkinningSettings::default() },
        centers: None,
        joint: Some(model.skeleton.find("mid").unwrap()),
        vertex: Some(vertex),
        camera: &Camera::framing(model.rest_bounds(), SIZE, CameraPreset::Front),
        size: SIZE,
        pixels_per_point: 1.0,
    })
}

/// Where the label that begins with this text is.
fn at(drawing: &DiagramDrawing, text: &str) -> Vec3 {
    let label = drawing.labels.iter().find(|label| label.text.starts_with(text));
    label.unwrap_or_else(|| panic!("no label {text} in {:?}", drawing.labels)).at
}

/// Distance from the bar's axis.
fn radius(point: Vec3) -> f32 {
    point.y.hypot(point.z)
}

/// Kavan 2008, fig. 2: points of a circle averaged, or their angles.
#[test]
fn the_average_of_points_leaves_the_circle_and_that_of_angles_stays_on_it() {
    let twist = ["mid:rx=120"];
    let lbs = drawn(Diagram::Paths, SkinningMethod::Lbs, &twist, MIDDLE);
    let dqs = drawn(Diagram::Paths, SkinningMethod::Dqs, &twist, MIDDLE);
    for drawing in [&lbs, &dqs] {
        assert!((radius(at(drawing, "root: 50%")) - 0.2).abs() < 1e-4);
        assert!((radius(at(drawing, "mid: 50%")) - 0.2).abs() < 1e-4);
    }
    // Halfway between two points 120 degrees apart: cos 60 of the radius.
    assert!((radius(at(&lbs, "LBS")) - 0.1).abs() < 1e-4);
    assert!((radius(at(&dqs, "DQS")) - 0.2).abs() < 1e-4);
    // Every point of the path, not the ends alone.
    let farthest = |drawing: &DiagramDrawing| {
        let radii = drawing.lines.iter().filter(|line| line.width > 3.0).map(|line| (radius(line.from) - 0.2).abs());
        radii.fold(0.0, f32::max)
    };
    assert!(farthest(&dqs) < 1e-4 && farthest(&lbs) > 0.09, "{} {}", farthest(&dqs), farthest(&lbs));
}

/// Kavan 2008, fig. 3, on the sphere of unit quaternions: 160 degrees are 80 on the sphere.
#[test]
fn the_linear_blend_is_inside_the_sphere_and_its_projection_on_it() {
    let drawing = drawn(Diagram::Sphere, SkinningMethod::Dqs, &["mid:rx=160"], UNEVEN);
    let center = drawing.discs[0].at;
    let [linear, normalized] = ["linear blend", "normalized"].map(|text| at(&drawing, text) - center);
    assert!(linear.normalize().abs_diff_eq(normalized.normalize(), 1e-4), "one ray from the center");
    let (first, second) = (0.687f32, 0.313f32);
    let length = (first * first + second * second + 2.0 * first * second * 80f32.to_radians().cos()).sqrt();
    assert!((linear.length() / normalized.length() - length).abs() < 2e-3, "{}", linear.length() / normalized.length());
    // SLERP turns by 0.313 of 160 degrees, the linear blend by less. Both are sums of the joints' quaternions, which the
    // flat drawing keeps.
    let [root, mid] = ["root: 69%", "mid: 31%"].map(|text| at(&drawing, text) - center);
    let sine = |part: f32| (part * 80f32.to_radians()).sin();
    let slerp = (root * sine(first) + mid * sine(second)) / sine(1.0);
    let off = |text: &str, wanted: Vec3| (at(&drawing, text) - center).distance(wanted) / root.length();
    assert!(off("SLERP", slerp) < 0.01, "{}", off("SLERP", slerp));
    assert!(off("normalized", (root * first + mid * second) / length) < 0.01);
    assert!((0.03..0.06).contains(&off("normalized", slerp)), "{}", off("normalized", slerp));
    // At equal weights both agree, so that there is nothing to tell apart.
    let even = drawn(Diagram::Sphere, SkinningMethod::Dqs, &["mid:rx=160"], MIDDLE);
    assert!(even.labels.iter().all(|label| label.text != "SLERP"));
    let dib = drawn(Diagram::Sphere, SkinningMethod::Dib, &["mid:rx=160"], UNEVEN);
    assert!(dib.labels.iter().all(|label| label.text != "linear blend"), "it crowds what the iteration is about");
    for text in ["start", "x\u{2081}", "x\u{2082}", "after one step"] {
        at(&dib, text);
    }
}

/// The short way takes the quaternion of the other sign, the long way does not (Kavan 2008, fig. 22).
#[test]
fn the_sphere_shows_the_sign_that_the_method_takes() {
    let model = bar();
    let pose = posed(&model, &["mid:rx=270"]);
    let tip = |antipodality| {
        let skinning = SkinningSettings {
            method: SkinningMethod::Dqs,
            chosen_antipodality: Some(antipodality),
            ..SkinningSettings::default()
        };
        let request = DiagramRequest {
            model: &model,
            pose: &pose,
            skinning,
            centers: None,
            joint: None,
            vertex: Some(UNEVEN),
            camera: &Camera::framing(model.rest_bounds(), SIZE, CameraPreset::Front),
            size: SIZE,
            pixels_per_point: 1.0,
        };
        let drawing = Diagram::Sphere.draw(&request);
        let center = drawing.discs[0].at;
        (at(&drawing, "root") - center).angle_between(at(&drawing, "mid") - center).to_degrees()
    };
    use skinscope::skinning::Antipodality;
    // 45 degrees on the sphere one way, 135 the other; the view is tilted.
    assert!(tip(Antipodality::PerVertex) < 70.0, "{}", tip(Antipodality::PerVertex));
    assert!(tip(Antipodality::Continuous) > 110.0, "{}", tip(Antipodality::Continuous));
}

/// Kavan 2008, fig. 21: about the joint and along t, or about r alone.
#[test]
fn a_screw_leads_from_one_joint_to_the_other() {
    let set = ["mid:rz=90,tx=0.5,tz=0.25"];
    let model = bar();
    let rest = model.primitives[0].positions[MIDDLE.1 as usize];
    let moved = Vec3::new(1.0, 0.0, 0.0) + Vec3::new(0.5, 0.0, 0.25) + Vec3::new(-rest.y, rest.x - 1.0, rest.z);
    let screw = drawn(Diagram::Screw, SkinningMethod::Dqs, &set, MIDDLE);
    assert!(at(&screw, "with root").abs_diff_eq(rest, 1e-5));
    assert!(at(&screw, "with mid").abs_diff_eq(moved, 1e-5), "{} {moved}", at(&screw, "with mid"));
    assert!(screw.labels.iter().any(|label| label.text == "\u{3b8}\u{2080} = 90\u{b0}"));
    assert!(screw.labels.iter().any(|label| label.text == "t along = 0.250"), "{:?}", screw.labels);
    // The center of a quarter turn that takes (1, 0) to (1.5, 0) is (1.25, 0.25).
    let center = at(&screw, "r");
    assert!((center.truncate() - glam::Vec2::new(1.25, 0.25)).length() < 1e-4, "{center}");
    let parts = drawn(Diagram::RotationTranslation, SkinningMethod::Dqs, &set, MIDDLE);
    assert!(at(&parts, "with mid").abs_diff_eq(moved, 1e-5));
    // t begins where the rotation about the joint ends.
    let rotated = moved - Vec3::new(0.5, 0.0, 0.25);
    assert!(at(&parts, "t").abs_diff_eq(rotated.midpoint(moved), 1e-5));
}

#[test]
fn a_joint_that_does_not_move_has_no_diagram_to_fail_on() {
    for diagram in Diagram::ALL {
        for method in SkinningMethod::ALL {
            let drawing = drawn(diagram, method, &[], MIDDLE);
            let points = drawing.lines.iter().flat_map(|line| [line.from, line.to]);
            assert!(points.chain(drawing.labels.iter().map(|label| label.at)).all(Vec3::is_finite), "{diagram:?}");
        }
    }
}

/// Every diagram is in the pictures of `render` and `compare`, lines and words.
#[test]
fn pictures_show_diagrams_with_their_words() {
    let folder = Folder::new("diagrams");
    let picture = |command: &str, more: &[&str]| {
        let file = folder.file("out.png");
        let pose = ["--set", "root:rz=20,tx=0.1", "--set", "mid:rz=70,tz=0.2", "--size", "480x300", "-o", &file];
        succeed(&[&[command, "bar"], more, &pose].concat());
        image::open(&file).unwrap().into_rgba8()
    };
    let differing =
        |a: &image::RgbaImage, b: &image::RgbaImage| a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
    let methods = ["--methods", "dqs"];
    let (plain, compared) = (picture("render", &["--method", "dqs"]), picture("compare", &methods));
    let mut seen: Vec<image::RgbaImage> = Vec::new();
    for diagram in Diagram::ALL {
        let with = picture("render", &["--method", "dqs", "--diagram", diagram.id()]);
        assert!(differing(&plain, &with) > 1500, "{}: {}", diagram.id(), differing(&plain, &with));
        assert!(seen.iter().all(|other| differing(other, &with) > 300), "{} looks like another", diagram.id());
        seen.push(with);
        let with = picture("compare", &[&methods[..], &["--diagram", diagram.id()]].concat());
        assert!(differing(&compared, &with) > 1500, "{}", diagram.id());
    }
    let file = folder.file("out.png");
    let line = fail(&["render", "bar", "--diagram", "balls", "-o", &file], 2);
    assert!(line.contains("rotation-translation"), "{line}");
    let line = fail(&["render", "bar", "--diagram", "screw:nobody", "-o", &file], 2);
    assert!(line.contains("--diagram") && line.contains("nobody"), "{line}");
}

/// The diagram of a film follows the pose.
#[test]
fn films_show_diagrams_that_move() {
    let folder = Folder::new("diagram-film");
    let film = |name: &str, more: &[&str]| {
        let file = folder.file(&format!("{name}.png"));
        let motion =
            ["record", "bar", "--sweep", "mid:rx=10..150", "--seconds", "0.2", "--fps", "10", "--methods", "dqs"];
        succeed(&[&motion[..], &["--size", "320x240", "-o", &file], more].concat());
        let frame = |number: u32| image::open(folder.file(&format!("{name}-{number:04}.png"))).unwrap().into_rgba8();
        [frame(1), frame(2)]
    };
    let [plain, with] = [film("plain", &[]), film("with", &["--diagram", "paths:mid"])];
    let lines =
        |frame: usize| -> Vec<bool> { plain[frame].pixels().zip(with[frame].pixels()).map(|(a, b)| a != b).collect() };
    let [first, last] = [lines(0), lines(1)];
    let count = |differs: &[bool]| differs.iter().filter(|differs| **differs).count();
    assert!(count(&first) > 100 && count(&last) > 100, "{} {}", count(&first), count(&last));
    assert!(first.iter().zip(&last).filter(|(a, b)| a != b).count() > 100, "the paths grow with the twist");
}
