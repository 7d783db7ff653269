//! How values are stored: quantized, sparse, interleaved, or not at all.

use super::super::arm::{BEND, BENT, REST, add_nodes, arm, arm_bound_by, arm_with, attributes, indices, inverse_binds};
use super::super::arm::{joints, matrix, normals, positions, translation_matrix, weights};
use super::super::gltf_file::{F32, GltfFile, I8, I16, U8, U16, U32, encode};
use super::super::manifest::GoodFixture;
use serde_json::json;

pub fn all() -> Vec<GoodFixture> {
    let mut fixtures = quantized();
    fixtures.extend([
        sparse_over_data(),
        sparse_over_zeros(),
        sparse_weights(),
        interleaved(),
        stride_zero(),
        joints_without_bytes(),
        unread_accessors(),
        without_bounds(),
        spare_inverse_binds(),
        without_indices(),
    ]);
    fixtures.extend([("indices-u8.glb", U8), ("indices-u32.glb", U32)].map(|(name, component)| {
        let mut file = arm();
        let accessor = file.data(component, "SCALAR", &indices());
        file.set("/meshes/0/primitives/0/indices", json!(accessor));
        GoodFixture::equal_arm(name, "indices of another component type", file.glb())
    }));
    fixtures
}

/// KHR_mesh_quantization: the inverse bind matrices take the stored positions to the arm's size.
fn quantized() -> Vec<GoodFixture> {
    let kinds = [("i8", I8, 127.0), ("u8", U8, 255.0), ("i16", I16, 32767.0), ("u16", U16, 65535.0)];
    let mut fixtures = Vec::new();
    for (name, component, largest) in kinds {
        for normalized in [false, true] {
            // Twice the position as an integer, or half of it as a fraction.
            let (factor, mesh_scale) = if normalized { (largest / 2.0, 0.5) } else { (2.0, 2.0) };
            let stored: Vec<f64> = positions().iter().map(|value| (value * factor).round()).collect();
            let mut file = arm_with(|file| {
                let position = file.padded_vec3s(component, normalized, &stored);
                file.set_bounds(position, &stored);
                // Normals may only be signed and normalized.
                let normal = matches!(component, I8 | I16)
                    .then(|| file.padded_vec3s(component, true, &[0.0, 0.0, largest].repeat(6)));
                json!({"POSITION": position, "NORMAL": normal})
            });
            let accessor = file.data(F32, "MAT4", &inverse_binds(mesh_scale));
            file.set("/skins/0/inverseBindMatrices", json!(accessor));
            file.json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
            file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
            let suffix = if normalized { "-normalized" } else { "" };
            let about = format!("{name} positions{}", if normalized { ", normalized" } else { "" });
            let mut fixture = GoodFixture::arm(&format!("quantized-{name}{suffix}.glb"), &about, file.glb())
                .same_as("plain.glb", if normalized { 1.5 / largest as f32 } else { 0.0 })
                .unlike_gltf_crate("does not read quantized positions")
                .with(|entry| {
                    entry.extensions_used = vec!["KHR_mesh_quantization".to_owned()];
                    entry.normals = vec![[0.0, 0.0, 1.0]; 6];
                });
            if normalized {
                // Only the other file says where the vertices are, within a step.
                fixture.entry.poses.iter_mut().for_each(|pose| pose.positions.clear());
            }
            fixtures.push(fixture);
        }
    }
    fixtures
}

fn sparse_over_data() -> GoodFixture {
    let file = arm_with(|file| {
        let mut wrong = positions();
        wrong[3..6].fill(9.0);
        wrong[12..15].fill(9.0);
        let accessor = file.data(F32, "VEC3", &wrong);
        file.set_bounds(accessor, &positions());
        file.make_sparse(accessor, U16, &[1.0, 4.0], &[&positions()[3..6], &positions()[12..15]].concat());
        json!({"POSITION": accessor})
    });
    GoodFixture::equal_arm("sparse-over-data.glb", "two positions replaced by a sparse accessor", file.glb())
}

fn sparse_over_zeros() -> GoodFixture {
    let file = arm_with(|file| {
        let accessor = file.push("accessors", json!({"componentType": F32, "count": 6, "type": "VEC3"}));
        file.set_bounds(accessor, &positions());
        file.make_sparse(accessor, U8, &[1.0, 2.0, 3.0, 4.0, 5.0], &positions()[3..]);
        json!({"POSITION": accessor})
    });
    GoodFixture::equal_arm("sparse-over-zeros.glb", "sparse positions without a buffer view below", file.glb())
}

fn sparse_weights() -> GoodFixture {
    let file = arm_with(|file| {
        let accessor = file.data(F32, "VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(6));
        file.make_sparse(accessor, U32, &[2.0, 3.0, 4.0, 5.0], &weights()[8..]);
        json!({"WEIGHTS_0": accessor})
    });
    GoodFixture::equal_arm("sparse-weights.glb", "sparse weights with 32-bit indices", file.glb())
}

fn interleaved() -> GoodFixture {
    let file = arm_with(|file| {
        let mut bytes = vec![0xee; 8];
        for vertex in 0..6 {
            let of = |values: &[f64], per: usize| values[vertex * per..][..per].to_vec();
            bytes.extend(encode(F32, &of(&positions(), 3)));
            bytes.extend(encode(F32, &of(&normals(), 3)));
            bytes.extend(encode(U8, &of(&joints(), 4)));
            bytes.extend(encode(F32, &of(&weights(), 4)));
            bytes.extend([0xee; 4]);
        }
        // The last element needs no padding.
        bytes.truncate(bytes.len() - 4);
        let view = file.view(&bytes);
        file.json["bufferViews"][view]["byteStride"] = json!(48);
        let mut part = |offset: usize, component: u32, element_type: &str| {
            let accessor = file.accessor(view, component, element_type, 6);
            file.json["accessors"][accessor]["byteOffset"] = json!(offset);
            accessor
        };
        let position = part(8, F32, "VEC3");
        let attributes = json!({
            "POSITION": position, "NORMAL": part(20, F32, "VEC3"),
            "JOINTS_0": part(32, U8, "VEC4"), "WEIGHTS_0": part(36, F32, "VEC4")
        });
        file.set_bounds(position, &positions());
        attributes
    });
    GoodFixture::equal_arm("interleaved.glb", "all attributes in one view with a stride and offsets", file.glb())
}

fn stride_zero() -> GoodFixture {
    let mut file = arm();
    file.set("/bufferViews/0/byteStride", json!(0));
    GoodFixture::equal_arm("stride-zero.glb", "a byte stride of 0, as some programs write for packed", file.glb())
        .unlike_gltf_crate("refuses the stride")
}

fn joints_without_bytes() -> GoodFixture {
    let file = arm_with(|file| {
        let joints = file.push("accessors", json!({"componentType": U8, "count": 6, "type": "VEC4"}));
        json!({"JOINTS_0": joints, "WEIGHTS_0": file.data(F32, "VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(6))})
    });
    GoodFixture::new("joints-without-bytes.glb", "joint indices that are all zero without a buffer view", file.glb())
        .counts(6, 4, 2, 1, 1)
        .rest(&REST)
        .posed(&["root:tx=1", "elbow:rz=90"], &REST.map(|[x, y, z]| [x + 1.0, y, z]))
        .unlike_gltf_crate("reads no joints from it")
}

fn unread_accessors() -> GoodFixture {
    let mut file = arm();
    let matrices = file.view(&[0; 11]);
    file.push("accessors", json!({"bufferView": matrices, "componentType": U8, "count": 1, "type": "MAT3"}));
    file.push("accessors", json!({"componentType": I16, "count": 0, "type": "VEC2"}));
    file.set("/accessors/0/min", json!([5, 5, 5]));
    file.set("/accessors/0/max", json!([-5, -5, -5]));
    GoodFixture::equal_arm("accessors-unread.glb", "unused accessors of odd types, and wrong bounds", file.glb())
        .unlike_gltf_crate("refuses accessors without a buffer view")
}

fn without_bounds() -> GoodFixture {
    let file = arm_with(|file| json!({"POSITION": file.data(F32, "VEC3", &positions())}));
    GoodFixture::equal_arm("bounds-none.glb", "positions without bounds", file.glb())
        .unlike_gltf_crate("refuses positions without bounds")
}

fn spare_inverse_binds() -> GoodFixture {
    let spare = matrix([7.0, 0.0, 7.0], [1.0, 2.0, 3.0]);
    let file = arm_bound_by(&[translation_matrix(0.0, 0.0, 0.0), translation_matrix(-1.0, 0.0, 0.0), spare]);
    GoodFixture::equal_arm("inverse-binds-spare.glb", "more inverse bind matrices than joints", file.glb())
}

/// Every triangle has vertices of its own.
fn without_indices() -> GoodFixture {
    let order: Vec<usize> = indices().iter().map(|&index| index as usize).collect();
    let spread = |values: Vec<f64>, per: usize| -> Vec<f64> {
        order.iter().flat_map(|&vertex| values[vertex * per..][..per].to_vec()).collect()
    };
    let mut file = GltfFile::new();
    add_nodes(&mut file);
    let given = json!({
        "POSITION": file.positions(&spread(positions(), 3)),
                "JOINTS_0": file.data(U8, "VEC4", &spread(joints(), 4)),
        "WEIGHTS_0": file.data(F32, "VEC4", &spread(weights(), 4))
    });
    let attributes = attributes(&mut file, given);
    file.push("meshes", json!({"name": "arm", "primitives": [{"attributes": attributes}]}));
    let inverse_binds = file.data(F32, "MAT4", &inverse_binds(1.0));
    file.push("skins", json!({"name": "arm", "joints": [0, 1], "inverseBindMatrices": inverse_binds}));
    let of = |positions: &[[f32; 3]]| -> Vec<[f32; 3]> { order.iter().map(|&vertex| positions[vertex]).collect() };
    GoodFixture::new("indices-none.glb", "no indices", file.glb())
        .counts(12, 4, 2, 1, 2)
        .rest(&of(&REST))
        .posed(&[BEND], &of(&BENT))
        .triangles(&[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])
}
