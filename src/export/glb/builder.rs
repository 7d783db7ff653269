use super::super::ExportError;
use super::document::{self, Accessor, Buffer, BufferView, Document, Scene};
use glam::Vec3;

/// A document and its binary chunk, built together. Every view starts at a multiple of four bytes, as all component
/// types require.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub document: Document,
    bytes: Vec<u8>,
}

impl Builder {
    /// Sets the file's only scene; a scene without nodes is omitted.
    pub fn set_scene(&mut self, name: &str, nodes: Vec<u32>) {
        if !nodes.is_empty() {
            self.document.scenes = vec![Scene { name: name.to_owned(), nodes }];
            self.document.scene = Some(0);
        }
    }

    pub fn view(&mut self, data: &[u8], target: Option<u32>) -> u32 {
        let byte_offset = self.bytes.len();
        self.bytes.extend_from_slice(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.document.buffer_views.push(BufferView { buffer: 0, byte_offset, byte_length: data.len(), target });
        self.document.buffer_views.len() as u32 - 1
    }

    fn accessor(&mut self, data: &[u8], target: Option<u32>, component_type: u32, kind: &'static str) -> u32 {
        let component_bytes = match component_type {
            document::UNSIGNED_BYTE => 1,
            document::UNSIGNED_SHORT => 2,
            _ => 4,
        };
        let components = match kind {
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => 1,
        };
        let buffer_view = self.view(data, target);
        let count = data.len() / (component_bytes * components);
        let (min, max) = (Vec::new(), Vec::new());
        self.document.accessors.push(Accessor { buffer_view, component_type, count, kind, min, max });
        self.document.accessors.len() as u32 - 1
    }

    fn floats(&mut self, values: impl IntoIterator<Item = f32>, target: Option<u32>, kind: &'static str) -> u32 {
        let data: Vec<u8> = values.into_iter().flat_map(f32::to_le_bytes).collect();
        self.accessor(&data, target, document::FLOAT, kind)
    }

    fn set_bounds(&mut self, accessor: u32, min: Vec<f64>, max: Vec<f64>) {
        if let Some(accessor) = self.document.accessors.get_mut(accessor as usize) {
            (accessor.min, accessor.max) = (min, max);
        }
    }

    /// Float vectors, one per vertex.
    pub fn attribute<const N: usize>(&mut self, values: impl IntoIterator<Item = [f32; N]>) -> u32 {
        self.floats(values.into_iter().flatten(), Some(document::ARRAY_BUFFER), vector_kind(N))
    }

    /// Positions with the bounds that glTF requires. Must not be empty.
    pub fn positions(&mut self, positions: &[Vec3]) -> u32 {
        let accessor = self.attribute(positions.iter().map(Vec3::to_array));
        let fold = |join: fn(Vec3, Vec3) -> Vec3| {
            let joined = positions.iter().copied().reduce(join).unwrap_or_default();
            joined.to_array().map(f64::from).to_vec()
        };
        self.set_bounds(accessor, fold(Vec3::min), fold(Vec3::max));
        accessor
    }

    /// Joint indices of one set, as bytes if they fit.
    pub fn joints(&mut self, joints: &[[u16; 4]], joint_count: usize) -> u32 {
        let flat = joints.iter().flatten();
        let target = Some(document::ARRAY_BUFFER);
        if joint_count <= usize::from(u8::MAX) + 1 {
            let data: Vec<u8> = flat.map(|&joint| joint as u8).collect();
            self.accessor(&data, target, document::UNSIGNED_BYTE, "VEC4")
        } else {
            let data: Vec<u8> = flat.flat_map(|joint| joint.to_le_bytes()).collect();
            self.accessor(&data, target, document::UNSIGNED_SHORT, "VEC4")
        }
    }

    /// Vertex indices, as two-byte integers if they fit; the largest value of a type means "restart" and is not used.
    pub fn indices(&mut self, indices: &[u32], vertex_count: usize) -> u32 {
        let target = Some(document::ELEMENT_ARRAY_BUFFER);
        if vertex_count <= usize::from(u16::MAX) {
            let data: Vec<u8> = indices.iter().flat_map(|&index| (index as u16).to_le_bytes()).collect();
            self.accessor(&data, target, document::UNSIGNED_SHORT, "SCALAR")
        } else {
            let data: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            self.accessor(&data, target, document::UNSIGNED_INT, "SCALAR")
        }
    }

    pub fn matrices(&mut self, matrices: impl IntoIterator<Item = [f32; 16]>) -> u32 {
        self.floats(matrices.into_iter().flatten(), None, "MAT4")
    }

    /// Key times in ascending order, with their bounds. Must not be empty.
    pub fn times(&mut self, seconds: &[f32]) -> u32 {
        let accessor = self.floats(seconds.iter().copied(), None, "SCALAR");
        let bound = |time: Option<&f32>| time.map(|&time| vec![f64::from(time)]).unwrap_or_default();
        self.set_bounds(accessor, bound(seconds.first()), bound(seconds.last()));
        accessor
    }

    pub fn key_values<const N: usize>(&mut self, values: impl IntoIterator<Item = [f32; N]>) -> u32 {
        self.floats(values.into_iter().flatten(), None, vector_kind(N))
    }

    /// Returns the file: header, JSON chunk padded with spaces, binary chunk padded with zeros.
    pub fn finish(mut self) -> Result<Vec<u8>, ExportError> {
        if !self.bytes.is_empty() {
            self.document.buffers.push(Buffer { byte_length: self.bytes.len() });
        }
        let mut json = serde_json::to_vec(&self.document)?;
        json.resize(json.len().next_multiple_of(4), b' ');
        let binary_chunk = if self.bytes.is_empty() { 0 } else { 8 + self.bytes.len() };
        let total = 12 + 8 + json.len() + binary_chunk;
        let word = |bytes: usize| u32::try_from(bytes).map_err(|_overflow| ExportError::TooLarge { bytes: total });
        let mut file = Vec::with_capacity(total);
        file.extend(b"glTF");
        file.extend(2u32.to_le_bytes());
        file.extend(word(total)?.to_le_bytes());
        for (kind, data) in [(b"JSON", &json), (b"BIN\0", &self.bytes)] {
            if !data.is_empty() {
                file.extend(word(data.len())?.to_le_bytes());
                file.extend(kind);
                file.extend(data);
            }
        }
        Ok(file)
    }
}

fn vector_kind(components: usize) -> &'static str {
    match components {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        _ => "VEC4",
    }
}
