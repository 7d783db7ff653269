//! Poses that are computed by formulas, and their table in the library.

use crate::{cloth, tentacle};
use skinscope::bundled::PosedJoint;
use std::fmt::Write;

/// A pose whose angles and offsets are computed.
pub(crate) struct ComputedPose {
    /// Name of the table in the library.
    pub constant: &'static str,
    pub joints: Vec<PosedJoint>,
}

/// A joint that is only turned.
pub(crate) fn turned(joint: &'static str, angles_degrees: [f32; 3]) -> PosedJoint {
    PosedJoint { joint, angles_degrees, translation: [0.0; 3] }
}

/// Joints of a chain, turned by angles that change evenly from those of the first to those of the last.
pub(crate) fn ramp(joints: &[&'static str], first_degrees: [f32; 3], last_degrees: [f32; 3]) -> Vec<PosedJoint> {
    let turn = |(index, joint): (usize, &&'static str)| {
        let share = index as f32 / (joints.len() - 1) as f32;
        let angle = |axis: usize| first_degrees[axis] + (last_degrees[axis] - first_degrees[axis]) * share;
        turned(joint, [0, 1, 2].map(angle))
    };
    joints.iter().enumerate().map(turn).collect()
}

/// Every joint turned about all three axes by irregular but reproducible angles between plus and minus `most_degrees`.
pub(crate) fn scattered(joints: &[&'static str], most_degrees: f32) -> Vec<PosedJoint> {
    let angle = |joint: usize| {
        // The upper bits of multiples of the golden ratio spread evenly (Knuth 1973, 6.4).
        let bits = (joint as u32 + 1).wrapping_mul(2_654_435_769) >> 16;
        (bits as f32 / 32768.0 - 1.0) * most_degrees
    };
    let turn = |(index, joint): (usize, &&'static str)| turned(joint, [0, 1, 2].map(|axis| angle(3 * index + axis)));
    joints.iter().enumerate().map(turn).collect()
}

/// The library's table of computed poses, as Rust source.
pub(crate) fn table() -> String {
    let mut source = "//! Written by `cargo run -p skinscope-modelgen`: change the formulas there, not this file.\n\n\
                      use super::{PosedJoint, posed};\n"
        .to_owned();
    for pose in cloth::computed_poses().into_iter().chain(tentacle::computed_poses()) {
        let ComputedPose { constant, joints } = pose;
        let rows: String = joints
            .iter()
            .map(|joint| {
                format!("    posed({:?}, {:?}, {:?}),\n", joint.joint, joint.angles_degrees, joint.translation)
            })
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(source, "\npub(super) const {constant}: [PosedJoint; {}] = [\n{rows}];\n", joints.len());
    }
    source
}
