//! The vertices of a chunk as a file stores them, with fewer influences or bits. Everything else is the chunk's.

use super::chunk::{GpuChunk, Groups};
use super::morphs::GpuMorphs;
use super::upload::Upload;
use super::{GpuContext, GpuError, GpuPrimitive};
use skinscope_core::model::{Primitive, StoredSkin};
use skinscope_core::skinning::RestData;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Buffers that a stored skin has of its own. Its vertices have the layout of the chunk's.
#[derive(Debug)]
pub(super) struct StoredChunk {
    pub vertices: wgpu::Buffer,
    pub influences: wgpu::Buffer,
    /// Buffers of the [`RestData`] that stored skins have of their own, once a method needs them.
    pub rest_data: [OnceLock<wgpu::Buffer>; RestData::ALL.len()],
    /// Group 1 of the shaders.
    pub groups: Groups,
    pub morphs: Option<GpuMorphs>,
}

/// The stored skins of a chunk that were uploaded last, by what they store.
#[derive(Debug, Default)]
pub(super) struct StoredChunks(Mutex<Vec<(StoredSkin, Arc<StoredChunk>)>>);

/// Most stored skins that a chunk keeps: more than the panes of a window show with what they compare with, so that none is
/// dropped that a picture was prepared for.
const MOST_KEPT: usize = 32;

impl StoredChunk {
    /// Uploads a stored primitive's vertices of a chunk, in the default shape.
    ///
    /// # Errors
    /// A vertex with more morph targets than can be bound.
    pub fn upload(
        context: &GpuContext,
        (primitive, chunk): (&GpuPrimitive, &GpuChunk),
        stored: &Primitive,
        target_count: usize,
    ) -> Result<Self, GpuError> {
        let upload = Upload { context, drawn: true, placeholder: &chunk.buffers.placeholder };
        let (vertices, influences) =
            upload.vertices(stored, primitive.influence_path, &chunk.vertices, &primitive.creases);
        let morphs = stored.morphs.as_ref();
        let morphs = morphs.map(|morphs| GpuMorphs::upload(context, morphs, target_count, &chunk.vertices, &vertices));
        Ok(Self {
            morphs: morphs.transpose()?,
            vertices,
            influences,
            rest_data: Default::default(),
            groups: Groups::default(),
        })
    }
}

impl StoredChunks {
    /// `None` for a full skin, or one that was not uploaded.
    pub fn get(&self, stored: StoredSkin) -> Option<Arc<StoredChunk>> {
        if stored.is_full() {
            return None;
        }
        self.lock().iter().find(|(known, _)| *known == stored).map(|(_, chunk)| Arc::clone(chunk))
    }

    /// Keeps an uploaded skin, in place of the oldest.
    pub fn keep(&self, stored: StoredSkin, chunk: StoredChunk) {
        let mut kept = self.lock();
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push((stored, Arc::new(chunk)));
    }

    /// All that are kept.
    pub fn all(&self) -> Vec<Arc<StoredChunk>> {
        self.lock().iter().map(|(_, chunk)| Arc::clone(chunk)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(StoredSkin, Arc<StoredChunk>)>> {
        // A panic elsewhere cannot leave it in an inconsistent state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
