//! `skinscope probe`: the numbers of one vertex are those of the other commands.

use crate::command_line::{Folder, fail, npy, succeed};
use serde_json::Value;
use skinscope::skinning::{Antipodality, SkinningMethod};

fn probe(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeed(&[&["probe"], arguments, &["--json"]].concat())).unwrap()
}

fn point(value: &Value) -> [f32; 3] {
    [0, 1, 2].map(|axis| value[axis].as_f64().unwrap() as f32)
}

#[test]
fn each_method_puts_the_vertex_where_deform_does() {
    let folder = Folder::new("probe");
    let out = folder.file("out.npy");
    let pose = ["limb", "--pose", "fold-forward", "--set", "left:rz=40,lsx=1.2"];
    let probed = probe(&[&pose[..], &["--vertex", "1234"]].concat());
    let methods = probed["methods"].as_array().unwrap();
    assert_eq!(methods.len(), SkinningMethod::ALL.len());
    let lbs = point(&methods[0]["position"]);
    for (told, method) in methods.iter().zip(SkinningMethod::ALL) {
        succeed(&[&["deform"], &pose[..], &["--method", method.id(), "--backend", "cpu", "-o", &out]].concat());
        let there = npy(&out)[1234];
        // To the last bit: the same code, and digits that read back.
        assert_eq!((told["method"].as_str(), point(&told["position"])), (Some(method.id()), there));
        let apart = (0..3).map(|axis| (there[axis] - lbs[axis]).powi(2)).sum::<f32>().sqrt();
        assert!((told["distance_to_lbs"].as_f64().unwrap() as f32 - apart).abs() < 1e-6, "{}", method.id());
        let has_center = method.needs_centers() || method == SkinningMethod::Spherical;
        assert_eq!(told["center"].is_object(), has_center, "{}", method.id());
        assert_eq!(told["antipodality"].is_string(), method.blends_quaternions());
    }
    assert!(methods[1]["distance_to_lbs"].as_f64().unwrap() > 1e-3, "the methods differ there");
    // The same vertex by its primitive.
    let by_primitive = probe(&[&pose[..], &["--primitive", "0", "--vertex", "1234"]].concat());
    assert_eq!(by_primitive, probed);
}

/// The bar's middle turned by 200 degrees, half angle 100: its canonical sign is negative against the root's.
#[test]
fn signs_are_those_of_every_mode() {
    let file: Value = serde_json::from_str(&succeed(&["palette", "bar", "--vertices", "-o", "-"])).unwrap();
    let influences = file["primitives"][0]["influences"].as_array().unwrap();
    let shared = |pairs: &Value| pairs.as_array().unwrap().len() == 2 && pairs[0][0] == 0;
    let vertex = influences.iter().position(shared).unwrap().to_string();
    let probed = probe(&["bar", "--set", "mid:rx=200", "--vertex", &vertex, "--methods", "dqs"]);
    let joints = probed["influences"].as_array().unwrap();
    assert_eq!((joints[0]["joint"].as_str(), joints[1]["joint"].as_str()), (Some("root"), Some("mid")));
    assert!((probed["angle_degrees"].as_f64().unwrap() - 160.0).abs() < 1e-4);
    let half = 100f64.to_radians();
    // In its canonical sign, w = cos(100) is made positive.
    let real = &joints[1]["motion"]["real"];
    assert!(
        (real[3].as_f64().unwrap() + half.cos()).abs() < 1e-6 && (real[0].as_f64().unwrap() + half.sin()).abs() < 1e-6
    );
    // Palette and blend: against the parent or the heaviest, +160 becomes -200; counted, it stays 200.
    let expected =
        [("none", 1, 1), ("per-bone", 1, 1), ("per-vertex", 1, 1), ("running-sum", 1, 1), ("continuous", -1, -1)];
    for (mode, palette, blend) in expected {
        let signs = &joints[1]["signs"][mode];
        assert_eq!((signs["palette"].as_i64(), signs["blend"].as_i64()), (Some(palette), Some(blend)), "{mode}");
    }
    let counted =
        probe(&["bar", "--set", "mid:rx=200", "--vertex", &vertex, "--methods", "dqs", "--antipodality", "continuous"]);
    let real = &counted["influences"][1]["motion"]["real"];
    assert!((real[3].as_f64().unwrap() - half.cos()).abs() < 1e-6, "as the shader gets it: {real}");
    let modes: Vec<&str> = joints[1]["signs"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(modes.len(), Antipodality::ALL.len());
}

#[test]
fn the_text_has_the_numbers_of_the_report() {
    let pose = ["bar", "--pose", "twist-135", "--vertex", "4000"];
    let text = succeed(&[&["probe"], &pose[..]].concat());
    let report = probe(&pose);
    let mut missing = Vec::new();
    for method in report["methods"].as_array().unwrap() {
        assert!(text.contains(&format!("  {}", method["method"].as_str().unwrap())));
        for number in method["position"].as_array().unwrap() {
            let digits = (number.as_f64().unwrap() as f32).to_string();
            missing.extend((!text.contains(&digits)).then_some(digits));
        }
    }
    assert!(missing.is_empty(), "{missing:?} in {text}");
    assert!(text.contains("running-sum") && text.contains("C'', second phase"), "{text}");
}

#[test]
fn numbers_out_of_range_say_the_range() {
    assert!(fail(&["probe", "bar", "--vertex", "99999"], 2).contains("8578 vertices, from 0 to 8577"));
    let error = fail(&["probe", "bar", "--primitive", "3", "--vertex", "0"], 2);
    assert!(error.contains("--primitive 3: the model has one primitive, number 0"), "{error}");
    assert!(fail(&["probe", "bar", "--vertex", "-1"], 2).contains("--vertex"));
    assert!(fail(&["probe", "bar"], 2).contains("--vertex"));
}
