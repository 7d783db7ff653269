//! `skinscope centers`: numbers, files, and the cache between two runs.

use crate::command_line::{Folder, fail, largest_difference, npy, output_of, succeed};
use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command's JSON output and its log.
fn centers(cache: &Path, arguments: &[&str]) -> (Value, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skinscope"));
    let output = output_of(command.arg("centers").args(arguments).arg("--json").env("SKINSCOPE_CACHE", cache));
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {log}");
    (serde_json::from_slice(&output.stdout).unwrap(), log)
}

#[test]
fn the_second_run_reads_what_the_first_one_kept() {
    let folder = Folder::new("centers-cache");
    let cache = PathBuf::from(folder.file("cache"));
    let (first_file, second_file) = (folder.file("first.npy"), folder.file("second.npy"));
    let (first, log) = centers(&cache, &["cloth-9", "-o", &first_file]);
    assert_eq!((&first["times"]["from_cache"], log.as_str()), (&false.into(), ""));
    assert_eq!(first["vertices"], 2601);
    assert_eq!(first["without_center"], 0);
    let (second, log) = centers(&cache, &["cloth-9", "-o", &second_file]);
    assert_eq!((&second["times"]["from_cache"], log.as_str()), (&true.into(), ""));
    assert_eq!(std::fs::read(&first_file).unwrap(), std::fs::read(&second_file).unwrap());
    let (other, _) = centers(&cache, &["cloth-9", "--sigma", "0.2"]);
    assert_eq!(other["times"]["from_cache"], false);
    let (apart, _) = centers(&cache, &["cloth-9", "--no-cache"]);
    assert_eq!(apart["times"]["from_cache"], false);
}

#[test]
fn a_damaged_file_is_computed_anew_and_said_so() {
    let folder = Folder::new("centers-damage");
    let cache = PathBuf::from(folder.file("cache"));
    let (_, _) = centers(&cache, &["bar"]);
    let path = std::fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&path).unwrap();
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 3] = [
        ("damaged", |bytes| bytes.truncate(bytes.len() / 3)),
        ("damaged", |bytes| bytes[1000] ^= 8),
        ("version", |bytes| bytes[16] ^= 0x40),
    ];
    for (word, damage) in damages {
        let mut bytes = whole.clone();
        damage(&mut bytes);
        std::fs::write(&path, &bytes).unwrap();
        let (report, log) = centers(&cache, &["bar"]);
        assert_eq!(report["times"]["from_cache"], false);
        assert_eq!(log.lines().count(), 1, "{log}");
        assert!(log.contains("WARN") && log.contains(word) && log.contains("computing"), "{log}");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn exact_centers_are_the_same() {
    let folder = Folder::new("centers-exact");
    let cache = PathBuf::from(folder.file("cache"));
    let (fast, exact) = (folder.file("fast.npy"), folder.file("exact.npy"));
    centers(&cache, &["limb", "-o", &fast]);
    let (report, _) = centers(&cache, &["limb", "--exact", "-o", &exact]);
    assert_eq!((&report["exact"], &report["times"]["from_cache"]), (&true.into(), &false.into()));
    let rows = |path: &str| -> Vec<[f32; 3]> { npy(path).into_iter().filter(|row| !row[0].is_nan()).collect() };
    assert!(rows(&fast).len() > 1000);
    assert!(largest_difference(&rows(&fast), &rows(&exact)) < 1e-6);
}

#[test]
fn wrong_widths_and_outputs_are_refused() {
    let folder = Folder::new("centers-wrong");
    for arguments in [
        &["centers", "bar", "--sigma", "0"][..],
        &["centers", "bar", "--epsilon", "nan"],
        &["centers", "bar", "--epsilon", "1e-9"],
        &["centers", "bar", "--similarity", "cosine"],
        &["centers", "bar", "--search", "depth-first"],
        &["centers", "bar", "--search", "breadth-first", "--exact"],
        &["centers", "bar", "--search", "breadth-first", "--omega", "0"],
        &["centers", "bar", "--search", "breadth-first", "--cut-off", "-1"],
        &["render", "bar", "-o", "x.png", "--sigma", "-1"],
    ] {
        fail(arguments, 2);
    }
    assert!(fail(&["centers", "bar", "-o", &folder.file("x.txt")], 2).contains("*.npy"));
    assert!(fail(&["centers", "bar", "--omega", "0.2"], 2).contains("--omega is for --search breadth-first"));
    assert!(fail(&["centers", "bar", "--cut-off", "0"], 2).contains("--cut-off is for --search breadth-first"));
}

/// On connected skins the paper's search finds nearly what the exact sum finds. The limb has vertices with so little of a
/// second joint that all triangles are below the cut-off: the search ends where it starts.
#[test]
fn breadth_first_search_is_compared_with_the_exact_sum() {
    let folder = Folder::new("centers-breadth-first");
    let cache = PathBuf::from(folder.file("cache"));
    for (model, farthest) in [("bar", 1e-3), ("limb", 0.1)] {
        let (found, exact) = (folder.file("found.npy"), folder.file("exact.npy"));
        let (report, _) = centers(&cache, &[model, "--search", "breadth-first", "-o", &found]);
        let (of_exact, _) = centers(&cache, &[model, "-o", &exact]);
        assert_eq!((&report["search"], &of_exact["search"]), (&"breadth-first".into(), &"exact".into()));
        assert_eq!((&report["times"]["from_cache"], &of_exact["breadth_first"]), (&false.into(), &Value::Null));
        let search = &report["breadth_first"];
        assert_eq!((&search["omega"], &search["cut_off"]), (&0.1.into(), &1e-6.into()));
        let number = |key: &str| search[key].as_f64().unwrap();
        let (largest, median) = (number("largest_distance_to_exact"), number("median_distance_to_exact"));
        assert!(median < 1e-5 && largest < farthest, "{model}: {search}");
        assert!(number("lost_seeds") < number("seeds") && number("lost_centers") == 0.0, "{model}: {search}");
        // The files say the same.
        let rows = |path: &str| -> Vec<[f32; 3]> { npy(path).into_iter().filter(|row| !row[0].is_nan()).collect() };
        let apart = f64::from(largest_difference(&rows(&found), &rows(&exact)));
        assert!(apart <= largest + 1e-6, "{model}: {apart} {largest}");
    }
    let narrow = centers(&cache, &["bar", "--search", "breadth-first", "--cut-off", "0.05"]).0;
    let wide = centers(&cache, &["bar", "--search", "breadth-first"]).0;
    let largest = |report: &Value| report["breadth_first"]["largest_distance_to_exact"].as_f64().unwrap();
    assert!(largest(&narrow) > 10.0 * largest(&wide), "{} {}", largest(&narrow), largest(&wide));
}

/// Three rows of four.
fn affine(rows: &Value) -> DAffine3 {
    let row = |row: usize| [0, 1, 2, 3].map(|column| rows[row][column].as_f64().unwrap());
    let rows = [row(0), row(1), row(2)];
    let column = |column: usize| DVec3::from_array(rows.map(|row| row[column]));
    DAffine3 { matrix3: DMat3::from_cols(column(0), column(1), column(2)), translation: column(3) }
}

/// Joints and weights of each vertex of a palette's first primitive.
fn influences(palette: &Value) -> Vec<Vec<(usize, f64)>> {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let pair = |pair: &Value| (pair[0].as_u64().unwrap() as usize, pair[1].as_f64().unwrap());
    list(&palette["primitives"][0]["influences"]).iter().map(|of| list(of).iter().map(pair).collect()).collect()
}

fn point(value: &Value) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| value[axis].as_f64().unwrap()))
}

fn data(name: &str) -> String {
    format!("{}/tests/data/oracle/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn palette(model: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["palette", model, "--vertices", "-o", "-"], arguments].concat())).unwrap()
}

#[test]
fn centers_are_written_in_each_frame_and_the_report_says_which() {
    // One rests elsewhere than it was bound, the mesh of the other is turned and scaled.
    assert_frames("bindrest", false, [0.0, 0.6]);
    assert_frames("rotrest", true, [0.6, 0.0]);
    assert!(fail(&["centers", "bar", "--space", "mesh"], 2).contains("--output"));
}

/// Checks the files in all frames. `least` is how far the centers lie apart from those in the bind frame, in the mesh and
/// in the scene.
fn assert_frames(name: &str, rests_as_bound: bool, least: [f64; 2]) {
    let folder = Folder::new(&format!("centers-{name}"));
    let cache = PathBuf::from(folder.file("cache"));
    let file = folder.file("centers.npy");
    let model = data(&format!("models/{name}.glb"));
    let written = |space: &[&str]| {
        let (report, _) = centers(&cache, &[&[&model, "-o", &file], space].concat());
        (npy(&file), report)
    };
    let (bind, report) = written(&[]);
    assert_eq!(report["space"], "bind");
    assert_eq!(
        report["primitives"],
        serde_json::json!([{"mesh": report["primitives"][0]["mesh"], "skin": 0, "vertices": bind.len()}])
    );
    let at_rest = palette(&model, &["--method", "cor"]);
    let matrices = palette(&model, &["--method", "lbs"]);
    let skin = &report["skins"][0];
    let identity = serde_json::json!([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
    let scene_from_bind = if rests_as_bound { identity } else { Value::Null };
    assert_eq!(
        (&skin["bind_from_mesh"], &skin["scene_from_bind"]),
        (&at_rest["skins"][0]["bind_from_mesh"], &scene_from_bind)
    );
    let bind_from_mesh = affine(&skin["bind_from_mesh"]);
    let ([mesh, scene], reports): ([_; 2], Vec<_>) = {
        let [mesh, scene] = ["mesh", "scene"].map(|space| written(&["--space", space]));
        ([mesh.0, scene.0], vec![mesh.1, scene.1])
    };
    assert_eq!((&reports[0]["space"], &reports[1]["space"]), (&"mesh".into(), &"scene".into()));
    let joints = &matrices["skins"][0]["joints"];
    let mut farthest = [0.0f64; 2];
    for (vertex, influences) in influences(&at_rest).iter().enumerate() {
        let [in_bind, in_mesh, in_scene] = [&bind, &mesh, &scene].map(|list| Vec3::from(list[vertex]).as_dvec3());
        if in_bind.is_nan() {
            assert!(in_mesh.is_nan() && in_scene.is_nan());
            continue;
        }
        assert!(in_bind.distance(point(&at_rest["primitives"][0]["centers"][vertex])) < 1e-7);
        assert!(bind_from_mesh.transform_point3(in_mesh).distance(in_bind) < 1e-6);
        let carried: DVec3 = influences
            .iter()
            .map(|&(joint, weight)| weight * affine(&joints[joint]["matrix"]).transform_point3(in_bind))
            .sum();
        assert!(carried.distance(in_scene) < 1e-6, "{carried} {in_scene}");
        for (farthest, other) in farthest.iter_mut().zip([in_mesh, in_scene]) {
            *farthest = farthest.max(in_bind.distance(other));
        }
    }
    for (farthest, least) in farthest.into_iter().zip(least) {
        assert!(if least == 0.0 { farthest < 1e-5 } else { farthest > least }, "{name}: {farthest} {least}");
    }
}

/// Algorithm 1 of Le & Hodgins 2016 with what an engine has: positions of the file, a center for each, and its skin
/// matrices, which take mesh space to the scene.
#[test]
fn centers_of_the_mesh_fit_the_skin_matrices_of_an_engine() {
    for (model, pose) in [("bindrest", "bindrest.turn"), ("rotrest", "rotrest.mixed")] {
        assert_of_engine(&data(&format!("models/{model}.glb")), &data(&format!("poses/{pose}.json")));
    }
}

fn assert_of_engine(model: &str, pose: &str) {
    let folder = Folder::new("centers-engine");
    let [centers, skin] = ["centers.npy", "skin.npy"].map(|name| folder.file(name));
    succeed(&["centers", model, "--space", "mesh", "-o", &centers]);
    succeed(&["deform", model, "--pose", pose, "--method", "cor", "--backend", "cpu", "-o", &skin]);
    let (centers, skin) = (npy(&centers), npy(&skin));
    let file = palette(model, &["--method", "lbs", "--pose", pose]);
    let bind_from_mesh = affine(&file["skins"][0]["bind_from_mesh"]);
    // The mesh may be scaled, by the same factor in all directions.
    let scale = bind_from_mesh.matrix3.determinant().cbrt();
    let joints = file["skins"][0]["joints"].as_array().unwrap();
    let matrices: Vec<DAffine3> = joints.iter().map(|joint| affine(&joint["matrix"]) * bind_from_mesh).collect();
    let mut turned = 0.0f64;
    for (vertex, influences) in influences(&file).iter().enumerate() {
        let rest = bind_from_mesh.inverse().transform_point3(point(&file["primitives"][0]["positions"][vertex]));
        let center = Vec3::from(centers[vertex]).as_dvec3();
        let center = if center.is_nan() { rest } else { center };
        let blend = |point: DVec3| -> DVec3 {
            influences.iter().map(|&(joint, weight)| weight * matrices[joint].transform_point3(point)).sum()
        };
        let mut sum = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for &(joint, weight) in influences {
            let rotation = DQuat::from_mat3(&(matrices[joint].matrix3 * (1.0 / scale)));
            sum = sum + rotation * if rotation.dot(sum) < 0.0 { -weight } else { weight };
        }
        let found = blend(center) + sum.normalize() * (rest - center) * scale;
        let expected = Vec3::from(skin[vertex]).as_dvec3();
        assert!(found.distance(expected) < 5e-6, "{model} {vertex}: {found} {expected}");
        turned = turned.max(found.distance(blend(rest)));
    }
    assert!(turned > 0.01, "linear blending gives the same: {turned}");
}
