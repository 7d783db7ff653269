use super::{Fault, GltfDocument};
use gltf::json::accessor::{ComponentType, IndexComponentType, Type};
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Accessor, Index, buffer};

/// An index beyond the end of every list.
pub(super) const NO_INDEX: u32 = u32::MAX;

/// Storage format of one component of an accessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Component(pub ComponentType);

impl Component {
    pub fn size(self) -> u64 {
        self.0.size() as u64
    }

    /// The component as a float; `normalized` integers map to [-1, 1] or [0, 1]. Zero if bytes are missing.
    pub fn float(self, normalized: bool, bytes: &[u8]) -> f32 {
        use ComponentType as C;
        let (value, largest) = match self.0 {
            C::I8 => (f32::from(i8::from_le_bytes(first(bytes))), f32::from(i8::MAX)),
            C::U8 => (f32::from(u8::from_le_bytes(first(bytes))), f32::from(u8::MAX)),
            C::I16 => (f32::from(i16::from_le_bytes(first(bytes))), f32::from(i16::MAX)),
            C::U16 => (f32::from(u16::from_le_bytes(first(bytes))), f32::from(u16::MAX)),
            C::U32 => return u32::from_le_bytes(first(bytes)) as f32,
            C::F32 => return f32::from_le_bytes(first(bytes)),
        };
        if normalized { (value / largest).max(-1.0) } else { value }
    }

    /// The component as an index; [`NO_INDEX`] if the value is negative or has a fraction.
    pub fn index(self, bytes: &[u8]) -> u32 {
        use ComponentType as C;
        match self.0 {
            C::U8 => u32::from(u8::from_le_bytes(first(bytes))),
            C::U16 => u32::from(u16::from_le_bytes(first(bytes))),
            C::U32 => u32::from_le_bytes(first(bytes)),
            C::I8 | C::I16 | C::F32 => {
                let value = self.float(false, bytes);
                // The cast saturates, and makes zero from NaN.
                if f64::from(value as u32) == f64::from(value) { value as u32 } else { NO_INDEX }
            }
        }
    }
}

fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

/// The memory layout of an accessor's elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub component: Component,
    pub columns: u64,
    pub rows: u64,
}

impl Layout {
    pub fn of(accessor: &Accessor) -> Result<Self, Fault> {
        // A document whose accessors have other types was refused earlier.
        let (Checked::Valid(component), Checked::Valid(element)) = (&accessor.component_type, &accessor.type_) else {
            return Err(Fault::NotAllowed { what: "a type", value: "unknown".to_owned() });
        };
        let (columns, rows) = match element {
            Type::Scalar => (1, 1),
            Type::Vec2 => (1, 2),
            Type::Vec3 => (1, 3),
            Type::Vec4 => (1, 4),
            Type::Mat2 => (2, 2),
            Type::Mat3 => (3, 3),
            Type::Mat4 => (4, 4),
        };
        Ok(Self { component: Component(component.0), columns, rows })
    }

    pub fn components(&self) -> u64 {
        self.columns * self.rows
    }

    /// Matrix columns start at multiples of four bytes.
    pub fn column_stride(&self) -> u64 {
        let size = self.rows * self.component.size();
        if self.columns > 1 { size.next_multiple_of(4) } else { size }
    }

    /// Stride of tightly packed elements.
    pub fn packed_stride(&self) -> u64 {
        self.columns * self.column_stride()
    }

    /// Bytes of one element, without the padding after its last column.
    pub fn element_size(&self) -> u64 {
        (self.columns - 1) * self.column_stride() + self.rows * self.component.size()
    }

    /// The components of an element, column by column. For missing bytes, `convert` gets an empty slice.
    pub fn element<T: Copy + Default, const N: usize>(&self, bytes: &[u8], convert: impl Fn(&[u8]) -> T) -> [T; N] {
        let mut element = [T::default(); N];
        if self.columns == 1 {
            let components = bytes.chunks(self.component.size() as usize);
            element.iter_mut().zip(components).for_each(|(value, bytes)| *value = convert(bytes));
            return element;
        }
        for (index, value) in element.iter_mut().enumerate() {
            let (column, row) = (index as u64 / self.rows, index as u64 % self.rows);
            let start = column * self.column_stride() + row * self.component.size();
            *value = convert(bytes.get(start as usize..).unwrap_or(&[]));
        }
        element
    }

    /// Bytes from the first element's start to the last one's end.
    pub fn span(&self, count: u64, stride: u64) -> Option<u64> {
        match count.checked_sub(1) {
            None => Some(0),
            Some(steps) => steps.checked_mul(stride)?.checked_add(self.element_size()),
        }
    }

    /// The view's stride; the packed stride if it gives none (or zero, which some writers use for packed).
    pub fn stride(&self, view: &buffer::View) -> Result<u64, Fault> {
        match view.byte_stride.map(|stride| stride.0 as u64) {
            None | Some(0) => Ok(self.packed_stride()),
            Some(stride) if stride >= self.element_size() => Ok(stride),
            Some(stride) => Err(Fault::NotAllowed { what: "byte stride", value: stride.to_string() }),
        }
    }
}

/// An optional byte offset.
pub(super) fn offset(bytes: Option<USize64>) -> u64 {
    bytes.unwrap_or_default().0
}

/// Checks that an accessor lies within its buffer views, but not that the views have bytes.
pub(super) fn check_accessor(document: &GltfDocument, accessor: &Accessor) -> Result<(), Fault> {
    let layout = Layout::of(accessor)?;
    if let Some(index) = accessor.buffer_view {
        let view = buffer_view(document, index)?;
        let span = layout.span(accessor.count.0, layout.stride(view)?);
        check_span(view, offset(accessor.byte_offset), span)?;
    }
    if let Some(sparse) = &accessor.sparse {
        let count = sparse.count.0;
        if count > accessor.count.0 {
            return Err(Fault::Count { found: count, wanted: accessor.count.0 });
        }
        let indices = sparse_index_layout(&sparse.indices.component_type)?;
        let view = buffer_view(document, sparse.indices.buffer_view)?;
        check_span(view, sparse.indices.byte_offset.0, indices.span(count, indices.packed_stride()))?;
        let view = buffer_view(document, sparse.values.buffer_view)?;
        check_span(view, sparse.values.byte_offset.0, layout.span(count, layout.packed_stride()))?;
    }
    Ok(())
}

pub(super) fn sparse_index_layout(component: &Checked<IndexComponentType>) -> Result<Layout, Fault> {
    match component {
        Checked::Valid(component) => Ok(Layout { component: Component(component.0), columns: 1, rows: 1 }),
        Checked::Invalid => Err(Fault::NotAllowed { what: "component type", value: "unknown".to_owned() }),
    }
}

pub(super) fn buffer_view(document: &GltfDocument, index: Index<buffer::View>) -> Result<&buffer::View, Fault> {
    let views = &document.root.buffer_views;
    let fault = Fault::NoSuch { what: "buffer view", index: index.value() as u32, count: views.len() };
    views.get(index.value()).ok_or(fault)
}

fn check_span(view: &buffer::View, offset: u64, span: Option<u64>) -> Result<(), Fault> {
    let needed = span.and_then(|span| span.checked_add(offset)).unwrap_or(u64::MAX);
    if needed > view.byte_length.0 {
        return Err(Fault::OutOfBytes { needed, present: view.byte_length.0 });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_integers_follow_the_specification() {
        assert_eq!(Component(ComponentType::I8).float(true, &[0x80]), -1.0);
        assert_eq!(Component(ComponentType::I8).float(true, &[0x81]), -1.0);
        assert_eq!(Component(ComponentType::U8).float(true, &[255]), 1.0);
        assert_eq!(Component(ComponentType::I16).float(true, &i16::MAX.to_le_bytes()), 1.0);
        assert_eq!(Component(ComponentType::U16).float(false, &[1, 1]), 257.0);
        assert_eq!(Component(ComponentType::F32).float(true, &2.5f32.to_le_bytes()), 2.5);
        assert_eq!(Component(ComponentType::F32).float(true, &[1]), 0.0);
    }

    #[test]
    fn whole_values_of_any_type_are_indices() {
        let float = |value: f32| Component(ComponentType::F32).index(&value.to_le_bytes());
        assert_eq!([0.0, -0.0, 7.0, 65_536.0].map(float), [0, 0, 7, 65_536]);
        assert!([0.5, -1.0, f32::NAN, f32::INFINITY, 1e20].iter().all(|&value| float(value) == NO_INDEX));
        assert_eq!(Component(ComponentType::I8).index(&[100]), 100);
        assert_eq!(Component(ComponentType::I8).index(&[0x80]), NO_INDEX);
        assert_eq!(Component(ComponentType::I16).index(&i16::MAX.to_le_bytes()), 32_767);
    }

    #[test]
    fn matrix_columns_are_aligned_and_the_last_needs_no_padding() {
        let layout = Layout { component: Component(ComponentType::U8), columns: 3, rows: 3 };
        assert_eq!((layout.packed_stride(), layout.element_size()), (12, 11));
        assert_eq!(layout.span(2, 12), Some(23));
        assert_eq!(layout.span(0, 12), Some(0));
        assert_eq!(layout.span(u64::MAX, 12), None);
    }
}
