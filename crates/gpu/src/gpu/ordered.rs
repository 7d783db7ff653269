use super::chunks::{ChunkLimits, split_into_chunks};
use super::packing::packed_path;
use super::triangle_order::order_for_reuse;
use super::{GpuError, InfluencePath, VertexFormat};
use skinscope_core::model::{Model, Primitive};

/// Data from which a primitive is uploaded, in addition to the model. It is made without the device, and therefore on
/// any thread.
#[derive(Debug)]
pub(super) struct OrderedPrimitive {
    pub influence_path: InfluencePath,
    pub chunks: Vec<OrderedChunk>,
}

#[derive(Debug)]
pub(super) struct OrderedChunk {
    /// The primitive's vertices in this chunk.
    pub vertices: Vec<u32>,
    /// Three indices per triangle into `vertices`, in the order of drawing.
    pub indices: Vec<u32>,
}

impl OrderedPrimitive {
    /// The primitives of a model, in its order. Vertices are packed if `format` requests it and they fit.
    ///
    /// # Errors
    /// A vertex with more influences than a chunk can hold.
    pub fn of_model(model: &Model, limits: ChunkLimits, format: VertexFormat) -> Result<Vec<Self>, GpuError> {
        model.primitives.iter().map(|primitive| Self::of(model, primitive, limits, format)).collect()
    }

    fn of(model: &Model, primitive: &Primitive, limits: ChunkLimits, format: VertexFormat) -> Result<Self, GpuError> {
        let joint_count = model.skins[primitive.skin as usize].joints.len();
        let packed = packed_path(primitive, joint_count).filter(|_| format == VertexFormat::Packed);
        let influence_path = packed.unwrap_or_else(|| InfluencePath::of(primitive.influences.max_per_vertex()));
        // Packed influences are elements of the vertices, not of a list.
        let influences = if packed.is_some() { usize::MAX } else { limits.influences };
        let limits = ChunkLimits { influences, ..limits };
        let chunks = split_into_chunks(primitive, influence_path.influences_per_vertex(), limits)?;
        let ordered = chunks.into_iter().filter(|chunk| !chunk.vertices.is_empty()).map(|chunk| {
            let indices = order_for_reuse(&chunk.indices, chunk.vertices.len());
            OrderedChunk { vertices: chunk.vertices, indices }
        });
        Ok(Self { influence_path, chunks: ordered.collect() })
    }
}
