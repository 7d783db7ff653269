use super::layout::{Layout, buffer_view, offset, sparse_index_layout};
use super::{Document, Fault, location::quoted};
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, buffer};
use std::cell::Cell;
use std::rc::Rc;

/// Reads values through accessors and buffer views. All reads share one budget, so that a small file that names the
/// same large accessor a million times cannot keep the program busy.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: &'a [Option<Rc<[u8]>>],
    values_left: Cell<u64>,
}

/// The most values that all reads of one file may return together: a character of a million vertices takes about 25
/// million.
const MOST_VALUES: u64 = 400_000_000;
/// The most values of one accessor without bytes of its own (all zeros, or sparse over zeros).
const MOST_ZEROS: u64 = 16_000_000;

pub(super) const FLOAT: &[ComponentType] = &[ComponentType::F32];
pub(super) const UNSIGNED: &[ComponentType] = &[ComponentType::U8, ComponentType::U16, ComponentType::U32];
/// Floats and the types that KHR_mesh_quantization adds; also used for colors, weights and clip rotations.
pub(super) const QUANTIZED: &[ComponentType] =
    &[ComponentType::F32, ComponentType::I8, ComponentType::U8, ComponentType::I16, ComponentType::U16];

/// Whether integers are normalized to fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fractions {
    /// As the accessor specifies.
    AsSaid,
    /// Always: for attributes where integers can only mean fractions, regardless of the accessor.
    Always,
}

impl<'a> Accessors<'a> {
    pub fn new(document: &'a Document, buffers: &'a [Option<Rc<[u8]>>]) -> Self {
        Self { document, buffers, values_left: Cell::new(MOST_VALUES) }
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
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, components)?;
        let normalized = accessor.normalized || fractions == Fractions::Always;
        self.decode(accessor, layout, |bytes| layout.component.float(normalized, bytes))
    }

    /// Elements of `N` indices.
    pub fn indices<const N: usize>(&self, index: Index<Accessor>, element_type: Type) -> Result<Vec<[u32; N]>, Fault> {
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, UNSIGNED)?;
        self.decode(accessor, layout, |bytes| layout.component.index(bytes))
    }

    fn decode<T: Copy + Default, const N: usize>(
        &self,
        accessor: &Accessor,
        layout: Layout,
        convert: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<[T; N]>, Fault> {
        self.pay(accessor.count.0.saturating_mul(layout.components()))?;
        let count = usize::try_from(accessor.count.0).unwrap_or(usize::MAX);
        let element = |bytes: &[u8]| {
            let mut element = [T::default(); N];
            for (index, value) in element.iter_mut().enumerate() {
                let (column, row) = (index as u64 / layout.rows, index as u64 % layout.rows);
                let start = column * layout.column_stride() + row * layout.component.size();
                *value = convert(bytes.get(start as usize..).unwrap_or(&[]));
            }
            element
        };
        let mut elements = match accessor.buffer_view {
            Some(index) => {
                let view = buffer_view(self.document, index)?;
                let stride = layout.stride(view)?;
                let bytes = self.bytes(view, offset(accessor.byte_offset), layout.span(accessor.count.0, stride))?;
                (0..count).map(|i| element(bytes.get(i * stride as usize..).unwrap_or(&[]))).collect()
            }
            None if accessor.count.0.saturating_mul(layout.components()) > MOST_ZEROS => {
                return Err(Fault::TooLarge { what: "it has no data, but declares more than 16 million values" });
            }
            None => vec![[T::default(); N]; count],
        };
        if let Some(sparse) = &accessor.sparse {
            let index_layout = sparse_index_layout(&sparse.indices.component_type)?;
            let index_stride = index_layout.packed_stride();
            let view = buffer_view(self.document, sparse.indices.buffer_view)?;
            let indices =
                self.bytes(view, sparse.indices.byte_offset.0, index_layout.span(sparse.count.0, index_stride))?;
            let stride = layout.packed_stride();
            let view = buffer_view(self.document, sparse.values.buffer_view)?;
            let values = self.bytes(view, sparse.values.byte_offset.0, layout.span(sparse.count.0, stride))?;
            for i in 0..usize::try_from(sparse.count.0).unwrap_or(usize::MAX) {
                let index = index_layout.component.index(indices.get(i * index_stride as usize..).unwrap_or(&[]));
                let target = elements.get_mut(index as usize).ok_or(Fault::SparseIndex { index, count })?;
                *target = element(values.get(i * stride as usize..).unwrap_or(&[]));
            }
        }
        Ok(elements)
    }

    fn pay(&self, values: u64) -> Result<(), Fault> {
        let too_large = Fault::TooLarge { what: "the data of the file adds up to more than 400 million values" };
        self.values_left.set(self.values_left.get().checked_sub(values).ok_or(too_large)?);
        Ok(())
    }

    /// All bytes of a buffer view.
    pub fn view_bytes(&self, index: Index<buffer::View>) -> Result<&'a [u8], Fault> {
        let view = buffer_view(self.document, index)?;
        self.bytes(view, 0, Some(view.byte_length.0))
    }

    fn bytes(&self, view: &buffer::View, offset: u64, span: Option<u64>) -> Result<&'a [u8], Fault> {
        let buffer = view.buffer.value();
        let count = self.buffers.len();
        let bytes = match self.buffers.get(buffer) {
            None => return Err(Fault::NoSuch { what: "buffer", index: buffer as u32, count }),
            // A compressed view names a fallback buffer for readers that cannot decompress. It often has no bytes.
            Some(None) => {
                let compressed = |extension: &&str| {
                    view.extensions.as_ref().is_some_and(|extensions| extensions.others.contains_key(*extension))
                };
                return Err(match MESHOPT.into_iter().find(compressed) {
                    Some(extension) => Fault::Compressed { extension },
                    None => Fault::NoData,
                });
            }
            Some(Some(bytes)) => bytes,
        };
        let present = bytes.len() as u64;
        let start_of_view = super::layout::offset(view.byte_offset);
        let needed = span
            .filter(|&span| offset.checked_add(span).is_some_and(|end| end <= view.byte_length.0))
            .and_then(|span| start_of_view.checked_add(offset)?.checked_add(span))
            .filter(|&end| end <= present)
            .ok_or(Fault::OutOfBytes { needed: span.unwrap_or(u64::MAX), present })?;
        let start = start_of_view + offset;
        bytes.get(start as usize..needed as usize).ok_or(Fault::OutOfBytes { needed, present })
    }
}

/// Extensions that compress buffer views.
const MESHOPT: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

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
