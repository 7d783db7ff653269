//! Random rotations, motions and small rigs in double precision, the same everywhere.

use crate::properties::Random;
use crate::reference::dual::Dual;
use crate::reference::joints::Joint;
use crate::reference::quaternion::{self, Quaternion};
use crate::reference::{RestPoint, Scene, Settings, skin_vertex};
use glam::{DMat3, DVec3};

impl Random {
    /// In 0..1, with all 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn point(&mut self, most: f64) -> DVec3 {
        DVec3::new(self.within(-most, most), self.within(-most, most), self.within(-most, most))
    }

    /// Uniform over all directions, by rejection from the cube.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.point(1.0);
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// Uniform over all rotations: a point of the unit ball in four dimensions, by rejection.
    pub fn rotation(&mut self) -> Quaternion {
        loop {
            let q = [self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0)];
            if (0.01..1.0).contains(&quaternion::dot(q, q)) {
                return quaternion::normalized(q);
            }
        }
    }

    pub fn turn_under(&mut self, most_radians: f64) -> Quaternion {
        let axis = self.direction();
        quaternion::about(axis, self.within(-most_radians, most_radians))
    }

    pub fn motion(&mut self) -> Dual {
        let rotation = self.rotation();
        Dual::rigid(rotation, self.point(2.0))
    }

    /// Positive, summing to one, heaviest first.
    pub fn weights(&mut self, count: usize) -> Vec<f64> {
        let mut weights: Vec<f64> = (0..count).map(|_| self.within(0.02, 1.0)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        weights.sort_by(|a, b| b.total_cmp(a));
        weights
    }
}

/// Joints that move rigidly, weights in their order, and one vertex.
#[derive(Clone)]
pub struct Rig {
    pub joints: Vec<Joint>,
    pub influences: Vec<(usize, f64)>,
    pub vertex: DVec3,
}

impl Rig {
    /// With turns under `most_radians` and joints in a box of one unit a side about the origin.
    pub fn random(random: &mut Random, count: usize, most_radians: f64) -> Self {
        let joints = (0..count)
            .map(|_| {
                let origin = random.point(0.5);
                let posed = origin + random.point(0.3);
                Joint::rigid(random.turn_under(most_radians), origin, posed)
            })
            .collect();
        let influences = random.weights(count).into_iter().enumerate().collect();
        Self { joints, influences, vertex: random.point(1.0) }
    }

    pub fn skin(&self, method: &'static str) -> DVec3 {
        let rest = RestPoint {
            position: self.vertex,
            normal: DVec3::Z,
            influences: &self.influences,
            center: self.vertex,
            covariance: DMat3::ZERO,
            bone: None,
            blend: None,
        };
        skin_vertex(&rest, &mut Scene::new(&self.joints, Settings::new(method))).position
    }

    /// The same rig after a rigid motion of the posed joints: C_i becomes M C_i.
    pub fn moved_when_posed(&self, motion: Dual) -> Self {
        let joints = self.joints.iter().map(|joint| {
            let turn = quaternion::multiply(motion.real, joint.turn);
            Joint { turn, posed_origin: motion.apply(joint.posed_origin), ..*joint }
        });
        Self { joints: joints.collect(), ..self.clone() }
    }

    /// The same rig seen from other coordinates: C_i becomes M C_i M^-1, and rest positions move along.
    pub fn in_other_coordinates(&self, motion: Dual) -> Self {
        let back = quaternion::conjugate(motion.real);
        let joints = self.moved_when_posed(motion).joints.into_iter().map(|joint| {
            Joint::rigid(quaternion::multiply(joint.turn, back), motion.apply(joint.bind_origin), joint.posed_origin)
        });
        Self { joints: joints.collect(), vertex: motion.apply(self.vertex), influences: self.influences.clone() }
    }
}
