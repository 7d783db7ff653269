//! A trunk that branches in two, like the junctions that are hardest for centers of rotation (Le & Hodgins 2016,
//! section 4): around the fork a vertex follows up to four joints. There is one model with weights from a formula, and
//! one with weights by heat diffusion, so that weights can be compared on one shape.

use crate::GenerateError;
use crate::assemble::{Draft, JointDraft, Surface, influences_by_formula, smooth_step};
use crate::field::{Capsule, Field, smooth_union};
use crate::relax::relax;
use crate::surface_nets::{Lattice, surface_nets};
use glam::{DVec3, USizeVec3, Vec3};
use skinscope::model::{Influences, Material, Model};
use skinscope::rigging::weights::{HeatBone, heat_weights, to_influences};

/// Position of the fork in scene units, like everything here. The trunk is a rod from the origin to the fork.
const FORK: DVec3 = DVec3::new(0.0, 1.0, 0.0);
/// End of the right branch; the left one is its mirror image.
const TIP: DVec3 = DVec3::new(0.8, 1.7, 0.0);
const TRUNK_RADIUS: f64 = 0.2;
const BRANCH_RADIUS: f64 = 0.14;
/// Fillets: between the branches, and between them and the trunk.
const CROTCH_FILLET: f64 = 0.15;
const SHOULDER_FILLET: f64 = 0.15;

const JOINTS: [JointDraft; 4] = [
    JointDraft { name: "base", parent: None, position: Vec3::ZERO },
    JointDraft { name: "trunk", parent: Some(0), position: Vec3::new(0.0, 0.5, 0.0) },
    // On the axes of the branches.
    JointDraft { name: "left", parent: Some(1), position: Vec3::new(-0.125, 1.109375, 0.0) },
    JointDraft { name: "right", parent: Some(1), position: Vec3::new(0.125, 1.109375, 0.0) },
];

/// Blend zone of the trunk: four radii wide and centered on the joint, as on the bar.
const TRUNK_ZONE: [f64; 2] = [0.5 - 2.0 * TRUNK_RADIUS, 0.5 + 2.0 * TRUNK_RADIUS];
const BRANCH_ZONE_HALF: f64 = 2.0 * BRANCH_RADIUS;
/// Half the width of the zone between left and right, which spans the trunk.
const SIDE_ZONE_HALF: f64 = TRUNK_RADIUS;

pub(crate) fn generate() -> Result<Model, GenerateError> {
    generate_with("limb", |surface| influences_by_formula(surface, JOINTS.len(), weights))
}

/// Model with the same shape and joints, with weights by heat diffusion from the bones.
pub(crate) fn generate_heat() -> Result<Model, GenerateError> {
    generate_with("limb-heat", |surface| {
        Ok(to_influences(&heat_weights(&surface.for_weights()?, &bones()), JOINTS.len())?)
    })
}

fn generate_with(
    name: &'static str,
    influences: impl Fn(&Surface) -> Result<Influences, GenerateError>,
) -> Result<Model, GenerateError> {
    let field = Field(distance);
    let lattice =
        Lattice { origin: DVec3::new(-1.125, -0.375, -0.375), cell: 0.03125, cells: USizeVec3::new(72, 76, 24) };
    let mut surface = surface_nets(&field, &lattice);
    relax(&field, &mut surface);
    let normals: Vec<DVec3> = surface.positions.iter().map(|&position| field.normal(position)).collect();
    let influences = influences(&surface)?;
    let material = Material::default();
    Draft { name, joints: &JOINTS, surface: &surface, normals: &normals, influences, material }.into_model()
}

/// Bones from each joint to the next, and to the tips.
fn bones() -> [HeatBone; 4] {
    let at = |joint: usize| JOINTS[joint].position.as_dvec3();
    let bone = |joint: usize, to: DVec3| HeatBone { joint: joint as u32, from: at(joint), to, radius: 0.0 };
    let left_tip = TIP * DVec3::new(-1.0, 1.0, 1.0);
    [bone(0, at(1)), bone(1, FORK), bone(2, left_tip), bone(3, TIP)]
}

fn distance(point: DVec3) -> f64 {
    let trunk = Capsule { from: DVec3::ZERO, to: FORK, radius: TRUNK_RADIUS };
    let right = Capsule { from: FORK, to: TIP, radius: BRANCH_RADIUS };
    let left = Capsule { to: TIP * DVec3::new(-1.0, 1.0, 1.0), ..right };
    let branches = smooth_union(left.distance(point), right.distance(point), CROTCH_FILLET);
    smooth_union(trunk.distance(point), branches, SHOULDER_FILLET)
}

/// Weights by three nested smooth steps: from base to trunk by height, from trunk to the branches along these, and from
/// left to right. They are once continuously differentiable, have compact support and sum to one.
fn weights(point: DVec3) -> Vec<f64> {
    // Rounds the ridge of |x| in the middle, where the axes of the two branches meet.
    const RIDGE: f64 = 0.1;
    let direction = (TIP - FORK).normalize();
    let along_branch = |x: f64, y: f64| x * direction.x + (y - FORK.y) * direction.y;
    let joint = JOINTS[3].position.as_dvec3();
    let at_joint = along_branch(joint.x, joint.y);
    let along = along_branch((point.x * point.x + RIDGE * RIDGE).sqrt(), point.y);

    let above_base = smooth_step(TRUNK_ZONE[0], TRUNK_ZONE[1], point.y);
    let in_branches = smooth_step(at_joint - BRANCH_ZONE_HALF, at_joint + BRANCH_ZONE_HALF, along);
    let right = smooth_step(-SIDE_ZONE_HALF, SIDE_ZONE_HALF, point.x);
    let branches = above_base * in_branches;
    vec![1.0 - above_base, above_base * (1.0 - in_branches), branches * (1.0 - right), branches * right]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn vertices_lie_on_the_surface() {
        let model = checks::made("limb");
        assert!(model.vertex_count() >= 4000, "{}", model.vertex_count());
        let primitive = &model.primitives[0];
        for (&position, &normal) in primitive.positions.iter().zip(&primitive.normals) {
            assert!(distance(position.as_dvec3()).abs() < 1e-6, "{position}");
            assert!((normal.length() - 1.0).abs() < 1e-6, "{normal}");
        }
    }

    #[test]
    fn around_the_fork_four_joints_have_a_say() {
        let model = checks::made("limb");
        assert_eq!(model.max_influences(), 4);
        let influences = &model.primitives[0].influences;
        // By more than a trace.
        assert!(influences.iter().any(|vertex| vertex.len() == 4 && vertex[3].weight > 0.02));
        assert!(influences.iter().any(|vertex| vertex.len() == 1));
    }

    /// Only the weights differ.
    #[test]
    fn the_two_sets_of_weights_are_of_one_shape() {
        let (formula, heat) = (checks::made("limb"), checks::made("limb-heat"));
        let (a, b) = (&formula.primitives[0], &heat.primitives[0]);
        assert!(a.positions == b.positions && a.normals == b.normals && a.indices == b.indices);
        let names =
            |model: &Model| model.skeleton.nodes()[..4].iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&formula), names(&heat));
        let differing = a.influences.iter().zip(b.influences.iter()).filter(|(a, b)| a != b).count();
        assert!(differing * 4 > a.positions.len(), "{differing} vertices with other weights");
        assert!(heat.max_influences() >= 3);
    }

    #[test]
    fn weights_sum_to_one_everywhere_and_mirror() {
        for step in 0..400 {
            let point = DVec3::new(0.01 * f64::from(step % 40) - 0.2, 0.005 * f64::from(step), 0.1);
            let here = weights(point);
            assert!((here.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let there = weights(point * DVec3::new(-1.0, 1.0, 1.0));
            assert!((here[2] - there[3]).abs() < 1e-12 && (here[0] - there[0]).abs() < 1e-12);
        }
    }
}
