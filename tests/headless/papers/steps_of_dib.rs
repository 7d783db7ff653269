//! How many steps the program's DIB takes (Kavan 2008, appendix B.1: "in practice, the algorithm converges quite
//! quickly", one to three steps), over bend angles, on the CPU twin in single precision.

use super::{bundled, sample, turn};
use skinscope::model::{Model, Pose};
use skinscope::skinning::{JointPalette, RestVertex, SkinningMethod, SkinningSettings, blend_iteratively};
use std::sync::Arc;

const BENDS_DEGREES: [f32; 12] = [0.0, 0.001, 0.03, 0.3, 2.0, 10.0, 45.0, 90.0, 120.0, 150.0, 170.0, 179.0];

#[derive(Default)]
struct Steps {
    /// Most steps of a vertex with one influence.
    most_of_one_influence: u32,
    /// Number of the other vertices.
    count: u32,
    sum: u32,
    most: u32,
}

impl Steps {
    fn mean(&self) -> f64 {
        f64::from(self.sum) / f64::from(self.count)
    }
}

fn steps(model: &Model, pose: &Pose) -> Steps {
    let settings = SkinningSettings { method: SkinningMethod::Dib, ..SkinningSettings::default() };
    let palettes = JointPalette::all(model, pose, settings);
    let mut found = Steps::default();
    for primitive in &model.primitives {
        for (vertex, &position) in primitive.positions.iter().enumerate() {
            let influences = primitive.influences.of(vertex);
            let normal = primitive.normals[vertex];
            let rest = RestVertex::new(position, normal, influences);
            let motions = &palettes[primitive.skin as usize].motions;
            let steps = blend_iteratively(rest, motions, settings.antipodality().sign_mode()).steps;
            if influences.len() == 1 {
                found.most_of_one_influence = found.most_of_one_influence.max(steps);
            } else {
                found.count += 1;
                found.sum += steps;
                found.most = found.most.max(steps);
            }
        }
    }
    found
}

/// Which joints bend: one, or all that are shown, each by the same angle, so that whole limbs roll up.
enum Bent {
    One(&'static str),
    All,
}

fn bent(model: &Model, joints: &Bent, degrees: f32) -> Pose {
    let mut pose = Pose::rest(&model.skeleton);
    match joints {
        Bent::One(joint) => turn(model, &mut pose, joint, [degrees, 0.0, 0.0]),
        Bent::All => {
            for node in model.skeleton.shown_joints() {
                pose.joints[node as usize].rotation *= skinscope::math::turn_from_angles([degrees, 0.0, 0.0].into());
            }
        }
    }
    pose
}

#[test]
fn dib_takes_few_steps_at_every_bend() {
    let mut models: Vec<(Arc<Model>, Bent)> = vec![
        (bundled("bar"), Bent::One("mid")),
        (bundled("limb"), Bent::One("left")),
        (bundled("tentacle"), Bent::All),
        (bundled("mannequin"), Bent::All),
    ];
    models.extend(sample("steps of DIB", "CesiumMan.glb").map(|man| (man, Bent::All)));
    println!("{:<14}{:>10}{:>12}{:>8}{:>8}", "model", "degrees", "vertices", "mean", "most");
    for (model, joints) in &models {
        for degrees in BENDS_DEGREES {
            let found = steps(model, &bent(model, joints, degrees));
            println!("{:<14}{degrees:>10}{:>12}{:>8.2}{:>8}", model.name, found.count, found.mean(), found.most);
            assert_eq!(found.most_of_one_influence, 0);
            match joints {
                // Two joints share a vertex: one step, and one that finds nothing left to do.
                Bent::One(_) => assert!(found.most <= 2, "{} {degrees}", model.name),
                // Joints that share a vertex are up to eight bends apart.
                Bent::All if degrees <= 10.0 => assert!(found.most <= 4, "{} {degrees}", model.name),
                Bent::All if degrees <= 90.0 => assert!(found.mean() < 12.0, "{} {degrees}", model.name),
                Bent::All => {}
            }
        }
    }
}
