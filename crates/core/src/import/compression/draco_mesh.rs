//! Results of the decoder of Draco.

use crate::import::Fault;
use crate::import::layout::{Component, Layout};
use draco_core::{DataType, DecodeLimits, DecoderBuffer, DracoError, Mesh, MeshDecoder, PointAttribute, PointIndex};
use gltf::json::accessor::ComponentType;

/// Memory that the decoder needs for a triangle while it works, in bytes: its corners, their neighbors and their
/// vertices.
const BYTES_PER_FACE: u64 = 64;

pub struct DracoMesh(Mesh);

impl DracoMesh {
    /// Decodes a stream in at most `most_bytes` of memory.
    ///
    /// # Errors
    /// The decoder's message, in one line.
    pub fn decode(stream: &[u8], most_bytes: u64) -> Result<Self, String> {
        let limits = DecodeLimits::default()
            .with_max_decoded_bytes(most_bytes)
            .with_max_faces(most_bytes / BYTES_PER_FACE)
            .with_max_points(most_bytes / BYTES_PER_FACE);
        let mut mesh = Mesh::new();
        let mut buffer = DecoderBuffer::new(stream).with_limits(limits);
        MeshDecoder::new().decode(&mut buffer, &mut mesh).map_err(|error| cause(&error))?;
        Ok(Self(mesh))
    }

    pub fn face_count(&self) -> u64 {
        self.0.num_faces() as u64
    }

    pub fn point_count(&self) -> u64 {
        self.0.num_points() as u64
    }

    /// Whether an attribute has this id.
    pub fn has_attribute(&self, id: u32) -> bool {
        self.0.attribute_by_unique_id(id).is_some()
    }

    /// The corners of all triangles, in the accessor's format.
    pub fn indices(&self, layout: Layout) -> Result<Vec<u8>, Fault> {
        indices(&self.0, layout)
    }

    /// The values of an attribute at all points, in the accessor's format; empty if there is no such attribute.
    pub fn elements(&self, id: u32, layout: Layout) -> Result<Vec<u8>, String> {
        let attribute = self.0.attribute_by_unique_id(id);
        attribute.map_or_else(|| Ok(Vec::new()), |attribute| elements(attribute, self.0.num_points(), layout))
    }
}

/// The library's message, in one line and without its word for errors that have no name.
fn cause(error: &DracoError) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("General error: ").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The corners of all triangles, in the accessor's format.
fn indices(mesh: &Mesh, layout: Layout) -> Result<Vec<u8>, Fault> {
    let size = layout.component.size() as usize;
    let most = match layout.component.0 {
        ComponentType::U8 => u32::from(u8::MAX),
        ComponentType::U16 => u32::from(u16::MAX),
        _ => u32::MAX,
    };
    let mut bytes = Vec::with_capacity(mesh.num_faces() * 3 * size);
    for corner in mesh.faces().as_flattened() {
        if corner.0 > most {
            let value = format!("for vertex {}", corner.0);
            return Err(Fault::NotAllowed { what: "a component type too small", value });
        }
        bytes.extend_from_slice(&corner.0.to_le_bytes()[..size]);
    }
    Ok(bytes)
}

/// The values of all points, in the accessor's format.
fn elements(attribute: &PointAttribute, points: usize, layout: Layout) -> Result<Vec<u8>, String> {
    let components = usize::from(attribute.num_components());
    if components as u64 != layout.components() {
        return Err(format!("an attribute has {components} components instead of {}", layout.components()));
    }
    let (kind, width) = (attribute.data_type(), attribute.data_type().byte_length());
    let stride = usize::try_from(attribute.byte_stride()).map_err(|error| error.to_string())?;
    let data = attribute.buffer().data();
    let mut bytes = Vec::with_capacity(points * layout.packed_stride() as usize);
    for point in 0..points {
        let value = attribute.mapped_index(PointIndex(point as u32)).0 as usize;
        let start = value.checked_mul(stride).ok_or("an attribute is damaged")?;
        let element = data.get(start..).and_then(|rest| rest.get(..components * width));
        let element = element.ok_or("an attribute ends before its last value")?;
        if is_same(kind, layout.component) {
            bytes.extend_from_slice(element);
        } else {
            element.chunks_exact(width).for_each(|scalar| write(number(kind, scalar), layout.component, &mut bytes));
        }
    }
    Ok(bytes)
}

/// Whether both store a number in the same bytes.
fn is_same(kind: DataType, component: Component) -> bool {
    let expected = match component.0 {
        ComponentType::I8 => DataType::Int8,
        ComponentType::U8 => DataType::Uint8,
        ComponentType::I16 => DataType::Int16,
        ComponentType::U16 => DataType::Uint16,
        ComponentType::U32 => DataType::Uint32,
        ComponentType::F32 => DataType::Float32,
    };
    kind == expected
}

/// A stored number. Zero if its bytes are missing.
fn number(kind: DataType, bytes: &[u8]) -> f64 {
    fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
        bytes.first_chunk().copied().unwrap_or([0; N])
    }
    match kind {
        DataType::Int8 => i8::from_le_bytes(first(bytes)).into(),
        DataType::Uint8 | DataType::Bool => u8::from_le_bytes(first(bytes)).into(),
        DataType::Int16 => i16::from_le_bytes(first(bytes)).into(),
        DataType::Uint16 => u16::from_le_bytes(first(bytes)).into(),
        DataType::Int32 => i32::from_le_bytes(first(bytes)).into(),
        DataType::Uint32 => u32::from_le_bytes(first(bytes)).into(),
        DataType::Int64 => i64::from_le_bytes(first(bytes)) as f64,
        DataType::Uint64 => u64::from_le_bytes(first(bytes)) as f64,
        DataType::Float32 => f32::from_le_bytes(first(bytes)).into(),
        DataType::Float64 => f64::from_le_bytes(first(bytes)),
        DataType::Invalid => 0.0,
    }
}

/// Stores a number, cut to the range of its type.
fn write(number: f64, component: Component, bytes: &mut Vec<u8>) {
    match component.0 {
        ComponentType::I8 => bytes.extend((number as i8).to_le_bytes()),
        ComponentType::U8 => bytes.extend((number as u8).to_le_bytes()),
        ComponentType::I16 => bytes.extend((number as i16).to_le_bytes()),
        ComponentType::U16 => bytes.extend((number as u16).to_le_bytes()),
        ComponentType::U32 => bytes.extend((number as u32).to_le_bytes()),
        ComponentType::F32 => bytes.extend((number as f32).to_le_bytes()),
    }
}
