use super::PictureRequest;
use super::vertex_values::VertexValues;
use crate::gpu::{GpuContext, GpuError, GpuPaint};
use crate::view::{PaintRange, PaintScale, SimilarTo, SkinPaint};

/// Colors on a posed skin, and the inputs from which they were computed.
#[derive(Debug)]
pub(super) struct Painted {
    pub kind: SkinPaint,
    /// Selected joint. Set only if the paint depends on it.
    selected_joint: Option<u32>,
    similar_to: Option<SimilarTo>,
    pub values: VertexValues,
    pub scale: Option<PaintScale>,
    pub gpu: GpuPaint,
}

impl Painted {
    /// Computes the colors; `None` if the materials are shown. Reuses the valid parts of `stale`, which must belong to
    /// the same pose.
    ///
    /// # Errors
    /// Out of memory, or a method that needs centers on a model without them.
    pub fn of(
        context: &GpuContext,
        request: &PictureRequest<'_>,
        stale: Option<Self>,
    ) -> Result<Option<Self>, GpuError> {
        let kind = request.settings.look.paint;
        let selected_joint = request.settings.selected_joint.filter(|_| kind == SkinPaint::JointWeights);
        let similar_to = request.settings.similar_to.filter(|_| kind == SkinPaint::Similarity);
        let extent = request.model.rest_bounds().extent();
        let range: PaintRange = request.settings.look.paint_range;
        let is_same = |stale: &Self| {
            stale.kind == kind && stale.selected_joint == selected_joint && stale.similar_to == similar_to
        };
        let stale = stale.filter(is_same);
        if stale.as_ref().is_some_and(|stale| stale.values.scale(range, extent) == stale.scale) {
            return Ok(stale);
        }
        let values = match stale {
            Some(stale) => stale.values,
            None => match VertexValues::of(request)? {
                Some(values) => values,
                None => return Ok(None),
            },
        };
        let scale = values.scale(range, extent);
        let gpu = GpuPaint::new(context, request.model, request.settings.skinning, &values.colors(scale))?;
        Ok(Some(Self { kind, selected_joint, similar_to, values, scale, gpu }))
    }
}
