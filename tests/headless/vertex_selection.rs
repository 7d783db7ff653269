//! Selected vertices alone are skinned as with the whole model.

use glam::{Quat, Vec3};
use skinscope::centers::{CenterSettings, compute_centers};
use skinscope::files::open_model;
use skinscope::model::{Pose, ScaleKind};
use skinscope::skinning::{Antipodality, SkinningMethod, SkinningSettings, VertexSelection, deform_model};

/// The last vertices of a run are skinned one by one. Elsewhere that rounds differently.
const ALLOWED: f32 = if cfg!(target_arch = "x86_64") { 0.0 } else { 1e-5 };

#[test]
fn a_selection_of_vertices_has_the_positions_of_the_whole_skin() {
    let model = open_model("limb").unwrap().asset.model;
    let centers = compute_centers(&model, &CenterSettings::default());
    let mut pose = Pose::rest(&model.skeleton);
    for (index, joint) in pose.joints.iter_mut().enumerate() {
        joint.rotation *= Quat::from_rotation_y(0.9 + index as f32) * Quat::from_rotation_x(1.7);
        joint.local_scale = Vec3::new(1.0, 1.25, 0.5 + index as f32);
    }
    // In two runs and out of order; one vertex twice.
    let last = model.primitives[0].positions.len() as u32 - 1;
    let chosen: Vec<u32> =
        (0..last).step_by(7).chain([last]).chain((0..last).rev().step_by(31)).chain([3, 3]).collect();
    let selection = VertexSelection::new(&model, chosen.iter().map(|&vertex| (0, vertex)));
    for method in SkinningMethod::ALL {
        for antipodality in Antipodality::ALL {
            for scale_kind in ScaleKind::ALL {
                let chosen_antipodality = Some(antipodality);
                let settings = SkinningSettings { method, chosen_antipodality, scale_kind, ..Default::default() };
                let whole = deform_model(&model, &pose, settings, &centers).unwrap().swap_remove(0);
                let positions = selection.positions(&selection.palettes(&pose, settings), settings, &centers).unwrap();
                assert_eq!(positions.len(), chosen.len());
                for (position, &vertex) in positions.iter().zip(&chosen) {
                    let apart = position.as_vec3().distance(whole[vertex as usize].position);
                    assert!(apart <= ALLOWED, "{} {} {scale_kind:?} {vertex}", method.id(), antipodality.id());
                }
            }
        }
    }
    assert!(VertexSelection::new(&model, []).positions(&[], SkinningSettings::default(), &[]).unwrap().is_empty());
}
