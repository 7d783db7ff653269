use super::{NamedPose, PosedJoint, together, turned};

/// A closed hand. Pointing leaves out the index finger, thumbs-up the thumb.
const FIST_INDEX: [PosedJoint; 3] =
    [turned("index_1", [80.0, 0.0, 7.0]), turned("index_2", [95.1, -9.0, 9.8]), turned("index_3", [54.7, -7.4, 3.8])];
const FIST_OTHERS: [PosedJoint; 9] = [
    turned("middle_1", [80.0, 0.0, 1.5]),
    turned("middle_2", [95.0, -1.5, 1.6]),
    turned("middle_3", [55.0, -1.2, 0.6]),
    turned("ring_1", [80.0, 0.0, -5.0]),
    turned("ring_2", [95.0, 6.0, -6.5]),
    turned("ring_3", [54.9, 4.9, -2.6]),
    turned("little_1", [80.0, 0.0, -12.0]),
    turned("little_2", [95.2, 15.9, -17.4]),
    turned("little_3", [53.9, 13.0, -6.7]),
];
const FIST_THUMB: [PosedJoint; 3] = [
    turned("thumb_1", [20.7, -14.9, 4.9]),
    turned("thumb_2", [24.2, -12.1, 40.2]),
    turned("thumb_3", [12.3, -2.1, 43.3]),
];

/// Poses of the hand. Fingers bend about the axis perpendicular to them, which is tilted with the finger, and converge
/// as they close; the angles are those rotations as intrinsic X, Y, Z. The thumb's angles were fitted to the intended
/// directions of its bones.
pub(in crate::bundled) const HAND: &[NamedPose] = &[
    NamedPose { name: "fist", joints: &together::<15>(&[&FIST_INDEX, &FIST_OTHERS, &FIST_THUMB]) },
    NamedPose {
        name: "spread",
        joints: &[
            turned("index_1", [-8.0, 0.0, -10.0]),
            turned("index_2", [-7.9, 1.2, 0.1]),
            turned("index_3", [-5.9, 0.9, 0.0]),
            turned("middle_1", [-8.0, 0.0, -1.0]),
            turned("middle_2", [-6.0, 0.2, 0.0]),
            turned("middle_3", [-6.0, 0.2, 0.0]),
            turned("ring_1", [-8.0, 0.0, 7.0]),
            turned("ring_2", [-8.0, -0.8, -0.1]),
            turned("ring_3", [-6.0, -0.6, 0.0]),
            turned("little_1", [-10.0, 0.0, 16.0]),
            turned("little_2", [-7.7, -2.2, -0.1]),
            turned("little_3", [-5.8, -1.7, -0.1]),
            turned("thumb_1", [-1.5, 8.4, -16.5]),
            turned("thumb_2", [2.6, -0.9, -6.1]),
            turned("thumb_3", [3.5, -1.8, -8.8]),
        ],
    },
    NamedPose {
        name: "point",
        joints: &together::<15>(&[
            &[
                turned("index_1", [-4.0, 0.0, 5.0]),
                turned("index_2", [-5.9, 0.9, 0.0]),
                turned("index_3", [-5.9, 0.9, 0.0]),
            ],
            &FIST_OTHERS,
            &FIST_THUMB,
        ]),
    },
    // The whole arm is horizontal, moved back so that the hand keeps its position.
    NamedPose {
        name: "thumbs-up",
        joints: &together::<16>(&[
            &[PosedJoint { joint: "forearm", angles_degrees: [0.0, 0.0, 90.0], translation: [0.9, 1.0, 0.0] }],
            &FIST_INDEX,
            &FIST_OTHERS,
            &[
                turned("thumb_1", [2.9, 4.3, -17.7]),
                turned("thumb_2", [3.2, 0.2, -16.6]),
                turned("thumb_3", [3.7, -2.1, -19.7]),
            ],
        ]),
    },
    NamedPose {
        name: "pinch",
        joints: &[
            turned("index_1", [49.0, 0.0, 9.0]),
            turned("index_2", [49.7, -6.9, 3.2]),
            turned("index_3", [26.7, -4.1, 1.0]),
            turned("middle_1", [28.0, 0.0, 1.5]),
            turned("middle_2", [24.0, -0.6, 0.1]),
            turned("middle_3", [14.0, -0.4, 0.0]),
            turned("ring_1", [16.0, 0.0, -2.0]),
            turned("ring_2", [17.9, 1.9, -0.3]),
            turned("ring_3", [9.9, 1.0, -0.1]),
            turned("little_1", [6.0, 0.0, -6.0]),
            turned("little_2", [11.5, 3.3, -0.3]),
            turned("little_3", [7.7, 2.2, -0.1]),
            turned("thumb_1", [12.4, -9.8, 4.9]),
            turned("thumb_2", [7.5, -6.9, 23.5]),
            turned("thumb_3", [18.5, -4.2, 32.5]),
        ],
    },
    NamedPose { name: "wrist-bend", joints: &[turned("wrist", [80.0, 0.0, 0.0])] },
    NamedPose { name: "wrist-twist", joints: &[turned("wrist", [0.0, 150.0, 0.0])] },
];
