use super::computed::{CLOTH_9_CRUMPLE, CLOTH_9_SWIRL};
use super::{NamedPose, all_turned, turned};

pub(in crate::bundled) const CLOTH_9: &[NamedPose] = &[
    NamedPose { name: "fold", joints: &all_turned(["a3", "b3", "c3"], [120.0, 0.0, 0.0]) },
    NamedPose { name: "twist", joints: &[turned("a2", [-90.0, 0.0, 0.0]), turned("c2", [90.0, 0.0, 0.0])] },
    // One corner folded over and one rotated in its plane.
    NamedPose { name: "corners", joints: &[turned("c3", [60.0, -100.0, 0.0]), turned("a1", [0.0, 0.0, 150.0])] },
    NamedPose { name: "swirl", joints: &CLOTH_9_SWIRL },
    NamedPose { name: "crumple", joints: &CLOTH_9_CRUMPLE },
];
