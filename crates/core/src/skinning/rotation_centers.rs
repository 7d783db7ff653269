use super::JointSets;
use super::palette::JointMotion;
use crate::math::LeastSquares;
use glam::{DMat3, DVec3, Vec3};

/// Singular values below this fraction of the largest are treated as free directions.
const RELATIVE_CUT_OFF: f64 = 1e-6;

/// Rotations that differ by less than this, in radians, have no center: single precision cannot distinguish them, and
/// the center would be at a distance of a million times their offset.
const ABSOLUTE_CUT_OFF: f64 = 1e-6;

/// The centers of rotation of spherical blend skinning in one pose, one for each [`JointSets`] set of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RotationCenters {
    centers: Vec<Vec3>,
}

impl RotationCenters {
    /// For each set, the point r that minimizes `sum_(a<b) |C_a r - C_b r|^2` over the joints' rigid parts (Kavan 2008,
    /// section 2.3), by singular values. In free directions, such as the axis of a hinge, the center is the point
    /// nearest to the mean rest position of the set's joints; a single joint rotates about itself.
    pub fn find(sets: &JointSets, motions: &[JointMotion]) -> Self {
        Self { centers: sets.iter().map(|set| center_of_set(set, motions).as_vec3()).collect() }
    }

    /// r of a set, in the bind frame; zero for an invalid index.
    pub fn of_set(&self, set: u32) -> Vec3 {
        self.centers.get(set as usize).copied().unwrap_or(Vec3::ZERO)
    }

    /// The centers by set index.
    pub fn all(&self) -> &[Vec3] {
        &self.centers
    }
}

fn center_of_set(set: &[u32], motions: &[JointMotion]) -> DVec3 {
    let joints: Vec<&JointMotion> = set.iter().map(|&joint| &motions[joint as usize]).collect();
    let mean = joints.iter().map(|joint| joint.bind_origin).sum::<DVec3>() / joints.len().max(1) as f64;
    let mut problem = LeastSquares::default();
    for (a, first) in joints.iter().enumerate() {
        for second in &joints[a + 1..] {
            let difference = DMat3::from_quat(first.turn) - DMat3::from_quat(second.turn);
            // Relative to the mean, where the search starts: this keeps digits far from the scene's origin.
            let apart = image(first, mean) - image(second, mean);
            for row in 0..3 {
                problem.add(difference.row(row), -apart[row]);
            }
        }
    }
    mean + problem.shortest_solution(RELATIVE_CUT_OFF, ABSOLUTE_CUT_OFF)
}

/// A point transformed by the joint's rigid part.
fn image(joint: &JointMotion, point: DVec3) -> DVec3 {
    joint.posed_origin + joint.turn * (point - joint.bind_origin)
}
