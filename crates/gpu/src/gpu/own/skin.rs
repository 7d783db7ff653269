//! The twin of a person's shader: the shader itself, read back from the GPU.

use super::super::{GpuContext, GpuModel, GpuPalettes, deform_skin};
use skinscope_core::centers::{CenterSettings, compute_centers};
use skinscope_core::model::{Model, Primitive};
use skinscope_core::skinning::{PosedSkin, RestData, SkinInPose, SkinnedVertex};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Skins on a device of its own, which all files share.
#[derive(Default)]
pub(super) struct GpuSkin {
    /// The models that were skinned last: two, because two are compared.
    uploads: Mutex<Vec<Upload>>,
}

impl fmt::Debug for GpuSkin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GpuSkin").finish_non_exhaustive()
    }
}

struct Upload {
    /// Kept, so that no other primitives get their addresses.
    primitives: Vec<Arc<Primitive>>,
    model: GpuModel,
    palettes: GpuPalettes,
}

const MOST_UPLOADS: usize = 2;

static CONTEXT: OnceLock<Result<GpuContext, String>> = OnceLock::new();

fn context() -> Result<&'static GpuContext, String> {
    let opened = CONTEXT.get_or_init(|| pollster::block_on(GpuContext::headless()).map_err(|error| error.to_string()));
    opened.as_ref().map_err(Clone::clone)
}

impl Upload {
    fn new(context: &GpuContext, model: &Model, reads: Option<RestData>) -> Result<Self, String> {
        let shared = Arc::new(model.clone());
        model.share_moments(&shared);
        let mut uploaded = GpuModel::for_deforming(context, &shared).map_err(|error| error.to_string())?;
        if reads == Some(RestData::Centers) {
            uploaded.set_centers(&compute_centers(&shared, &CenterSettings::default()));
        }
        let palettes = GpuPalettes::new(context, &uploaded).map_err(|error| error.to_string())?;
        Ok(Self { primitives: shared.primitives.clone(), model: uploaded, palettes })
    }

    fn is_of(&self, model: &Model) -> bool {
        self.primitives.len() == model.primitives.len()
            && self.primitives.iter().zip(&model.primitives).all(|(own, other)| Arc::ptr_eq(own, other))
    }
}

impl PosedSkin for GpuSkin {
    fn vertices(&self, input: SkinInPose<'_>) -> Result<Vec<SkinnedVertex>, String> {
        let context = context()?;
        let SkinInPose { model, skin, pose, settings, palette } = input;
        let default = model.default_shape();
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        let known = uploads.iter().position(|upload| upload.is_of(default));
        let mut upload = match known {
            Some(index) => uploads.remove(index),
            None => Upload::new(context, default, settings.method.rest_data())?,
        };
        let result = upload
            .model
            .take_shape_of(context, pose)
            .and_then(|()| deform_skin(context, &upload.model, &mut upload.palettes, (skin, palette), settings));
        uploads.insert(0, upload);
        uploads.truncate(MOST_UPLOADS);
        result.map_err(|error| error.to_string())
    }
}
