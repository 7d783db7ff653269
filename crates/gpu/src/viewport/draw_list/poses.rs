//! The data that changes with the pose.

use super::{ListedSkin, PosedBuffer, Strokes};
use crate::gpu::mirrors::Frame;
use crate::gpu::{GpuContext, GpuError, packed_list, read_buffer};
use crate::view::Overlay;
use crate::viewport::PictureRequest;
use crate::viewport::frame::StageBounds;
use crate::viewport::layers::StrokeScene;
use crate::viewport::painted::Painted;
use crate::viewport::tiles::Tile;
use glam::{Mat4, Vec3};
use skinscope_core::math::Bounds;
use skinscope_core::model::Pose;
use skinscope_core::skinning::{JointPalette, posed_centers};

/// Data that a picture needs of one pose.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseData {
    /// Frame for the camera of the request.
    pub frame: Frame,
    /// `clip_from_world` of the frame for the map of ground contact.
    pub footprint_clip_from_world: Mat4,
    /// Middle of the key light's view, in world space.
    pub light_center: Vec3,
    /// Half the width of the key light's view, in scene units.
    pub light_radius: f32,
    /// The contents of [`super::DrawList::posed_buffers`], in their order.
    pub buffers: Vec<Vec<u8>>,
}

/// The joint palettes of one pose: those of the shown skin, and those of the ghost if there is one.
pub(super) struct ListPalettes {
    pub shown: Vec<JointPalette>,
    pub ghost: Option<Vec<JointPalette>>,
}

impl ListPalettes {
    pub fn of(request: &PictureRequest<'_>, pose: &Pose) -> Self {
        let model = request.model.model();
        let ghost = request.settings.ghost.map(|ghost| ghost.skinning);
        let ghost = ghost.filter(|skinning| *skinning != request.settings.skinning);
        Self {
            shown: JointPalette::all_for_shaders(&model, pose, request.settings.skinning),
            ghost: ghost.map(|skinning| JointPalette::all_for_shaders(&model, pose, skinning)),
        }
    }

    pub fn of_skin(&self, of: ListedSkin) -> &[JointPalette] {
        match of {
            ListedSkin::Shown => &self.shown,
            ListedSkin::Ghost => self.ghost.as_deref().unwrap_or_default(),
        }
    }
}

/// The frame of a picture's main pass.
pub fn frame_of(request: &PictureRequest<'_>) -> Frame {
    let stage = stage(request, &ListPalettes::of(request, request.pose));
    stage.frame(request, Tile::whole(request.size), stage)
}

/// The data that the picture needs of a pose. `request` is for that pose.
pub(super) fn pose_data(
    context: &GpuContext,
    request: &PictureRequest<'_>,
    palettes: &ListPalettes,
    posed_buffers: &[PosedBuffer],
) -> Result<PoseData, GpuError> {
    let stage = stage(request, palettes);
    let painted = Painted::of(context, request, None)?;
    let contents = |buffer: &PosedBuffer| match *buffer {
        PosedBuffer::Palette { of, skin, list } => {
            Ok(palettes.of_skin(of).get(skin as usize).map_or_else(Vec::new, |palette| packed_list(list, palette)))
        }
        PosedBuffer::Looks { primitive, chunk } => {
            let looks = painted.as_ref().and_then(|painted| painted.gpu.looks(primitive, chunk));
            looks.map_or_else(|| Ok(Vec::new()), |looks| read_buffer(context, looks, "the colors of the skin"))
        }
        PosedBuffer::Strokes(strokes) => Ok(stroke_bytes(request, palettes, &stage, strokes)),
    };
    Ok(PoseData {
        frame: stage.frame(request, Tile::whole(request.size), stage),
        footprint_clip_from_world: stage.footprint_clip_from_world(),
        light_center: stage.posed.center(),
        light_radius: stage.light_radius(),
        buffers: posed_buffers.iter().map(contents).collect::<Result<_, _>>()?,
    })
}

fn stage(request: &PictureRequest<'_>, palettes: &ListPalettes) -> StageBounds {
    let mut posed = request.model.posed_bounds(&palettes.shown);
    if posed.is_empty() {
        let model = request.model.model();
        let skinning = request.settings.skinning;
        let pose = skinning.shown_pose(&model.skeleton, request.pose);
        let scene_from_node = pose.scene_from_node(&model.skeleton, skinning.scale_kind);
        let joints = model.skeleton.shown_joints();
        posed = Bounds::of(joints.map(|node| scene_from_node[node as usize].translation.as_vec3()));
    }
    StageBounds { rest: request.model.rest_bounds(), posed }
}

fn stroke_bytes(
    request: &PictureRequest<'_>,
    palettes: &ListPalettes,
    stage: &StageBounds,
    strokes: Strokes,
) -> Vec<u8> {
    let model = request.model.model();
    let (settings, skinning) = (request.settings, request.settings.skinning);
    let pose = skinning.shown_pose(&model.skeleton, request.pose);
    let shows_centers = strokes == Strokes::Overlay(Overlay::Centers) && skinning.method.needs_centers();
    let centers = request.model.centers_of_primitives().filter(|_| shows_centers);
    let centers = centers.map(|centers| posed_centers(&model, &palettes.shown, skinning, centers));
    let scene = StrokeScene {
        settings,
        skeleton: &model.skeleton,
        scene_from_node: &pose.scene_from_node(&model.skeleton, skinning.scale_kind),
        extent: stage.rest.extent(),
        part: request.model.part().map(|part| &**part),
        centers: centers.as_deref().unwrap_or_default(),
    };
    bytemuck::cast_slice(&strokes.of(request, &scene)).to_vec()
}
