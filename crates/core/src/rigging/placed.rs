use crate::model::{
    Model, ModelError, ModelParts, MorphDelta, MorphDeltas, MorphDeltasError, Node, Primitive, Skeleton, SkeletonError,
    Skin, SkinJoint, Trs,
};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;
use std::sync::Arc;

/// The name of the node that [`placed`] adds.
const PLACEMENT_NODE: &str = "scene placement";

/// Placement of a model in a scene: scaled about its origin, and turned about its vertical.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Scale factor, positive.
    pub factor: f64,
    /// Number of quarter turns, counterclockwise as seen from above, 0 to 3: one turns +Z to +X.
    pub quarter_turns: u8,
}

/// Reason why a model cannot have another size.
#[derive(Debug, thiserror::Error)]
pub enum PlacementError {
    /// The nodes with the placement do not form a forest.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
    /// The scaled parts do not make a model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The scaled deltas of morph targets overflow.
    #[error(transparent)]
    Morphs(#[from] MorphDeltasError),
}

impl Placement {
    /// The placement that changes nothing.
    pub const AS_IT_IS: Self = Self { factor: 1.0, quarter_turns: 0 };

    /// Angle of the turn in degrees, 0 to 270.
    pub fn turn_degrees(self) -> u32 {
        90 * u32::from(self.quarter_turns % 4)
    }

    /// A direction after the turn. Exact.
    fn turned(self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        match self.quarter_turns % 4 {
            0 => Vec3::new(x, y, z),
            1 => Vec3::new(z, y, -x),
            2 => Vec3::new(-x, y, -z),
            _ => Vec3::new(-z, y, x),
        }
    }

    fn rotation(self) -> Quat {
        match self.quarter_turns % 4 {
            0 => Quat::IDENTITY,
            1 => Quat::from_xyzw(0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2),
            2 => Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
            _ => Quat::from_xyzw(0.0, -FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2),
        }
    }

    fn moved(self, position: Vec3) -> Vec3 {
        self.turned(position) * self.factor as f32
    }
}

/// The model in another size and direction: everything is scaled and turned about the origin of the scene, as by a new
/// node above all others. The new node comes last, so the indices of nodes and vertices stay. The result is in the
/// default shape.
///
/// # Errors
/// If something becomes too large or too small for single precision.
pub fn placed(model: &Model, placement: Placement) -> Result<Model, PlacementError> {
    let model = model.default_shape();
    let root = model.skeleton.len() as u32;
    let mut nodes = model.skeleton.nodes().to_vec();
    nodes.iter_mut().filter(|node| node.parent.is_none()).for_each(|node| node.parent = Some(root));
    let scale = Vec3::splat(placement.factor as f32);
    let rest = Trs { scale, rotation: placement.rotation(), ..Trs::IDENTITY };
    nodes.push(Node::new(PLACEMENT_NODE, None, rest));
    let (skeleton, _) = Skeleton::new(nodes)?.with_constraints(model.skeleton.constraints());
    let drivers = model.skeleton.twist_drivers().to_vec();
    // Rounded like the node's transform, so that nothing differs from rest.
    let after = rest.to_affine();
    let before = after.inverse();
    let skin = |skin: &Skin| Skin {
        joints: skin.joints.iter().map(|j| SkinJoint::new(j.node, j.parent, j.joint_from_bind * before)).collect(),
        bind_from_mesh: after * skin.bind_from_mesh,
        ..skin.clone()
    };
    let primitive = |primitive: &Arc<Primitive>| placed_primitive(primitive, placement);
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

fn placed_primitive(primitive: &Primitive, placement: Placement) -> Result<Primitive, MorphDeltasError> {
    let mut placed = primitive.clone();
    placed.positions.iter_mut().for_each(|position| *position = placement.moved(*position));
    placed.normals.iter_mut().for_each(|normal| *normal = placement.turned(*normal));
    if let Some(morphs) = &primitive.morphs {
        let base = (0..morphs.vertex_count()).map(|vertex| morphs.base(vertex));
        let base = base.map(|(position, normal)| (placement.moved(position), placement.turned(normal))).collect();
        let of_delta = |delta: &MorphDelta| MorphDelta {
            position: placement.moved(delta.position),
            normal: placement.turned(delta.normal),
            ..*delta
        };
        let of_vertex = |vertex: usize| morphs.of(vertex).iter().map(move |delta| (vertex as u32, of_delta(delta)));
        let deltas: Vec<(u32, MorphDelta)> = (0..morphs.vertex_count()).flat_map(of_vertex).collect();
        placed.morphs = Some(Arc::new(MorphDeltas::new(base, &deltas)?));
    }
    Ok(placed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Pose, ScaleKind};
    use glam::{DAffine3, DQuat, DVec3, Quat};
    use std::f64::consts::FRAC_PI_2;

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
        let bigger = placed(&model, Placement { factor, ..Placement::AS_IT_IS }).unwrap();
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
        assert!(placed(&model, Placement { factor: 1e39, ..Placement::AS_IT_IS }).is_err(), "beyond single precision");
    }

    #[test]
    fn every_joint_moves_as_before_in_the_other_direction() {
        let model = super::super::tests::bar();
        for quarter_turns in 0..4u8 {
            let turned = placed(&model, Placement { factor: 1.0, quarter_turns }).unwrap();
            let turn = DQuat::from_rotation_y(f64::from(quarter_turns) * FRAC_PI_2);
            let (from, to) = (&model.primitives[0], &turned.primitives[0]);
            assert!((turn * from.positions[7].as_dvec3()).distance(to.positions[7].as_dvec3()) < 1e-6);
            assert!((turn * from.normals[7].as_dvec3()).distance(to.normals[7].as_dvec3()) < 1e-6);
            let mut poses = [Pose::rest(&model.skeleton), Pose::rest(&turned.skeleton)];
            for pose in &mut poses {
                pose.joints[0].rotation = Quat::from_rotation_z(0.7);
                pose.joints[0].translation = Vec3::new(0.1, 0.0, -0.4);
                pose.joints[1].rotation = Quat::from_rotation_x(-1.2);
            }
            let about_origin = DAffine3::from_quat(turn);
            for (before, after) in palette(&model, &poses[0]).iter().zip(&palette(&turned, &poses[1])) {
                let expected = about_origin * *before * about_origin.inverse();
                assert!(after.abs_diff_eq(expected, 1e-6), "{after} {expected}");
            }
        }
    }
}
