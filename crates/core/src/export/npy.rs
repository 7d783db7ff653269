use glam::Vec3;

/// Alignment of the start of an array's data, in bytes.
const ALIGNMENT: usize = 64;

/// A number that arrays hold.
pub trait NpyNumber {
    /// Its type in the header.
    const DESCR: &'static str;

    /// Little-endian bytes.
    fn bytes(self) -> [u8; 4];
}

impl NpyNumber for f32 {
    const DESCR: &'static str = "<f4";

    fn bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }
}

impl NpyNumber for u32 {
    const DESCR: &'static str = "<u4";

    fn bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }
}

/// Writes positions as a NumPy array: little-endian float32, N x 3.
pub fn write_positions_npy(positions: &[Vec3]) -> Vec<u8> {
    write_npy(&[positions.len(), 3], positions.iter().flat_map(Vec3::to_array))
}

/// Writes numbers as a NumPy array of a shape: little-endian, C order, format version 1.0 (`numpy.lib.format`). There are as
/// many numbers as the shape says.
pub fn write_npy<T: NpyNumber>(shape: &[usize], numbers: impl IntoIterator<Item = T>) -> Vec<u8> {
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    // Of a list with one side, the comma makes a tuple.
    let sides = if shape.len() > 1 { sides.trim_end_matches(", ") } else { sides.trim_end() };
    let header = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({sides}), }}", T::DESCR);
    let magic = b"\x93NUMPY\x01\x00";
    let before_header = magic.len() + size_of::<u16>();
    // The header ends with a line feed.
    let data_start = (before_header + header.len() + 1).next_multiple_of(ALIGNMENT);
    let header_length = data_start - before_header;
    let count: usize = shape.iter().product();
    let mut bytes = Vec::with_capacity(data_start + count * size_of::<f32>());
    bytes.extend(magic);
    bytes.extend((header_length as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.resize(data_start - 1, b' ');
    bytes.push(b'\n');
    bytes.extend(numbers.into_iter().flat_map(T::bytes));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_data_by_hand() {
        let bytes = write_positions_npy(&[Vec3::new(1.0, 2.0, -0.5), Vec3::ZERO]);
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        let header_end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert_eq!(header_end % 64, 0);
        let header: String = String::from_utf8(bytes[10..header_end].to_vec()).unwrap().replace(' ', "");
        assert!(header.contains("'descr':'<f4'"), "{header}");
        assert!(header.contains("'fortran_order':False"), "{header}");
        assert!(header.contains("'shape':(2,3)"), "{header}");
        assert!(header.ends_with('\n'));
        let data: Vec<f32> = bytes[header_end..].as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
        assert_eq!(data, [1.0, 2.0, -0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn an_empty_array_keeps_its_second_side() {
        let bytes = write_positions_npy(&[]);
        assert!(String::from_utf8_lossy(&bytes).replace(' ', "").contains("(0,3)"));
    }

    #[test]
    fn shapes_and_types_are_written() {
        let header = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace(' ', "");
        let joints = header(write_npy(&[2, 1, 2], [1_u32, 2, 3, 4]));
        assert!(joints.contains("'descr':'<u4'") && joints.contains("'shape':(2,1,2),"), "{joints}");
        assert!(header(write_npy(&[3], [0.5_f32; 3])).contains("'shape':(3,),"));
    }
}
