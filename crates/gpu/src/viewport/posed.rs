use super::PictureRequest;
use super::frame::StageBounds;
use super::painted::Painted;
use crate::gpu::{GpuContext, GpuError, GpuModel, GpuPalettes};
use crate::view::{Ghost, Overlay};
use glam::DAffine3;
use skinscope_core::math::Bounds;
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, PosedCenter, SkinningSettings, posed_centers};

/// All inputs of the deformed skin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PoseKey {
    pub model: u64,
    pub pose: Pose,
    pub skinning: SkinningSettings,
}

/// A posed model on the GPU, with its contact shadow.
#[derive(Debug)]
pub(super) struct Posed {
    pub key: PoseKey,
    pub palettes: GpuPalettes,
    pub scene_from_node: Vec<DAffine3>,
    pub stage: StageBounds,
    /// Whether the contact map shows this pose.
    pub contact_drawn: bool,
    /// The stage that the contact map shows, if any; an earlier pose during motion.
    pub contact_stage: Option<StageBounds>,
    /// Palettes of the shown skin.
    pub joint_palettes: Vec<JointPalette>,
    /// The skin's colors, unless it shows its materials.
    pub paint: Option<Painted>,
    /// The other skin, if the picture shows one.
    pub ghost: Option<PosedGhost>,
    /// Identity and pose of the other model to which `paint` and `ghost` belong, if they belong to one.
    beside: Option<(u64, Pose)>,
    /// The positions of the centers of rotation in this pose, computed when first shown.
    pub centers: Option<Vec<PosedCenter>>,
}

/// The same pose under another method, or of the other model.
#[derive(Debug)]
pub(super) struct PosedGhost {
    pub skinning: SkinningSettings,
    pub other_model: bool,
    pub palettes: GpuPalettes,
}

impl PosedGhost {
    pub fn model<'a>(&self, request: &PictureRequest<'a>) -> &'a GpuModel {
        request.beside.filter(|_| self.other_model).map_or(request.model, |beside| beside.model)
    }
}

impl Posed {
    /// Drops the data of any other model, or of another pose of this model.
    pub fn forget_other_than(&mut self, beside: Option<&(u64, Pose)>) {
        if self.beside.as_ref() != beside {
            self.beside = beside.cloned();
            self.ghost = None;
            self.paint = self.paint.take().filter(|paint| !paint.kind.needs_other_model());
        }
    }

    /// Updates the other skin's palette, if the picture shows one.
    pub fn show_ghost(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<(), GpuError> {
        let other = |ghost: Ghost| request.beside.filter(|_| ghost.other_model);
        // A ghost of the same model with the same settings would be invisible.
        let shows = |ghost: &Ghost| match ghost.other_model {
            true => request.beside.is_some(),
            false => ghost.skinning != request.settings.skinning,
        };
        let Some(wanted) = request.settings.ghost.filter(shows) else {
            self.ghost = None;
            return Ok(());
        };
        let Ghost { skinning, other_model, .. } = wanted;
        let is_same_model = |ghost: &PosedGhost| ghost.other_model == other_model;
        if self.ghost.as_ref().is_some_and(|ghost| is_same_model(ghost) && ghost.skinning == skinning) {
            return Ok(());
        }
        let (model, pose) = other(wanted).map_or((request.model, request.pose), |other| (other.model, other.pose));
        model.prepare(context, skinning)?;
        let mut palettes = match self.ghost.take().filter(is_same_model) {
            Some(stale) => stale.palettes,
            None => GpuPalettes::new(context, model)?,
        };
        let joint_palettes = JointPalette::all_for_gpu(&model.model(), pose, skinning);
        model.check_palettes(&joint_palettes, skinning.method)?;
        palettes.write(context, model, &joint_palettes, skinning)?;
        self.ghost = Some(PosedGhost { skinning, other_model, palettes });
        Ok(())
    }

    /// Updates the colors of the skin.
    pub fn paint(&mut self, context: &GpuContext, request: &PictureRequest<'_>) -> Result<(), GpuError> {
        self.paint = Painted::of(context, request, self.paint.take())?;
        Ok(())
    }

    /// Computes the centers of rotation if the picture shows them.
    pub fn show_centers(&mut self, request: &PictureRequest<'_>) {
        let skinning = request.settings.skinning;
        let shows = request.settings.look.overlays.has(Overlay::Centers) && skinning.method.needs_centers();
        if let (true, None, Some(centers)) = (shows, &self.centers, request.model.centers_of_primitives()) {
            self.centers = Some(posed_centers(&request.model.model(), &self.joint_palettes, skinning, centers));
        }
    }

    pub fn new(
        context: &GpuContext,
        request: &PictureRequest<'_>,
        key: PoseKey,
        stale: Option<Self>,
    ) -> Result<Self, GpuError> {
        let model = request.model.model();
        let skinning = request.settings.skinning;
        request.model.prepare(context, skinning)?;
        let joint_palettes = JointPalette::all_for_gpu(&model, request.pose, skinning);
        request.model.check_palettes(&joint_palettes, skinning.method)?;
        // The buffers depend only on the model.
        let (mut palettes, contact_stage) = match stale {
            Some(stale) if stale.key.model == key.model => (stale.palettes, stale.contact_stage),
            _ => (GpuPalettes::new(context, request.model)?, None),
        };
        palettes.write(context, request.model, &joint_palettes, skinning)?;
        let shown_pose = skinning.shown_pose(&model.skeleton, request.pose);
        let scene_from_node = shown_pose.scene_from_node(&model.skeleton, skinning.scale_kind);
        let origins = model.skeleton.shown_joints().map(|n| scene_from_node[n as usize].translation.as_vec3());
        let mut posed = request.model.posed_bounds(&joint_palettes);
        if posed.is_empty() {
            posed = Bounds::of(origins);
        }
        let stage = StageBounds { rest: request.model.rest_bounds(), posed };
        Ok(Self {
            key,
            palettes,
            scene_from_node,
            stage,
            contact_drawn: false,
            contact_stage,
            joint_palettes,
            paint: None,
            ghost: None,
            beside: None,
            centers: None,
        })
    }
}
