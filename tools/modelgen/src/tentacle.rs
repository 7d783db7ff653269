//! A tapering arm with suckers on a chain of 24 joints, for turns that many joints share: a twist of two full turns is
//! 31 degrees from joint to joint, which every method survives, and 720 degrees for methods that count turns.

use crate::GenerateError;
use crate::assemble::{Draft, JointDraft};
use crate::field::{Field, smooth_union};
use crate::poses::{ComputedPose, ramp, turned};
use crate::relax::relax;
use crate::shapes::{ball, smooth_difference, smooth_intersection};
use crate::surface_nets::{Lattice, surface_nets};
use glam::{DVec3, USizeVec3, Vec3};
use skinscope::model::{Material, Model};
use skinscope::rigging::weights::{HeatBone, heat_weights, to_influences};

/// Length in scene units, like everything here. The arm stands on the ground, its axis runs along Y, its suckers face
/// +Z.
const LENGTH: f64 = 3.0;
const SPACING: f64 = 0.125;
/// Depth of the foot below the first joint.
const FOOT: f64 = 0.0625;
const TIP_RADIUS: f64 = 0.05;
const CELL: f64 = 0.021;

const COUNT: usize = 24;
const NAMES: [&str; COUNT] = [
    "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14", "t15", "t16", "t17",
    "t18", "t19", "t20", "t21", "t22", "t23", "t24",
];

pub(crate) fn generate() -> Result<Model, GenerateError> {
    let arm = Arm::new();
    let field = Field(|point: DVec3| arm.distance(point));
    let lattice =
        Lattice { origin: DVec3::new(-0.462, -0.126, -0.462), cell: CELL, cells: USizeVec3::new(44, 155, 44) };
    let mut surface = surface_nets(&field, &lattice);
    relax(&field, &mut surface);
    let normals: Vec<DVec3> = surface.positions.iter().map(|&position| field.normal(position)).collect();
    let joints: Vec<JointDraft> = (0..COUNT)
        .map(|index| JointDraft {
            name: NAMES[index],
            parent: index.checked_sub(1).map(|parent| parent as u32),
            position: Vec3::Y * (index as f64 * SPACING) as f32,
        })
        .collect();
    let bones: Vec<HeatBone> = (0..COUNT)
        .map(|index| {
            let at = |joint: usize| DVec3::Y * (joint as f64 * SPACING);
            HeatBone { joint: index as u32, from: at(index), to: at(index + 1), radius: 0.0 }
        })
        .collect();
    let influences = to_influences(&heat_weights(&surface.for_weights()?, &bones), COUNT)?;
    let material = Material::default();
    Draft { name: "tentacle", joints: &joints, surface: &surface, normals: &normals, influences, material }.into_model()
}

/// Radius of the arm: large at the foot, small at the tip, slightly bulging in between.
fn radius(height: f64) -> f64 {
    let left = 1.0 - height / LENGTH;
    let foot = (1.0 - 4.0 * height / LENGTH).max(0.0);
    TIP_RADIUS + 0.19 * left + 0.03 * left * (1.0 - left) + 0.09 * foot * foot * foot
}

struct Sucker {
    center: DVec3,
    radius: f64,
}

struct Arm {
    suckers: Vec<Sucker>,
}

impl Arm {
    fn new() -> Self {
        /// Size of a sucker, relative to the arm's radius there.
        const SIZE: f64 = 0.34;
        /// Smallest radius that the lattice can represent.
        const SMALLEST: f64 = 0.036;
        let mut suckers = Vec::new();
        let (mut height, mut side) = (0.16, 1.0);
        loop {
            let around = radius(height);
            if around * SIZE < SMALLEST {
                return Self { suckers };
            }
            let center = DVec3::new(side * 0.45 * around, height, 0.66 * around);
            suckers.push(Sucker { center, radius: around * SIZE });
            height += 1.2 * around * SIZE;
            side = -side;
        }
    }

    /// Signed distance near the surface; farther away only its sign is valid.
    fn distance(&self, point: DVec3) -> f64 {
        let height = point.y.clamp(0.0, LENGTH);
        let around = radius(height);
        let on_axis = DVec3::new(0.0, point.y.min(LENGTH), 0.0);
        let mut arm = point.distance(on_axis) - around;
        // Flat on the side of the suckers.
        arm = smooth_intersection(arm, point.z - 0.78 * around, 0.5 * around);
        for sucker in &self.suckers {
            let rim = ball(sucker.center, sucker.radius, point);
            let width = 0.5 * sucker.radius;
            if rim > arm + width && rim > sucker.radius {
                continue;
            }
            arm = smooth_union(arm, rim, width);
            let dent = sucker.center + DVec3::Z * sucker.radius * 1.05;
            arm = smooth_difference(arm, ball(dent, 0.55 * sucker.radius, point), 0.4 * sucker.radius);
        }
        smooth_intersection(arm, -FOOT - point.y, 0.1)
    }
}

/// Computed poses of the tentacle. The library's poses with these names describe their purpose.
pub(crate) fn computed_poses() -> [ComputedPose; 5] {
    let twist = |tip_degrees: f32| {
        // Shared evenly by all joints except the first.
        let angle = tip_degrees / (COUNT - 1) as f32;
        NAMES[1..].iter().map(|name| turned(name, [0.0, angle, 0.0])).collect()
    };
    let curl = [
        ramp(&NAMES[..8], [-2.0, 0.0, 0.0], [4.0, 0.0, 0.0]),
        ramp(&NAMES[8..16], [6.0, 0.0, 0.0], [16.0, 0.0, 0.0]),
        ramp(&NAMES[16..], [18.0, 0.0, 0.0], [36.0, 0.0, 0.0]),
    ];
    let wave = [
        ramp(&NAMES[..6], [0.0, 0.0, 8.0], [0.0, 0.0, 12.0]),
        ramp(&NAMES[6..12], [0.0, 0.0, -16.0], [0.0, 0.0, -20.0]),
        ramp(&NAMES[12..18], [0.0, 0.0, -4.0], [0.0, 0.0, 20.0]),
        ramp(&NAMES[18..], [0.0, 0.0, 24.0], [0.0, 0.0, 24.0]),
    ];
    [
        ComputedPose { constant: "TENTACLE_CURL", joints: curl.concat() },
        ComputedPose { constant: "TENTACLE_SPIRAL", joints: ramp(&NAMES, [8.0, 24.0, 0.0], [20.0, 22.0, 0.0]) },
        ComputedPose { constant: "TENTACLE_TWIST_360", joints: twist(360.0) },
        ComputedPose { constant: "TENTACLE_TWIST_720", joints: twist(720.0) },
        ComputedPose { constant: "TENTACLE_WAVE", joints: wave.concat() },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn joints_share_the_whole_twist() {
        let twist = &computed_poses()[3];
        let turns: f32 = twist.joints.iter().map(|joint| joint.angles_degrees[1]).sum();
        assert!((turns - 720.0).abs() < 1e-3);
        assert_eq!(twist.joints[0].joint, "t2");
    }

    #[test]
    fn weights_are_local_and_no_vertex_follows_one_joint_alone() {
        let model = checks::made("tentacle");
        let primitive = &model.primitives[0];
        for (position, influences) in primitive.positions.iter().zip(primitive.influences.iter()) {
            assert!(influences.len() > 1 || position.y < 0.2 || position.y > 2.8, "{position}");
            for influence in influences.iter().filter(|influence| influence.weight > 0.02) {
                let joint = influence.joint as f32 * SPACING as f32;
                assert!((position.y - joint).abs() < 1.0, "{position} follows t{}", influence.joint + 1);
            }
        }
    }
}
