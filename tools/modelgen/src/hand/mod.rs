//! A right hand with its wrist and a stump of the forearm: a palm whose four bones can cup it, four fingers and a
//! thumb, every vertex around a knuckle shared by several joints. The fingers point up, the palm faces +Z.
//!
//! The tables are centimeters of a man's hand; ten of them make a scene unit, so that the hand is as large as the
//! other models. The shape is a smooth union of round cones along the bones, with pads, knuckles and balls; the
//! weights are by heat diffusion.

mod layout;
mod shape;

use crate::GenerateError;
use crate::assemble::{Draft, JointDraft};
use crate::field::Field;
use crate::relax::relax;
use crate::surface_nets::{Lattice, surface_nets};
use glam::{DVec3, USizeVec3};
use layout::Layout;
use shape::HandShape;
use skinscope::model::{Material, Model};
use skinscope::rigging::weights::{heat_weights, to_influences};

/// Centimeters in a scene unit.
const SCALE: f64 = 10.0;
/// Cell of the lattice in scene units. The fingers are seven of these thick.
const CELL: f64 = 0.0235;

pub(super) fn generate() -> Result<Model, GenerateError> {
    let layout = Layout::new();
    let shape = HandShape::new(&layout);
    let field = Field(|point: DVec3| shape.distance(point * SCALE) / SCALE);
    let lattice = Lattice { origin: DVec3::new(-0.63, -0.81, -0.31), cell: CELL, cells: USizeVec3::new(65, 121, 37) };
    let mut surface = surface_nets(&field, &lattice);
    relax(&field, &mut surface);
    let normals: Vec<DVec3> = surface.positions.iter().map(|&position| field.normal(position)).collect();
    let joints: Vec<JointDraft> = layout.joints();
    let influences = to_influences(&heat_weights(&surface.for_weights()?, &layout.bones()), joints.len())?;
    let material = Material::default();
    Draft { name: "hand", joints: &joints, surface: &surface, normals: &normals, influences, material }.into_model()
}

#[cfg(test)]
mod tests {
    use crate::checks;

    #[test]
    fn a_hand_has_the_size_that_was_asked_for() {
        let model = checks::made("hand");
        assert!((8_000..=15_000).contains(&model.vertex_count()), "{}", model.vertex_count());
        assert_eq!(model.skins[0].joints.len(), 21);
        let bounds = model.rest_bounds();
        // A man's hand is about 19 cm from the wrist to the tip of the middle finger.
        assert!((bounds.max.y - 1.95).abs() < 0.1, "{}", bounds.max);
    }

    #[test]
    fn every_joint_moves_something_and_fingers_do_not_move_each_other() {
        let model = checks::made("hand");
        let primitive = &model.primitives[0];
        let mut heaviest = vec![0.0f32; model.skins[0].joints.len()];
        for influence in primitive.influences.flat() {
            heaviest[influence.joint as usize] = heaviest[influence.joint as usize].max(influence.weight);
        }
        assert!(heaviest.iter().all(|&weight| weight > 0.5), "{heaviest:?}");
        let joint = |name: &str| {
            let node = model.skeleton.find(name).unwrap();
            model.skins[0].joints.iter().position(|joint| joint.node == node).unwrap() as u32
        };
        let (tip, neighbors) = (joint("middle_3"), ["index_2", "index_3", "ring_2", "ring_3"].map(joint));
        for influences in primitive.influences.iter().filter(|influences| influences[0].joint == tip) {
            assert!(influences.iter().all(|influence| !neighbors.contains(&influence.joint)));
        }
    }
}
