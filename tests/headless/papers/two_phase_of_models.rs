//! Two-phase skinning of whole models: Kavan 2008, section 4.2, figures 12 and 13; DESIGN, "From the file to the
//! formulas" and "Scale and shear".

use super::program::{all_settings, centers_of_primitives, on_cpu, settings_of};
use super::{bundled, sample};
use crate::properties::{Random, random_pose};
use crate::reference::centers::{Center, centers};
use crate::reference::joints::joints;
use crate::reference::{self, ReferenceVertex, Settings};
use glam::{DAffine3, DVec3, Vec3};
use skinscope::files::open_model;
use skinscope::model::{Model, Node, Pose, ScaleKind, Skeleton, SkinJoint};
use skinscope::skinning::Antipodality;
use std::path::Path;
use std::sync::Arc;

fn oracle_model(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/oracle/models/{name}.glb"));
    open_model(path.to_str().unwrap()).unwrap().asset.model
}

fn models(test: &str) -> Vec<Arc<Model>> {
    let mut models = vec![bundled("bar"), bundled("limb"), oracle_model("rotrest"), oracle_model("bindrest")];
    models.extend(sample(test, "RobotExpressive.glb"));
    models
}

fn positions(vertices: &[ReferenceVertex]) -> Vec<DVec3> {
    vertices.iter().map(|vertex| vertex.position).collect()
}

/// Without scale in the pose, the first phase is the identity for any bind pose: RobotExpressive is scaled by 100 at
/// rest, and `bindrest` is bent at rest but bound straight.
#[test]
fn without_scale_two_phase_is_dqs() {
    for model in models("two-phase DQS of RobotExpressive") {
        let pose = random_pose(&model, &mut Random(111), false);
        let extent = f64::from(model.rest_bounds().extent());
        let stride = model.vertex_count() / 1000 + 1;
        let (mut largest, mut largest_of_program) = (0.0f64, 0.0f64);
        for mode in Antipodality::ALL {
            let skin = |method| {
                let settings = Settings { antipodality: mode, stride, ..Settings::new(method) };
                reference::deform(&model, &pose, settings)
            };
            for (two_phase, dqs) in skin("two-phase-dqs").iter().zip(skin("dqs")) {
                if dqs.sign_margin > 1e-6 {
                    let apart = two_phase.position.distance(dqs.position) * dqs.blend_length / extent;
                    largest = largest.max(apart);
                }
            }
            let of_program = |id: &str| {
                let settings = settings_of(&[id]).into_iter().find(|settings| settings.antipodality() == mode);
                settings.map(|settings| on_cpu(&model, &pose, settings, &[]))
            };
            if let (Some(two_phase), Some(dqs)) = (of_program("two-phase-dqs"), of_program("dqs")) {
                let lengths = reference::deform(&model, &pose, Settings { antipodality: mode, ..Settings::new("dqs") });
                for ((a, b), exact) in two_phase.iter().zip(&dqs).zip(lengths) {
                    if exact.sign_margin > 1e-5 {
                        let apart = f64::from(a.position.distance(b.position)) * exact.blend_length / extent;
                        largest_of_program = largest_of_program.max(apart);
                    }
                }
            }
        }
        println!("{}: two-phase is DQS to {largest:.1e}, in the program to {largest_of_program:.1e}", model.name);
        // The rounding in a file makes the scales of its joints differ slightly.
        assert!(largest < 1e-5 && largest_of_program < 2e-5, "{}: {largest:e} {largest_of_program:e}", model.name);
    }
}

/// The same model elsewhere in the scene: rest positions, bind matrices and roots moved.
fn moved(model: &Model, shift: DVec3) -> Model {
    let mut nodes: Vec<Node> = model.skeleton.nodes().to_vec();
    for node in nodes.iter_mut().filter(|node| node.parent.is_none()) {
        node.rest.translation += shift.as_vec3();
    }
    let mut moved = model.clone();
    moved.skeleton = Skeleton::new(nodes).unwrap();
    for skin in &mut moved.skins {
        for joint in &mut skin.joints {
            let joint_from_bind = joint.joint_from_bind * DAffine3::from_translation(-shift);
            *joint = SkinJoint::new(joint.node, joint.parent, joint_from_bind);
        }
    }
    for primitive in &mut moved.primitives {
        Arc::make_mut(primitive).positions.iter_mut().for_each(|position| *position += shift.as_vec3());
    }
    moved
}

/// Ten extents away nothing changes, in the references and in the program, but for the method that turns about the
/// scene's origin.
#[test]
fn moving_the_model_by_ten_extents_changes_nothing() {
    for name in ["bar", "limb"] {
        let model = bundled(name);
        let extent = f64::from(model.rest_bounds().extent());
        // Whole multiples of the last bit, so that moving rounds nothing away.
        let shift = (DVec3::new(6.0, -5.0, 6.0) * extent).round();
        assert!(shift.length() > 9.0 * extent);
        let away = moved(&model, shift);
        let pose = random_pose(&model, &mut Random(112), true);
        let mut pose_away = pose.clone();
        for root in model.skeleton.roots() {
            pose_away.joints[root as usize].translation += shift.as_vec3();
        }
        let centers = centers(&model, 1);
        let away_by = |center: Center| Center { point: center.point + shift, ..center };
        let centers_away: Vec<Option<Center>> = centers.iter().map(|center| center.map(away_by)).collect();
        let (here, there) = (centers_of_primitives(&model, &centers), centers_of_primitives(&away, &centers_away));
        for settings in all_settings() {
            let exact = reference::deform_about(&model, &pose, settings.into(), &centers);
            let exact_away = reference::deform_about(&away, &pose_away, settings.into(), &centers_away);
            let (cpu, cpu_away) = (on_cpu(&model, &pose, settings, &here), on_cpu(&away, &pose_away, settings, &there));
            let (mut largest, mut largest_of_program) = (0.0f64, 0.0f64);
            for vertex in 0..exact.len() {
                if exact[vertex].sign_margin < 1e-5 {
                    continue;
                }
                let length = exact[vertex].blend_length;
                let apart = |a: DVec3, b: DVec3| (a + shift).distance(b) / extent * length;
                largest = largest.max(apart(exact[vertex].position, exact_away[vertex].position));
                let (a, b) = (cpu[vertex].position.as_dvec3(), cpu_away[vertex].position.as_dvec3());
                largest_of_program = largest_of_program.max(apart(a, b));
            }
            if settings.method.id() == "quaternion-translation" {
                assert!(largest > 0.5, "{settings:?} should drift: {largest}");
                continue;
            }
            println!(
                "{name} {} {} {}: {largest:.1e}, in the program {largest_of_program:.1e}",
                settings.method.id(),
                settings.antipodality().id(),
                settings.scale_kind.id()
            );
            // Ten extents away single precision keeps 1e-6 of the extent.
            assert!(largest < 1e-5, "{settings:?}: {largest:e}");
            assert!(largest_of_program < 1e-5, "{settings:?}: {largest_of_program:e}");
        }
    }
}

/// Local scale stretches a joint's own vertices and moves its children along, unstretched; inherited scale stretches
/// the children too. Figures 12 and 13.
#[test]
fn local_scale_moves_children_and_leaves_their_shape() {
    let model = oracle_model("ybranch");
    let [trunk, left] = ["trunk", "left"].map(|name| model.skeleton.find(name).unwrap());
    let at = |node: u32| model.skins[0].joints.iter().position(|joint| joint.node == node).unwrap();
    let primitive = model.skinned_primitives().next().unwrap();
    let alone: Vec<usize> = (0..primitive.positions.len())
        .filter(|&v| primitive.influences.of(v).len() == 1 && primitive.influences.of(v)[0].joint as usize == at(left))
        .collect();
    assert!(alone.len() > 100);
    let mut plain = Pose::rest(&model.skeleton);
    super::turn(&model, &mut plain, "trunk", [20.0, -15.0, 30.0]);
    super::turn(&model, &mut plain, "left", [-40.0, 25.0, 50.0]);
    let scale = Vec3::new(1.4, 0.7, 1.2);
    let mut local = plain.clone();
    local.joints[trunk as usize].local_scale = scale;
    let mut by_trs = plain.clone();
    by_trs.joints[trunk as usize].scale *= scale;
    let settings = Settings::new("two-phase-dqs");
    let taken = Settings { scale_kind: ScaleKind::Local, ..settings };
    let before = positions(&reference::deform(&model, &plain, settings));
    // How far the child's own vertices are from having only been shifted, and by how much they were.
    let shape = |pose: &Pose, settings: Settings| {
        let after = positions(&reference::deform(&model, pose, settings));
        let shift = after[alone[0]] - before[alone[0]];
        let largest = alone.iter().map(|&v| (after[v] - before[v]).distance(shift)).fold(0.0, f64::max);
        (largest, shift)
    };
    let ((of_local, shift), (of_taken, shift_taken), (of_inherited, _)) =
        (shape(&local, settings), shape(&by_trs, taken), shape(&by_trs, settings));
    // The offset to the child is stretched in the trunk's frame.
    let posed = |pose: &Pose| {
        let kind = ScaleKind::Inherited;
        joints(&model, &model.skins[0], pose, kind, Antipodality::PerVertex)[at(left)].posed_origin
    };
    let offset = posed(&local) - posed(&plain);
    println!(
        "children change by {of_local:.1e} under local scale and move by {:.3}; inherited scale changes them by \
         {of_inherited:.3}",
        shift.length()
    );
    assert!(of_local < 1e-12 && of_taken < 1e-12 && of_inherited > 0.05);
    assert!(shift.length() > 0.05 && shift.distance(offset) < 1e-12 && shift.distance(shift_taken) < 1e-7);
    for settings in settings_of(&["two-phase-dqs", "cor", "lbs"]) {
        let (before, after) = (on_cpu(&model, &plain, settings, &[]), on_cpu(&model, &local, settings, &[]));
        for &v in &alone {
            let moved = (after[v].position - before[v].position).as_dvec3();
            assert!(moved.distance(shift) < 1e-5, "{settings:?}");
        }
    }
}
