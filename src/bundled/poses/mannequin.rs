use super::{NamedPose, PosedJoint, turned};

/// Poses of the mannequin. Axes and signs are those of `tools/modelgen/src/mannequin/skeleton.rs`.
pub(in crate::bundled) const MANNEQUIN: &[NamedPose] = &[
    NamedPose { name: "t-pose", joints: &[] },
    NamedPose {
        name: "a-pose",
        joints: &[
            turned("clavicle.L", [0.0, 0.0, -4.0]),
            turned("upper_arm.L", [0.0, 0.0, -44.0]),
            turned("forearm.L", [0.0, -10.0, 0.0]),
            turned("clavicle.R", [0.0, 0.0, 4.0]),
            turned("upper_arm.R", [0.0, 0.0, 44.0]),
            turned("forearm.R", [0.0, 10.0, 0.0]),
        ],
    },
    NamedPose {
        name: "arms-crossed",
        joints: &[
            turned("clavicle.L", [0.0, -8.0, 0.0]),
            turned("upper_arm.L", [-20.0, 0.0, -70.0]),
            turned("upper_arm_twist.L", [62.0, 0.0, 0.0]),
            turned("forearm.L", [62.0, -106.0, 0.0]),
            turned("clavicle.R", [0.0, 8.0, 0.0]),
            turned("upper_arm.R", [-36.0, 0.0, 66.0]),
            turned("upper_arm_twist.R", [60.0, 0.0, 0.0]),
            turned("forearm.R", [60.0, 100.0, 0.0]),
            // The front hand lies on the other arm.
            turned("index_1.R", [0.0, 0.0, 20.0]),
            turned("index_2.R", [0.0, 0.0, 28.0]),
            turned("index_3.R", [0.0, 0.0, 20.0]),
            turned("middle_1.R", [0.0, 0.0, 20.0]),
            turned("middle_2.R", [0.0, 0.0, 28.0]),
            turned("middle_3.R", [0.0, 0.0, 20.0]),
            turned("ring_1.R", [0.0, 0.0, 20.0]),
            turned("ring_2.R", [0.0, 0.0, 28.0]),
            turned("ring_3.R", [0.0, 0.0, 20.0]),
            turned("little_1.R", [0.0, 0.0, 20.0]),
            turned("little_2.R", [0.0, 0.0, 28.0]),
            turned("little_3.R", [0.0, 0.0, 20.0]),
        ],
    },
    NamedPose {
        name: "deep-squat",
        joints: &[
            PosedJoint { joint: "hips", angles_degrees: [28.0, 0.0, 0.0], translation: [0.0, -0.506, -0.151] },
            turned("thigh.L", [-118.0, 0.0, 10.0]),
            turned("shin.L", [128.0, 0.0, 0.0]),
            turned("foot.L", [-38.0, 0.0, -10.0]),
            turned("thigh.R", [-118.0, 0.0, -10.0]),
            turned("shin.R", [128.0, 0.0, 0.0]),
            turned("foot.R", [-38.0, 0.0, 10.0]),
            turned("upper_arm.L", [-92.0, 0.0, -82.0]),
            turned("forearm.L", [0.0, -12.0, 0.0]),
            turned("upper_arm.R", [-92.0, 0.0, 82.0]),
            turned("forearm.R", [0.0, 12.0, 0.0]),
            turned("spine_2", [4.0, 0.0, 0.0]),
            turned("spine_3", [4.0, 0.0, 0.0]),
            turned("neck", [-10.0, 0.0, 0.0]),
            turned("head", [-14.0, 0.0, 0.0]),
        ],
    },
    NamedPose { name: "elbow-120", joints: &[turned("forearm.L", [0.0, -120.0, 0.0])] },
    // The twist joint rotates with the hand. The twist of the forearm's skin grows from zero at the elbow to the full
    // angle at the wrist.
    NamedPose {
        name: "wrist-twist-170",
        joints: &[turned("forearm_twist.L", [170.0, 0.0, 0.0]), turned("hand.L", [170.0, 0.0, 0.0])],
    },
    // The same without the twist joint: the candy wrapper artifact at the wrist.
    NamedPose { name: "wrist-twist-170-twist-joints-off", joints: &[turned("hand.L", [170.0, 0.0, 0.0])] },
    NamedPose {
        name: "shoulder-raise",
        joints: &[turned("clavicle.L", [0.0, 0.0, 20.0]), turned("upper_arm.L", [0.0, 0.0, 62.0])],
    },
];
