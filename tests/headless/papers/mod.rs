//! The papers' statements as tests: each is proved on the double-precision references, and what concerns the program
//! through its public interface.
#![allow(clippy::print_stdout, reason = "tests state the figures that they find")]

mod antipodality;
mod center_optimality;
mod center_shapes;
mod centers_of_rotation;
mod dlb_and_sclerp;
mod dual_numbers;
mod error_table;
mod historic_methods;
mod iterative_blending;
mod lemmas;
mod negative_weights;
mod normals;
mod oracle_of_references;
mod procrustes;
mod program;
mod program_math;
mod random_models;
mod random_rigs;
mod rotation_centers_2d;
mod screw_speed;
mod steps_of_dib;
mod twist_plot;
mod two_phase;
mod two_phase_of_models;
mod williamson;

use crate::skips::skip;
use glam::DVec3;
use skinscope::files::open_model;
use skinscope::model::{Model, Pose};
use std::path::Path;
use std::sync::Arc;

/// A bundled model, opened from its file.
pub fn bundled(name: &str) -> Arc<Model> {
    open_model(name).unwrap().asset.model
}

/// A model of the folder that `SKINSCOPE_SAMPLES` names; `None`, with a message, where it is missing.
pub fn sample(test: &str, file: &str) -> Option<Arc<Model>> {
    let folder = std::env::var_os("SKINSCOPE_SAMPLES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/models"), Into::into);
    let path = folder.join("good").join(file);
    if !path.is_file() {
        skip(format_args!("{test}: no {file} in the samples; set SKINSCOPE_SAMPLES"));
        return None;
    }
    Some(open_model(path.to_str().unwrap()).unwrap().asset.model)
}

/// Turns a joint after its rest rotation, by angles in degrees about its own X, Y and Z.
fn turn(model: &Model, pose: &mut Pose, joint: &str, angles_degrees: [f32; 3]) {
    let node = model.skeleton.find(joint).unwrap() as usize;
    pose.joints[node].rotation *= skinscope::math::turn_from_angles(angles_degrees.into());
}

fn largest_distance(a: impl IntoIterator<Item = DVec3>, b: impl IntoIterator<Item = DVec3>) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| a.distance(b)).fold(0.0, f64::max)
}
