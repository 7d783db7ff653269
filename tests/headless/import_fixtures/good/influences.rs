//! Joints and weights: sets, component types, and what has to be repaired.

use super::super::arm::{BEND, REST, arm, arm_with, joints, moved, translation_matrix, weights};
use super::super::gltf_file::{F32, GltfFile, I16, U8, U16};
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = vec![
        GoodFixture::arm("plain.glb", "two joints, one mesh, everything as simple as possible", arm().glb()),
        four_influences("four-influences.glb", "four influences per vertex", false),
        four_influences("four-influences-split.glb", "the same influences as two sets of two", true)
            .same_as("four-influences.glb", 0.0),
        ten_influences(),
    ];
    fixtures.extend(encodings());
    fixtures.extend(repairs());
    fixtures.extend([("floats", F32), ("signed integers", I16)].map(|(stored, component)| {
        // An index that is none, with weight zero.
        let mut indices = joints();
        indices[3] = -1.0;
        let file = arm_with(|file| json!({"JOINTS_0": file.data(component, "VEC4", &indices)}));
        let warning = format!(
            "mesh \"arm\": 1 primitive had joint indices stored as {stored}, which glTF does not allow; their values \
             were used"
        );
        let name = format!("joints-{}.glb", stored.replace(' ', "-"));
        GoodFixture::equal_arm(&name, &format!("joint indices as {stored}"), file.glb())
            .warns(&[&warning])
            .unlike_gltf_crate("does not know this type")
    }));
    fixtures
}

fn encodings() -> [GoodFixture; 4] {
    let with = |name: &str, about: &str, given: fn(&mut GltfFile) -> Value| {
        GoodFixture::equal_arm(name, about, arm_with(given).glb())
    };
    [
        with("joints-u16.glb", "16-bit joint indices", |file| json!({"JOINTS_0": file.data(U16, "VEC4", &joints())})),
        with("weights-u8.glb", "8-bit normalized weights", |file| {
            let weights: Vec<f64> = weights().iter().map(|weight| weight * 255.0).collect();
            json!({"WEIGHTS_0": file.normalized(U8, "VEC4", &weights)})
        }),
        with("weights-u16.glb", "16-bit normalized weights", |file| {
            let weights: Vec<f64> = weights().iter().map(|weight| weight * 65535.0).collect();
            json!({"WEIGHTS_0": file.normalized(U16, "VEC4", &weights)})
        }),
        with("weights-second-set-first.glb", "an empty first set; all influences are in the second", |file| {
            json!({
                "JOINTS_0": file.data(U8, "VEC4", &[0.0; 24]), "WEIGHTS_0": file.data(F32, "VEC4", &[0.0; 24]),
                "JOINTS_1": file.data(U8, "VEC4", &joints()), "WEIGHTS_1": file.data(F32, "VEC4", &weights())
            })
        }),
    ]
}

fn repairs() -> [GoodFixture; 6] {
    let doubled: Vec<f64> = weights().iter().map(|weight| weight * 2.0).collect();
    let with_weights = |weights: &[f64]| arm_with(|file| json!({"WEIGHTS_0": file.data(F32, "VEC4", weights)})).glb();
    let mut unweighted = weights();
    unweighted[16..].fill(0.0);
    let mut negative = weights();
    negative[8..16].copy_from_slice(&[1.5, -0.5, 0.0, 0.0, 1.5, -0.5, 0.0, 0.0]);
    let mut twice = weights();
    let mut twice_joints = joints();
    for vertex in [2, 3] {
        twice[vertex * 4..][..4].copy_from_slice(&[0.1, 0.4, 0.4, 0.1]);
        twice_joints[vertex * 4..][..4].copy_from_slice(&[0.0, 1.0, 1.0, 0.0]);
    }
    let merged = arm_with(
        |file| json!({"JOINTS_0": file.data(U8, "VEC4", &twice_joints), "WEIGHTS_0": file.data(F32, "VEC4", &twice)}),
    );
    let unknown: Vec<f64> = joints().iter().enumerate().map(|(i, &j)| if i % 4 < 2 { j } else { 9.0 }).collect();
    let unpaired = arm_with(|file| json!({"JOINTS_1": file.data(U8, "VEC4", &joints())}));
    [
        GoodFixture::equal_arm("weights-doubled.glb", "weights that sum to 2", with_weights(&doubled))
            .warns(&["mesh \"arm\": 6 vertices had weights that do not sum to 1 (worst 2.000); they were normalized"]),
        GoodFixture::arm("weights-missing.glb", "two vertices without any weight", with_weights(&unweighted))
            .unlike_the_arm()
            .rest(&REST)
            .posed(&[BEND], &[REST[0], REST[1], [1.0, 0.0, 0.0], [0.6, 0.1, 0.0], REST[4], REST[5]])
            .warns(&["mesh \"arm\": 2 vertices had no weights, or weights that cancel out; they follow the skin's first joint"])
            .unlike_gltf_crate("sums of zero"),
        GoodFixture::arm("weights-negative.glb", "weights of 1.5 and -0.5", with_weights(&negative))
            .unlike_the_arm()
            .rest(&REST)
            // The elbow alone puts (1, 0.5) at (0.5, 0): 1.5 (1, 0.5) - 0.5 (0.5, 0).
            .posed(&[BEND], &[REST[0], REST[1], REST[2], [1.25, 0.75, 0.0], [1.0, 1.0, 0.0], [0.5, 1.0, 0.0]])
            .warns(&["mesh \"arm\": 2 vertices had negative weights; they are kept"]),
        GoodFixture::equal_arm("joint-twice.glb", "vertices that name a joint twice", merged.glb()),
        GoodFixture::equal_arm(
            "joint-unknown-unweighted.glb",
            "joints that the skin lacks, with weight zero",
            arm_with(|file| json!({"JOINTS_0": file.data(U8, "VEC4", &unknown)})).glb(),
        ),
        GoodFixture::equal_arm("joints-without-weights.glb", "JOINTS_1 without WEIGHTS_1", unpaired.glb())
            .warns(&["mesh \"arm\": JOINTS_1 or WEIGHTS_1 is missing; the set was ignored"]),
    ]
}

/// Joints `root`, `a`, `b` and `c`. The first three vertices follow them with 1/2, 1/4, 1/8 and 1/8, the others in
/// the reverse order.
fn four_influences(name: &str, about: &str, split: bool) -> GoodFixture {
    let weights: Vec<[f64; 4]> =
        (0..6).map(|vertex| if vertex < 3 { [0.5, 0.25, 0.125, 0.125] } else { [0.125, 0.125, 0.25, 0.5] }).collect();
    let mut file = arm_with(|file| {
        if !split {
            return json!({
                "JOINTS_0": file.data(U8, "VEC4", &[0.0, 1.0, 2.0, 3.0].repeat(6)),
                "WEIGHTS_0": file.data(F32, "VEC4", &weights.concat())
            });
        }
        let halves = [0, 2]
            .map(|first| -> Vec<f64> { weights.iter().flat_map(|w| [w[first], w[first + 1], 0.0, 0.0]).collect() });
        json!({
            "JOINTS_0": file.data(U8, "VEC4", &[0.0, 1.0, 0.0, 0.0].repeat(6)),
            "WEIGHTS_0": file.data(F32, "VEC4", &halves[0]),
            "JOINTS_1": file.data(U16, "VEC4", &[2.0, 3.0, 0.0, 0.0].repeat(6)),
            "WEIGHTS_1": file.data(F32, "VEC4", &halves[1])
        })
    });
    file.json["nodes"] = json!([
        {"name": "root", "children": [2, 3, 4]},
        {"name": "body", "mesh": 0, "skin": 0},
        {"name": "a", "translation": [1, 0, 0]},
        {"name": "b", "translation": [1, 0.5, 0]},
        {"name": "c", "translation": [0, 0, 1]}
    ]);
    file.json["scenes"][0]["nodes"] = json!([0, 1]);
    let binds = [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-1.0, -0.5, 0.0], [0.0, 0.0, -1.0]];
    let binds: Vec<f64> = binds.iter().flat_map(|[x, y, z]| translation_matrix(*x, *y, *z)).collect();
    let accessor = file.data(F32, "MAT4", &binds);
    file.json["skins"][0] = json!({"name": "four", "joints": [0, 2, 3, 4], "inverseBindMatrices": accessor});
    // 4/4 + 8/8 + 16/8 = 4, and 4/8 + 8/4 + 16/2 = 10.5.
    let raised = [moved(&REST[..3], [0.0, 4.0, 0.0]), moved(&REST[3..], [0.0, 10.5, 0.0])].concat();
    GoodFixture::new(name, about, file.glb())
        .counts(6, 4, 4, 1, 4)
        .rest(&REST)
        .posed(&["a:ty=4", "b:ty=8", "c:ty=16"], &raised)
        .posed(&["a:rz=50,rx=10", "b:ry=-70", "c:rx=120,tx=0.5"], &[])
}

/// Joints `j0` to `j9`, all at the origin, with weights of 1, 1, 1, 1, 1, 1, 2, 2, 2 and 4 sixteenths.
fn ten_influences() -> GoodFixture {
    let sixteenths = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 0.0, 0.0];
    let mut file = arm_with(|file| {
        let mut attributes = json!({});
        for set in 0..3 {
            let joints = [0, 1, 2, 3].map(|slot| f64::from((set * 4 + slot).min(9)));
            let weights: Vec<f64> = sixteenths[set as usize * 4..][..4].iter().map(|weight| weight / 16.0).collect();
            attributes[format!("JOINTS_{set}")] = json!(file.data(U8, "VEC4", &joints.repeat(6)));
            attributes[format!("WEIGHTS_{set}")] = json!(file.data(F32, "VEC4", &weights.repeat(6)));
        }
        attributes
    });
    file.json["nodes"] = json!([]);
    file.push("nodes", json!({"name": "body", "mesh": 0, "skin": 0}));
    let joints: Vec<usize> = (0..10).map(|joint| file.push("nodes", json!({"name": format!("j{joint}")}))).collect();
    file.json["scenes"][0]["nodes"] = json!((0..11).collect::<Vec<_>>());
    file.json["skins"][0] = json!({"name": "ten", "joints": joints});
    // Joint k rises by k: (0 + 1 + 2 + 3 + 4 + 5 + 2 (6 + 7 + 8) + 4 * 9) / 16.
    let sets: Vec<String> = (0..10).map(|joint| format!("j{joint}:ty={joint}")).collect();
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    GoodFixture::new("ten-influences.glb", "ten influences per vertex in three sets", file.glb())
        .counts(6, 4, 10, 1, 10)
        .rest(&REST)
        .posed(&sets, &moved(&REST, [0.0, 5.8125, 0.0]))
}
