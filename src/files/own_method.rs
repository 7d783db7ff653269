//! Methods in files: a person's shader, or positions that another program computed.

use super::{FileError, read_text};
use crate::gpu::own::{OwnShaderError, own_method};
use crate::model::one_line;
use crate::skinning::{GivenPositions, OwnDefinition, OwnFile, OwnMethod, SkinningMethod, UnknownId};
use crate::work::catch_panic;
use glam::Vec3;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest shader that is read; a longer one is refused anyway.
const MOST_SHADER_BYTES: u64 = 1 << 20;

/// The largest file of positions: those of fifty million vertices, of which no machine shows more.
const MOST_POSITION_BYTES: u64 = 600 << 20;

/// More than the header of a plain array takes.
const MOST_HEADER_BYTES: usize = 1 << 12;

/// Reason why a method of a file cannot be used: one line, with the path last.
#[derive(Debug, thiserror::Error)]
pub enum OwnMethodError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("the shader is refused: {cause}: {}", .path.display())]
    Shader { cause: OwnShaderError, path: PathBuf },
    #[error("the array of positions cannot be read: {cause}: {}", .path.display())]
    Array { cause: String, path: PathBuf },
    #[error(transparent)]
    TooMany(#[from] UnknownId),
}

/// A method in a file, as its id names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMethodName {
    /// The id.
    pub id: String,
    /// The file.
    pub path: PathBuf,
}

impl OwnMethodName {
    /// Reads a path that ends in .wgsl, or a name, `=` and one that ends in .npy. `None` for anything else.
    pub fn of(text: &str) -> Option<Self> {
        let file = OwnFile::of(text)?;
        Some(Self { id: text.to_owned(), path: file.path.into() })
    }

    /// Reads the file and makes a method of it, or replaces what it was before.
    ///
    /// # Errors
    /// The file cannot be read or is refused. What the method was before stays.
    pub fn load(&self) -> Result<SkinningMethod, OwnMethodError> {
        let method = OwnMethod::named(&self.id)?;
        let definition = match OwnFile::of(&self.id).and_then(|file| file.name) {
            Some(name) => {
                let skin = Arc::new(read_positions(&self.path)?);
                OwnDefinition::of_vertices(skin).named(name, "Positions of a file.")
            }
            None => {
                let text = read_text(&self.path, "shader", MOST_SHADER_BYTES)?;
                own_method(&self.id, &text)
                    .map_err(|cause| OwnMethodError::Shader { cause, path: self.path.clone() })?
            }
        };
        if let SkinningMethod::Own(own) = method {
            own.define(definition);
        }
        Ok(method)
    }
}

/// Loads the files of those methods that are files and not loaded yet. Returns the shaders that were loaded.
///
/// # Errors
/// The first that cannot be read or is refused.
pub fn load_own_methods(methods: &[SkinningMethod]) -> Result<Vec<PathBuf>, OwnMethodError> {
    let mut shaders = Vec::new();
    for method in methods {
        let SkinningMethod::Own(own) = method else { continue };
        let Some(named) = OwnMethodName::of(method.id()).filter(|_| own.definition().is_none()) else { continue };
        named.load()?;
        if own.definition().is_some_and(|definition| definition.shader.is_some()) {
            shaders.push(named.path);
        }
    }
    Ok(shaders)
}

/// Reads an array of N x 3 positions, or of N x 6 positions and normals, in single or double precision.
///
/// # Errors
/// The file cannot be read or has another shape.
pub fn read_positions(path: &Path) -> Result<GivenPositions, OwnMethodError> {
    let failed = |cause: std::io::Error| FileError::ReadText { what: "positions", cause, path: path.to_owned() };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(MOST_POSITION_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_POSITION_BYTES {
        return Err(failed(std::io::ErrorKind::FileTooLarge.into()).into());
    }
    positions_of(&bytes).map_err(|cause| OwnMethodError::Array { cause, path: path.to_owned() })
}

/// Positions of an array in the format of NumPy, see [`read_positions`].
///
/// # Errors
/// What is wrong with it.
pub fn positions_of(bytes: &[u8]) -> Result<GivenPositions, String> {
    if !is_plain_header(header(bytes)) {
        return Err("its header is not that of a plain array of numbers".to_owned());
    }
    // It quotes the header over several lines with a pointer below, and multiplies the sides of any shape.
    let array =
        catch_panic(|| npyz::NpyFile::new(bytes)).map_err(|panic| format!("its header cannot be read: {panic}"))?;
    let array = array.map_err(|error| {
        let text = error.to_string();
        one_line(text.split("-->").next().unwrap_or_default().trim().trim_end_matches(':'))
    })?;
    let shape = array.shape().to_vec();
    let (count, width) = match shape[..] {
        [count, width @ (3 | 6)] => (count, width as usize),
        _ => return Err(format!("its shape is {shape:?}; write N x 3 positions, or N x 6 with normals")),
    };
    // A header can claim any number.
    if count.saturating_mul(width as u64).saturating_mul(4) > bytes.len() as u64 {
        return Err(format!("its header says {count} positions, for which the file is too short"));
    }
    if array.order() != npyz::Order::C {
        return Err("it is in Fortran order; write it in C order".to_owned());
    }
    let read = |error: std::io::Error| error.to_string();
    let numbers: Vec<f32> = match array.try_data::<f32>() {
        Ok(numbers) => numbers.collect::<Result<_, _>>().map_err(read)?,
        Err(array) => match array.try_data::<f64>() {
            Ok(numbers) => {
                numbers.map(|number| number.map(|number| number as f32)).collect::<Result<_, _>>().map_err(read)?
            }
            Err(_) => return Err("its numbers are neither float32 nor float64".to_owned()),
        },
    };
    let rows = || numbers.chunks_exact(width);
    let positions = rows().map(|row| Vec3::new(row[0], row[1], row[2])).collect();
    let normals = (width == 6).then(|| rows().map(|row| Vec3::new(row[3], row[4], row[5])).collect());
    Ok(GivenPositions::new(positions, normals))
}

/// The text of a header by the length that the file states, in two bytes or, from format version 2.0 on, in four.
fn header(bytes: &[u8]) -> &[u8] {
    let (start, length) = match bytes {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (10, usize::from(u16::from_le_bytes([*a, *b]))),
        [_, _, _, _, _, _, _, _, a, b, c, d, ..] => (12, u32::from_le_bytes([*a, *b, *c, *d]) as usize),
        _ => return &[],
    };
    let rest = bytes.get(start..).unwrap_or_default();
    &rest[..length.min(rest.len())]
}

/// Whether a header nests nothing: its reader takes a time that doubles with each bracket within another. A plain array has
/// one pair of braces and, for its shape, one of parentheses.
fn is_plain_header(header: &[u8]) -> bool {
    let count = |opening: &[u8]| header.iter().filter(|byte| opening.contains(byte)).count();
    header.len() <= MOST_HEADER_BYTES && count(b"{") <= 1 && count(b"[(") <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_headers_are_refused_wherever_they_nest() {
        let file = |version: u8, text: &str| {
            let length = if version == 1 {
                (text.len() as u16).to_le_bytes().to_vec()
            } else {
                (text.len() as u32).to_le_bytes().to_vec()
            };
            [b"\x93NUMPY", &[version, 0][..], &length, text.as_bytes(), &[b'{'; 12]].concat()
        };
        let nested = "{'descr': '<f4',\n 'shape': (1, 3), 'fortran_order': {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{";
        let plain = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }\n";
        for version in [1, 2] {
            assert!(positions_of(&file(version, nested)).unwrap_err().contains("plain array"));
            assert_eq!(positions_of(&file(version, plain)).unwrap().into_parts().0.len(), 1);
        }
        for length in 0..12 {
            assert!(positions_of(&file(1, plain)[..length]).is_err());
        }
    }
}
