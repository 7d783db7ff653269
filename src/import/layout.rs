use super::document::{Accessor, BufferView};
use super::{Document, Fault};

/// How one component of an accessor is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub fn from_code(code: u32) -> Result<Self, Fault> {
        Ok(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(Fault::NotAllowed { what: "component type", value: code.to_string() }),
        })
    }

    pub fn size(self) -> u64 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The component as a float; `normalized` integers map to [-1, 1] or [0, 1]. Zero if bytes are missing.
    pub fn float(self, normalized: bool, bytes: &[u8]) -> f32 {
        let (value, largest) = match self {
            Self::I8 => (f32::from(i8::from_le_bytes(first(bytes))), f32::from(i8::MAX)),
            Self::U8 => (f32::from(u8::from_le_bytes(first(bytes))), f32::from(u8::MAX)),
            Self::I16 => (f32::from(i16::from_le_bytes(first(bytes))), f32::from(i16::MAX)),
            Self::U16 => (f32::from(u16::from_le_bytes(first(bytes))), f32::from(u16::MAX)),
            Self::U32 => return u32::from_le_bytes(first(bytes)) as f32,
            Self::F32 => return f32::from_le_bytes(first(bytes)),
        };
        if normalized { (value / largest).max(-1.0) } else { value }
    }

    /// The component as an index; zero for types that cannot be indices.
    pub fn index(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => u32::from(u8::from_le_bytes(first(bytes))),
            Self::U16 => u32::from(u16::from_le_bytes(first(bytes))),
            Self::U32 => u32::from_le_bytes(first(bytes)),
            Self::I8 | Self::I16 | Self::F32 => 0,
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
        let component = Component::from_code(accessor.component_type)?;
        let (columns, rows) = match accessor.element_type.as_str() {
            "SCALAR" => (1, 1),
            "VEC2" => (1, 2),
            "VEC3" => (1, 3),
            "VEC4" => (1, 4),
            "MAT2" => (2, 2),
            "MAT3" => (3, 3),
            "MAT4" => (4, 4),
            other => {
                return Err(Fault::NotAllowed { what: "element type", value: super::place::quoted(other) });
            }
        };
        Ok(Self { component, columns, rows })
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

    /// Bytes from the first element's start to the last one's end.
    pub fn span(&self, count: u64, stride: u64) -> Option<u64> {
        match count.checked_sub(1) {
            None => Some(0),
            Some(steps) => steps.checked_mul(stride)?.checked_add(self.element_size()),
        }
    }

    /// The view's stride; tightly packed if it gives none (or zero, which some writers use for packed).
    pub fn stride(&self, view: &BufferView) -> Result<u64, Fault> {
        match view.byte_stride {
            None | Some(0) => Ok(self.packed_stride()),
            Some(stride) if stride >= self.element_size() => Ok(stride),
            Some(stride) => Err(Fault::NotAllowed { what: "byte stride", value: stride.to_string() }),
        }
    }
}

/// Checks that an accessor lies within its buffer views, but not that those have bytes.
pub(super) fn check_accessor(document: &Document, accessor: &Accessor) -> Result<(), Fault> {
    let layout = Layout::of(accessor)?;
    if let Some(index) = accessor.buffer_view {
        let view = buffer_view(document, index)?;
        let span = layout.span(accessor.count, layout.stride(view)?);
        check_span(view, accessor.byte_offset, span)?;
    }
    if let Some(sparse) = &accessor.sparse {
        if sparse.count > accessor.count {
            return Err(Fault::Count { found: sparse.count, wanted: accessor.count });
        }
        let indices = sparse_index_layout(sparse.indices.component_type)?;
        let view = buffer_view(document, sparse.indices.buffer_view)?;
        check_span(view, sparse.indices.byte_offset, indices.span(sparse.count, indices.packed_stride()))?;
        let view = buffer_view(document, sparse.values.buffer_view)?;
        check_span(view, sparse.values.byte_offset, layout.span(sparse.count, layout.packed_stride()))?;
    }
    Ok(())
}

pub(super) fn sparse_index_layout(code: u32) -> Result<Layout, Fault> {
    match Component::from_code(code)? {
        component @ (Component::U8 | Component::U16 | Component::U32) => Ok(Layout { component, columns: 1, rows: 1 }),
        _ => Err(Fault::NotAllowed { what: "component type", value: code.to_string() }),
    }
}

pub(super) fn buffer_view(document: &Document, index: u32) -> Result<&BufferView, Fault> {
    let count = document.buffer_views.len();
    document.buffer_views.get(index as usize).ok_or(Fault::NoSuch { what: "buffer view", index, count })
}

fn check_span(view: &BufferView, offset: u64, span: Option<u64>) -> Result<(), Fault> {
    let needed = span.and_then(|span| span.checked_add(offset)).unwrap_or(u64::MAX);
    if needed > view.byte_length {
        return Err(Fault::OutOfBytes { needed, present: view.byte_length });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_integers_follow_the_specification() {
        assert_eq!(Component::I8.float(true, &[0x80]), -1.0);
        assert_eq!(Component::I8.float(true, &[0x81]), -1.0);
        assert_eq!(Component::U8.float(true, &[255]), 1.0);
        assert_eq!(Component::I16.float(true, &i16::MAX.to_le_bytes()), 1.0);
        assert_eq!(Component::U16.float(false, &[1, 1]), 257.0);
        assert_eq!(Component::F32.float(true, &2.5f32.to_le_bytes()), 2.5);
        assert_eq!(Component::F32.float(true, &[1]), 0.0);
    }

    #[test]
    fn matrix_columns_are_aligned_and_the_last_needs_no_padding() {
        let layout = Layout { component: Component::U8, columns: 3, rows: 3 };
        assert_eq!((layout.packed_stride(), layout.element_size()), (12, 11));
        assert_eq!(layout.span(2, 12), Some(23));
        assert_eq!(layout.span(0, 12), Some(0));
        assert_eq!(layout.span(u64::MAX, 12), None);
    }
}
