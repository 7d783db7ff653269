use super::document::{Accessor, BufferView};
use super::layout::{Component, Layout, buffer_view, sparse_index_layout};
use super::{Document, Fault, place::quoted};
use std::cell::Cell;
use std::rc::Rc;

/// Reads values through accessors and buffer views. All reads share one budget, so that a small file that names the
/// same large accessor a million times cannot keep the program busy.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: &'a [Option<Rc<[u8]>>],
    numbers_left: Cell<u64>,
}

/// The most values that all reads of one file may return together: a character of a million vertices takes about 25
/// million.
const MOST_NUMBERS: u64 = 400_000_000;
/// The most values of one accessor without bytes of its own (all zeros, or sparse over zeros).
const MOST_ZEROS: u64 = 16_000_000;

pub(super) const FLOAT: &[Component] = &[Component::F32];
pub(super) const UNSIGNED: &[Component] = &[Component::U8, Component::U16, Component::U32];
/// Floats and the types that KHR_mesh_quantization adds; also used for colors, weights and clip rotations.
pub(super) const QUANTIZED: &[Component] =
    &[Component::F32, Component::I8, Component::U8, Component::I16, Component::U16];

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
        Self { document, buffers, numbers_left: Cell::new(MOST_NUMBERS) }
    }

    pub fn get(&self, index: u32) -> Result<&'a Accessor, Fault> {
        let count = self.document.accessors.len();
        self.document.accessors.get(index as usize).ok_or(Fault::NoSuch { what: "accessor", index, count })
    }

    /// Elements of `N` floats (matrices in column-major order) of the given element type.
    pub fn floats<const N: usize>(
        &self,
        index: u32,
        element_type: &'static str,
        components: &[Component],
        fractions: Fractions,
    ) -> Result<Vec<[f32; N]>, Fault> {
        let accessor = self.get(index)?;
        let layout = typed_layout(accessor, element_type, components)?;
        let normalized = accessor.normalized || fractions == Fractions::Always;
        self.decode(accessor, layout, |bytes| layout.component.float(normalized, bytes))
    }

    /// Elements of `N` indices.
    pub fn indices<const N: usize>(&self, index: u32, element_type: &'static str) -> Result<Vec<[u32; N]>, Fault> {
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
        self.pay(accessor.count.saturating_mul(layout.components()))?;
        let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
        let element = |bytes: &[u8]| {
            let mut element = [T::default(); N];
            for (place, value) in element.iter_mut().enumerate() {
                let (column, row) = (place as u64 / layout.rows, place as u64 % layout.rows);
                let start = column * layout.column_stride() + row * layout.component.size();
                *value = convert(bytes.get(start as usize..).unwrap_or(&[]));
            }
            element
        };
        let mut elements = match accessor.buffer_view {
            Some(index) => {
                let view = buffer_view(self.document, index)?;
                let stride = layout.stride(view)?;
                let bytes = self.bytes(view, accessor.byte_offset, layout.span(accessor.count, stride))?;
                (0..count).map(|i| element(bytes.get(i * stride as usize..).unwrap_or(&[]))).collect()
            }
            None if accessor.count.saturating_mul(layout.components()) > MOST_ZEROS => {
                return Err(Fault::TooLarge { what: "it has no bytes, but claims more than 16 million numbers" });
            }
            None => vec![[T::default(); N]; count],
        };
        if let Some(sparse) = &accessor.sparse {
            let index_layout = sparse_index_layout(sparse.indices.component_type)?;
            let index_stride = index_layout.packed_stride();
            let view = buffer_view(self.document, sparse.indices.buffer_view)?;
            let indices =
                self.bytes(view, sparse.indices.byte_offset, index_layout.span(sparse.count, index_stride))?;
            let stride = layout.packed_stride();
            let view = buffer_view(self.document, sparse.values.buffer_view)?;
            let values = self.bytes(view, sparse.values.byte_offset, layout.span(sparse.count, stride))?;
            for i in 0..usize::try_from(sparse.count).unwrap_or(usize::MAX) {
                let index = index_layout.component.index(indices.get(i * index_stride as usize..).unwrap_or(&[]));
                let target = elements.get_mut(index as usize).ok_or(Fault::SparseIndex { index, count })?;
                *target = element(values.get(i * stride as usize..).unwrap_or(&[]));
            }
        }
        Ok(elements)
    }

    fn pay(&self, numbers: u64) -> Result<(), Fault> {
        let too_large = Fault::TooLarge { what: "the file's parts together hold more than 400 million numbers" };
        self.numbers_left.set(self.numbers_left.get().checked_sub(numbers).ok_or(too_large)?);
        Ok(())
    }

    /// All bytes of a buffer view.
    pub fn view_bytes(&self, index: u32) -> Result<&'a [u8], Fault> {
        let view = buffer_view(self.document, index)?;
        self.bytes(view, 0, Some(view.byte_length))
    }

    fn bytes(&self, view: &BufferView, offset: u64, span: Option<u64>) -> Result<&'a [u8], Fault> {
        let buffer = view.buffer;
        let count = self.buffers.len();
        let bytes = match self.buffers.get(buffer as usize) {
            None => return Err(Fault::NoSuch { what: "buffer", index: buffer, count }),
            // A compressed view names a fallback buffer for readers that cannot decompress. It often has no bytes.
            Some(None) if view.extensions.ext_meshopt.is_some() => {
                return Err(Fault::Compressed { extension: "EXT_meshopt_compression" });
            }
            Some(None) if view.extensions.khr_meshopt.is_some() => {
                return Err(Fault::Compressed { extension: "KHR_meshopt_compression" });
            }
            Some(None) => return Err(Fault::NoData),
            Some(Some(bytes)) => bytes,
        };
        let present = bytes.len() as u64;
        let needed = span
            .filter(|&span| offset.checked_add(span).is_some_and(|end| end <= view.byte_length))
            .and_then(|span| view.byte_offset.checked_add(offset)?.checked_add(span))
            .filter(|&end| end <= present)
            .ok_or(Fault::OutOfBytes { needed: span.unwrap_or(u64::MAX), present })?;
        let start = view.byte_offset + offset;
        bytes.get(start as usize..needed as usize).ok_or(Fault::OutOfBytes { needed, present })
    }
}

fn typed_layout(accessor: &Accessor, element_type: &str, components: &[Component]) -> Result<Layout, Fault> {
    let layout = Layout::of(accessor)?;
    if accessor.element_type != element_type {
        return Err(Fault::NotAllowed { what: "element type", value: quoted(&accessor.element_type) });
    }
    if !components.contains(&layout.component) {
        return Err(Fault::NotAllowed { what: "component type", value: accessor.component_type.to_string() });
    }
    Ok(layout)
}
