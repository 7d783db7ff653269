//! KHR_draco_mesh_compression: primitives whose vertices and triangles are one compressed stream.

use super::{Decompressed, guarded, integer};
use crate::import::Fault;
use crate::import::budget::Budget;
use crate::import::layout::{Component, Layout};
use crate::import::patch::shown;
use draco_core::{DataType, DecodeLimits, DecoderBuffer, DracoError, Mesh, MeshDecoder, PointAttribute, PointIndex};
use gltf::json::accessor::ComponentType;
use gltf::json::mesh::Primitive;
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, buffer};
use serde_json::Value;
use std::borrow::Cow;

pub(in super::super) const DRACO: &str = "KHR_draco_mesh_compression";

/// What the decoder needs for a triangle while it works, in bytes: its corners, their neighbors and their vertices.
const BYTES_PER_FACE: u64 = 64;

/// A compressed primitive.
#[derive(Debug)]
pub(in super::super) struct DracoPrimitive {
    pub view: Index<buffer::View>,
    /// The accessor of its indices, if that has no data of its own.
    pub indices: Option<Index<Accessor>>,
    /// The accessors that have no data of their own, with the ids of their data in the stream.
    attributes: Vec<(Index<Accessor>, u32)>,
}

impl DracoPrimitive {
    /// `None` for a primitive that is not compressed, and for one whose accessors all have plain data too, which `is_plain`
    /// tells.
    ///
    /// # Errors
    /// The extension breaks its specification.
    pub fn of(
        primitive: &Primitive,
        is_plain: impl Fn(Index<Accessor>) -> Result<bool, Fault>,
    ) -> Result<Option<Self>, Fault> {
        let extensions = primitive.extensions.as_ref().map(|extensions| &extensions.others);
        let Some(written) = extensions.and_then(|others| others.get(DRACO)) else { return Ok(None) };
        let lacks = |accessor: &Index<Accessor>| is_plain(*accessor).map(|plain| !plain);
        let indices = match primitive.indices {
            Some(accessor) if lacks(&accessor)? => Some(accessor),
            _ => None,
        };
        let mut wanted = Vec::new();
        for (semantic, accessor) in &primitive.attributes {
            if lacks(accessor)? {
                wanted.push((semantic, *accessor));
            }
        }
        if wanted.is_empty() && indices.is_none() {
            return Ok(None);
        }
        let broken = || Fault::NotAllowed { what: "a compression of", value: shown(written) };
        let members = written.as_object().ok_or_else(broken)?;
        let ids = members.get("attributes").and_then(Value::as_object).ok_or_else(broken)?;
        let view = u32::try_from(integer(members, "bufferView", None)?).map_err(|_too_large| broken())?;
        let mut attributes = Vec::new();
        for (semantic, accessor) in wanted {
            // An attribute that the crate does not know is not read either.
            let Checked::Valid(semantic) = semantic else { continue };
            // What the stream lacks has no data at all, and reads as zeros like every such accessor.
            let Some(id) = ids.get(&semantic.to_string()) else { continue };
            let id = id.as_u64().and_then(|id| u32::try_from(id).ok()).ok_or_else(broken)?;
            attributes.push((accessor, id));
        }
        // The map has no order, and errors should not depend on it.
        attributes.sort_unstable_by_key(|(accessor, _)| accessor.value());
        Ok(Some(Self { view: Index::new(view), indices, attributes }))
    }

    /// Decodes the stream and keeps the elements of the primitive's accessors.
    pub fn decode<'a>(
        &self,
        decompressed: &Decompressed,
        budget: &Budget,
        stream: impl FnOnce() -> Result<Cow<'a, [u8]>, Fault>,
        accessor: impl Fn(Index<Accessor>) -> Result<&'a Accessor, Fault>,
    ) -> Result<(), Fault> {
        let accessors = self.attributes.iter().map(|(accessor, _)| accessor).chain(&self.indices);
        if accessors.into_iter().all(|&accessor| decompressed.accessor(accessor).is_some()) {
            return Ok(());
        }
        let stream = stream()?;
        // The library keeps the whole mesh while its parts are copied, which takes from the budget again.
        let left = budget.left_for_a_step() / 3;
        let limits = DecodeLimits::default()
            .with_max_decoded_bytes(left)
            .with_max_faces(left / BYTES_PER_FACE)
            .with_max_points(left / BYTES_PER_FACE);
        let mesh = guarded(DRACO, || {
            let mut mesh = Mesh::new();
            let mut buffer = DecoderBuffer::new(&stream).with_limits(limits);
            MeshDecoder::new().decode(&mut buffer, &mut mesh).map_err(|error| cause(&error))?;
            Ok(mesh)
        })?;
        budget.take((mesh.num_faces() as u64).saturating_mul(12))?;
        if let Some(index) = self.indices {
            let layout = Layout::of(accessor(index)?)?;
            decompressed.keep(index, indices(&mesh, layout)?);
        }
        for &(index, id) in &self.attributes {
            let layout = Layout::of(accessor(index)?)?;
            let missing = || Fault::Decompress { extension: DRACO, cause: format!("it has no attribute {id}") };
            let attribute = mesh.attribute_by_unique_id(id).ok_or_else(missing)?;
            let size = (mesh.num_points() as u64).saturating_mul(layout.packed_stride());
            budget.take(size)?;
            decompressed.keep(index, guarded(DRACO, || elements(attribute, mesh.num_points(), layout))?);
        }
        Ok(())
    }
}

/// What the library says, in one line and without its word for errors that have no name.
fn cause(error: &DracoError) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("General error: ").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The corners of all triangles, as the accessor stores them.
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

/// The values of all points, as the accessor stores them.
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
