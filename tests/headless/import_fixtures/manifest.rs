//! Contents of each fixture and expected results of its import: the entries of tests/data/import/*.json.

use super::arm::{BEND, BENT, REST, TRIANGLES};
use serde::{Deserialize, Serialize};

/// A file that must open, and what must come out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Good {
    pub file: String,
    pub about: String,
    pub vertices: usize,
    pub triangles: usize,
    /// Count of nodes that are shown as joints.
    pub joints: usize,
    pub skins: usize,
    pub influences: usize,
    /// All warnings in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<Posed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<SameAs>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipEntry>,
    /// Names of all nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// All triangles in order, each from its smallest index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triangle_list: Vec<[u32; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub normals: Vec<[f32; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<[f32; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texcoords: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "is_zero")]
    pub textures: usize,
    #[serde(skip_serializing_if = "is_zero")]
    pub morph_targets: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    /// Why the `gltf` crate does not read the same skin from this file. Empty if it does.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unlike_gltf_crate: String,
}

/// Linear blending of one pose.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Posed {
    /// Values for `--set`. The rest pose if there is neither this nor a clip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// A clip's index and a time in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clip: Option<(usize, f32)>,
    /// In the scene, primitive by primitive. Empty in a pose that is only compared with another file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<[f32; 3]>,
}

/// Another file that deforms alike in all poses of this one, under every method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SameAs {
    pub file: String,
    /// The largest distance in scene units; 0 means equal to the bit.
    pub within: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClipEntry {
    pub name: String,
    pub seconds: f32,
    pub channels: usize,
}

/// A file that must be refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bad {
    pub file: String,
    pub about: String,
    /// The whole message without the path.
    pub error: String,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Text of `entries` on disk: one line each. Whole numbers are written without a fraction.
pub fn manifest<T: Serialize>(entries: impl Iterator<Item = T>) -> Vec<u8> {
    let lines: Vec<String> =
        entries.map(|entry| serde_json::to_string(&entry).unwrap().replace(".0,", ",").replace(".0]", "]")).collect();
    format!("[\n{}\n]\n", lines.join(",\n")).into_bytes()
}

/// A good file with its entry and the files beside it.
pub struct GoodFixture {
    pub entry: Good,
    /// Paths relative to the folder of good files, with the bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

impl GoodFixture {
    /// A file that shows nothing so far.
    pub fn new(file: &str, about: &str, bytes: Vec<u8>) -> Self {
        let entry = Good { file: file.to_owned(), about: about.to_owned(), ..Good::default() };
        Self { entry, files: vec![(file.to_owned(), bytes)] }
    }

    /// A file that shows the arm in its usual poses.
    pub fn arm(file: &str, about: &str, bytes: Vec<u8>) -> Self {
        let mut fixture = Self::new(file, about, bytes).counts(6, 4, 2, 1, 2).rest(&REST).posed(&[BEND], &BENT);
        fixture.entry.triangle_list = TRIANGLES.map(from_smallest).to_vec();
        fixture
    }

    /// The same, which deforms to the bit like the plain arm.
    pub fn equal_arm(file: &str, about: &str, bytes: Vec<u8>) -> Self {
        Self::arm(file, about, bytes).same_as("plain.glb", 0.0)
    }

    /// A file that shows the board.
    pub fn board(file: &str, about: &str, bytes: Vec<u8>) -> Self {
        Self::new(file, about, bytes).counts(6, 4, 0, 0, 0).rest(&REST)
    }

    pub fn counts(mut self, vertices: usize, triangles: usize, joints: usize, skins: usize, influences: usize) -> Self {
        self.entry = Good { vertices, triangles, joints, skins, influences, ..self.entry };
        self
    }

    /// Forgets poses and triangles that were expected so far.
    pub fn unlike_the_arm(mut self) -> Self {
        self.entry.poses.clear();
        self.entry.triangle_list.clear();
        self
    }

    pub fn warns(mut self, warnings: &[&str]) -> Self {
        self.entry.warnings = warnings.iter().map(|&line| line.to_owned()).collect();
        self
    }

    pub fn rest(self, positions: &[[f32; 3]]) -> Self {
        self.posed(&[], positions)
    }

    pub fn posed(mut self, set: &[&str], positions: &[[f32; 3]]) -> Self {
        let set = set.iter().map(|&text| text.to_owned()).collect();
        self.entry.poses.push(Posed { set, clip: None, positions: positions.to_vec() });
        self
    }

    pub fn at(mut self, clip: usize, seconds: f32, positions: &[[f32; 3]]) -> Self {
        let clip = Some((clip, seconds));
        self.entry.poses.push(Posed { set: Vec::new(), clip, positions: positions.to_vec() });
        self
    }

    pub fn clip(mut self, name: &str, seconds: f32, channels: usize) -> Self {
        self.entry.clips.push(ClipEntry { name: name.to_owned(), seconds, channels });
        self
    }

    pub fn same_as(mut self, file: &str, within: f32) -> Self {
        self.entry.same_as = Some(SameAs { file: file.to_owned(), within });
        self
    }

    pub fn triangles(mut self, triangles: &[[u32; 3]]) -> Self {
        self.entry.triangle_list = triangles.iter().copied().map(from_smallest).collect();
        self
    }

    pub fn unlike_gltf_crate(mut self, why: &str) -> Self {
        self.entry.unlike_gltf_crate = why.to_owned();
        self
    }

    pub fn beside(mut self, path: &str, bytes: Vec<u8>) -> Self {
        self.files.push((path.to_owned(), bytes));
        self
    }

    /// Changes the entry where no method of its own is worthwhile.
    pub fn with(mut self, change: impl FnOnce(&mut Good)) -> Self {
        change(&mut self.entry);
        self
    }
}

/// A bad file with its entry and the files beside it.
pub struct BadFixture {
    pub entry: Bad,
    pub files: Vec<(String, Vec<u8>)>,
}

impl BadFixture {
    pub fn new(file: &str, about: &str, error: &str, bytes: Vec<u8>) -> Self {
        let entry = Bad { file: file.to_owned(), about: about.to_owned(), error: error.to_owned() };
        Self { entry, files: vec![(file.to_owned(), bytes)] }
    }

    pub fn beside(mut self, path: &str, bytes: Vec<u8>) -> Self {
        self.files.push((path.to_owned(), bytes));
        self
    }
}

/// The same triangle, starting at its smallest index.
pub fn from_smallest([a, b, c]: [u32; 3]) -> [u32; 3] {
    match a.min(b).min(c) {
        smallest if smallest == a => [a, b, c],
        smallest if smallest == b => [b, c, a],
        _ => [c, a, b],
    }
}
