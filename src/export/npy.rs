use super::ExportError;
use glam::Vec3;
use npyz::WriterBuilder;

/// Writes positions as a NumPy array: little-endian float32, N x 3, C order, format version 1.0.
///
/// # Errors
/// None in practice, since the array is written to memory.
pub fn write_positions_npy(positions: &[Vec3]) -> Result<Vec<u8>, ExportError> {
    let dtype = npyz::DType::Plain("<f4".parse().map_err(|error| ExportError::Npy(std::io::Error::other(error)))?);
    let mut bytes = Vec::new();
    let mut writer = npyz::WriteOptions::<f32>::new()
        .dtype(dtype)
        .shape(&[positions.len() as u64, 3])
        .writer(&mut bytes)
        .begin_nd()
        .map_err(ExportError::Npy)?;
    writer.extend(positions.iter().flat_map(Vec3::to_array)).map_err(ExportError::Npy)?;
    writer.finish().map_err(ExportError::Npy)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_and_data_by_hand() {
        let bytes = write_positions_npy(&[Vec3::new(1.0, 2.0, -0.5), Vec3::ZERO]).unwrap();
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        let header_end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert_eq!(header_end % 16, 0);
        let header: String = String::from_utf8(bytes[10..header_end].to_vec()).unwrap().replace(' ', "");
        assert!(header.contains("'descr':'<f4'"), "{header}");
        assert!(header.contains("'fortran_order':False"), "{header}");
        assert!(header.contains("'shape':(2,3,)"), "{header}");
        assert!(header.ends_with('\n'));
        let data: Vec<f32> = bytes[header_end..].as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
        assert_eq!(data, [1.0, 2.0, -0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn an_empty_array_keeps_its_second_side() {
        let bytes = write_positions_npy(&[]).unwrap();
        assert!(String::from_utf8_lossy(&bytes).replace(' ', "").contains("(0,3,)"));
    }
}
