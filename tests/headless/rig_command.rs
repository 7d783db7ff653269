//! Twist joints on the command line: `--twist`, and `rig`, which writes them for other programs.

use crate::command_line::{Folder, fail, largest_difference, npy, succeed};
use glam::Vec3;
use skinscope::files::open_model;
use skinscope::model::{
    Influence, Interpolation, JointOverride, Pose, PoseOverrides, RotationOverride, ScaleKind, TwistKind,
};
use skinscope::rigging::{TwistSplit, with_twist_joints};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings, deform_model};

/// The extent of the mannequin.
const EXTENT: f32 = 1.8;

const TWISTS: [&str; 4] = ["--twist", "forearm.L:3", "--twist", "upper_arm.R:2"];

fn deform(folder: &Folder, model: &str, more: &[&str]) -> Vec<[f32; 3]> {
    let output = folder.file("skin.npy");
    let mut arguments = vec!["deform", model, "-o", &output, "--backend", "cpu", "--no-cache"];
    arguments.extend(more);
    succeed(&arguments);
    npy(&output)
}

fn rigged(folder: &Folder, model: &str, twists: &[&str]) -> String {
    let file = folder.file("rig.glb");
    let mut arguments = vec!["rig", model, "-o", &file];
    arguments.extend(twists);
    let text = succeed(&arguments);
    assert_eq!(text.lines().count(), if model == "mannequin" { 5 } else { 2 }, "{text}");
    file
}

#[test]
fn a_written_rig_deforms_as_the_one_that_was_split() {
    let folder = Folder::new("rig");
    let file = rigged(&folder, "mannequin", &TWISTS);
    let rest = largest_difference(&deform(&folder, "mannequin", &[]), &deform(&folder, &file, &[]));
    // The file still drives its twist joints. Turns that are named take their place.
    let bent = ["--set", "forearm.L:ry=-70", "--set", "upper_arm.R:rz=40", "--set", "hand.L:rx=90"];
    let turned = ["--set", "forearm_twist_1.L:rx=30", "--set", "forearm_twist_2.L:rx=60"];
    let last = ["--set", "forearm_twist_3.L:rx=90"];
    // The bone is not quite along X: the same turns about it.
    let driven = deform(&folder, "mannequin", &[&TWISTS[..], &bent].concat());
    let named = deform(&folder, &file, &[&bent[..], &turned, &last].concat());
    let near = largest_difference(&driven, &named);
    let reopened = largest_difference(&driven, &deform(&folder, &file, &bent));
    println!("rest {rest:e}, turned by hand {near:e}, driven when opened again {reopened:e}");
    assert!(reopened < 1e-6 * EXTENT, "{reopened}");
    assert!(rest < 1e-6 * EXTENT, "{rest}");
    assert!(near < 5e-3 * EXTENT, "about X in place of the bone: {near}");
    let without = deform(&folder, "mannequin", &bent);
    assert!(largest_difference(&driven, &without) > 0.01, "the twist is spread");
}

/// Fewer twist joints, more of them and another kind, in a file that has some.
#[test]
fn a_written_rig_can_be_split_again() {
    let folder = Folder::new("rig-again");
    let first = folder.file("first.glb");
    succeed(&["rig", "mannequin", "-o", &first, "--twist", "forearm.L:3"]);
    for twist in ["forearm.L:1", "forearm.L:4", "forearm.L:2:both"] {
        let again = folder.file("again.glb");
        succeed(&["rig", &first, "-o", &again, "--twist", twist]);
        for pose in [&["--set", "hand.L:rx=100", "--set", "forearm.L:ry=-40"][..], &["--clip", "0", "--time", "0.4"]] {
            let expected = deform(&folder, "mannequin", &[&["--twist", twist], pose].concat());
            let error = largest_difference(&expected, &deform(&folder, &again, pose));
            assert!(error < 1e-5 * EXTENT, "{twist} {pose:?}: {error}");
        }
    }
}

#[test]
fn clips_of_a_written_rig_turn_its_twist_joints() {
    let folder = Folder::new("rig-clip");
    let file = rigged(&folder, "mannequin", &TWISTS);
    let written = open_model(&file).unwrap().asset;
    assert!(written.warnings.is_empty(), "{:?}", written.warnings);
    let mut compared = 0;
    for (number, clip) in written.model.clips.iter().enumerate() {
        let twist = written.model.skeleton.find("forearm_twist_2.L").unwrap();
        let Some(channel) = clip.channels.iter().find(|channel| channel.node == twist) else { continue };
        assert_eq!(channel.interpolation(), Interpolation::Linear);
        let number = number.to_string();
        let times = channel.times_seconds();
        for time in [times[0], times[times.len() / 2], times[times.len() - 1]] {
            let time = time.to_string();
            let at = ["--clip", &number, "--time", &time];
            let driven = deform(&folder, "mannequin", &[&TWISTS[..], &at].concat());
            let error = largest_difference(&driven, &deform(&folder, &file, &at));
            assert!(error < 1e-6 * EXTENT, "clip {number} at {time}: {error:e}");
            compared += 1;
        }
    }
    assert!(compared > 0, "no clip turns a hand");
}

#[test]
fn where_nothing_is_twisted_every_vertex_stays() {
    let folder = Folder::new("rig-still");
    let bent = ["--set", "forearm.L:ry=-70", "--set", "thigh.L:rx=-50", "--set", "hand.L:rz=0,ry=40"];
    for count in ["1", "8"] {
        let twist = ["--twist", &format!("forearm.L:{count}")];
        let root = ["--twist", &format!("root:{count}")];
        // The mannequin has twist joints of its own, which local scale leaves alone; the bar has none.
        let stretched = ["--scale", "local", "--set", "root:sx=1.5,lsy=0.7,hxy=0.2,rz=20", "--set", "mid:rz=80"];
        for method in ["lbs", "two-phase-dqs"] {
            let stretched = [&["--method", method][..], &stretched].concat();
            let with = deform(&folder, "bar", &[&root[..], &stretched].concat());
            let error = largest_difference(&with, &deform(&folder, "bar", &stretched));
            assert!(error < 4e-6, "{method}: {error:e}");
        }
        // The hand bends about an axis at right angles to its X; the forearm lies along it but for two degrees.
        let twisted = deform(&folder, "mannequin", &[&twist[..], &bent].concat());
        let error = largest_difference(&twisted, &deform(&folder, "mannequin", &bent));
        assert!(error < 1e-3 * EXTENT, "{error}");
    }
}

/// Every kind comes back from the file, driven as before.
#[test]
fn both_kinds_survive_the_file() {
    let folder = Folder::new("rig-kinds");
    let bent = ["--set", "upper_arm.L:rx=150,ry=-30", "--set", "hand.L:rx=80"];
    let plain = deform(&folder, "mannequin", &bent);
    for kind in ["end", "own", "both"] {
        let twist = format!("upper_arm.L:3:{kind}");
        let twists = ["--twist", &twist, "--twist", "forearm.L:2:both"];
        let file = folder.file("kind.glb");
        succeed(&[&["rig", "mannequin", "-o", &file], &twists[..]].concat());
        let driven = deform(&folder, "mannequin", &[&twists[..], &bent].concat());
        let error = largest_difference(&driven, &deform(&folder, &file, &bent));
        assert!(error < 2e-6 * EXTENT, "{kind}: {error:e}");
        assert!(largest_difference(&driven, &plain) > 0.01, "{kind} spreads a twist");
        let rest = largest_difference(&deform(&folder, "mannequin", &[]), &deform(&folder, &file, &[]));
        assert!(rest < 1e-6 * EXTENT, "{kind}: {rest:e} at rest");
    }
}

/// Figure 1 of Le & Hodgins 2016: the roll of the shoulder pinches the skin under linear blending, and with the
/// bone's own twist spread in three steps of 50 degrees it does not.
#[test]
fn own_twist_joints_save_a_shoulder() {
    let measure = |more: &[&str]| -> f64 {
        let pose = ["--set", "upper_arm.L:rx=150", "--joint", "upper_arm.L", "--methods", "lbs", "--json"];
        let text = succeed(&[&["measure", "mannequin", "--backend", "cpu"], &pose[..], more].concat());
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let radius = &report["methods"][0]["zone"]["minor_radius"]["smallest"];
        radius.as_f64().unwrap_or_else(|| panic!("no radius in {text}"))
    };
    let without = measure(&[]);
    let end = measure(&["--twist", "upper_arm.L:3:end"]);
    let own = measure(&["--twist", "upper_arm.L:3:own"]);
    println!("minor radius at the shoulder: {without:.3} without, {end:.3} with the end's, {own:.3} with its own");
    assert!(without < 0.45 && end < 0.45, "{without} {end}");
    assert!(own > 0.8, "{own}");
    assert_eq!(measure(&["--twist", "upper_arm.L:3"]), own, "the likely kind");
}

/// Antipodality `continuous` counts turns, and no step between two knots comes near 360 degrees. So three turns of a
/// bone's own twist move each vertex evenly.
#[test]
fn own_twist_of_three_turns_moves_the_skin_evenly() {
    let source = open_model("mannequin").unwrap().asset.model;
    let joint = source.skeleton.find("upper_arm.L").unwrap();
    let split = TwistSplit { joint, count: 8, kind: TwistKind::Own };
    let model = with_twist_joints(&source, &[split]).unwrap();
    let (method, chosen_antipodality) = (SkinningMethod::Dqs, Some(Antipodality::Continuous));
    let settings = SkinningSettings { method, chosen_antipodality, ..SkinningSettings::default() };
    // Skin of the bone, but for the tails of other weights. Its first twist joint hardly turns: nothing to be even.
    let drivers = model.skeleton.twist_drivers();
    let counts = |node: u32| node == joint || drivers.iter().any(|driver| driver.node == node && driver.ordinal > 1);
    let is_of_bone: Vec<bool> = (model.primitives.iter())
        .flat_map(|primitive| {
            let skin = &model.skins[primitive.skin as usize];
            let of_bone = |joint: u32| counts(skin.joints[joint as usize].node);
            let share = move |vertex: &[Influence]| -> f32 {
                vertex.iter().filter(|influence| of_bone(influence.joint)).map(|influence| influence.weight).sum()
            };
            primitive.influences.iter().map(move |vertex| share(vertex) > 0.95)
        })
        .collect();
    let at = |degrees: u32| -> Vec<Vec3> {
        let mut overrides = PoseOverrides::default();
        let rotation = Some(RotationOverride::AnglesDegrees(Vec3::X * degrees as f32));
        overrides.set(joint, JointOverride { rotation, ..JointOverride::default() });
        let mut pose = Pose::rest(&model.skeleton);
        overrides.apply(&model.skeleton, &mut pose);
        deform_model(&model, &pose, settings, &[]).unwrap().iter().flatten().map(|vertex| vertex.position).collect()
    };
    let poses: Vec<Vec<Vec3>> = (0..=36).map(|step| at(30 * step)).collect();
    let (mut checked, mut least, mut most) = (0, f32::MAX, 0.0f32);
    for vertex in (0..is_of_bone.len()).filter(|&vertex| is_of_bone[vertex]) {
        let steps: Vec<f32> = poses.windows(2).map(|pair| pair[0][vertex].distance(pair[1][vertex])).collect();
        let mean = steps.iter().sum::<f32>() / steps.len() as f32;
        for step in &steps {
            (least, most) = (least.min(step / mean), most.max(step / mean));
        }
        checked += 1;
    }
    println!("{checked} vertices: a step of 30 degrees moves each by {least:.3} to {most:.3} of its mean");
    assert!(checked > 100 && least > 0.6 && most < 1.4, "{checked} {least} {most}");
}

#[test]
fn a_child_twisted_by_120_keeps_its_radius_with_twist_joints() {
    let folder = Folder::new("rig-bar");
    let file = rigged(&folder, "bar", &["--twist", "root:2"]);
    let model = open_model(&file).unwrap().asset.model;
    let skin = &model.skins[0];
    assert_eq!(skin.joints.len(), 4);
    let rest = Pose::rest(&model.skeleton).scene_from_node(&model.skeleton, ScaleKind::Inherited);
    for joint in &skin.joints {
        let error = rest[joint.node as usize] * joint.joint_from_bind;
        assert!(error.abs_diff_eq(glam::DAffine3::IDENTITY, 1e-6), "inverse bind of {}", joint.node);
    }
    let narrowest = |twist: &[&str]| {
        let skin = deform(&folder, "bar", &[twist, &["--set", "mid:rx=120"]].concat());
        skin.iter().filter(|v| v[0] > 0.3 && v[0] < 1.7).map(|v| v[1].hypot(v[2])).fold(f32::MAX, f32::min)
    };
    let (without, with) = (narrowest(&[]), narrowest(&["--twist", "root:3"]));
    // Three steps of 40 degrees instead of one of 120.
    let shrunk = |degrees: f32| 0.2 * (degrees / 2.0).to_radians().cos();
    assert!((without - shrunk(120.0)).abs() < 1e-3 && (with - shrunk(40.0)).abs() < 1e-3, "{without} {with}");
}

#[test]
fn wrong_twists_are_reported_in_one_line() {
    let folder = Folder::new("rig-wrong");
    let file = folder.file("x.glb");
    let error = fail(&["rig", "bar", "--twist", "root", "-o", &file], 2);
    assert!(error.contains("write JOINT:COUNT"), "{error}");
    let error = fail(&["rig", "bar", "--twist", "root:2", "-o", &folder.file("x.gltf")], 2);
    assert!(error.contains("the output must be named *.glb"), "{error}");
    // The input is never overwritten.
    let own = folder.file("own.glb");
    succeed(&["models", "bar", "-o", &own]);
    let before = std::fs::read(&own).unwrap();
    let error = fail(&["rig", &own, "--twist", "root:2", "-o", &own], 2);
    assert!(error.contains("write to another") && std::fs::read(&own).unwrap() == before, "{error}");
    let error = fail(&["centers", "bar", "--twist", "mid:2"], 2);
    assert!(error.contains("no joint below it"), "{error}");
}

/// Changed data of a compressed mesh cannot stay compressed.
#[test]
fn a_rig_of_a_compressed_file_has_plain_data() {
    let Some(samples) = crate::import_models::samples("rigs of compressed files") else { return };
    let folder = Folder::new("rig-compressed");
    for name in ["draco", "meshopt"] {
        let file = samples.join(format!("good/derived/Fox_{name}.glb"));
        let file = file.to_str().unwrap();
        let model = open_model(file).unwrap().asset.model;
        let joints = 0..model.skeleton.len() as u32;
        let joint = joints.into_iter().find(|&joint| skinscope::rigging::has_bone(&model, joint)).unwrap();
        let twist = format!("{}:2:end", model.skeleton.address(joint));
        let written = rigged(&folder, file, &["--twist", &twist]);
        let again = open_model(written.as_str()).unwrap().asset.model;
        assert_eq!(again.skeleton.len(), model.skeleton.len() + 2, "{name}");
        for (before, after) in model.primitives.iter().zip(&again.primitives) {
            assert_eq!((&before.positions, &before.indices), (&after.positions, &after.indices), "{name}");
        }
        let clip = ["--clip", "1", "--time", "0.3"];
        let split = deform(&folder, file, &[&["--twist", &twist][..], &clip].concat());
        let apart = largest_difference(&split, &deform(&folder, &written, &clip));
        assert!(apart < 1e-5 * model.rest_bounds().extent(), "{name}: {apart}");
    }
}
