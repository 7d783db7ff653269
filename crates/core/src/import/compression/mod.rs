//! Compressed buffer views and meshes, decoded when they are first read.
//!
//! Both decoders are libraries. Statements of a file are checked first: no memory is taken that the size of the file
//! does not justify.

mod draco;
#[cfg(feature = "draco")]
mod draco_mesh;
mod meshopt;
#[cfg(feature = "meshopt")]
mod meshopt_elements;
#[cfg(not(feature = "draco"))]
mod no_draco_mesh;
#[cfg(not(feature = "meshopt"))]
mod no_meshopt_elements;

use super::Fault;
use super::layout::Layout;
use super::patch::shown;
use gltf::json::{Accessor, Index, buffer};
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) use draco::{DRACO, DracoPrimitive};
pub(super) use meshopt::MeshoptStream;

#[cfg(not(feature = "draco"))]
use no_draco_mesh as draco_mesh;
#[cfg(not(feature = "meshopt"))]
use no_meshopt_elements as meshopt_elements;

/// The fault of a file that needs a decoder which was left out as a feature.
#[cfg(not(all(feature = "draco", feature = "meshopt")))]
const NO_DECODER: &str = "this program was built without the decoder";

/// All data of a file decoded so far.
#[derive(Debug)]
pub(super) struct Decompressed {
    views: Vec<OnceCell<Vec<u8>>>,
    accessors: Vec<OnceCell<Vec<u8>>>,
}

impl Decompressed {
    /// Empty storage for a document with this many views and accessors.
    pub fn nothing(views: usize, accessors: usize) -> Self {
        Self { views: vec![OnceCell::new(); views], accessors: vec![OnceCell::new(); accessors] }
    }

    /// The bytes of a view, decoded at the first call.
    pub fn view(
        &self,
        index: Index<buffer::View>,
        decode: impl FnOnce() -> Result<Vec<u8>, Fault>,
    ) -> Result<&[u8], Fault> {
        // A view that exists has a cell.
        let Some(cell) = self.views.get(index.value()) else { return Ok(&[]) };
        if cell.get().is_none() {
            let bytes = decode()?;
            return Ok(cell.get_or_init(|| bytes));
        }
        Ok(cell.get().map_or(&[], Vec::as_slice))
    }

    /// The tightly packed elements of an accessor, if a mesh that has them was decoded.
    pub fn accessor(&self, index: Index<Accessor>) -> Option<&[u8]> {
        self.accessors.get(index.value())?.get().map(Vec::as_slice)
    }

    /// Keeps the elements of an accessor. The first elements stay.
    fn keep(&self, index: Index<Accessor>, elements: Vec<u8>) {
        if let Some(cell) = self.accessors.get(index.value()) {
            cell.get_or_init(|| elements);
        }
    }

    /// Every decoded accessor with its elements.
    pub fn accessors(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.accessors.iter().enumerate().filter_map(|(index, cell)| Some((index, cell.get()?.as_slice())))
    }
}

/// The result of a decoder. A panic in it is a fault of the data.
fn guarded<T>(extension: &'static str, decode: impl FnOnce() -> Result<T, String>) -> Result<T, Fault> {
    let result = catch_unwind(AssertUnwindSafe(decode));
    let result = result.unwrap_or_else(|_panic| Err("the decoder failed".to_owned()));
    result.map_err(|cause| Fault::Decompress { extension, cause })
}

/// A nonnegative integer of an extension; `default` if it is missing.
fn integer(extension: &Map<String, Value>, name: &'static str, default: Option<u64>) -> Result<u64, Fault> {
    match (extension.get(name), default) {
        (None, Some(default)) => Ok(default),
        (None, None) => Err(Fault::NotAllowed { what: "a compression without", value: name.to_owned() }),
        (Some(value), _) => value
            .as_u64()
            .ok_or_else(|| Fault::NotAllowed { what: "a compression with", value: format!("{name} {}", shown(value)) }),
    }
}

/// The number of elements in packed bytes.
pub(super) fn count_of(elements: &[u8], layout: &Layout) -> u64 {
    elements.len() as u64 / layout.packed_stride().max(1)
}
