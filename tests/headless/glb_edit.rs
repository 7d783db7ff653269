//! Rewrites .glb files the way that other programs could have written them.

use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// A .glb taken apart.
pub struct Glb {
    pub json: Value,
    binary: Vec<u8>,
}

/// A node's transform, or the offset of a helper from the joint above it.
#[derive(Clone, Copy)]
pub struct Placement {
    pub translation: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl Glb {
    pub fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let json_end = 20 + word(12);
        let binary_end = json_end + 8 + word(json_end);
        let json = serde_json::from_slice(&bytes[20..json_end]).unwrap();
        Self { json, binary: bytes[json_end + 8..binary_end].to_vec() }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec(&self.json).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut binary = self.binary.clone();
        binary.resize(binary.len().next_multiple_of(4), 0);
        let mut bytes = b"glTF".to_vec();
        let word = |bytes: &mut Vec<u8>, value: usize| bytes.extend((value as u32).to_le_bytes());
        word(&mut bytes, 2);
        word(&mut bytes, 12 + 8 + json.len() + 8 + binary.len());
        word(&mut bytes, json.len());
        bytes.extend(b"JSON");
        bytes.extend(json);
        word(&mut bytes, binary.len());
        bytes.extend(b"BIN\0");
        bytes.extend(binary);
        bytes
    }

    /// Leaves out triangles of the first primitive, by the positions of their corners.
    pub fn keep_triangles(&mut self, keep: impl Fn([DVec3; 3]) -> bool) {
        let primitive = self.json["meshes"][0]["primitives"][0].clone();
        let accessor = |of: &Value| of.as_u64().unwrap() as usize;
        let [positions, indices] = [&primitive["attributes"]["POSITION"], &primitive["indices"]].map(accessor);
        assert_eq!(self.json["accessors"][indices]["componentType"], 5123, "two bytes each");
        let begin = |accessor: usize| {
            let view = self.json["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
            self.json["bufferViews"][view]["byteOffset"].as_u64().unwrap_or(0) as usize
        };
        let (positions, first) = (begin(positions), begin(indices));
        let count = self.json["accessors"][indices]["count"].as_u64().unwrap() as usize;
        let corner = |bytes: &[u8]| {
            let at = positions + 12 * usize::from(u16::from_le_bytes(bytes.try_into().unwrap()));
            let number = |axis: usize| self.binary[at + 4 * axis..][..4].try_into().map(f32::from_le_bytes).unwrap();
            DVec3::from_array([0, 1, 2].map(|axis| f64::from(number(axis))))
        };
        let triangles = self.binary[first..first + 2 * count].as_chunks::<6>().0.iter();
        let kept = triangles.filter(|bytes| keep([0, 2, 4].map(|at| corner(&bytes[at..at + 2]))));
        let kept: Vec<u8> = kept.flatten().copied().collect();
        self.binary[first..first + kept.len()].copy_from_slice(&kept);
        self.json["accessors"][indices]["count"] = json!(kept.len() / 2);
    }

    fn numbers<const N: usize>(&self, node: usize, key: &str, otherwise: [f64; N]) -> [f64; N] {
        match self.json["nodes"][node][key].as_array() {
            None => otherwise,
            Some(numbers) => std::array::from_fn(|i| numbers[i].as_f64().unwrap()),
        }
    }

    pub fn placement(&self, node: usize) -> Placement {
        assert!(self.json["nodes"][node]["matrix"].is_null());
        Placement {
            translation: DVec3::from_array(self.numbers(node, "translation", [0.0; 3])),
            rotation: DQuat::from_array(self.numbers(node, "rotation", [0.0, 0.0, 0.0, 1.0])).normalize(),
            scale: DVec3::from_array(self.numbers(node, "scale", [1.0; 3])),
        }
    }

    pub fn place(&mut self, node: usize, placement: Placement) {
        let node = &mut self.json["nodes"][node];
        node["translation"] = json!(placement.translation.as_vec3().to_array());
        node["rotation"] = json!(placement.rotation.as_quat().to_array());
        node["scale"] = json!(placement.scale.as_vec3().to_array());
    }

    /// Turns everything, by a node above the roots of the scene.
    pub fn turn_scene(&mut self, rotation: DQuat) {
        let roots = self.json["scenes"][0]["nodes"].clone();
        let nodes = self.json["nodes"].as_array_mut().unwrap();
        let top = nodes.len();
        nodes.push(json!({"name": "turned", "children": roots, "rotation": rotation.as_quat().to_array()}));
        self.json["scenes"][0]["nodes"] = json!([top]);
    }

    /// Puts a node between `child` and its parent, and lists it at the end of the first skin.
    pub fn insert_above(&mut self, child: usize, offset: Placement, inverse_bind: [f32; 16]) {
        let below = self.placement(child);
        assert!(offset.scale.x == offset.scale.y && offset.scale.x == offset.scale.z, "or the child would be sheared");
        let back = offset.rotation.inverse();
        let moved = Placement {
            translation: back * (below.translation - offset.translation) / offset.scale.x,
            rotation: back * below.rotation,
            scale: below.scale / offset.scale.x,
        };
        self.place(child, moved);
        let helper = self.json["nodes"].as_array().unwrap().len();
        for node in self.json["nodes"].as_array_mut().unwrap() {
            for other in node.get_mut("children").and_then(Value::as_array_mut).into_iter().flatten() {
                if *other == json!(child) {
                    *other = json!(helper);
                }
            }
        }
        let name = format!("helper of {}", self.json["nodes"][child]["name"].as_str().unwrap_or_default());
        self.json["nodes"].as_array_mut().unwrap().push(json!({"name": name, "children": [child]}));
        self.place(helper, offset);
        self.json["skins"][0]["joints"].as_array_mut().unwrap().push(json!(helper));
        self.append_inverse_bind(inverse_bind);
    }

    fn append_inverse_bind(&mut self, matrix: [f32; 16]) {
        let accessor = self.json["skins"][0]["inverseBindMatrices"].as_u64().unwrap() as usize;
        let (from, count) = self.span(accessor);
        let mut matrices = self.binary[from..from + count * 64].to_vec();
        matrices.extend_from_slice(bytemuck::cast_slice(&matrix));
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let (start, length) = (self.binary.len(), matrices.len());
        self.binary.extend(matrices);
        self.json["buffers"][0]["byteLength"] = json!(self.binary.len());
        let push = |list: &mut Value, value: Value| {
            let list = list.as_array_mut().unwrap();
            list.push(value);
            list.len() - 1
        };
        let view = push(&mut self.json["bufferViews"], json!({"buffer": 0, "byteOffset": start, "byteLength": length}));
        let accessor = push(
            &mut self.json["accessors"],
            json!({"bufferView": view, "componentType": 5126, "count": count + 1, "type": "MAT4"}),
        );
        self.json["skins"][0]["inverseBindMatrices"] = json!(accessor);
    }

    /// Adds a clip that turns one node. `interpolation` is that of glTF; a cubic spline has three values for each key.
    pub fn add_clip(&mut self, name: &str, node: usize, interpolation: &str, seconds: &[f32], turns: &[[f32; 4]]) {
        let last = seconds.iter().copied().fold(0.0, f32::max);
        let input = self.append(
            bytemuck::cast_slice(seconds),
            json!({"type": "SCALAR", "count": seconds.len(), "min": [0.0], "max": [last]}),
        );
        let output = self.append(bytemuck::cast_slice(turns), json!({"type": "VEC4", "count": turns.len()}));
        if self.json["animations"].is_null() {
            self.json["animations"] = json!([]);
        }
        self.json["animations"].as_array_mut().unwrap().push(json!({
            "name": name,
            "samplers": [{"input": input, "output": output, "interpolation": interpolation}],
            "channels": [{"sampler": 0, "target": {"node": node, "path": "rotation"}}],
        }));
    }

    /// Appends floats with their accessor, and returns its index.
    fn append(&mut self, bytes: &[u8], mut accessor: Value) -> usize {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let start = self.binary.len();
        self.binary.extend_from_slice(bytes);
        self.json["buffers"][0]["byteLength"] = json!(self.binary.len());
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        accessor["bufferView"] = json!(views.len());
        accessor["componentType"] = json!(5126);
        views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": bytes.len()}));
        let accessors = self.json["accessors"].as_array_mut().unwrap();
        accessors.push(accessor);
        accessors.len() - 1
    }

    /// Puts all roots of the scenes under one new node.
    pub fn insert_root(&mut self, placement: Placement) {
        let root = self.json["nodes"].as_array().unwrap().len();
        let mut children: Vec<Value> = Vec::new();
        for scene in self.json["scenes"].as_array_mut().unwrap() {
            children.extend(scene["nodes"].as_array().unwrap().iter().cloned());
            scene["nodes"] = json!([root]);
        }
        self.json["nodes"].as_array_mut().unwrap().push(json!({"name": "new root", "children": children}));
        self.place(root, placement);
    }

    /// Lists the joints of the first skin, which must be the only one, from the last to the first.
    pub fn reverse_joints(&mut self) {
        let joints = self.json["skins"][0]["joints"].as_array_mut().unwrap();
        joints.reverse();
        let last = joints.len() as u16 - 1;
        let matrices = self.json["skins"][0]["inverseBindMatrices"].as_u64().unwrap() as usize;
        let (start, count) = self.span(matrices);
        let reversed: Vec<u8> =
            self.binary[start..start + count * 64].as_chunks::<64>().0.iter().rev().flatten().copied().collect();
        self.binary[start..start + count * 64].copy_from_slice(&reversed);
        let mut accessors: Vec<usize> = Vec::new();
        for mesh in self.json["meshes"].as_array().unwrap() {
            for primitive in mesh["primitives"].as_array().unwrap() {
                let attributes = primitive["attributes"].as_object().unwrap();
                let joints = attributes.iter().filter(|(name, _)| name.starts_with("JOINTS_"));
                accessors.extend(joints.map(|(_, accessor)| accessor.as_u64().unwrap() as usize));
            }
        }
        accessors.sort_unstable();
        accessors.dedup();
        for accessor in accessors {
            self.mirror_indices(accessor, last);
        }
    }

    /// Changes the weights of every vertex of the first primitive, which must be floats and tightly packed.
    pub fn change_weights(&mut self, change: impl Fn([f32; 4]) -> [f32; 4]) {
        let accessor = self.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"].as_u64().unwrap() as usize;
        assert_eq!(self.json["accessors"][accessor]["componentType"], 5126);
        let (start, count) = self.span(accessor);
        for vertex in self.binary[start..start + count * 16].as_chunks_mut::<16>().0 {
            let weights = std::array::from_fn(|i| f32::from_le_bytes(vertex[4 * i..4 * i + 4].try_into().unwrap()));
            for (bytes, weight) in vertex.as_chunks_mut::<4>().0.iter_mut().zip(change(weights)) {
                bytes.copy_from_slice(&weight.to_le_bytes());
            }
        }
    }

    /// Where an accessor's elements start, and how many there are.
    fn span(&self, accessor: usize) -> (usize, usize) {
        let accessor = &self.json["accessors"][accessor];
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let offset = |value: &Value| value["byteOffset"].as_u64().unwrap_or(0) as usize;
        (offset(accessor) + offset(view), accessor["count"].as_u64().unwrap() as usize)
    }

    /// Index i of four a vertex becomes `last - i`.
    fn mirror_indices(&mut self, accessor: usize, last: u16) {
        let (start, count) = self.span(accessor);
        let accessor = &self.json["accessors"][accessor];
        let size = if accessor["componentType"] == 5121 { 1 } else { 2 };
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let stride = view["byteStride"].as_u64().map_or(4 * size, |stride| stride as usize);
        for at in (0..count).flat_map(|vertex| (0..4).map(move |i| start + vertex * stride + i * size)) {
            if size == 1 {
                self.binary[at] = last as u8 - self.binary[at];
            } else {
                let index = u16::from_le_bytes([self.binary[at], self.binary[at + 1]]);
                self.binary[at..at + 2].copy_from_slice(&(last - index).to_le_bytes());
            }
        }
    }
}
