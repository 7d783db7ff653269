use super::{Skeleton, Trs};
use glam::{DAffine3, DMat3, DVec3, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The meaning of a TRS scale that differs from rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScaleKind {
    /// A child lives in its parent's scaled frame, as glTF specifies.
    #[default]
    Inherited,
    /// The scale relative to its rest value is Kavan's S_i: it stretches the joint's own vertices and the offsets of
    /// its children, but no further descendants (Kavan 2008, section 4.2).
    Local,
}

/// A pose of one node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPose {
    /// Translation in the parent's frame, in scene units.
    pub translation: Vec3,
    /// Rotation of unit length. Its sign counts full turns: it is the rest rotation times the rotation of the angles
    /// including full turns ([`crate::math::turn_from_angles`]). If only a rotation is known, it has the sign nearer to
    /// rest.
    pub rotation: Quat,
    /// Inherited or local, depending on the [`ScaleKind`].
    pub scale: Vec3,
    /// Diagonal part of Kavan's S_i; always local.
    pub local_scale: Vec3,
    /// Shear part of Kavan's S_i: xy, xz and yz of the upper triangle, applied after `local_scale`.
    pub local_shear: Vec3,
}

impl JointPose {
    pub(crate) fn from_trs(trs: Trs) -> Self {
        Self {
            translation: trs.translation,
            rotation: trs.rotation,
            scale: trs.scale,
            local_scale: Vec3::ONE,
            local_shear: Vec3::ZERO,
        }
    }

    /// Kavan's S_i: `[[1, xy, xz], [0, 1, yz], [0, 0, 1]] diag(local_scale)`, in the joint's own frame.
    fn local_stretch(&self) -> DMat3 {
        let shear = self.local_shear.as_dvec3();
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
        shear * DMat3::from_diagonal(self.local_scale.as_dvec3())
    }
}

/// A local transform for each node of a skeleton, and the weights of its morph targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// One pose per node, by node index.
    pub joints: Vec<JointPose>,
    /// One weight for each of [`Skeleton::morph_targets`]. [`Model::in_shape`](super::Model::in_shape) applies them.
    pub morph_weights: Vec<f32>,
    /// Blend of two joints that the whole mesh follows, for demonstrations.
    pub whole_mesh: Option<WholeMesh>,
}

/// Effect of a blend of two joints, shown on the whole mesh: every vertex has the weights 1 - t of the joint's parent
/// and t of the joint (Kavan 2008, section 2.3 and figure 5). At a root, the parent is the rest pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeMesh {
    /// Node index. Skins without this joint stay as they are.
    pub joint: u32,
    /// t, from 0 to 1.
    pub weight: f32,
}

/// A joint's scale split for the formulas into the inherited part and Kavan's S_i.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub inherited: DVec3,
    pub local: DMat3,
}

impl Pose {
    /// The rest pose.
    pub fn rest(skeleton: &Skeleton) -> Self {
        let joints = skeleton.nodes().iter().map(|node| JointPose::from_trs(node.rest)).collect();
        Self { joints, morph_weights: skeleton.rest_morph_weights(), whole_mesh: None }
    }

    pub(crate) fn stretch(&self, skeleton: &Skeleton, node: u32, kind: ScaleKind) -> Stretch {
        let own = self.own_stretch(skeleton, node, kind);
        // A twist joint holds skin of the joint that it refines, so S_p stretches that skin too.
        match skeleton.twist_driver(node) {
            Some(driver) => {
                let of_joint = self.own_stretch(skeleton, driver.joint, kind).local;
                if of_joint == DMat3::IDENTITY {
                    return own;
                }
                // Frames may turn the twist joint's axes at rest.
                let chain = driver.chain(skeleton).into_iter();
                let joint_from_twist = chain.fold(DMat3::IDENTITY, |turn, node| {
                    turn * DMat3::from_quat(skeleton.node(node).rest.rotation.as_dquat().normalize())
                });
                let of_joint = joint_from_twist.transpose() * of_joint * joint_from_twist;
                Stretch { local: of_joint * own.local, ..own }
            }
            None => own,
        }
    }

    fn own_stretch(&self, skeleton: &Skeleton, node: u32, kind: ScaleKind) -> Stretch {
        let joint = &self.joints[node as usize];
        let (scale, local) = (joint.scale.as_dvec3(), joint.local_stretch());
        match kind {
            ScaleKind::Inherited => Stretch { inherited: scale, local },
            ScaleKind::Local => {
                let rest = skeleton.node(node).rest.scale.as_dvec3();
                // A rest scale of zero has no ratio; there the scale stays inherited.
                let known = rest.cmpne(DVec3::ZERO);
                let ratio = DVec3::select(known, scale / rest, DVec3::ONE);
                Stretch { inherited: DVec3::select(known, rest, scale), local: local * DMat3::from_diagonal(ratio) }
            }
        }
    }

    /// The posed transform F of each node in the scene, where every translation is stretched by the parent's S_p but
    /// the S_i themselves are left out. One entry per node. Without local scale this is the usual product of local
    /// matrices.
    pub fn scene_from_node(&self, skeleton: &Skeleton, kind: ScaleKind) -> Vec<DAffine3> {
        let mut scene_from_node = vec![DAffine3::IDENTITY; skeleton.len()];
        let mut local_stretch = vec![DMat3::IDENTITY; skeleton.len()];
        for &index in skeleton.parents_first() {
            let parent = skeleton.node(index).parent.map(|p| (scene_from_node[p as usize], local_stretch[p as usize]));
            (scene_from_node[index as usize], local_stretch[index as usize]) =
                self.frame_below(parent, skeleton, index, kind);
        }
        scene_from_node
    }

    /// The posed transform of a node in the scene, and the local stretch of its children's offsets, from the same of
    /// its parent.
    pub(super) fn frame_below(
        &self,
        parent: Option<(DAffine3, DMat3)>,
        skeleton: &Skeleton,
        node: u32,
        kind: ScaleKind,
    ) -> (DAffine3, DMat3) {
        let joint = &self.joints[node as usize];
        let stretch = self.stretch(skeleton, node, kind);
        let rotation = joint.rotation.as_dquat().normalize();
        let translation = joint.translation.as_dvec3();
        let (parent, translation) = match parent {
            Some((parent, parent_stretch)) => (parent, parent_stretch * translation),
            None => (DAffine3::IDENTITY, translation),
        };
        (parent * skeleton.local_affine(node, translation, rotation, stretch.inherited), stretch.local)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Node;
    use super::*;

    fn chain() -> Skeleton {
        let shifted = Trs { translation: Vec3::X, ..Trs::IDENTITY };
        Skeleton::new(vec![
            Node::new("root", None, Trs::IDENTITY),
            Node::new("mid", Some(0), shifted),
            Node::new("tip", Some(1), shifted),
        ])
        .unwrap()
    }

    #[test]
    fn inherited_scale_reaches_all_below_and_local_scale_only_the_offsets() {
        let skeleton = chain();
        let mut pose = Pose::rest(&skeleton);
        pose.joints[0].scale = Vec3::splat(2.0);
        let tip = |pose: &Pose, kind| pose.scene_from_node(&skeleton, kind)[2].translation;
        assert_eq!(tip(&pose, ScaleKind::Inherited), DVec3::new(4.0, 0.0, 0.0));
        assert_eq!(tip(&pose, ScaleKind::Local), DVec3::new(3.0, 0.0, 0.0));
        pose.joints[0].scale = Vec3::ONE;
        pose.joints[0].local_scale = Vec3::splat(2.0);
        assert_eq!(tip(&pose, ScaleKind::Inherited), DVec3::new(3.0, 0.0, 0.0));
    }

    #[test]
    fn shear_moves_a_child_along_x_by_its_height() {
        let skeleton = chain();
        let mut pose = Pose::rest(&skeleton);
        pose.joints[1].translation = Vec3::new(0.0, 2.0, 0.0);
        pose.joints[0].local_shear = Vec3::new(0.5, 0.0, 0.0);
        let mid = pose.scene_from_node(&skeleton, ScaleKind::Inherited)[1].translation;
        assert_eq!(mid, DVec3::new(1.0, 2.0, 0.0));
    }
}
