use crate::GenerateError;
use glam::{DAffine3, DVec3, Vec3};
use skinscope::model::{
    Influence, Influences, Material, Model, ModelParts, Node, Primitive, Skeleton, Skin, SkinJoint, SkinKind, Trs,
};
use skinscope::rigging::weights::{HeatSurface, SurfaceError};

/// A closed surface in scene space, before it is rounded to single precision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub positions: Vec<DVec3>,
    /// Triangles, counterclockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The same surface, checked, for automatic weights.
    pub fn for_weights(&self) -> Result<HeatSurface, SurfaceError> {
        HeatSurface::new(self.positions.clone(), self.triangles.clone())
    }
}

/// A joint of a recipe. All rest rotations are the identity and all scales one.
pub(crate) struct JointDraft {
    pub name: &'static str,
    /// Index in the recipe's list; parents come first.
    pub parent: Option<u32>,
    /// Position in the scene. It is written in sums of powers of two, so that inverse bind matrices are exact in single
    /// precision and the bind frame of the file is the scene itself.
    pub position: Vec3,
}

/// A recipe's surface with its skeleton and weights, before it becomes a model.
pub(crate) struct Draft<'a> {
    pub name: &'static str,
    pub joints: &'a [JointDraft],
    pub surface: &'a Surface,
    /// Normals of unit length, one per vertex.
    pub normals: &'a [DVec3],
    /// Influences, one list per vertex.
    pub influences: Influences,
    pub material: Material,
}

impl Draft<'_> {
    /// Makes the model. The joints become nodes 0.., and one more root node after them carries the mesh.
    pub fn into_model(self) -> Result<Model, GenerateError> {
        let joint_count = self.joints.len();
        let mut nodes: Vec<Node> = self.joints.iter().map(|joint| self.joint_node(joint)).collect();
        nodes.push(Node::new(self.name, None, Trs::IDENTITY));
        let joints = self.joints.iter().enumerate().map(|(index, joint)| {
            let joint_from_bind = DAffine3::from_translation(-joint.position.as_dvec3());
            SkinJoint::new(index as u32, joint.parent, joint_from_bind)
        });
        let skin = Skin {
            name: self.name.to_owned(),
            kind: SkinKind::Skinned,
            joints: joints.collect(),
            bind_from_mesh: DAffine3::IDENTITY,
        };
        let primitive = Primitive {
            mesh_name: self.name.to_owned(),
            node: joint_count as u32,
            skin: 0,
            material: 0,
            positions: self.surface.positions.iter().map(|position| position.as_vec3()).collect(),
            normals: self.normals.iter().map(|normal| normal.as_vec3()).collect(),
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            blend_factors: Vec::new(),
            colors: Vec::new(),
            indices: self.surface.triangles.as_flattened().to_vec(),
            influences: self.influences,
            morphs: None,
        };
        Ok(Model::new(ModelParts {
            name: self.name.to_owned(),
            skeleton: Skeleton::new(nodes)?,
            skins: vec![skin],
            primitives: vec![primitive],
            materials: vec![self.material],
            textures: Vec::new(),
            clips: Vec::new(),
        })?)
    }

    fn joint_node(&self, joint: &JointDraft) -> Node {
        let origin = joint.parent.map_or(Vec3::ZERO, |parent| self.joints[parent as usize].position);
        let rest = Trs { translation: joint.position - origin, ..Trs::IDENTITY };
        Node { is_joint: true, ..Node::new(joint.name, joint.parent, rest) }
    }
}

/// Influences from a formula that gives each joint's weight at a point of the scene; they sum to one.
pub(crate) fn influences_by_formula(
    surface: &Surface,
    joint_count: usize,
    weights: impl Fn(DVec3) -> Vec<f64>,
) -> Result<Influences, GenerateError> {
    let vertices: Vec<Vec<Influence>> = surface
        .positions
        .iter()
        .map(|&position| {
            let weights = weights(position).into_iter().enumerate();
            weights.map(|(joint, weight)| Influence { joint: joint as u32, weight: weight as f32 }).collect()
        })
        .collect();
    let (influences, _nothing_to_mend) = Influences::normalized(vertices.iter().map(Vec::as_slice), joint_count)?;
    Ok(influences)
}

/// Smooth step: zero up to `from`, one from `to` on, and the cubic `3 t^2 - 2 t^3` in between.
pub(crate) fn smooth_step(from: f64, to: f64, value: f64) -> f64 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_step_by_hand() {
        assert_eq!(smooth_step(0.5, 1.5, 0.25), 0.0);
        assert_eq!(smooth_step(0.5, 1.5, 1.0), 0.5);
        assert_eq!(smooth_step(0.0, 4.0, 1.0), 0.15625);
        assert_eq!(smooth_step(0.5, 1.5, 7.0), 1.0);
    }
}
