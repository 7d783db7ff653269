//! Accessors and buffer views that reach beyond their bytes or have forms that glTF does not allow.

use super::super::gltf_file::{F32, GltfFile, I16, U8};
use super::super::manifest::BadFixture;
use super::{Change, changed, edited};
use serde_json::{Value, json};

const DAMAGED: &str = "the file is damaged or cut off";

pub fn all() -> Vec<BadFixture> {
    let mut fixtures = beyond_the_bytes();
    fixtures.extend(changed(forms()));
    fixtures.extend(types_of_attributes());
    fixtures.extend(counts());
    fixtures.extend(without_data());
    fixtures
}

fn beyond(place: &str, needed: u64, present: u64) -> String {
    format!("{place} reaches beyond its end: it needs {needed} bytes, but only {present} are there; {DAMAGED}")
}

fn beyond_the_bytes() -> Vec<BadFixture> {
    let with = |name: &str, about: &str, error: String, pointer: &str, value: Value| {
        edited(name, about, &error, |file| file.set(pointer, value))
    };
    let mut fixtures = vec![
        with(
            "accessor-count",
            "more elements than bytes",
            beyond("accessor #0", 48, 36),
            "/accessors/0/count",
            json!(4),
        ),
        with(
            "accessor-offset",
            "an offset that leaves too few bytes",
            beyond("accessor #0", 40, 36),
            "/accessors/0/byteOffset",
            json!(4),
        ),
        with(
            "accessor-offset-huge",
            "an offset of 2^64 - 1",
            beyond("accessor #0", u64::MAX, 36),
            "/accessors/0/byteOffset",
            json!(u64::MAX),
        ),
        with(
            "accessor-count-huge",
            "a count of 2^64 - 1",
            beyond("accessor #0", u64::MAX, 36),
            "/accessors/0/count",
            json!(u64::MAX),
        ),
        with(
            "view-stride-large",
            "a stride that leaves the view",
            beyond("accessor #0", 76, 36),
            "/bufferViews/0/byteStride",
            json!(32),
        ),
        with(
            "view-length",
            "a view longer than its buffer",
            beyond("buffer view #0", 1000, 164),
            "/bufferViews/0/byteLength",
            json!(1000),
        ),
        with(
            "view-offset",
            "a view that starts beyond its buffer",
            beyond("buffer view #4", 264, 164),
            "/bufferViews/4/byteOffset",
            json!(200),
        ),
        with(
            "view-offset-huge",
            "an offset of 2^64 - 1",
            beyond("buffer view #4", u64::MAX, 164),
            "/bufferViews/4/byteOffset",
            json!(u64::MAX),
        ),
    ];
    fixtures.push(edited(
        "sparse-indices-cut",
        "too few bytes for sparse indices",
        &beyond("accessor #0", 2, 1),
        |file| {
            file.make_sparse(0, U8, &[1.0], &[5.0; 6]);
            file.set("/accessors/0/sparse/count", json!(2));
        },
    ));
    fixtures.push(edited(
        "sparse-values-cut",
        "too few bytes for sparse values",
        &beyond("accessor #0", 24, 12),
        |file| {
            file.make_sparse(0, U8, &[1.0, 2.0], &[5.0; 3]);
        },
    ));
    fixtures
}

fn forms() -> Vec<Change> {
    vec![
        (
            "component-type-unknown",
            "a component type that does not exist",
            "/accessors/0/componentType",
            json!(5127),
            "accessor #0 has component type 5127, which glTF does not allow here",
        ),
        (
            "component-type-i32",
            "signed 32-bit integers",
            "/accessors/3/componentType",
            json!(5124),
            "accessor #3 has component type 5124, which glTF does not allow here",
        ),
        (
            "element-type-unknown",
            "an element type that does not exist",
            "/accessors/0/type",
            json!("VEC5"),
            "accessor #0 has element type \"VEC5\", which glTF does not allow here",
        ),
        (
            "element-type-empty",
            "an empty element type",
            "/accessors/0/type",
            json!(""),
            "accessor #0 has element type \"\", which glTF does not allow here",
        ),
        (
            "view-stride-small",
            "a stride shorter than an element",
            "/bufferViews/0/byteStride",
            json!(4),
            "accessor #0 has byte stride 4, which glTF does not allow here",
        ),
        (
            "mode-unknown",
            "a kind of primitive that does not exist",
            "/meshes/0/primitives/0/mode",
            json!(7),
            "mesh \"m\", primitive 0 has mode 7, which glTF does not allow here",
        ),
    ]
}

/// Attributes in forms that are allowed elsewhere.
fn types_of_attributes() -> Vec<BadFixture> {
    let attribute = |name: &str, about: &str, fault: &str, attribute: &str, accessor: fn(&mut GltfFile) -> usize| {
        let error = format!("mesh \"m\", primitive 0 has {fault}, which glTF does not allow here");
        edited(name, about, &error, |file| {
            let accessor = accessor(file);
            let parent = if attribute == "indices" { "" } else { "attributes/" };
            file.set(&format!("/meshes/0/primitives/0/{parent}{attribute}"), json!(accessor));
        })
    };
    let position_u32 = |file: &mut GltfFile| file.data(5125, "VEC3", &[0.0; 9]);
    vec![
        attribute("position-u32", "positions as 32-bit integers", "component type 5125", "POSITION", position_u32),
        attribute("position-vec2", "positions of two components", "element type \"VEC2\"", "POSITION", |file| {
            file.data(F32, "VEC2", &[0.0; 6])
        }),
        attribute("normal-vec4", "normals of four components", "element type \"VEC4\"", "NORMAL", |file| {
            file.data(F32, "VEC4", &[0.0; 12])
        }),
        edited(
            "joints-fraction",
            "a joint index with a fraction",
            "mesh \"m\", primitive 0 has a joint index that is negative or has a fraction, at vertex 1",
            |file| {
                let mut joints = [0.0; 12];
                joints[4] = 0.5;
                let accessor = file.data(F32, "VEC4", &joints);
                file.set("/meshes/0/primitives/0/attributes/JOINTS_0", json!(accessor));
            },
        ),
        edited(
            "joints-negative",
            "a negative joint index",
            "mesh \"m\", primitive 0 has a joint index that is negative or has a fraction, at vertex 2",
            |file| {
                let mut joints = [0.0; 12];
                joints[8] = -1.0;
                let accessor = file.data(I16, "VEC4", &joints);
                file.set("/meshes/0/primitives/0/attributes/JOINTS_0", json!(accessor));
            },
        ),
        attribute("joints-vec2", "two joint indices per vertex", "element type \"VEC2\"", "JOINTS_0", |file| {
            file.data(U8, "VEC2", &[0.0; 6])
        }),
        attribute("weights-vec3", "three weights per vertex", "element type \"VEC3\"", "WEIGHTS_0", |file| {
            file.data(F32, "VEC3", &[1.0; 9])
        }),
        attribute("weights-u32", "weights as 32-bit integers", "component type 5125", "WEIGHTS_0", |file| {
            file.data(5125, "VEC4", &[1.0; 12])
        }),
        attribute("colors-vec2", "colors of two components", "element type \"VEC2\"", "COLOR_0", |file| {
            file.data(F32, "VEC2", &[1.0; 6])
        }),
        attribute("indices-float", "indices as floats", "component type 5126", "indices", |file| {
            file.data(F32, "SCALAR", &[0.0, 1.0, 2.0])
        }),
        attribute("indices-signed", "signed indices", "component type 5122", "indices", |file| {
            file.data(I16, "SCALAR", &[0.0, 1.0, 2.0])
        }),
        attribute("indices-vec3", "indices of three components", "element type \"VEC3\"", "indices", |file| {
            file.data(U8, "VEC3", &[0.0, 1.0, 2.0])
        }),
        edited(
            "inverse-binds-vec4",
            "inverse bind matrices that are vectors",
            "skin #0, inverse bind matrices in accessor 5 has element type \"VEC4\", which glTF does not allow here",
            |file| {
                let accessor = file.data(F32, "VEC4", &[0.0; 4]);
                file.set("/skins/0/inverseBindMatrices", json!(accessor));
            },
        ),
        edited(
            "sparse-indices-signed",
            "signed sparse indices",
            "accessor #0 has component type 5122, which glTF does not allow here",
            |file| file.make_sparse(0, I16, &[1.0], &[5.0; 3]),
        ),
        edited(
            "sparse-indices-unknown",
            "sparse indices of a component type that does not exist",
            "accessor #0 has component type 1, which glTF does not allow here",
            |file| {
                file.make_sparse(0, U8, &[1.0], &[5.0; 3]);
                file.set("/accessors/0/sparse/indices/componentType", json!(1));
            },
        ),
    ]
}

fn counts() -> Vec<BadFixture> {
    vec![
        edited(
            "count-weights",
            "fewer weights than positions",
            "mesh \"m\", primitive 0, attribute \"WEIGHTS_0\" has 2 elements, but 3 are needed",
            |file| file.set("/accessors/2/count", json!(2)),
        ),
        edited(
            "count-custom",
            "more values of an unread attribute than positions",
            "mesh \"m\", primitive 0, attribute \"_A\\nB\" has 4 elements, but 3 are needed",
            |file| {
                let accessor = file.data(F32, "SCALAR", &[0.0; 4]);
                file.set("/meshes/0/primitives/0/attributes/_A\nB", json!(accessor));
            },
        ),
        edited(
            "count-morph-target",
            "more morph shifts than positions",
            "mesh \"m\", primitive 0, attribute \"POSITION\" has 4 elements, but 3 are needed",
            |file| {
                let accessor = file.data(F32, "VEC3", &[0.0; 12]);
                file.set("/meshes/0/primitives/0/targets", json!([{"POSITION": accessor}]));
            },
        ),
        edited(
            "count-sparse",
            "more sparse values than elements",
            "accessor #0 has 4 elements, but 3 are needed",
            |file| file.make_sparse(0, U8, &[0.0, 1.0, 2.0, 2.0], &[5.0; 12]),
        ),
    ]
}

/// Buffers that name no file, in places where the bytes are needed.
fn without_data() -> Vec<BadFixture> {
    let without = |name: &str, about: &str, error: &str, extension: Option<&str>| {
        edited(name, about, error, |file| {
            file.json["buffers"] = json!([{"byteLength": file.binary.len()}]);
            file.remove("/skins/0/inverseBindMatrices");
            if let Some(extension) = extension {
                file.set("/bufferViews/0/extensions", json!({extension: {"buffer": 0}}));
                file.json["extensionsRequired"] = json!([extension]);
            }
        })
    };
    vec![
        without(
            "buffer-without-data",
            "a buffer that names no file",
            "mesh \"m\", primitive 0 has no data: its buffer names no file",
            None,
        ),
        without(
            "meshopt-ext",
            "meshopt compression that does not say how",
            "mesh \"m\", primitive 0 has compression mode \"NONE\", which glTF does not allow here",
            Some("EXT_meshopt_compression"),
        ),
        without(
            "meshopt-khr",
            "meshopt compression by its other name",
            "mesh \"m\", primitive 0 has compression mode \"NONE\", which glTF does not allow here",
            Some("KHR_meshopt_compression"),
        ),
        edited(
            "draco",
            "Draco compression of something else",
            "mesh \"m\", primitive 0 cannot be decompressed with KHR_draco_mesh_compression: Invalid magic; export the \
             file again, or without compression",
            |file| {
                file.remove("/accessors/0/bufferView");
                file.set(
                    "/meshes/0/primitives/0/extensions",
                    json!({"KHR_draco_mesh_compression":
                    {"bufferView": 0, "attributes": {"POSITION": 0}}}),
                );
                file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
            },
        ),
    ]
}
