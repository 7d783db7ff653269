use super::super::ExportError;

/// A .glb: header, JSON chunk padded with spaces, and the binary chunk padded with zeros unless it is empty.
pub(super) fn glb_file(mut json: Vec<u8>, binary: &[u8]) -> Result<Vec<u8>, ExportError> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let padding = binary.len().next_multiple_of(4) - binary.len();
    let binary_chunk = if binary.is_empty() { 0 } else { 8 + binary.len() + padding };
    let total = 12 + 8 + json.len() + binary_chunk;
    let word = |bytes: usize| u32::try_from(bytes).map_err(|_overflow| ExportError::TooLarge { bytes: total });
    let mut file = Vec::with_capacity(total);
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend(word(total)?.to_le_bytes());
    file.extend(word(json.len())?.to_le_bytes());
    file.extend(b"JSON");
    file.extend(json);
    if !binary.is_empty() {
        file.extend(word(binary.len() + padding)?.to_le_bytes());
        file.extend(b"BIN\0");
        file.extend(binary);
        file.resize(total, 0);
    }
    Ok(file)
}
