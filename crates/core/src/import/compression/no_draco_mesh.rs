//! Stands in for `draco_mesh.rs` where the decoder is left out.

use super::NO_DECODER;
use crate::import::Fault;
use crate::import::layout::Layout;

/// Type without values: no mesh is decoded.
pub enum DracoMesh {}

impl DracoMesh {
    pub fn decode(_stream: &[u8], _most_bytes: u64) -> Result<Self, String> {
        Err(NO_DECODER.to_owned())
    }

    pub fn face_count(&self) -> u64 {
        match *self {}
    }

    pub fn point_count(&self) -> u64 {
        match *self {}
    }

    pub fn has_attribute(&self, _id: u32) -> bool {
        match *self {}
    }

    pub fn indices(&self, _layout: Layout) -> Result<Vec<u8>, Fault> {
        match *self {}
    }

    pub fn elements(&self, _id: u32, _layout: Layout) -> Result<Vec<u8>, String> {
        match *self {}
    }
}
