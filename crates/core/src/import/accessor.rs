use super::budget::Budget;
use super::bytes::{Buffer, Bytes};
use super::compression::{Decompressed, DracoPrimitive, MeshoptStream, count_of};
use super::elements::Elements;
use super::layout::{Layout, buffer_view, offset, sparse_index_layout};
use super::{Fault, GltfDocument, location::quoted};
use gltf::json::accessor::{ComponentType, Type, sparse::Sparse};
use gltf::json::mesh::Primitive;
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, buffer};
use std::borrow::Cow;
use std::cell::Cell;

/// Reads values through accessors and buffer views. All reads take from the budget of the file, so that a small file
/// that names the same large accessor a million times can neither fill the memory nor keep the program busy.
pub(super) struct Accessors<'a> {
    document: &'a GltfDocument,
    buffers: &'a [Option<Buffer<'a>>],
    budget: &'a Budget,
    values_left: Cell<u64>,
    decompressed: Decompressed,
}

/// Limit for the values that all reads of one file return together, kept or not: a character of a million vertices
/// takes about 25 million, and a face of a million vertices with a hundred morph targets 600 million.
const MOST_VALUES: u64 = 1_000_000_000;

/// Limit for the values of one accessor without bytes of its own (all zeros, or sparse over zeros).
const MOST_ZEROS: u64 = 16_000_000;

pub(super) const FLOAT: &[ComponentType] = &[ComponentType::F32];
const UNSIGNED: &[ComponentType] = &[ComponentType::U8, ComponentType::U16, ComponentType::U32];
const ANY: &[ComponentType] = &[
    ComponentType::I8,
    ComponentType::U8,
    ComponentType::I16,
    ComponentType::U16,
    ComponentType::U32,
    ComponentType::F32,
];
/// Floats and the types that KHR_mesh_quantization adds; also used for colors, weights and clip rotations.
pub(super) const QUANTIZED: &[ComponentType] =
    &[ComponentType::F32, ComponentType::I8, ComponentType::U8, ComponentType::I16, ComponentType::U16];

/// Whether integers are normalized to fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fractions {
    /// Normalized if the accessor says so.
    AsSaid,
    /// Always: for attributes where integers can only mean fractions, regardless of the accessor.
    Always,
}

impl<'a> Accessors<'a> {
    pub fn new(document: &'a GltfDocument, buffers: &'a [Option<Buffer<'a>>], budget: &'a Budget) -> Self {
        let (views, accessors) = (document.root.buffer_views.len(), document.root.accessors.len());
        let decompressed = Decompressed::nothing(views, accessors);
        Self { document, buffers, budget, values_left: Cell::new(MOST_VALUES), decompressed }
    }

    /// Decodes a compressed primitive, so that its accessors have data. Returns whether its indices are decoded;
    /// decoded indices are a list of triangles, whatever the primitive's mode.
    pub fn decompress(&self, primitive: &Primitive) -> Result<bool, Fault> {
        let is_plain = |index: Index<Accessor>| self.get(index).map(|accessor| accessor.buffer_view.is_some());
        let Some(draco) = DracoPrimitive::of(primitive, is_plain)? else { return Ok(false) };
        draco.decode(&self.decompressed, self.budget, || self.view_bytes(draco.view), |index| self.get(index))?;
        Ok(draco.indices.is_some())
    }

    /// The accessors that got their data by [`Self::decompress`], with their packed elements and the number of these.
    pub fn decompressed(&self) -> impl Iterator<Item = (usize, &[u8], u64)> {
        self.decompressed.accessors().filter_map(|(index, elements)| {
            let layout = Layout::of(self.document.root.accessors.get(index)?).ok()?;
            Some((index, elements, count_of(elements, &layout)))
        })
    }

    pub fn get(&self, index: Index<Accessor>) -> Result<&'a Accessor, Fault> {
        let accessors = &self.document.root.accessors;
        let fault = Fault::NoSuch { what: "accessor", index: index.value() as u32, count: accessors.len() };
        accessors.get(index.value()).ok_or(fault)
    }

    /// Elements of `N` floats (matrices in column-major order) of the given element type.
    pub fn floats<const N: usize>(
        &self,
        index: Index<Accessor>,
        element_type: Type,
        components: &[ComponentType],
        fractions: Fractions,
    ) -> Result<Vec<[f32; N]>, Fault> {
        self.float_elements(index, element_type, components, fractions)?.all()
    }

    /// Like [`Self::floats`], to be read in parts.
    pub fn float_elements<const N: usize>(
        &self,
        index: Index<Accessor>,
        element_type: Type,
        components: &[ComponentType],
        fractions: Fractions,
    ) -> Result<Elements<'_, f32, impl Fn(&[u8]) -> f32 + Sync, N>, Fault> {
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, components)?;
        let normalized = accessor.normalized || fractions == Fractions::Always;
        self.elements(index, accessor, layout, move |bytes: &[u8]| layout.component.float(normalized, bytes))
    }

    /// The elements with a component that is not zero, with their indices in ascending order. Memory is proportional to
    /// the bytes of the file, also for an accessor that is sparse over zeros.
    pub fn nonzero_floats<const N: usize>(
        &self,
        index: Index<Accessor>,
        element_type: Type,
        components: &[ComponentType],
        fractions: Fractions,
    ) -> Result<Vec<(u32, [f32; N])>, Fault> {
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, components)?;
        let is_zero = |element: &[f32; N]| element.iter().all(|&value| value == 0.0);
        if accessor.buffer_view.is_some() || self.decompressed.accessor(index).is_some() {
            let elements = self.floats::<N>(index, element_type, components, fractions)?;
            self.budget.give_back(size_of_val(elements.as_slice()) as u64);
            return Ok((0..).zip(elements).filter(|(_, element)| !is_zero(element)).collect());
        }
        let Some(sparse) = &accessor.sparse else { return Ok(Vec::new()) };
        let normalized = accessor.normalized || fractions == Fractions::Always;
        let element = |bytes: &[u8]| layout.element(bytes, |bytes| layout.component.float(normalized, bytes));
        let count = usize::try_from(accessor.count.0).unwrap_or(usize::MAX);
        let mut elements = self.sparse_elements(sparse, layout, count, element)?;
        // If an index is given twice, the last value counts.
        elements.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = next.1;
            }
            same
        });
        elements.retain(|(_, element)| !is_zero(element));
        Ok(elements)
    }

    /// The elements that a sparse accessor sets among `count`, with their indices in ascending order. Elements with the
    /// same index are in the order of the file.
    fn sparse_elements<T>(
        &self,
        sparse: &Sparse,
        layout: Layout,
        count: usize,
        element: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<(u32, T)>, Fault> {
        // The index counts as a value.
        self.pay(sparse.count.0.saturating_mul(layout.components() + 1))?;
        let index_layout = sparse_index_layout(&sparse.indices.component_type)?;
        let index_stride = index_layout.packed_stride();
        let span = index_layout.span(sparse.count.0, index_stride);
        let indices = self.bytes(sparse.indices.buffer_view, sparse.indices.byte_offset.0, span)?;
        let stride = layout.packed_stride();
        let span = layout.span(sparse.count.0, stride);
        let values = self.bytes(sparse.values.buffer_view, sparse.values.byte_offset.0, span)?;
        let (indices, values) = (indices.read()?, values.read()?);
        let read = |i: usize| {
            let index = index_layout.component.index(indices.get(i * index_stride as usize..).unwrap_or(&[]));
            if index as usize >= count {
                return Err(Fault::SparseIndex { index, count });
            }
            Ok((index, element(values.get(i * stride as usize..).unwrap_or(&[]))))
        };
        // The bytes for this many elements were read, so memory for them is justified.
        let sparse_count = usize::try_from(sparse.count.0).unwrap_or(usize::MAX);
        let mut elements = Vec::with_capacity(sparse_count);
        for i in 0..sparse_count {
            elements.push(read(i)?);
        }
        elements.sort_by_key(|(index, _)| *index);
        Ok(elements)
    }

    /// Elements of `N` indices.
    pub fn indices<const N: usize>(&self, index: Index<Accessor>, element_type: Type) -> Result<Vec<[u32; N]>, Fault> {
        self.index_elements(index, element_type, UNSIGNED)?.all()
    }

    /// Elements of four joint indices, to be read in parts. Like other programs, this also reads types that glTF does
    /// not allow here. A value that is no index becomes [`NO_INDEX`](super::layout::NO_INDEX).
    pub fn joint_elements(
        &self,
        index: Index<Accessor>,
    ) -> Result<Elements<'_, u32, impl Fn(&[u8]) -> u32 + Sync, 4>, Fault> {
        self.index_elements(index, Type::Vec4, ANY)
    }

    fn index_elements<const N: usize>(
        &self,
        index: Index<Accessor>,
        element_type: Type,
        components: &[ComponentType],
    ) -> Result<Elements<'_, u32, impl Fn(&[u8]) -> u32 + Sync, N>, Fault> {
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, components)?;
        self.elements(index, accessor, layout, move |bytes: &[u8]| layout.component.index(bytes))
    }

    fn elements<T: Copy + Default + Send, F: Fn(&[u8]) -> T + Sync, const N: usize>(
        &self,
        index: Index<Accessor>,
        accessor: &Accessor,
        layout: Layout,
        convert: F,
    ) -> Result<Elements<'_, T, F, N>, Fault> {
        let decompressed = self.decompressed.accessor(index);
        // The vertex count of a compressed mesh is the decoded one.
        let count = decompressed.map_or(accessor.count.0, |elements| count_of(elements, &layout));
        self.pay(count.saturating_mul(layout.components()))?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let (bytes, stride) = match (decompressed, accessor.buffer_view) {
            (Some(packed), _) => (Some(Bytes::Present(packed)), layout.packed_stride()),
            (None, Some(view)) => {
                let stride = layout.stride(buffer_view(self.document, view)?)?;
                let span = layout.span(accessor.count.0, stride);
                (Some(self.bytes(view, offset(accessor.byte_offset), span)?), stride)
            }
            (None, None) if accessor.count.0.saturating_mul(layout.components()) > MOST_ZEROS => {
                return Err(Fault::TooLarge { what: "it has no data, but declares more than 16 million values" });
            }
            (None, None) => (None, layout.packed_stride()),
        };
        let replaced = match &accessor.sparse {
            Some(sparse) => self.sparse_elements(sparse, layout, count, |bytes| layout.element(bytes, &convert))?,
            None => Vec::new(),
        };
        Ok(Elements { bytes, count, stride, layout, replaced, convert })
    }

    /// Takes the memory for values of four bytes, before they are read.
    fn pay(&self, values: u64) -> Result<(), Fault> {
        let too_large = Fault::TooLarge { what: "the data of the file adds up to more than a billion values" };
        self.values_left.set(self.values_left.get().checked_sub(values).ok_or(too_large)?);
        self.budget.take(values.saturating_mul(4))
    }

    /// Budget left for the contents of the file.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// All bytes of a buffer view.
    pub fn view_bytes(&self, index: Index<buffer::View>) -> Result<Cow<'_, [u8]>, Fault> {
        let view = buffer_view(self.document, index)?;
        self.bytes(index, 0, Some(view.byte_length.0))?.read()
    }

    /// Bytes of a buffer view from an offset, decompressed if its buffer has no bytes.
    fn bytes(&self, index: Index<buffer::View>, offset: u64, span: Option<u64>) -> Result<Bytes<'_>, Fault> {
        let view = buffer_view(self.document, index)?;
        let within = |span: &u64| offset.checked_add(*span).is_some_and(|end| end <= view.byte_length.0);
        let out_of_view = Fault::OutOfBytes { needed: span.unwrap_or(u64::MAX), present: view.byte_length.0 };
        let span = span.filter(within).ok_or(out_of_view)?;
        let buffer = view.buffer.value();
        if let Some(None) = self.buffers.get(buffer) {
            // A compressed view names a buffer without bytes, for readers that cannot decompress.
            let stream = MeshoptStream::of(view)?.ok_or(Fault::NoData)?;
            let packed = || self.buffer_bytes(stream.buffer, stream.offset, stream.length)?.read();
            let decode = || stream.decode(self.budget, &packed()?);
            return part(Bytes::Present(self.decompressed.view(index, decode)?), offset, span);
        }
        let start = super::layout::offset(view.byte_offset).checked_add(offset);
        self.buffer_bytes(buffer, start.unwrap_or(u64::MAX), span)
    }

    fn buffer_bytes(&self, buffer: usize, start: u64, length: u64) -> Result<Bytes<'_>, Fault> {
        let count = self.buffers.len();
        match self.buffers.get(buffer) {
            None => Err(Fault::NoSuch { what: "buffer", index: buffer as u32, count }),
            Some(None) => Err(Fault::NoData),
            Some(Some(buffer)) => part(buffer.bytes(), start, length),
        }
    }
}

fn part(bytes: Bytes<'_>, start: u64, length: u64) -> Result<Bytes<'_>, Fault> {
    let beyond = Fault::OutOfBytes { needed: start.saturating_add(length), present: bytes.length() };
    bytes.part(start, length).ok_or(beyond)
}

fn typed_layout(accessor: &Accessor, element_type: Type, components: &[ComponentType]) -> Result<Layout, Fault> {
    let layout = Layout::of(accessor)?;
    if let Checked::Valid(found) = accessor.type_
        && found != element_type
    {
        return Err(Fault::NotAllowed { what: "element type", value: quoted(element_name(found)) });
    }
    let component = layout.component.0;
    if !components.contains(&component) {
        return Err(Fault::NotAllowed { what: "component type", value: component.as_gl_enum().to_string() });
    }
    Ok(layout)
}

fn element_name(element: Type) -> &'static str {
    match element {
        Type::Scalar => "SCALAR",
        Type::Vec2 => "VEC2",
        Type::Vec3 => "VEC3",
        Type::Vec4 => "VEC4",
        Type::Mat2 => "MAT2",
        Type::Mat3 => "MAT3",
        Type::Mat4 => "MAT4",
    }
}
