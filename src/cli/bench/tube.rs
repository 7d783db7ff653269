use crate::cli::CliError;
use crate::model::{
    Influence, InfluencesBuilder, InfluencesError, Material, Model, ModelParts, Node, Pose, Primitive, Skeleton, Skin,
    SkinJoint, SkinKind, Trs,
};
use crate::skinning::{Covariance, PrimitiveCenters};
use glam::{DAffine3, DVec3, EulerRot, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;

pub const FEWEST_VERTICES: usize = 1000;
/// Most vertices of a tube. Their buffers and copies take about five gigabytes.
pub const MOST_VERTICES: usize = 20_000_000;
pub const MOST_INFLUENCES: u8 = 16;
pub const MOST_JOINTS: u16 = 1000;

/// A tube around a chain of joints that are one unit apart. Every vertex has the same number of influences, those of the
/// nearest joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tube {
    pub vertices: usize,
    pub joints: u16,
    pub influences: u8,
    /// Whether joints are scaled in the pose.
    pub scaled: bool,
}

const RADIUS: f32 = 0.4;

impl Tube {
    /// Count of influences of each vertex: at most one per joint.
    fn influences(self) -> usize {
        usize::from(self.influences).min(usize::from(self.joints))
    }

    /// Rings of vertices, and vertices of a ring; together at most the wanted number of vertices.
    fn rings_and_segments(self) -> [usize; 2] {
        // Triangles are about as long as wide.
        let segments = (self.vertices as f32 * TAU * RADIUS / f32::from(self.joints)).sqrt().max(3.0) as usize;
        [self.vertices / segments, segments]
    }

    /// # Errors
    /// None, unless its parts contradict each other.
    pub fn model(self) -> Result<Arc<Model>, CliError> {
        let wrong = |error: &dyn std::fmt::Display| CliError::Tube { reason: error.to_string() };
        let parts = ModelParts {
            name: "tube".to_owned(),
            skeleton: Skeleton::new(self.nodes()).map_err(|error| wrong(&error))?,
            skins: vec![self.skin()],
            primitives: vec![self.primitive().map_err(|error| wrong(&error))?],
            materials: vec![Material::default()],
            textures: Vec::new(),
            clips: Vec::new(),
        };
        Ok(Arc::new(Model::new(parts).map_err(|error| wrong(&error))?))
    }

    fn primitive(self) -> Result<Primitive, InfluencesError> {
        let [rings, segments] = self.rings_and_segments();
        let mut positions = Vec::with_capacity(rings * segments);
        let mut normals = Vec::with_capacity(rings * segments);
        let mut influences = InfluencesBuilder::new(usize::from(self.joints));
        for ring in 0..rings {
            let x = (ring as f32 + 0.5) / rings as f32 * f32::from(self.joints);
            for segment in 0..segments {
                let normal = Quat::from_rotation_x(segment as f32 / segments as f32 * TAU) * Vec3::Y;
                positions.push(normal * RADIUS + Vec3::X * x);
                normals.push(normal);
            }
            influences.extend(&self.nearest_joints(x).repeat(segments), self.influences())?;
        }
        let corner = |ring: usize, segment: usize| (ring * segments + segment % segments) as u32;
        let mut indices = Vec::with_capacity(rings * segments * 6);
        for ring in 1..rings {
            for segment in 0..segments {
                let [a, b] = [corner(ring - 1, segment), corner(ring, segment)];
                let [c, d] = [corner(ring, segment + 1), corner(ring - 1, segment + 1)];
                indices.extend([a, b, c, a, c, d]);
            }
        }
        Ok(Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions,
            normals,
            texcoords: Vec::new(),
            second_texcoords: Vec::new(),
            blend_factors: Vec::new(),
            colors: Vec::new(),
            indices,
            influences: influences.finish().0,
            morphs: None,
        })
    }

    /// The joints nearest to a position along the tube. Their weights fall with the distance and sum to one.
    fn nearest_joints(self, x: f32) -> Vec<Influence> {
        let count = self.influences();
        let first = (x - count as f32 / 2.0).round().clamp(0.0, (usize::from(self.joints) - count) as f32) as u32;
        let weight = |joint: u32| {
            let distance = joint_position(joint) - x;
            (-distance * distance / count as f32).exp()
        };
        let joints = first..first + count as u32;
        let sum: f32 = joints.clone().map(weight).sum();
        joints.map(|joint| Influence { joint, weight: weight(joint) / sum }).collect()
    }

    fn nodes(self) -> Vec<Node> {
        let node = |joint: u32| {
            let parent = joint.checked_sub(1);
            let translation = Vec3::X * (joint_position(joint) - parent.map_or(0.0, joint_position));
            let rest = Trs { translation, ..Trs::IDENTITY };
            Node { is_joint: true, ..Node::new(format!("joint {joint}"), parent, rest) }
        };
        (0..u32::from(self.joints)).map(node).collect()
    }

    fn skin(self) -> Skin {
        let joint = |joint: u32| {
            let bind_from_scene = DAffine3::from_translation(DVec3::X * -f64::from(joint_position(joint)));
            SkinJoint::new(joint, joint.checked_sub(1), bind_from_scene)
        };
        Skin {
            name: String::new(),
            kind: SkinKind::Skinned,
            joints: (0..u32::from(self.joints)).map(joint).collect(),
            bind_from_mesh: DAffine3::IDENTITY,
        }
    }

    /// Pose in which every joint bends and twists, and is scaled if [`Self::scaled`].
    pub fn pose(self, model: &Model) -> Pose {
        let mut pose = Pose::rest(&model.skeleton);
        for (joint, own) in pose.joints.iter_mut().enumerate() {
            own.rotation = Quat::from_euler(EulerRot::XYZ, 0.3 * (joint as f32).sin(), 0.2, 0.1);
            if self.scaled {
                own.local_scale = Vec3::new(1.0, 1.2, 0.9);
            }
        }
        pose
    }

    /// Centers of rotation on the tube's axis, where its cross sections have their centroids, with the covariances of a
    /// ring. They take as much memory as computed ones, and no time to compute.
    pub fn centers(self, model: &Model) -> Vec<PrimitiveCenters> {
        let ring = Covariance { squares: Vec3::new(0.2, 0.4, 0.4), products: Vec3::ZERO };
        let of = |primitive: &Arc<Primitive>| {
            let points: Vec<Vec3> = primitive.positions.iter().map(|position| position * Vec3::X).collect();
            let covariances = vec![ring; points.len()];
            PrimitiveCenters::with_covariances(points, covariances)
        };
        model.primitives.iter().map(of).collect()
    }
}

/// Position of a joint, along the tube's axis.
fn joint_position(joint: u32) -> f32 {
    joint as f32 + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::{JointPalette, SkinningSettings};

    fn tube() -> Tube {
        Tube { vertices: 5000, joints: 7, influences: 4, scaled: false }
    }

    #[test]
    fn a_tube_has_what_was_asked_for() {
        for influences in [1, 4, 16] {
            let tube = Tube { influences, ..tube() };
            let model = tube.model().unwrap();
            let primitive = &model.primitives[0];
            assert!((4700..=5000).contains(&primitive.positions.len()), "{}", primitive.positions.len());
            let expected = usize::from(influences).min(7);
            let lists = (0..primitive.positions.len()).map(|vertex| primitive.influences.of(vertex));
            for list in lists {
                assert_eq!(list.len(), expected);
                let sum: f32 = list.iter().map(|influence| influence.weight).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            }
            assert!(primitive.indices.len() / 3 > 2 * (primitive.positions.len() - 400));
            assert_eq!(tube.centers(&model)[0].len(), primitive.positions.len());
        }
    }

    #[test]
    fn only_scaled_joints_need_a_first_phase() {
        for scaled in [false, true] {
            let tube = Tube { scaled, ..tube() };
            let model = tube.model().unwrap();
            let palette = JointPalette::all(&model, &tube.pose(&model), SkinningSettings::default()).swap_remove(0);
            assert_eq!(palette.is_rigid(), !scaled);
        }
    }

    #[test]
    fn the_weights_are_those_of_the_nearest_joints() {
        let list = tube().nearest_joints(3.1);
        let joints: Vec<u32> = list.iter().map(|influence| influence.joint).collect();
        assert_eq!(joints, [1, 2, 3, 4]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|index: usize| list[index].weight);
        assert!(c > b && b > d && d > a, "{list:?}");
        let at_end: Vec<u32> = tube().nearest_joints(6.9).iter().map(|influence| influence.joint).collect();
        assert_eq!(at_end, [3, 4, 5, 6]);
    }
}
