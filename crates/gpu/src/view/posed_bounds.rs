use super::outline::outline;
use glam::Vec3;
use skinscope_core::math::Bounds;
use skinscope_core::model::{Model, Pose, SkinPart};
use skinscope_core::skinning::{SkinningSettings, deform_linear};

/// Bounding box of the shown object: the skinned model or, without a skin, the joints.
pub fn posed_bounds(model: &Model, pose: &Pose, skinning: SkinningSettings) -> Bounds {
    bounds_of_part(model, pose, skinning, None)
}

/// Like [`posed_bounds`], where only a part of the skin is shown. `None` is all of it.
pub fn bounds_of_part(model: &Model, pose: &Pose, skinning: SkinningSettings, part: Option<&SkinPart>) -> Bounds {
    let skin = Bounds::of(positions_of_part(model, pose, skinning, part));
    if !skin.is_empty() {
        return skin;
    }
    let scene_from_node = skinning.scene_from_node(&model.skeleton, pose);
    let joints = model.skeleton.shown_joints();
    Bounds::of(joints.map(|node| scene_from_node[node as usize].translation.as_vec3()))
}

/// The outermost points of a part of the skin in a pose. `None` is all of it.
pub fn outline_of_part(model: &Model, pose: &Pose, skinning: SkinningSettings, part: Option<&SkinPart>) -> Vec<Vec3> {
    let points = outline(positions_of_part(model, pose, skinning, part));
    if points.is_empty() { posed_bounds(model, pose, skinning).corners().to_vec() } else { points }
}

/// The posed positions of a part of the skin, under linear blending. `None` is all of it.
fn positions_of_part(
    model: &Model,
    pose: &Pose,
    skinning: SkinningSettings,
    part: Option<&SkinPart>,
) -> impl Iterator<Item = Vec3> {
    let deformed = deform_linear(model, &skinning.shown_pose(&model.skeleton, pose), skinning.scale_kind);
    deformed.into_iter().enumerate().flat_map(move |(primitive, vertices)| {
        let is_shown = move |vertex: usize| part.is_none_or(|part| part.has_vertex(primitive, vertex as u32));
        let shown = vertices.into_iter().enumerate().filter(move |(vertex, _)| is_shown(*vertex));
        shown.map(|(_, vertex)| vertex.position)
    })
}
