use crate::model::{
    Model, ModelError, ModelParts, MorphDelta, MorphDeltas, MorphDeltasError, Node, Primitive, Skeleton, SkeletonError,
    Skin, SkinJoint, Trs,
};
use glam::{DAffine3, DVec3, Vec3};
use std::sync::Arc;

/// The name of the node that [`scaled`] adds.
const SCALE_NODE: &str = "scene scale";

/// Why a model cannot have another size.
#[derive(Debug, thiserror::Error)]
pub enum ScaleError {
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(transparent)]
    Morphs(#[from] MorphDeltasError),
}

/// The model in another size: everything is scaled about the origin of the scene, as by a new node above all others. The
/// new node comes last, so the indices of nodes and vertices stay. `factor` must be positive. In the default shape.
///
/// # Errors
/// If something becomes too large or too small for single precision.
pub fn scaled(model: &Model, factor: f64) -> Result<Model, ScaleError> {
    let model = model.default_shape();
    let root = model.skeleton.len() as u32;
    let mut nodes = model.skeleton.nodes().to_vec();
    nodes.iter_mut().filter(|node| node.parent.is_none()).for_each(|node| node.parent = Some(root));
    nodes.push(Node::new(SCALE_NODE, None, Trs { scale: Vec3::splat(factor as f32), ..Trs::IDENTITY }));
    let (skeleton, _) = Skeleton::new(nodes)?.with_constraints(model.skeleton.constraints());
    let drivers = model.skeleton.twist_drivers().to_vec();
    // The scale as the node has it, so that nothing differs from rest.
    let factor = f64::from(factor as f32);
    let bigger = DAffine3::from_scale(DVec3::splat(factor));
    let smaller = bigger.inverse();
    let skin = |skin: &Skin| Skin {
        joints: skin.joints.iter().map(|j| SkinJoint::new(j.node, j.parent, j.joint_from_bind * smaller)).collect(),
        bind_from_mesh: bigger * skin.bind_from_mesh,
        ..skin.clone()
    };
    let primitive = |primitive: &Arc<Primitive>| scaled_primitive(primitive, factor as f32);
    Ok(Model::new(ModelParts {
        name: model.name.clone(),
        skeleton: skeleton.with_twist_drivers(drivers),
        skins: model.skins.iter().map(skin).collect(),
        primitives: model.primitives.iter().map(primitive).collect::<Result<_, _>>()?,
        materials: model.materials.clone(),
        textures: model.textures.to_vec(),
        clips: model.clips.to_vec(),
    })?)
}

fn scaled_primitive(primitive: &Primitive, factor: f32) -> Result<Primitive, MorphDeltasError> {
    let mut scaled = primitive.clone();
    scaled.positions.iter_mut().for_each(|position| *position *= factor);
    if let Some(morphs) = &primitive.morphs {
        let base = (0..morphs.vertex_count()).map(|vertex| morphs.base(vertex));
        let base = base.map(|(position, normal)| (position * factor, normal)).collect();
        let of_vertex = |vertex: usize| {
            morphs
                .of(vertex)
                .iter()
                .map(move |delta| (vertex as u32, MorphDelta { position: delta.position * factor, ..*delta }))
        };
        let deltas: Vec<(u32, MorphDelta)> = (0..morphs.vertex_count()).flat_map(of_vertex).collect();
        scaled.morphs = Some(Arc::new(MorphDeltas::new(base, &deltas)?));
    }
    Ok(scaled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Pose, ScaleKind};
    use glam::Quat;

    /// posed_from_bind of every joint of the first skin.
    fn palette(model: &Model, pose: &Pose) -> Vec<DAffine3> {
        let scene_from_node = pose.scene_from_node(&model.skeleton, ScaleKind::Inherited);
        let joints = model.skins[0].joints.iter();
        joints.map(|joint| scene_from_node[joint.node as usize] * joint.joint_from_bind).collect()
    }

    #[test]
    fn every_joint_moves_as_before_in_the_other_size() {
        let model = super::super::tests::bar();
        let factor = 2.5;
        let bigger = scaled(&model, factor).unwrap();
        assert_eq!(bigger.primitives[0].positions[7], model.primitives[0].positions[7] * 2.5);
        let mut poses = [Pose::rest(&model.skeleton), Pose::rest(&bigger.skeleton)];
        for pose in &mut poses {
            pose.joints[0].rotation = Quat::from_rotation_z(0.7);
            pose.joints[0].translation = Vec3::new(0.1, 0.0, -0.4);
            pose.joints[1].scale = Vec3::new(1.0, 2.0, 3.0);
        }
        let about_origin = DAffine3::from_scale(DVec3::splat(factor));
        let (before, after) = (palette(&model, &poses[0]), palette(&bigger, &poses[1]));
        assert_eq!(before.len(), 3);
        for (before, after) in before.iter().zip(&after) {
            let expected = about_origin * *before * about_origin.inverse();
            assert!(after.abs_diff_eq(expected, 1e-12), "{after} {expected}");
        }
        assert_eq!(bigger.skeleton.find("tip.L"), model.skeleton.find("tip.L"));
        assert!(scaled(&model, 1e39).is_err(), "beyond single precision");
    }
}
