//! The comments of our WGSL, by what they describe. naga's own reader of them loses some: those that follow a comment of
//! another kind.

use std::collections::HashMap;

/// Comments by name: `palette_motions`, `MeshVertex`, `MeshVertex.position`.
#[derive(Debug, Default)]
pub(super) struct Docs(HashMap<String, String>);

impl Docs {
    /// Reads the comments above the structs, fields, buffers and constants of a module.
    pub fn of(wgsl: &str) -> Self {
        let mut docs = Self::default();
        let mut comment: Vec<&str> = Vec::new();
        let mut in_struct: Option<&str> = None;
        for line in wgsl.lines().map(str::trim) {
            if let Some(words) = line.strip_prefix("///") {
                comment.push(words.trim());
                continue;
            }
            if let Some(name) = line.strip_prefix("struct ").and_then(|rest| rest.split(' ').next()) {
                in_struct = Some(name);
                docs.add(name.to_owned(), &comment);
            } else if line == "}" {
                in_struct = None;
            } else if let Some(name) = declared(line) {
                let of_struct = in_struct.map(|own| format!("{own}.")).unwrap_or_default();
                docs.add(of_struct + name, &comment);
            }
            comment.clear();
        }
        docs
    }

    /// The comment on this name, without the sentence about our own source. Empty if there is none.
    pub fn about(&self, name: &str) -> String {
        let text = self.0.get(name).map(String::as_str).unwrap_or_default();
        text.find("Mirrored by ").map_or(text, |start| text[..start].trim_end()).to_owned()
    }

    fn add(&mut self, name: String, comment: &[&str]) {
        if !comment.is_empty() {
            self.0.insert(name, comment.join(" "));
        }
    }
}

/// The name that a line declares: the last word before the first colon that is not in an attribute.
fn declared(line: &str) -> Option<&str> {
    let (before, _) = line.split_once(": ")?;
    before.split(' ').next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_found_by_what_they_describe() {
        let docs = Docs::of(
            "// A file.\n\n/// A vertex.\n/// Mirrored by `X`.\nstruct Vertex {\n    position: vec3<f32>,\n    /// Of length\n    \
             /// one.\n    @location(1) normal: vec3<f32>,\n}\n// Uses: all.\n\n/// All.\n@group(1) @binding(0) \
             var<storage, read> vertices: array<Vertex>;\n/// How many.\nconst most: u32 = 1u;\n",
        );
        let found = ["Vertex", "Vertex.position", "Vertex.normal", "vertices", "most"].map(|name| docs.about(name));
        assert_eq!(found, ["A vertex.", "", "Of length one.", "All.", "How many."]);
    }
}
