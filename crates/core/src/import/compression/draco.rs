//! KHR_draco_mesh_compression: primitives whose vertices and triangles are one compressed stream.

use super::draco_mesh::DracoMesh;
use super::{Decompressed, guarded, integer};
use crate::import::Fault;
use crate::import::budget::Budget;
use crate::import::layout::Layout;
use crate::import::patch::shown;
use gltf::json::mesh::Primitive;
use gltf::json::validation::Checked;
use gltf::json::{Accessor, Index, buffer};
use serde_json::Value;
use std::borrow::Cow;

pub(in super::super) const DRACO: &str = "KHR_draco_mesh_compression";

/// A compressed primitive.
#[derive(Debug)]
pub(in super::super) struct DracoPrimitive {
    pub view: Index<buffer::View>,
    /// The accessor of its indices, if this has no data of its own.
    pub indices: Option<Index<Accessor>>,
    /// The accessors that have no data of their own, with the ids of their data in the stream.
    attributes: Vec<(Index<Accessor>, u32)>,
}

impl DracoPrimitive {
    /// The compressed primitive. `None` for a primitive that is not compressed, and for one whose accessors all have
    /// plain data too, as told by `is_plain`.
    ///
    /// # Errors
    /// If the extension breaks its specification.
    pub fn of(
        primitive: &Primitive,
        is_plain: impl Fn(Index<Accessor>) -> Result<bool, Fault>,
    ) -> Result<Option<Self>, Fault> {
        let extensions = primitive.extensions.as_ref().map(|extensions| &extensions.others);
        let Some(written) = extensions.and_then(|others| others.get(DRACO)) else { return Ok(None) };
        let lacks = |accessor: &Index<Accessor>| is_plain(*accessor).map(|plain| !plain);
        let indices = match primitive.indices {
            Some(accessor) if lacks(&accessor)? => Some(accessor),
            _ => None,
        };
        let mut wanted = Vec::new();
        for (semantic, accessor) in &primitive.attributes {
            if lacks(accessor)? {
                wanted.push((semantic, *accessor));
            }
        }
        if wanted.is_empty() && indices.is_none() {
            return Ok(None);
        }
        let broken = || Fault::NotAllowed { what: "a compression of", value: shown(written) };
        let members = written.as_object().ok_or_else(broken)?;
        let ids = members.get("attributes").and_then(Value::as_object).ok_or_else(broken)?;
        let view = u32::try_from(integer(members, "bufferView", None)?).map_err(|_too_large| broken())?;
        let mut attributes = Vec::new();
        for (semantic, accessor) in wanted {
            // An attribute that the crate does not know is not read either.
            let Checked::Valid(semantic) = semantic else { continue };
            // An attribute that the stream lacks has no data at all, and reads as zeros like every such accessor.
            let Some(id) = ids.get(&semantic.to_string()) else { continue };
            let id = id.as_u64().and_then(|id| u32::try_from(id).ok()).ok_or_else(broken)?;
            attributes.push((accessor, id));
        }
        // The map has no order, and errors should not depend on it.
        attributes.sort_unstable_by_key(|(accessor, _)| accessor.value());
        Ok(Some(Self { view: Index::new(view), indices, attributes }))
    }

    /// Decodes the stream and keeps the elements of the primitive's accessors.
    pub fn decode<'a>(
        &self,
        decompressed: &Decompressed,
        budget: &Budget,
        stream: impl FnOnce() -> Result<Cow<'a, [u8]>, Fault>,
        accessor: impl Fn(Index<Accessor>) -> Result<&'a Accessor, Fault>,
    ) -> Result<(), Fault> {
        let accessors = self.attributes.iter().map(|(accessor, _)| accessor).chain(&self.indices);
        if accessors.into_iter().all(|&accessor| decompressed.accessor(accessor).is_some()) {
            return Ok(());
        }
        let stream = stream()?;
        // The library keeps the whole mesh while its parts are copied, which takes from the budget again.
        let left = budget.left_for_a_step() / 3;
        let mesh = guarded(DRACO, || DracoMesh::decode(&stream, left))?;
        budget.take(mesh.face_count().saturating_mul(12))?;
        if let Some(index) = self.indices {
            let layout = Layout::of(accessor(index)?)?;
            decompressed.keep(index, mesh.indices(layout)?);
        }
        for &(index, id) in &self.attributes {
            let layout = Layout::of(accessor(index)?)?;
            if !mesh.has_attribute(id) {
                return Err(Fault::Decompress { extension: DRACO, cause: format!("it has no attribute {id}") });
            }
            budget.take(mesh.point_count().saturating_mul(layout.packed_stride()))?;
            decompressed.keep(index, guarded(DRACO, || mesh.elements(id, layout))?);
        }
        Ok(())
    }
}
