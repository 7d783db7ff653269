use glam::Vec3;

/// Alignment of the start of an array's data, in bytes.
const ALIGNMENT: usize = 64;

/// Writes positions as a NumPy array: little-endian float32, N x 3, C order, format version 1.0 (`numpy.lib.format`).
pub fn write_positions_npy(positions: &[Vec3]) -> Vec<u8> {
    let shape = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, 3), }}", positions.len());
    let magic = b"\x93NUMPY\x01\x00";
    let before_header = magic.len() + size_of::<u16>();
    // The header ends with a line feed.
    let data_start = (before_header + shape.len() + 1).next_multiple_of(ALIGNMENT);
    let header_length = data_start - before_header;
    let mut bytes = Vec::with_capacity(data_start + size_of_val(positions));
    bytes.extend(magic);
    bytes.extend((header_length as u16).to_le_bytes());
    bytes.extend(shape.as_bytes());
    bytes.resize(data_start - 1, b' ');
    bytes.push(b'\n');
    bytes.extend(positions.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
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
}
