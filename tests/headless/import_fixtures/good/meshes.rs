//! Meshes: how vertices form triangles, normals, and morph targets.

use super::super::arm::{BEND, BENT, REST, arm, arm_with, board, indices, moved, normals};
use super::super::gltf_file::{F32, U16};
use super::super::manifest::GoodFixture;
use serde_json::json;

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = topologies();
    fixtures.extend(stored_and_computed_normals());
    fixtures.extend(morphs());
    fixtures
}

fn topologies() -> Vec<GoodFixture> {
    let mut strip = arm();
    let order = strip.data(U16, "SCALAR", &[1.0, 0.0, 3.0, 2.0, 5.0, 4.0]);
    strip.set("/meshes/0/primitives/0/indices", json!(order));
    strip.set("/meshes/0/primitives/0/mode", json!(5));

    let mut fan = arm();
    let order = fan.data(U16, "SCALAR", &[2.0, 4.0, 5.0, 3.0, 1.0, 0.0]);
    fan.set("/meshes/0/primitives/0/indices", json!(order));
    fan.set("/meshes/0/primitives/0/mode", json!(6));

    let mut others = arm();
    let triangles = others.json["meshes"][0]["primitives"][0].clone();
    let mut primitives = vec![triangles.clone()];
    for mode in 0..4 {
        let mut primitive = triangles.clone();
        primitive["mode"] = json!(mode);
        primitives.push(primitive);
    }
    others.set("/meshes/0/primitives", json!(primitives));

    let mut incomplete = arm();
    let order = incomplete.data(U16, "SCALAR", &[&indices()[..], &[0.0, 1.0]].concat());
    incomplete.set("/meshes/0/primitives/0/indices", json!(order));

    let mut empty = arm();
    let triangles = empty.json["meshes"][0]["primitives"][0].clone();
    let none = empty.push("accessors", json!({"componentType": F32, "count": 0, "type": "VEC3"}));
    empty.set(
        "/meshes/0/primitives",
        json!([triangles, {"attributes": {}}, {"attributes": {"POSITION": none}}, {"attributes": {"_CUSTOM": none}}]),
    );
    vec![
        GoodFixture::equal_arm("strip.glb", "a triangle strip", strip.glb())
            .unlike_gltf_crate("does not turn strips into triangles"),
        GoodFixture::arm("fan.glb", "a triangle fan", fan.glb())
            .triangles(&[[4, 5, 2], [5, 3, 2], [3, 1, 2], [1, 0, 2]])
            .unlike_gltf_crate("does not turn fans into triangles"),
        GoodFixture::equal_arm("points-and-lines.glb", "primitives of points and lines beside triangles", others.glb())
            .warns(&["mesh \"arm\": 4 primitives of points or lines skipped"])
            .unlike_gltf_crate("lists points and lines"),
        GoodFixture::equal_arm("triangle-incomplete.glb", "two indices after the last triangle", incomplete.glb())
            .warns(&["mesh \"arm\": the last triangle lacks corners and was left out"])
            .unlike_gltf_crate("lists the last indices"),
        GoodFixture::equal_arm("primitives-empty.glb", "primitives without vertices", empty.glb())
            .warns(&["mesh \"arm\": 3 primitives without vertices skipped"])
            .unlike_gltf_crate("lists the empty primitives"),
    ]
}

fn stored_and_computed_normals() -> Vec<GoodFixture> {
    let mut broken = normals();
    broken[0..3].fill(0.0);
    broken[6] = f64::NAN;
    // The last triangle faces away from the normals of its corners.
    let mut against = normals();
    against[12..18].copy_from_slice(&[0.0, 0.0, -1.0, 0.0, 0.0, -1.0]);
    let with = |values: &[f64]| arm_with(|file| json!({"NORMAL": file.data(F32, "VEC3", values)})).glb();
    let computed = [
        GoodFixture::equal_arm("normals-none.glb", "no normals: smooth ones are computed", arm().glb()),
        GoodFixture::equal_arm(
            "normals-broken.glb",
            "a normal of length zero and one that is not finite",
            with(&broken),
        )
        .warns(&["mesh \"arm\": 2 vertices had no usable normal; it was computed"]),
        GoodFixture::equal_arm(
            "normals-against-surface.glb",
            "normals on the wrong side of a triangle",
            with(&against),
        )
        .warns(&[
            "mesh \"arm\": the normals of 1 of 4 triangles point to the wrong side; smooth ones were computed for \
                 the whole mesh",
        ]),
    ]
    .map(|fixture| fixture.with(|entry| entry.normals = vec![[0.0, 0.0, 1.0]; 6]));
    let given = GoodFixture::equal_arm(
        "normals.glb",
        "normals that differ from the surface's",
        with(&[0.6, 0.0, 0.8].repeat(6)),
    )
    .with(|entry| entry.normals = vec![[0.6, 0.0, 0.8]; 6]);
    computed.into_iter().chain([given]).collect()
}

/// Two targets: the first raises by 2 and tilts the normals toward x, the second moves by 4 along x.
fn morphs() -> Vec<GoodFixture> {
    let mut file = arm_with(|file| json!({"NORMAL": file.data(F32, "VEC3", &normals())}));
    let up = file.data(F32, "VEC3", &[0.0, 0.0, 2.0].repeat(6));
    let tilt = file.data(F32, "VEC3", &[2.0, 0.0, 0.0].repeat(6));
    let aside = file.push("accessors", json!({"componentType": F32, "count": 6, "type": "VEC3"}));
    file.make_sparse(aside, U16, &[4.0, 5.0], &[0.0, 4.0, 0.0, 0.0, 4.0, 0.0]);
    file.set("/meshes/0/primitives/0/targets", json!([{"POSITION": up, "NORMAL": tilt}, {"POSITION": aside}]));
    let mut default = file.clone();
    default.set("/meshes/0/weights", json!([0.5, 0.25]));
    let mut of_node = default.clone();
    of_node.set("/nodes/2/weights", json!([1, 0]));
    let mut too_few = file.clone();
    too_few.set("/meshes/0/weights", json!([0.5]));
    // The second target moves the last two vertices by 4 * 0.25 along y: (2, 1) and (2, 1.5). The elbow alone puts
    // (x, y) at (1 - y, x - 1).
    let mut rest = moved(&REST, [0.0, 0.0, 1.0]);
    (rest[4], rest[5]) = ([2.0, 1.0, 1.0], [2.0, 1.5, 1.0]);
    let mut bent = moved(&BENT, [0.0, 0.0, 1.0]);
    (bent[4], bent[5]) = ([0.0, 1.0, 1.0], [-0.5, 1.0, 1.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let mut weights_alone = arm();
    weights_alone.set("/nodes/2/weights", json!([1, 0.5]));
    let mut board_morph = board();
    let up = board_morph.data(F32, "VEC3", &[0.0, 0.0, 2.0].repeat(6));
    board_morph.set("/meshes/0/primitives/0/targets", json!([{"POSITION": up}]));
    board_morph.set("/meshes/0/weights", json!([1]));
    let morphed = |name: &str, about: &str, bytes: Vec<u8>| {
        GoodFixture::arm(name, about, bytes)
            .unlike_the_arm()
            .with(|entry| entry.morph_targets = 2)
            .unlike_gltf_crate("does not apply morph targets")
    };
    vec![
        morphed("morph-none.glb", "two morph targets without weights", file.glb())
            .rest(&REST)
            .posed(&[BEND], &BENT)
            .same_as("plain.glb", 0.0),
        morphed("morph-default-weights.glb", "morph targets with the mesh's default weights", default.glb())
            .rest(&rest)
            .posed(&[BEND], &bent)
            .with(|entry| entry.normals = vec![[half, 0.0, half]; 6]),
        morphed("morph-node-weights.glb", "morph targets with weights of the node", of_node.glb())
            .rest(&moved(&REST, [0.0, 0.0, 2.0]))
            .posed(&[BEND], &moved(&BENT, [0.0, 0.0, 2.0])),
        morphed("morph-weights-too-few.glb", "one weight for two morph targets", too_few.glb())
            .rest(&moved(&REST, [0.0, 0.0, 1.0]))
            .warns(&["mesh \"arm\": 1 morph weight for 2 morph targets; missing ones count as 0"]),
        GoodFixture::equal_arm(
            "morph-weights-alone.glb",
            "morph weights of a node without morph targets",
            weights_alone.glb(),
        )
        .warns(&["mesh \"arm\": 2 morph weights for 0 morph targets; missing ones count as 0"]),
        GoodFixture::board("morph-rigid.glb", "a morph target of a mesh without a skin", board_morph.glb())
            .unlike_the_arm()
            .rest(&moved(&REST, [0.0, 0.0, 2.0]))
            .with(|entry| entry.morph_targets = 1),
    ]
}
