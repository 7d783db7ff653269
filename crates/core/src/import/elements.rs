use super::Fault;
use super::bytes::Bytes;
use super::layout::Layout;
use crate::work::change_each;
use std::ops::Range;

/// Elements of `N` components, decoded when they are asked for. If the file is read in parts, a few megabytes are in
/// memory at a time, unless elements lie far apart.
pub(super) struct Elements<'a, T, F, const N: usize> {
    /// Bytes from the first element's start to the last one's end; `None` if all elements are zero.
    pub bytes: Option<Bytes<'a>>,
    pub count: usize,
    pub stride: u64,
    pub layout: Layout,
    /// The elements that a sparse accessor sets, by ascending index. If several have the same index, the last counts.
    pub replaced: Vec<(u32, [T; N])>,
    /// Makes a component from its bytes.
    pub convert: F,
}

/// Number of bytes of a file that are read at once: few enough to stay in the cache of a processor.
const PART_BYTES: u64 = 1 << 21;

impl<T: Copy + Default + Send, F: Fn(&[u8]) -> T + Sync, const N: usize> Elements<'_, T, F, N> {
    pub fn all(&self) -> Result<Vec<[T; N]>, Fault> {
        let mut elements = Vec::new();
        self.read(0..self.count, &mut elements)?;
        Ok(elements)
    }

    /// Appends a range of the elements.
    pub fn read(&self, range: Range<usize>, elements: &mut Vec<[T; N]>) -> Result<(), Fault> {
        let first = elements.len();
        elements.reserve_exact(range.len());
        match self.bytes {
            None => elements.resize(first + range.len(), [T::default(); N]),
            Some(bytes) => {
                let at_once = (PART_BYTES / self.stride.max(1)).max(1) as usize;
                for start in range.clone().step_by(at_once) {
                    self.convert_part(bytes, start..range.end.min(start.saturating_add(at_once)), elements)?;
                }
            }
        }
        let before = |end: usize| self.replaced.partition_point(|(index, _)| (*index as usize) < end);
        for (index, element) in &self.replaced[before(range.start)..before(range.end)] {
            elements[first + *index as usize - range.start] = *element;
        }
        Ok(())
    }

    fn convert_part(&self, bytes: Bytes<'_>, range: Range<usize>, elements: &mut Vec<[T; N]>) -> Result<(), Fault> {
        let start = range.start as u64 * self.stride;
        let length = self.layout.span(range.len() as u64, self.stride).unwrap_or(u64::MAX);
        let beyond = Fault::OutOfBytes { needed: start.saturating_add(length), present: bytes.length() };
        let part = bytes.part(start, length).ok_or(beyond)?.read()?;
        let (layout, stride, convert) = (self.layout, self.stride as usize, &self.convert);
        let first = elements.len();
        elements.resize(first + range.len(), [T::default(); N]);
        change_each(&mut elements[first..], |index, element| {
            *element = layout.element(part.get(index * stride..).unwrap_or(&[]), convert);
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::bytes::{GltfFile, ReadParts};
    use super::super::layout::Component;
    use super::*;
    use gltf::json::accessor::ComponentType;
    use std::borrow::Cow;

    struct OnDisk(Vec<u8>);

    impl ReadParts for OnDisk {
        fn length(&self) -> u64 {
            self.0.len() as u64
        }

        fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
            assert!(range.end - range.start <= PART_BYTES, "{range:?} at once");
            Ok(self.0[range.start as usize..range.end as usize].to_vec().into())
        }
    }

    /// Element i is [i, i + 1, i + 2] and has `padding` bytes after it, except the last.
    fn file(count: usize, padding: usize) -> Vec<u8> {
        let element = |i: usize| {
            let values = [i, i + 1, i + 2].into_iter().flat_map(|value| (value as f32).to_le_bytes());
            values.chain(std::iter::repeat_n(0xAB, padding)).collect::<Vec<u8>>()
        };
        let mut bytes: Vec<u8> = (0..count).flat_map(element).collect();
        bytes.truncate(bytes.len() - padding);
        bytes
    }

    #[test]
    fn several_parts_hold_every_element_once() {
        let count = 3 * PART_BYTES as usize / 20 + 7;
        for (padding, replaced) in [(0, vec![]), (8, vec![(0, [9.0; 3]), (400, [7.0; 3]), (400, [8.0; 3])])] {
            let disk = OnDisk(file(count, padding));
            for file in [GltfFile::Whole(&disk.0), GltfFile::Parts(&disk)] {
                let layout = Layout { component: Component(ComponentType::F32), columns: 1, rows: 3 };
                let elements = Elements::<f32, _, 3> {
                    bytes: Some(file.bytes()),
                    count,
                    stride: 12 + padding as u64,
                    layout,
                    replaced: replaced.clone(),
                    convert: |bytes: &[u8]| layout.component.float(false, bytes),
                };
                let expected = |index: usize| match index {
                    0 | 400 if !replaced.is_empty() => [if index == 0 { 9.0 } else { 8.0 }; 3],
                    _ => [index as f32, index as f32 + 1.0, index as f32 + 2.0],
                };
                let all = elements.all().unwrap();
                assert_eq!(all.len(), count);
                assert!(all.iter().enumerate().all(|(index, element)| *element == expected(index)));
                let mut appended = vec![[-1.0; 3]];
                elements.read(399..402, &mut appended).unwrap();
                assert_eq!(appended, [[-1.0; 3], expected(399), expected(400), expected(401)]);
            }
        }
    }

    #[test]
    fn elements_far_apart_are_read_one_by_one() {
        let mut bytes = vec![0; 3 * PART_BYTES as usize];
        bytes.extend([1, 2, 3, 4]);
        let disk = OnDisk(bytes);
        let layout = Layout { component: Component(ComponentType::U8), columns: 1, rows: 4 };
        let elements = Elements::<u32, _, 4> {
            bytes: Some(GltfFile::Parts(&disk).bytes()),
            count: 2,
            stride: 3 * PART_BYTES,
            layout,
            replaced: Vec::new(),
            convert: |bytes: &[u8]| layout.component.index(bytes),
        };
        assert_eq!(elements.all().unwrap(), [[0; 4], [1, 2, 3, 4]]);
    }
}
