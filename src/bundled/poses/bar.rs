use super::{NamedPose, PosedJoint, turned};

/// Poses of the bar. At 180 degrees both arcs are equally short, and dual quaternions flip; 179 is just before.
pub(in crate::bundled) const BAR: &[NamedPose] = &[
    NamedPose { name: "twist-90", joints: &[turned("mid", [90.0, 0.0, 0.0])] },
    NamedPose { name: "twist-135", joints: &[turned("mid", [135.0, 0.0, 0.0])] },
    NamedPose { name: "twist-179", joints: &[turned("mid", [179.0, 0.0, 0.0])] },
    NamedPose { name: "bend-90", joints: &[turned("mid", [0.0, 0.0, 90.0])] },
    NamedPose { name: "bend-120", joints: &[turned("mid", [0.0, 0.0, 120.0])] },
    NamedPose {
        name: "bend-90-moved",
        joints: &[
            // Turned by 25 degrees about the axis (1, 2, 3).
            PosedJoint { joint: "root", angles_degrees: [4.307149, 14.239512, 19.62], translation: [0.1, 0.2, 0.3] },
            PosedJoint { joint: "mid", angles_degrees: [0.0, 0.0, 90.0], translation: [0.15, 0.1, 0.0] },
        ],
    },
];
