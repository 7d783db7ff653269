//! `compare` with two models: one pose for both, and how far their skins lie apart.

use super::command_line::{Folder, fail, npy, run, succeed};
use super::glb_edit::{Glb, Placement};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

fn report(arguments: &[&str]) -> Value {
    let json: Value = serde_json::from_str(&succeed(&[&["compare"], arguments, &["--json"]].concat())).unwrap();
    assert_eq!(json["skinscope_compare"], 1);
    json
}

fn largest(report: &Value, method: usize) -> f64 {
    report["methods"][method]["largest_over_extent"].as_f64().unwrap()
}

/// Writes a changed copy of a bundled model.
fn changed(folder: &Folder, model: &str, name: &str, change: impl FnOnce(&mut Glb)) -> String {
    let (original, file) = (folder.file("original.glb"), folder.file(name));
    succeed(&["models", model, "-o", &original]);
    let mut glb = Glb::read(&std::fs::read(&original).unwrap());
    change(&mut glb);
    std::fs::write(&file, glb.write()).unwrap();
    file
}

const POSE: [&str; 4] = ["--set", "left:rx=40,ry=70", "--set", "right:rz=-50"];

#[test]
fn a_model_lies_where_it_lies() {
    let found = report(&[&["limb", "limb", "--methods", "all", "--fail-over", "0"], &POSE[..]].concat());
    assert_eq!((&found["compared"], &found["joints"]["by_name"]), (&json!("vertices"), &json!(4)));
    for method in found["methods"].as_array().unwrap() {
        for side in ["from_first", "from_second"] {
            assert_eq!((&method[side]["largest"], &method[side]["at"]), (&json!(0.0), &Value::Null), "{method}");
        }
    }
}

#[test]
fn other_weights_differ_by_what_deform_writes() {
    let folder = Folder::new("two-models-weights");
    let arguments = [&["limb", "limb-heat", "--methods", "lbs,cor"], &POSE[..]].concat();
    let found = report(&arguments);
    assert_eq!(found["compared"], "vertices");
    for (index, method) in ["lbs", "cor"].into_iter().enumerate() {
        let positions = ["limb", "limb-heat"].map(|model| {
            let file = folder.file("positions.npy");
            succeed(&[&["deform", model, "--method", method, "--backend", "cpu", "-o", &file], &POSE[..]].concat());
            npy(&file)
        });
        let distance =
            |(a, b): (&[f32; 3], &[f32; 3])| (0..3).map(|k| f64::from(a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
        let distances: Vec<f64> = positions[0].iter().zip(&positions[1]).map(distance).collect();
        let most = distances.iter().copied().fold(0.0, f64::max);
        let mean = distances.iter().sum::<f64>() / distances.len() as f64;
        let own = &found["methods"][index]["from_first"];
        assert!(most > 0.01, "the weights differ");
        assert!(
            (own["largest"].as_f64().unwrap() - most).abs() < 1e-6
                && (own["mean"].as_f64().unwrap() - mean).abs() < 1e-6
        );
        let at = own["at"]["vertex"].as_u64().unwrap() as usize;
        assert!((distances[at] - most).abs() < 1e-6);
        let over_extent = most / found["extent"].as_f64().unwrap();
        assert!((largest(&found, index) - over_extent).abs() < 1e-6);
    }
    // The limit is a fraction of the extent.
    let between = format!("{}", 1.01 * largest(&found, 0).max(largest(&found, 1)));
    assert!(run(&[&["compare"], &arguments[..], &["--fail-over", &between]].concat()).status.success());
    let below = format!("{}", 0.99 * largest(&found, 0).max(largest(&found, 1)));
    let line = fail(&[&["compare"], &arguments[..], &["--fail-over", &below]].concat(), 1);
    assert!(line.contains("--fail-over") && line.contains("% of the first one's extent apart"), "{line}");
    // Percent are fractions, and the error says both numbers in percent.
    let line = fail(&[&["compare"], &arguments[..], &["--fail-over", "0.5%"]].concat(), 1);
    assert!(line.contains("more than the 0.5% of --fail-over") && line.trim_end().ends_with(" of limb"), "{line}");
    // Other numbers have names, and JSON says of each limit whether it is met.
    let over = |name: &str, method: usize| {
        let sides = ["from_first", "from_second"].map(|side| found["methods"][method][side][name].as_f64().unwrap());
        sides[0].max(sides[1]) / found["extent"].as_f64().unwrap()
    };
    for name in ["mean", "p99"] {
        let worst = over(name, 0).max(over(name, 1));
        let limit = |factor: f64| format!("{name}={}%", 100.0 * factor * worst);
        succeed(&[&["compare"], &arguments[..], &["--fail-over", &limit(1.01)]].concat());
        let line = fail(&[&["compare"], &arguments[..], &["--fail-over", &limit(0.99)]].concat(), 1);
        assert!(line.contains(&format!("{name} is ")) && line.contains("of the extent under "), "{line}");
    }
    let limited = ["--json", "--fail-over", "mean=1", "--fail-over", "p99=0.9"];
    let json: Value = serde_json::from_str(&succeed(&[&["compare"], &arguments[..], &limited].concat())).unwrap();
    let limits = json["limits"].as_array().unwrap();
    assert!(limits.len() == 2 && limits.iter().all(|limit| limit["passed"] == true), "{limits:?}");
    let line = fail(&[&["compare"], &arguments[..], &["--fail-over", "median=1"]].concat(), 2);
    assert!(line.contains("largest, mean, p99"), "{line}");
}

#[test]
fn twist_joints_have_no_partner_and_move_the_skin() {
    let pose = ["--set", "mid:rx=120"];
    let found = report(&[&["bar", "bar", "--other-twist", "root:2", "--methods", "lbs"], &pose[..]].concat());
    assert_eq!(found["joints"]["only_in_first"], json!([]));
    assert_eq!(found["joints"]["only_in_second"].as_array().unwrap().len(), 2);
    assert!(largest(&found, 0) > 0.01);
    // Both with twist joints: they are driven alike.
    let twist = ["--twist", "root:2", "--other-twist", "root:2", "--methods", "lbs"];
    let found = report(&[&["bar", "bar"], &twist[..], &pose[..]].concat());
    assert_eq!(largest(&found, 0), 0.0);
}

/// A copy under a turned and scaled root, whose joints have prefixed names in capitals and one helper more.
#[test]
fn joints_with_other_names_and_axes_take_the_same_pose() {
    let folder = Folder::new("two-models-names");
    let other = changed(&folder, "limb", "other.glb", |glb| {
        for node in glb.json["nodes"].as_array_mut().unwrap() {
            let name = node["name"].as_str().unwrap().to_uppercase();
            node["name"] = json!(format!("rig:{name}"));
        }
        let offset =
            Placement { translation: DVec3::Y * 0.1, rotation: DQuat::from_rotation_z(0.4), scale: DVec3::ONE };
        glb.insert_above(2, offset, glam::Mat4::IDENTITY.to_cols_array());
        glb.insert_root(Placement { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::splat(100.0) });
    });
    let arguments = [&["limb", &other, "--methods", "lbs,dqs,cor", "--equal-scale"], &POSE[..]].concat();
    let found = report(&arguments);
    assert_eq!((&found["joints"]["by_name"], &found["joints"]["by_plain_name"]), (&json!(0), &json!(4)));
    assert!((found["second_scale"].as_f64().unwrap() - 0.01).abs() < 1e-6);
    assert_eq!(found["joints"]["only_in_second"], json!(["helper of rig:LEFT"]));
    for method in 0..3 {
        assert!(largest(&found, method) < 2e-6, "{}", found["methods"][method]);
    }
    // In its own size it is a hundred times as large, and the pose still fits.
    let own_size = run(&[&["compare", "limb", &other, "--methods", "lbs"], &POSE[..]].concat());
    assert!(String::from_utf8_lossy(&own_size.stderr).contains("100.000 times as large"), "{own_size:?}");
}

#[test]
fn errors_name_the_flag_and_what_is_missing() {
    let line = fail(&["compare", "limb", "limb", "--other-twist", "nope:3"], 2);
    assert!(line.contains("--other-twist nope:3: no joint"), "{line}");
    let line = fail(&["compare", "limb", "limb", "--sweep", "nope:rx=0..10"], 2);
    assert!(line.contains("--sweep nope: no joint"), "{line}");
    let line = fail(&["compare", "limb", "--json"], 2);
    assert!(line.contains("second model") && line.contains("--influences"), "{line}");
}

/// Two files of a rig whose joints have no names are one rig.
#[test]
fn joints_without_names_have_partners_in_the_same_rig() {
    let folder = Folder::new("two-models-nameless");
    let nameless = changed(&folder, "limb", "nameless.glb", |glb| {
        for node in glb.json["nodes"].as_array_mut().unwrap() {
            node.as_object_mut().unwrap().remove("name");
        }
    });
    let pose = ["--set", "#1:rx=60", "--set", "#2:ry=70", "--methods", "lbs", "--fail-over", "0"];
    let found = report(&[&[&nameless[..], &nameless][..], &pose].concat());
    assert_eq!((&found["joints"]["by_name"], &found["joints"]["by_place"]), (&json!(0), &json!(4)));
    assert_eq!(largest(&found, 0), 0.0);
}

/// Writes `limb` with a rigid mesh of this size beside it.
pub fn with_prop(folder: &Folder, name: &str, size: f64) -> String {
    changed(folder, "limb", name, |glb| {
        let nodes = glb.json["nodes"].as_array_mut().unwrap();
        let mesh = nodes.iter().find_map(|node| node.get("mesh").cloned()).unwrap();
        let prop = nodes.len();
        nodes
            .push(json!({ "name": "prop", "mesh": mesh, "translation": [1.0, 0.0, 0.0], "scale": [size, size, size] }));
        glb.json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(prop));
    })
}

#[test]
fn rigid_meshes_are_compared_too() {
    let folder = Folder::new("two-models-rigid");
    let [plain, larger] = [with_prop(&folder, "plain.glb", 0.5), with_prop(&folder, "larger.glb", 0.55)];
    let found = report(&[&[&plain, &plain, "--methods", "lbs,dqs"][..], &POSE[..]].concat());
    assert_eq!(found["first_vertices"].as_u64(), limb_vertices().checked_mul(2), "the skin and the prop");
    assert_eq!((largest(&found, 0), largest(&found, 1)), (0.0, 0.0));
    let arguments = [&["compare", &plain, &larger, "--methods", "lbs", "--fail-over", "1e-3"][..], &POSE[..]].concat();
    fail(&arguments, 1);
    let swept = ["compare", &plain, &larger, "--methods", "lbs", "--fail-over", "1e-3", "--sweep", "left:ry=0..30:30"];
    fail(&swept, 1);
}

fn limb_vertices() -> u64 {
    report(&["limb", "limb", "--methods", "lbs"])["first_vertices"].as_u64().unwrap()
}

#[test]
fn a_table_matches_what_names_do_not() {
    let folder = Folder::new("two-models-table");
    let other = changed(&folder, "limb", "other.glb", |glb| {
        for (index, node) in glb.json["nodes"].as_array_mut().unwrap().iter_mut().enumerate() {
            node["name"] = json!(format!("bone{index}"));
        }
    });
    let table = folder.file("joints.toml");
    let output = run(&[&["compare", "limb", &other, "--methods", "lbs", "--save-joints", &table], &POSE[..]].concat());
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no joint of limb has a partner"));
    let text = std::fs::read_to_string(&table).unwrap();
    assert!(text.contains("# \"left\" = \"\"\n") && text.contains("\"bone3\""), "{text}");
    // Edited as a user would.
    let edited = ["base", "trunk", "left", "right"].iter().enumerate().fold(text, |text, (index, name)| {
        text.replace(&format!("# \"{name}\" = \"\""), &format!("\"{name}\" = \"bone{index}\""))
    });
    std::fs::write(&table, edited).unwrap();
    let found = report(&[&["limb", &other, "--methods", "dqs", "--joints", &table], &POSE[..]].concat());
    assert_eq!((&found["joints"]["by_table"], largest(&found, 0)), (&json!(4), 0.0));
    std::fs::write(&table, "[joints]\nleft = \"bone9\"\n").unwrap();
    let line = fail(&["compare", "limb", &other, "--joints", &table], 3);
    assert!(line.contains("no joint is called \"bone9\"") && line.trim_end().ends_with("joints.toml"), "{line}");
}

/// Weights cut to two joints: the distances are where more than two had weight.
#[test]
fn cut_weights_show_where_they_were_cut() {
    let folder = Folder::new("two-models-cut");
    let cut = changed(&folder, "limb", "cut.glb", |glb| {
        glb.change_weights(|weights| {
            let mut order = [0, 1, 2, 3];
            order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
            let kept = weights[order[0]] + weights[order[1]];
            std::array::from_fn(|i| if order[..2].contains(&i) { weights[i] / kept } else { 0.0 })
        });
    });
    let found = report(&[&["limb", &cut, "--methods", "lbs"], &POSE[..]].concat());
    assert_eq!(found["compared"], "vertices");
    assert!(largest(&found, 0) > 1e-3, "{found}");
    let at_rest = report(&["limb", &cut, "--methods", "lbs"]);
    assert!(largest(&at_rest, 0) < 1e-6, "weights do not matter at rest");
}

#[test]
fn other_meshes_are_compared_by_their_surfaces() {
    let found = report(&["bar", "limb", "--methods", "lbs", "--equal-scale"]);
    assert_eq!(found["compared"], "surfaces");
    let method = &found["methods"][0];
    let (first, second) = (&method["from_first"], &method["from_second"]);
    assert_ne!(first["largest"], second["largest"]);
    let most = first["largest"].as_f64().unwrap().max(second["largest"].as_f64().unwrap());
    assert!((largest(&found, 0) - most / found["extent"].as_f64().unwrap()).abs() < 1e-9);
}

fn picture(folder: &Folder, arguments: &[&str]) -> image::RgbaImage {
    let file = folder.file("picture.png");
    succeed(&[&["compare"], arguments, &["--size", "520x400", "-o", &file]].concat());
    image::open(&file).unwrap().into_rgba8()
}

/// Pixels of a region that differ by more than 24 of 255 in a channel.
fn differing(a: &image::RgbaImage, b: &image::RgbaImage, [left, top, right, bottom]: [u32; 4]) -> usize {
    let differs = |(x, y): (u32, u32)| (0..3).any(|k| a.get_pixel(x, y).0[k].abs_diff(b.get_pixel(x, y).0[k]) > 24);
    (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).filter(|at| differs(*at)).count()
}

#[test]
fn a_wipe_shows_the_first_model_left_and_the_second_right() {
    let folder = Folder::new("two-models-wipe");
    let pose = ["--methods", "lbs", "--overlay", "none", "--set", "left:ry=80", "--camera", "front"];
    let wipe =
        |models: [&str; 2], divider: &str| picture(&folder, &[&models[..], &pose, &["--wipe", divider]].concat());
    let both = wipe(["limb", "limb-heat"], "model");
    let (first, second) = (wipe(["limb", "limb-heat"], "model@1"), wipe(["limb", "limb-heat"], "model@0"));
    // Below the names of the sides.
    let (left, right) = ([10, 90, 250, 330], [270, 90, 510, 330]);
    assert!(differing(&first, &second, [10, 90, 510, 330]) > 40, "the models differ");
    assert_eq!((differing(&both, &first, left), differing(&both, &second, right)), (0, 0));
    // Sides exchanged: the second model is the one that was the first.
    let exchanged = wipe(["limb-heat", "limb"], "model@0");
    assert_eq!(differing(&exchanged, &first, [10, 90, 510, 330]), 0);
}

#[test]
fn outlines_and_colors_show_the_other_model() {
    let folder = Folder::new("two-models-colors");
    let pose = ["--methods", "lbs", "--overlay", "none", "--set", "left:ry=80", "--camera", "front"];
    let whole = [10, 50, 510, 330];
    let ghost = |other: &str| picture(&folder, &[&["limb", other], &pose[..], &["--ghost", "model"]].concat());
    assert!(differing(&ghost("limb"), &ghost("limb-heat"), whole) > 40, "an outline shows where the skins differ");
    let painted = |other: &str| {
        let file = folder.file("painted.png");
        let more = ["--paint", "difference:model", "--size", "640x360", "-o", &file];
        succeed(&[&["compare", "limb", other], &pose[..], &more].concat())
    };
    let line = painted("limb-heat");
    assert!(line.contains("lbs, limb: Distance to the other model: colors 0 to"), "{line}");
    assert!(painted("limb").contains("skin 0 to 0 "), "{}", painted("limb"));
}

#[test]
fn a_sweep_has_the_figures_of_each_model_and_their_distance() {
    let folder = Folder::new("two-models-sweep");
    let plot = folder.file("sweep.svg");
    let sweep = ["--sweep", "left:ry=0..80:40", "--methods", "lbs,dqs", "--figure", "minor-radius"];
    let found = succeed(&[&["compare", "limb", "limb-heat", "--json", "-o", &plot], &sweep[..]].concat());
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!((&found["figure"], &found["second_joint"]), (&json!("minor_radius"), &json!("left")));
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    // The figures are those of `measure`, and the distance that of `compare`.
    for (side, model) in [("first", "limb"), ("second", "limb-heat")] {
        let measured =
            ["measure", model, "--sweep", "left:ry=0..80:40", "--methods", "lbs,dqs", "--backend", "cpu", "--json"];
        let measured: Value = serde_json::from_str(&succeed(&measured)).unwrap();
        for (row, own) in rows.iter().zip(measured["rows"].as_array().unwrap()) {
            assert_eq!((&row["method"], &row["angle_degrees"]), (&own["method"], &own["angle_degrees"]));
            let [row, own] = [&row[side], &own["minor_radius"]].map(|value| value.as_f64().unwrap());
            assert!((row - own).abs() < 1e-5, "{model}: {row} {own}");
        }
    }
    let posed = report(&["limb", "limb-heat", "--methods", "lbs,dqs", "--set", "left:ry=80"]);
    for method in 0..2 {
        let swept = rows[4 + method]["largest_over_extent"].as_f64().unwrap();
        assert!((swept - largest(&posed, method)).abs() < 1e-6, "{swept}");
    }
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.contains("limb and limb-heat"), "a plot of both");
    let text = succeed(&["compare", "limb", "limb-heat", "--sweep", "left:ry=0..80:80", "--methods", "lbs"]);
    assert!(text.starts_with("limb and limb-heat: Blend zone volume (relative to rest) at left and left"), "{text}");
    assert_eq!(text.lines().count(), 4);
    let creases = [&["compare", "limb", "limb-heat", "--figure", "crease", "--methods", "lbs"], &sweep[..2]].concat();
    let creases = succeed(&creases);
    assert!(creases.starts_with("limb and limb-heat: Sharpest crease (degrees) at left and left"), "{creases}");
    let angles = ["--sweep", "left:ry=0..80:80", "--methods", "lbs", "--figure", "angle-distortion"];
    let text = succeed(&[&["compare", "limb", "limb-heat"], &angles[..]].concat());
    assert!(text.starts_with("limb and limb-heat: Angle distortion (relative to rest) at left and left"), "{text}");
    let far = ["compare", "limb", "limb-heat", "--sweep", "left:ry=0..80:80", "--fail-over", "1e-6"];
    assert!(fail(&far, 1).contains("at 80 degrees"));
    let section = ["--figure", "minor-radius", "--methods", "lbs", "--fail-under", "smallest_section=0.99"];
    let line = fail(&[&far[..5], &section[..]].concat(), 1);
    assert!(line.contains("smallest_section is ") && line.contains("at 80 degrees under lbs in "), "{line}");
    // Without a partner, the joint is measured in the first model only.
    let alone = succeed(&["compare", "limb", "bar", "--sweep", "left:ry=0..80:80", "--methods", "lbs"]);
    let last = alone.lines().last().unwrap().split_whitespace().collect::<Vec<_>>();
    assert!(last[3] == "-" && last[2] != "-", "{alone}");
    fail(&["compare", "limb", "--sweep", "left:ry=0..80", "-o", &plot], 2);
    assert!(fail(&["compare", "limb", "bar", "--sweep", "left:ry=0..80", "-o", "x.png"], 2).contains("*.svg"));
    assert!(
        fail(&["compare", "limb", "bar", "--sweep", "left:ry=0..80", "--figure", "gain"], 2)
            .contains("distance_to_model")
    );
}

#[test]
fn a_stress_test_of_both_has_what_each_does_alone() {
    let test = |arguments: &[&str]| -> Value {
        let flags = ["--range", "60", "--methods", "lbs", "--json"];
        serde_json::from_str(&succeed(&[&["stress"], arguments, &flags].concat())).unwrap()
    };
    let both = test(&["limb", "limb-heat"]);
    assert_eq!(both["skinscope_stress_pair"], 1);
    for (side, model) in [("first", "limb"), ("second", "limb-heat")] {
        let alone = test(&[model]);
        for measure in ["collapse", "bulge", "stretch"] {
            for entry in alone["methods"][0][measure].as_array().unwrap() {
                let pairs = both["methods"][0][measure].as_array().unwrap();
                let pair = pairs.iter().find(|pair| pair["joint"] == entry["joint"]).unwrap();
                let [found, own] = [&pair[side]["over_rest"], &entry["over_rest"]].map(|value| value.as_f64().unwrap());
                assert!((found - own).abs() < 1e-6, "{model} {measure}: {pair}");
            }
        }
    }
    let folder = Folder::new("two-models-stress");
    let plot = folder.file("stress.svg");
    let flags = ["--range", "60", "--methods", "lbs,dqs", "--sort", "difference", "-o", &plot];
    let text = succeed(&[&["stress", "limb", "limb-heat"][..], &flags].concat());
    assert!(text.starts_with("limb and limb-heat: ") && text.contains("difference"), "{text}");
    assert!(std::fs::metadata(&plot).unwrap().len() > 1000);
    assert!(fail(&["stress", "limb", "limb-heat", "-o", "x.png"], 2).contains("*.svg"));
    fail(&["stress", "limb", "--sort", "worst"], 2);
}

#[test]
fn flags_of_two_models_need_two() {
    let folder = Folder::new("two-models-flags");
    let file = folder.file("out.png");
    for flags in [["--wipe", "model"], ["--ghost", "model"], ["--paint", "difference:model"]] {
        let line = fail(&[&["compare", "bar", "-o", &file], &flags[..]].concat(), 2);
        assert!(line.contains("is for `compare` with two models"), "{line}");
    }
    for flags in [["--ghost", "model"], ["--paint", "difference:model"]] {
        assert!(fail(&[&["render", "bar", "-o", &file], &flags[..]].concat(), 2).contains(flags[1]));
    }
    for flags in [&["--json"][..], &["--fail-over", "1"], &["--equal-scale"], &["--other-twist", "root:1"]] {
        fail(&[&["compare", "bar", "-o", &file], flags].concat(), 2);
    }
    assert!(fail(&["compare", "bar", "bar", "-o", "-", "--save-joints", "-"], 2).contains("name a file for one"));
    assert!(fail(&["compare", "bar", "bar", "--json", "--save-joints", "-"], 2).contains("name a file for one"));
    assert!(fail(&["compare", "bar", "bar", "--fail-over", "-1"], 2).contains("fraction of the extent"));
    assert!(fail(&["compare", "bar", "no-such-model"], 2).contains("no-such-model"));
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn flags_that_would_change_nothing_are_refused() {
    let folder = Folder::new("two-models-vain-flags");
    let file = folder.file("out.png");
    for flags in [["--wipe", "model"], ["--camera", "front"], ["--paint", "materials"], ["--columns", "2"]] {
        let line = fail(&[&["compare", "bar", "bar"], &flags[..]].concat(), 2);
        assert!(line.contains("--output"), "{line}");
    }
    for command in [&["compare", "bar", "bar"][..], &["compare", "bar"], &["render", "bar"]] {
        for paint in [&[][..], &["--paint", "area-stretch"]] {
            let line = fail(&[command, &["--paint-range", "0.1", "-o", &file], paint].concat(), 2);
            assert!(line.contains("--paint-range is for distances: add --paint difference:METHOD"), "{line}");
        }
    }
    for flags in [&["--size", "300x200"][..], &["--light"], &["--full-precision"]] {
        let plot = folder.file("plot.svg");
        let line = fail(&[&["stress", "limb", "limb-heat", "-o", &plot], flags].concat(), 2);
        assert!(line.contains(&format!("{} is for a picture", flags[0])), "{line}");
    }
    let film = folder.file("film.gif");
    let sweeps: [(&[&str], &[&str]); 3] =
        [(&["compare", "limb", "limb-heat"], &[]), (&["measure", "limb"], &[]), (&["record", "limb"], &["-o", &film])];
    for (command, output) in sweeps {
        let sweep = [command, &["--sweep", "left:ry=0..20"], output].concat();
        let line = fail(&[&sweep[..], &["--set", "trunk:rx=4", "--set", "#2:rz=5,ry=10"]].concat(), 2);
        assert!(line.contains("--sweep left:ry replaces the ry of --set #2"), "{line}");
    }
    // Nothing is written before the flags are checked.
    let table = folder.file("joints.toml");
    let write = ["compare", "limb", "limb-heat", "--save-joints", &table];
    fail(&[&write[..], &["--paint-range", "0.1", "-o", &file]].concat(), 2);
    fail(&[&write[..], &["--sweep", "left:ry=0..20", "--set", "left:ry=10"]].concat(), 2);
    assert!(fail(&[&write[..], &["--isolate", "tail", "-o", &file]].concat(), 2).contains("tail"));
    assert!(!std::path::Path::new(&table).exists());
    // Another axis stays.
    succeed(&["compare", "limb", "limb-heat", "--sweep", "left:ry=0..20:20", "--set", "left:rx=10"]);
    assert!(!std::path::Path::new(&file).exists() && !std::path::Path::new(&film).exists());
}

/// A joint that the second model does not have, and a second model without a surface.
#[test]
fn what_the_second_model_cannot_follow_is_told() {
    let warned = |arguments: &[&str]| {
        let output = run(&[&["compare", "limb"], arguments, &["--methods", "lbs"]].concat());
        assert!(output.status.success());
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let folder = Folder::new("two-models-alone");
    let renamed = changed(&folder, "limb", "renamed.glb", |glb| {
        let nodes = glb.json["nodes"].as_array_mut().unwrap();
        let left = nodes.iter_mut().find(|node| node["name"] == "left").unwrap();
        left["name"] = json!("tail");
    });
    let [_, told] = warned(&[&renamed, "--set", "left:ry=40"]);
    assert!(told.contains("warning: left has no partner in renamed, which does not follow it; write"), "{told}");
    assert!(!warned(&[&renamed, "--set", "right:ry=40"])[1].contains("no partner"));
    for figure in ["zone_volume", "distance_to_model"] {
        let output = run(&["compare", "limb", &renamed, "--sweep", "left:ry=0..40:40", "--figure", figure]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("warning: left has no partner in renamed, which does not follow it; write"), "{told}");
    }
    // A table without the joint needs another line.
    let table = folder.file("joints.toml");
    std::fs::write(&table, "[joints]\nright = \"right\"\n").unwrap();
    let [_, told] = warned(&[&renamed, "--set", "left:ry=40", "--joints", &table]);
    assert!(told.contains("does not follow it; add lines to the table of --joints"), "{told}");
    // A file without a mesh has no distance, and its colors do not say that it is 0.
    let empty = changed(&folder, "limb", "empty.glb", |glb| {
        let nodes = glb.json["nodes"].as_array_mut().unwrap();
        nodes.iter_mut().for_each(|node| {
            node.as_object_mut().unwrap().remove("mesh");
            node.as_object_mut().unwrap().remove("skin");
        });
        glb.json.as_object_mut().unwrap().remove("skins");
    });
    let file = folder.file("empty.png");
    let [text, told] = warned(&[&empty, "--paint", "difference:model", "-o", &file]);
    assert!(text.contains("lbs, limb: No distance to the other model is known"), "{text}");
    assert!(!told.contains("inf times"), "{told}");
    let nothing = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/import/good/asset-only.gltf");
    let [_, told] = warned(&[nothing]);
    assert!(told.contains("note: asset-only has no size at rest, so no size is compared"), "{told}");
}

/// Parts without a skin have distances at every angle, but nothing else can be measured.
#[test]
fn a_second_model_of_rigid_parts_has_distances_alone() {
    let folder = Folder::new("two-models-rigid");
    let rigid = changed(&folder, "limb", "rigid.glb", |glb| {
        let nodes = glb.json["nodes"].as_array_mut().unwrap();
        nodes.iter_mut().for_each(|node| drop(node.as_object_mut().unwrap().remove("skin")));
        glb.json.as_object_mut().unwrap().remove("skins");
    });
    let sweep = ["compare", "limb", &rigid, "--sweep", "left:ry=0..80:80", "--methods", "lbs"];
    let text = succeed(&[&sweep[..], &["--figure", "distance_to_model"]].concat());
    let last = text.lines().last().unwrap();
    let largest: f64 = last.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!(last.trim_start().starts_with("80") && largest > 0.05, "{text}");
    assert!(fail(&sweep, 3).contains("rigid.glb"));
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let found = read(&succeed(&[&sweep[..], &["--figure", "distance_to_model", "--json"]].concat()));
    assert_eq!(found["second_joint"], "left", "it is turned, too");
    let first = ["compare", &rigid, "limb", "--sweep", "left:ry=0..80:80", "--methods", "lbs", "--json"];
    let found = read(&succeed(&[&first[..], &["--figure", "distance_to_model"]].concat()));
    let largest_from_rigid = found["rows"][1]["largest"].as_f64().unwrap();
    assert!((largest_from_rigid - largest).abs() < 1e-2 * largest, "three digits are printed: {found}");
}

/// A file of the same character that faces the other way is turned, so that both kick to their front, and the user is told.
#[test]
fn models_that_face_different_ways_are_aligned() {
    let folder = Folder::new("two-models-facing");
    let turn = |degrees: f64| move |glb: &mut Glb| glb.turn_scene(DQuat::from_rotation_y(degrees.to_radians()));
    let kick = ["--methods", "lbs", "--set", "thigh.L:rx=-80", "--set", "forearm.R:ry=50"];
    for (degrees, back) in [(180.0, 180), (90.0, 270)] {
        let other = changed(&folder, "mannequin", "turned.glb", turn(degrees));
        let both = ["mannequin", other.as_str()];
        let output = run(&[&["compare"], &both[..], &kick, &["--json"]].concat());
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(largest(&found, 0) < 1e-5, "{degrees}: {}", largest(&found, 0));
        assert_eq!((&found["second_turn_degrees"], &found["compared"]), (&json!(back), &json!("vertices")));
        assert!(message.contains("is turned by") && message.contains("--keep-facing"), "{message}");
        let kept = report(&[&both[..], &kick, &["--keep-facing"]].concat());
        assert!(largest(&kept, 0) > 0.1 && kept["second_turn_degrees"] == 0, "{}", largest(&kept, 0));
        // The worst poses are the same, as the second model takes those of the first about its own front.
        let stress = |more: &[&str]| -> Value {
            let flags = ["--range", "60", "--methods", "lbs", "--json"];
            serde_json::from_str(&succeed(&[&["stress"], &both[..], &flags, more].concat())).unwrap()
        };
        let found = stress(&[]);
        let pair = &found["methods"][0]["collapse"][0];
        assert!(pair["difference"].as_f64().unwrap().abs() < 1e-5, "{pair}");
        assert_eq!(
            (&found["second_turn_degrees"], &stress(&["--keep-facing"])["second_turn_degrees"]),
            (&json!(back), &json!(0))
        );
    }
    // The other way round, and no word where both face the same way.
    let other = changed(&folder, "mannequin", "turned.glb", turn(180.0));
    assert_eq!(report(&[&[other.as_str(), "mannequin"], &kick[..]].concat())["second_turn_degrees"], 180);
    let same = run(&[&["compare", "mannequin", "mannequin"], &kick[..]].concat());
    assert!(!String::from_utf8_lossy(&same.stderr).contains("faces"));
}
