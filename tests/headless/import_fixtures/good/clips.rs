//! Animations: interpolations, stored forms, and channels that are left out.

use super::super::arm::{BENT, QUARTER_TURN, REST, arm, board, moved};
use super::super::gltf_file::{F32, GltfFile, I8, I16, U8, U16, U32};
use super::super::manifest::GoodFixture;
use serde_json::{Value, json};
use std::f32::consts::FRAC_1_SQRT_2;

/// The elbow turned by 45 degrees: alone it puts (x, y) at (1 + (x - 1 - y) / sqrt 2, (x - 1 + y) / sqrt 2).
const HALF_BENT: [[f32; 3]; 6] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.5, 0.0],
    [1.0, 0.0, 0.0],
    [0.717_157_3, 0.382_842_7, 0.0],
    [1.0 + FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0],
    [1.353_553_4, 1.060_660_2, 0.0],
];

const REST_AND_QUARTER_TURN: [f64; 8] =
    [0.0, 0.0, 0.0, 1.0, QUARTER_TURN[0], QUARTER_TURN[1], QUARTER_TURN[2], QUARTER_TURN[3]];

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = interpolations();
    fixtures.extend(stored_rotations());
    fixtures.extend(odd_times());
    fixtures.extend([several_channels(), animated_board(), odd_animations(), ignored_channels(), dropped_channels()]);
    fixtures
}

/// A clip with one channel.
fn animation(name: &str, sampler: &Value, node: usize, path: &str) -> Value {
    json!({"name": name, "samplers": [sampler],
        "channels": [{"sampler": 0, "target": {"node": node, "path": path}}]})
}

fn clip_of_arm(file: &str, about: &str, gltf: &GltfFile, seconds: f32) -> GoodFixture {
    GoodFixture::arm(file, about, gltf.glb()).unlike_the_arm().clip("bend", seconds, 1)
}

fn interpolations() -> Vec<GoodFixture> {
    let turning = |interpolation: Option<&str>| {
        let mut file = arm();
        let mut sampler = json!({"input": file.data(F32, "SCALAR", &[0.0, 1.0]),
            "output": file.data(F32, "VEC4", &REST_AND_QUARTER_TURN)});
        if let Some(interpolation) = interpolation {
            sampler["interpolation"] = json!(interpolation);
        }
        file.push("animations", animation("bend", &sampler, 1, "rotation"));
        file
    };
    let mut spline = arm();
    // In-tangent, value and out-tangent of two keys. At 1/2: 1/8 (0, 4, 0) + 1/2 (0, 2, 0) - 1/8 (4, 0, 0).
    let keys = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 0.0, 0.0], [0.0, 2.0, 0.0], [9.0, 9.0, 9.0]];
    let sampler = json!({"input": spline.data(F32, "SCALAR", &[0.0, 1.0]),
        "output": spline.data(F32, "VEC3", &keys.concat()), "interpolation": "CUBICSPLINE"});
    spline.push("animations", animation("bend", &sampler, 0, "translation"));
    let mut one_key = arm();
    let sampler = json!({"input": one_key.data(F32, "SCALAR", &[0.5]),
        "output": one_key.data(F32, "VEC3", &[9.0, 9.0, 9.0, 0.0, 2.0, 0.0, 9.0, 9.0, 9.0]),
        "interpolation": "CUBICSPLINE"});
    one_key.push("animations", animation("bend", &sampler, 0, "translation"));
    let half = HALF_BENT;
    vec![
        clip_of_arm("clip-linear.glb", "a linear rotation", &turning(Some("LINEAR")), 1.0)
            .at(0, 0.0, &REST)
            .at(0, 0.5, &half)
            .at(0, 1.0, &BENT)
            .at(0, 5.0, &BENT),
        clip_of_arm("clip-default.glb", "an interpolation that is not given is linear", &turning(None), 1.0)
            .at(0, 0.5, &half)
            .same_as("clip-linear.glb", 0.0),
        clip_of_arm("clip-step.glb", "a step", &turning(Some("STEP")), 1.0).at(0, 0.99, &REST).at(0, 1.0, &BENT),
        clip_of_arm("clip-spline.glb", "a cubic spline", &spline, 1.0)
            .at(0, 0.0, &REST)
            .at(0, 0.5, &moved(&REST, [-0.5, 1.5, 0.0]))
            .at(0, 1.0, &moved(&REST, [0.0, 2.0, 0.0])),
        clip_of_arm("clip-spline-one-key.glb", "a cubic spline of one key", &one_key, 0.5)
            .at(0, 0.0, &moved(&REST, [0.0, 2.0, 0.0]))
            .at(0, 1.0, &moved(&REST, [0.0, 2.0, 0.0])),
    ]
}

fn stored_rotations() -> Vec<GoodFixture> {
    let mut fixtures = Vec::new();
    for (name, component, largest) in
        [("i8", I8, 127.0), ("u8", U8, 255.0), ("i16", I16, 32767.0), ("u16", U16, 65535.0)]
    {
        let mut file = arm();
        let stored: Vec<f64> = REST_AND_QUARTER_TURN.iter().map(|value| (value * largest).round()).collect();
        let sampler = json!({"input": file.data(F32, "SCALAR", &[0.0, 1.0]),
            "output": file.normalized(component, "VEC4", &stored)});
        file.push("animations", animation("bend", &sampler, 1, "rotation"));
        let file_name = format!("clip-rotation-{name}.glb");
        // Both non-zero components are equal, so that the normalized key is exact.
        let fixture = clip_of_arm(&file_name, &format!("rotations as normalized {name}"), &file, 1.0);
        fixtures.push(fixture.at(0, 0.0, &REST).at(0, 1.0, &BENT));
    }
    let mut sparse = arm();
    let output = sparse.data(F32, "VEC4", &[0.0, 0.0, 0.0, 1.0].repeat(2));
    sparse.make_sparse(output, U8, &[1.0], &QUARTER_TURN);
    let sampler = json!({"input": sparse.data(F32, "SCALAR", &[0.0, 1.0]), "output": output});
    sparse.push("animations", animation("bend", &sampler, 1, "rotation"));
    let fixture = clip_of_arm("clip-sparse.glb", "a sparse accessor of rotations", &sparse, 1.0);
    fixtures.push(fixture.at(0, 0.5, &HALF_BENT).same_as("clip-linear.glb", 0.0));
    fixtures
}

/// The root moves along y.
fn moving(times: &[f64], heights: &[f64]) -> GltfFile {
    let mut file = arm();
    let values: Vec<f64> = heights.iter().flat_map(|&y| [0.0, y, 0.0]).collect();
    let sampler = json!({"input": file.data(F32, "SCALAR", times), "output": file.data(F32, "VEC3", &values)});
    file.push("animations", animation("bend", &sampler, 0, "translation"));
    file
}

fn odd_times() -> [GoodFixture; 3] {
    let up = |y: f32| moved(&REST, [0.0, y, 0.0]);
    [
        clip_of_arm("clip-one-key.glb", "a single key", &moving(&[0.0], &[3.0]), 0.0).at(0, 0.0, &up(3.0)).at(
            0,
            1.0,
            &up(3.0),
        ),
        clip_of_arm("clip-late.glb", "keys that start after zero", &moving(&[2.0, 3.0], &[1.0, 2.0]), 3.0)
            .at(0, 0.0, &up(1.0))
            .at(0, 2.5, &up(1.5)),
        clip_of_arm(
            "clip-equal-times.glb",
            "two keys at one time",
            &moving(&[0.0, 1.0, 1.0, 2.0], &[0.0, 5.0, 8.0, 9.0]),
            2.0,
        )
        .at(0, 1.0, &up(8.0))
        .at(0, 1.5, &up(8.5)),
    ]
}

/// Scale, rotation and translation of both joints with shared times, unused samplers, and an output that begins
/// within its view.
fn several_channels() -> GoodFixture {
    let mut file = arm();
    let times = file.data(F32, "SCALAR", &[0.0, 2.0]);
    let values = file.data(F32, "VEC3", &[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 0.0, 0.0]].concat());
    let view = file.json["accessors"][values]["bufferView"].clone();
    let shifts = file.push(
        "accessors",
        json!({"bufferView": view, "byteOffset": 12, "componentType": F32, "count": 2, "type": "VEC3"}),
    );
    file.set(&format!("/accessors/{values}/count"), json!(2));
    let turns = file.data(F32, "VEC4", &REST_AND_QUARTER_TURN);
    file.push(
        "animations",
        json!({"name": "bend", "samplers": [
            {"input": times, "output": times}, {"input": times, "output": values}, {"input": times, "output": turns},
            {"input": times, "output": shifts}
        ], "channels": [
            {"sampler": 1, "target": {"node": 1, "path": "scale"}},
            {"sampler": 2, "target": {"node": 1, "path": "rotation"}},
            {"sampler": 3, "target": {"node": 0, "path": "translation"}}
        ]}),
    );
    // The elbow alone puts (x, y) at (1 - 2 y, 2 (x - 1)); then the root moves all by 3.
    let posed = [[0.0, 0.0, 0.0], [0.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.2, 0.1, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 0.0]];
    GoodFixture::arm("clip-channels.glb", "channels of scale, rotation and translation", file.glb())
        .unlike_the_arm()
        .clip("bend", 2.0, 3)
        .at(0, 2.0, &moved(&posed, [3.0, 0.0, 0.0]))
}

fn animated_board() -> GoodFixture {
    let mut file = board();
    file.push("nodes", json!({"name": "above", "children": [0]}));
    file.push("nodes", json!({"name": "apart"}));
    let sampler = json!({"input": file.data(F32, "SCALAR", &[0.0, 1.0]),
        "output": file.data(F32, "VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 4.0])});
    file.push("animations", animation("rise", &sampler, 0, "translation"));
    GoodFixture::board("clip-without-skin.glb", "an animated node without a skin", file.glb())
        // The node that moves and the node above it.
        .with(|entry| entry.joints = 2)
        .clip("rise", 1.0, 1)
        .at(0, 0.5, &moved(&REST, [0.0, 0.0, 2.0]))
}

/// Animations without channels or samplers, without a name, and with the name of another.
fn odd_animations() -> GoodFixture {
    let mut file = arm();
    let sampler = json!({"input": file.data(F32, "SCALAR", &[0.0, 1.0]),
        "output": file.data(F32, "VEC4", &REST_AND_QUARTER_TURN)});
    let mut unnamed = animation("", &sampler, 1, "rotation");
    unnamed.as_object_mut().unwrap().remove("name");
    file.json["animations"] = json!([
        {"name": "empty", "channels": [], "samplers": []},
        {"name": "nothing"},
        unnamed,
        animation("twice", &sampler, 1, "rotation"),
        animation("twice", &sampler, 1, "rotation")
    ]);
    GoodFixture::arm(
        "animations-odd.glb",
        "animations without channels, without a name, and of equal names",
        file.glb(),
    )
    .clip("empty", 0.0, 0)
    .clip("nothing", 0.0, 0)
    .clip("Clip 3", 1.0, 1)
    .clip("twice", 1.0, 1)
    .clip("twice", 1.0, 1)
    .at(0, 0.5, &REST)
    .at(2, 1.0, &BENT)
    .at(4, 1.0, &BENT)
    .unlike_gltf_crate("refuses animations without channels")
}

fn ignored_channels() -> GoodFixture {
    let mut file = arm();
    let times = file.data(F32, "SCALAR", &[0.0, 1.0]);
    let turns = file.data(F32, "VEC4", &REST_AND_QUARTER_TURN);
    file.push(
        "animations",
        json!({"name": "bend", "samplers": [
            {"input": times, "output": turns}, {"input": times, "output": times}
        ], "channels": [
            {"sampler": 0, "target": {"path": "rotation"}},
            {"sampler": 0, "target": {"path": "pointer", "extensions":
                {"KHR_animation_pointer": {"pointer": "/nodes/1/rotation"}}}},
            {"sampler": 1, "target": {"node": 2, "path": "weights"}},
            {"sampler": 0, "target": {"node": 1, "path": "rotation"}}
        ]}),
    );
    GoodFixture::arm("channels-ignored.glb", "channels without a node, of extensions, and of morph weights", file.glb())
        .clip("bend", 1.0, 1)
        .at(0, 1.0, &BENT)
        .warns(&[
            "animation \"bend\": 1 channel without a node ignored",
            "animation \"bend\": 1 channel of KHR_animation_pointer ignored; clips move only nodes",
            "animation \"bend\": 1 channel left out; the first (channel 2) sets morph weights of a node without morph targets",
        ])
        .unlike_gltf_crate("refuses channels without a node")
}

/// One animation for each fault of a channel, each with a channel that plays.
fn dropped_channels() -> GoodFixture {
    let mut file = arm();
    let times = file.data(F32, "SCALAR", &[0.0, 1.0]);
    let turns = file.data(F32, "VEC4", &REST_AND_QUARTER_TURN);
    let shifts = file.data(F32, "VEC3", &[0.0; 6]);
    let backward = file.data(F32, "SCALAR", &[1.0, 0.0]);
    let not_finite = file.data(F32, "SCALAR", &[0.0, f64::INFINITY]);
    let integers = file.data(U16, "SCALAR", &[0.0, 1.0]);
    let whole = file.data(U32, "VEC4", &[0.0; 8]);
    let zero_turns = file.data(F32, "VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    let bad_values = file.data(F32, "VEC3", &[0.0, 0.0, 0.0, 0.0, f64::NAN, 0.0]);
    let none = file.push("accessors", json!({"componentType": F32, "count": 0, "type": "SCALAR"}));
    let no_values = file.push("accessors", json!({"componentType": F32, "count": 0, "type": "VEC3"}));
    let outside = file.push("accessors", json!({"componentType": F32, "count": 9, "type": "VEC3"}));
    file.make_sparse(outside, U8, &[9.0], &[0.0; 3]);
    let faults = [
        ("no keys", none, no_values, "LINEAR", "translation", "has no keys"),
        ("count", times, shifts, "CUBICSPLINE", "translation", "has 2 values for 2 keys; CubicSpline needs 6"),
        ("order", backward, shifts, "LINEAR", "scale", "has key times that do not increase, at key 1"),
        ("time", not_finite, shifts, "STEP", "scale", "has a time or value that is not a finite number, at key 1"),
        ("value", times, bad_values, "LINEAR", "scale", "has a time or value that is not a finite number, at key 1"),
        ("zero", times, zero_turns, "LINEAR", "rotation", "has a rotation of length zero, at key 1"),
        ("integers", integers, shifts, "LINEAR", "scale", "has component type 5123, which glTF does not allow here"),
        ("whole", times, whole, "LINEAR", "rotation", "has component type 5125, which glTF does not allow here"),
        ("type", times, turns, "LINEAR", "scale", "has element type \"VEC4\", which glTF does not allow here"),
        ("sparse", times, outside, "LINEAR", "scale", "has a sparse index 9 beyond its 9 elements"),
        (
            "interpolation",
            times,
            turns,
            "QUADRATIC",
            "rotation",
            "has interpolation \"QUADRATIC\", which glTF does not allow here",
        ),
        ("path", times, turns, "LINEAR", "visibility", "has path \"visibility\", which glTF does not allow here"),
    ];
    let mut fixture =
        GoodFixture::arm("channels-dropped.glb", "a channel with each fault beside one that plays", vec![]);
    let mut warnings = Vec::new();
    for (clip, (name, input, output, interpolation, path, cause)) in faults.into_iter().enumerate() {
        file.push(
            "animations",
            json!({"name": name, "samplers": [
                {"input": times, "output": turns}, {"input": input, "output": output, "interpolation": interpolation}
            ], "channels": [
                {"sampler": 0, "target": {"node": 1, "path": "rotation"}},
                {"sampler": 1, "target": {"node": 0, "path": path}}
            ]}),
        );
        warnings.push(format!("animation \"{name}\": 1 channel left out; the first (channel 1) {cause}"));
        fixture = fixture.clip(name, 1.0, 1).at(clip, 1.0, &BENT);
    }
    fixture.files[0].1 = file.glb();
    let warnings: Vec<&str> = warnings.iter().map(String::as_str).collect();
    fixture.warns(&warnings).unlike_gltf_crate("refuses unknown interpolations and paths")
}
