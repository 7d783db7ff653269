//! Values that are not finite, or that overflow.

use super::super::arm::translation_matrix;
use super::super::gltf_file::F32;
use super::super::manifest::BadFixture;
use super::edited;
use serde_json::json;

pub fn all() -> Vec<BadFixture> {
    vec![
        edited(
            "position-not-finite",
            "a position that is not a number",
            "mesh \"m\", primitive 0 has a position that is not a finite number, at element 1",
            |file| {
                let accessor = file.data(F32, "VEC3", &[0.0, 0.0, 0.0, 1.0, f64::NAN, 0.0, 0.0, f64::INFINITY, 0.0]);
                file.set("/meshes/0/primitives/0/attributes/POSITION", json!(accessor));
            },
        ),
        edited(
            "weight-not-finite",
            "a weight that is not a number",
            "mesh \"m\", primitive 0 vertex 1 has a weight that is not a finite number",
            |file| {
                let weights = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0];
                let accessor = file.data(F32, "VEC4", &weights);
                file.set("/meshes/0/primitives/0/attributes/WEIGHTS_0", json!(accessor));
            },
        ),
        edited(
            "inverse-bind-not-finite",
            "an inverse bind matrix with an infinite number",
            "skin #0, inverse bind matrices in accessor 5 has a matrix with a value that is not a finite number, at \
             element 0",
            |file| {
                let accessor = file.data(F32, "MAT4", &translation_matrix(f64::INFINITY, 0.0, 0.0));
                file.set("/skins/0/inverseBindMatrices", json!(accessor));
            },
        ),
        edited(
            "translation-not-finite",
            "a translation beyond single precision",
            "node \"joint\" has a transform with a value that is not a finite number, at element 0",
            |file| file.set("/nodes/0/translation", json!([0, 1e39, 0])),
        ),
        edited(
            "matrix-not-finite",
            "a node matrix beyond single precision",
            "node #0 has a matrix with a value that is not a finite number, at element 12",
            |file| {
                let mut matrix = translation_matrix(0.0, 0.0, 0.0);
                matrix[12] = 1e39;
                file.json["nodes"][0] = json!({"matrix": matrix});
            },
        ),
        edited(
            "morph-weight-not-finite",
            "a morph weight beyond single precision",
            "node \"body\" has a morph weight that is not a finite number, at element 0",
            |file| {
                file.set("/meshes/0/primitives/0/targets", json!([{"POSITION": 0}]));
                file.set("/meshes/0/weights", json!([1e39]));
            },
        ),
        edited(
            "transforms-overflow",
            "scales whose product is beyond double precision",
            "node \"body\" has a transform in the scene that overflows",
            |file| {
                file.set("/nodes/0/children", json!([2]));
                for node in 2..12 {
                    let children = if node < 11 { json!([node + 1]) } else { json!([1]) };
                    file.push("nodes", json!({"scale": [1e38, 1e38, 1e38], "children": children}));
                }
                file.set("/scenes/0/nodes", json!([0]));
            },
        ),
        edited(
            "position-overflows",
            "a position beyond single precision in the scene",
            "mesh \"m\" has a position in the scene that overflows",
            |file| {
                file.set("/nodes/0/scale", json!([1e30, 1e30, 1e30]));
                let accessor = file.data(F32, "VEC3", &[0.0, 0.0, 0.0, 1e30, 0.0, 0.0, 0.0, 1.0, 0.0]);
                file.set("/meshes/0/primitives/0/attributes/POSITION", json!(accessor));
            },
        ),
        edited(
            "matrix-overflows",
            "a node matrix whose scale is beyond single precision",
            "node \"joint\" has a matrix that overflows",
            |file| {
                let big = 3e38;
                file.set("/nodes/0/matrix", json!([big, big, 0, 0, -big, big, 0, 0, 0, 0, big, 0, 0, 0, 0, 1]));
            },
        ),
    ]
}
