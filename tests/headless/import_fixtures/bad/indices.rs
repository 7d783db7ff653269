//! Indices of things that do not exist.

use super::super::gltf_file::{F32, GltfFile, U8};
use super::super::manifest::BadFixture;
use super::{Change, changed, edited};
use serde_json::{Value, json};

pub fn all() -> Vec<BadFixture> {
    let changes: Vec<Change> = vec![
        ("no-scene", "a default scene among none", "/scene", json!(1), "the file names scene 1, but the only one is 0"),
        (
            "no-scene-node",
            "a node in a scene",
            "/scenes/0/nodes",
            json!([0, 7]),
            "scene #0 names node 7, but the last is 1",
        ),
        ("no-child", "a child", "/nodes/0/children", json!([2]), "node \"joint\" names node 2, but the last is 1"),
        ("no-mesh", "a mesh of a node", "/nodes/1/mesh", json!(1), "node \"body\" names mesh 1, but the only one is 0"),
        ("no-skin", "a skin of a node", "/nodes/1/skin", json!(4), "node \"body\" names skin 4, but the only one is 0"),
        ("no-joint", "a joint of a skin", "/skins/0/joints", json!([0, 2]), "skin #0 names node 2, but the last is 1"),
        ("no-skeleton", "a skeleton root", "/skins/0/skeleton", json!(9), "skin #0 names node 9, but the last is 1"),
        (
            "no-inverse-binds",
            "inverse bind matrices",
            "/skins/0/inverseBindMatrices",
            json!(5),
            "skin #0 names accessor 5, but the last is 4",
        ),
        (
            "no-indices",
            "indices of a primitive",
            "/meshes/0/primitives/0/indices",
            json!(99),
            "mesh \"m\", primitive 0 names accessor 99, but the last is 4",
        ),
        (
            "no-position",
            "positions of a primitive",
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(4_294_967_295_u32),
            "meshes[0].primitives[0].attributes.POSITION is 4294967295, which is not an index",
        ),
        (
            "no-custom-attribute",
            "an attribute that is not read",
            "/meshes/0/primitives/0/attributes/_CUSTOM",
            json!(5),
            "mesh \"m\", primitive 0 names accessor 5, but the last is 4",
        ),
        (
            "no-morph-target",
            "positions of a morph target",
            "/meshes/0/primitives/0/targets",
            json!([{"POSITION": 6}]),
            "mesh \"m\", primitive 0 names accessor 6, but the last is 4",
        ),
        (
            "no-material",
            "a material of a primitive",
            "/meshes/0/primitives/0/material",
            json!(0),
            "mesh \"m\", primitive 0 names material 0, but there is no material",
        ),
        (
            "no-buffer-view",
            "a buffer view of an accessor",
            "/accessors/2/bufferView",
            json!(5),
            "accessor #2 names buffer view 5, but the last is 4",
        ),
        (
            "no-buffer",
            "a buffer of a view",
            "/bufferViews/1/buffer",
            json!(1),
            "buffer view #1 names buffer 1, but the only one is 0",
        ),
    ];
    let mut fixtures = changed(changes);
    fixtures.push(edited(
        "no-scenes",
        "a default scene in a file without scenes",
        "the file names scene 0, but there is no scene",
        |file| {
            file.json["scenes"] = json!([]);
            file.json["scene"] = json!(0);
        },
    ));
    fixtures.push(edited(
        "no-accessors",
        "an accessor in a file without accessors",
        "mesh #0, primitive 0 names accessor 0, but there is no accessor",
        |file| {
            file.json =
                json!({"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]});
            file.binary.clear();
        },
    ));
    fixtures.extend(sparse());
    fixtures.extend(animations());
    fixtures.extend(influences());
    fixtures
}

fn sparse() -> Vec<BadFixture> {
    let with = |name: &str, about: &str, error: &str, pointer: &str, value: Value| {
        edited(name, about, error, |file| {
            file.make_sparse(0, U8, &[1.0], &[5.0, 5.0, 5.0]);
            file.set(&format!("/accessors/0/sparse/{pointer}"), value);
        })
    };
    vec![
        with(
            "no-sparse-indices",
            "a buffer view of sparse indices",
            "accessor #0 names buffer view 9, but the last is 6",
            "indices/bufferView",
            json!(9),
        ),
        with(
            "no-sparse-values",
            "a buffer view of sparse values",
            "accessor #0 names buffer view 7, but the last is 6",
            "values/bufferView",
            json!(7),
        ),
        edited(
            "sparse-index-outside",
            "a sparse index beyond the elements",
            "mesh \"m\", primitive 0 has a sparse index 3 beyond its 3 elements",
            |file| file.make_sparse(0, U8, &[3.0], &[5.0, 5.0, 5.0]),
        ),
    ]
}

fn animations() -> Vec<BadFixture> {
    let with = |name: &str, about: &str, error: &str, pointer: &str, value: Value| {
        edited(name, about, error, |file| {
            let times = file.data(F32, "SCALAR", &[0.0]);
            let values = file.data(F32, "VEC3", &[0.0; 3]);
            file.push(
                "animations",
                json!({"name": "walk", "samplers": [{"input": times, "output": values}],
                "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}),
            );
            file.set(&format!("/animations/0/{pointer}"), value);
        })
    };
    vec![
        with(
            "no-sampler-input",
            "times of an animation",
            "animation \"walk\", sampler 0 names accessor 7, but the last is 6",
            "samplers/0/input",
            json!(7),
        ),
        with(
            "no-sampler-output",
            "values of an animation",
            "animation \"walk\", sampler 0 names accessor 8, but the last is 6",
            "samplers/0/output",
            json!(8),
        ),
        with(
            "no-channel-sampler",
            "a sampler of a channel",
            "animation \"walk\", channel 0 names sampler 1, but the only one is 0",
            "channels/0/sampler",
            json!(1),
        ),
        with(
            "no-channel-node",
            "a node of a channel",
            "animation \"walk\", channel 0 names node 2, but the last is 1",
            "channels/0/target/node",
            json!(2),
        ),
        with(
            "no-samplers",
            "a channel of an animation without samplers",
            "animation \"walk\", channel 0 names sampler 0, but there is no sampler",
            "samplers",
            json!([]),
        ),
    ]
}

fn influences() -> Vec<BadFixture> {
    let joints = |file: &mut GltfFile, values: &[f64]| {
        let accessor = file.data(U8, "VEC4", values);
        file.set("/meshes/0/primitives/0/attributes/JOINTS_0", json!(accessor));
    };
    vec![
        edited(
            "joint-outside",
            "a vertex that follows a joint which the skin lacks",
            "mesh \"m\", primitive 0 vertex 2 names joint 1, but the skin has 1 joints",
            |file| joints(file, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
        ),
        edited(
            "vertex-outside",
            "an index beyond the vertices",
            "mesh \"m\", primitive 0 names vertex 3, but has 3 vertices",
            |file| {
                let accessor = file.data(U8, "SCALAR", &[0.0, 1.0, 3.0]);
                file.set("/meshes/0/primitives/0/indices", json!(accessor));
            },
        ),
    ]
}
