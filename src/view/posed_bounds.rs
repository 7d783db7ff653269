use crate::math::Bounds;
use crate::model::{Model, Pose};
use crate::skinning::{SkinningSettings, deform_linear};

/// The bounding box of what is shown: the skinned model or, without a skin, the joints.
pub fn posed_bounds(model: &Model, pose: &Pose, skinning: SkinningSettings) -> Bounds {
    let deformed = deform_linear(model, pose, skinning.scale_kind);
    let skin = Bounds::of(deformed.iter().flatten().map(|vertex| vertex.position));
    if !skin.is_empty() {
        return skin;
    }
    let scene_from_node = pose.scene_from_node(&model.skeleton, skinning.scale_kind);
    let joints = model.skeleton.shown_joints();
    Bounds::of(joints.map(|node| scene_from_node[node as usize].translation.as_vec3()))
}
