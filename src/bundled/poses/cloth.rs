use super::computed::{CLOTH_9_CRUMPLE, CLOTH_9_SWIRL, CLOTH_CRUMPLE, CLOTH_GATHER, CLOTH_SWIRL};
use super::{NamedPose, PosedJoint, all_turned, together, turned};

const COLUMNS: usize = 7;
const RIGHT: [&str; 3] = ["e4", "f4", "g4"];
const LEFT: [&str; 3] = ["c4", "b4", "a4"];
/// Names of the joints, in rows from the bottom. The fourth is the middle row, which contains [`RIGHT`] and [`LEFT`].
const ROW_1: [&str; COLUMNS] = ["a1", "b1", "c1", "d1", "e1", "f1", "g1"];
const ROW_2: [&str; COLUMNS] = ["a2", "b2", "c2", "d2", "e2", "f2", "g2"];
const ROW_3: [&str; COLUMNS] = ["a3", "b3", "c3", "d3", "e3", "f3", "g3"];
const ROW_5: [&str; COLUMNS] = ["a5", "b5", "c5", "d5", "e5", "f5", "g5"];
const ROW_6: [&str; COLUMNS] = ["a6", "b6", "c6", "d6", "e6", "f6", "g6"];
const ROW_7: [&str; COLUMNS] = ["a7", "b7", "c7", "d7", "e7", "f7", "g7"];

const TWIST: [PosedJoint; 6] = together(&[&all_turned(RIGHT, [45.0, 0.0, 0.0]), &all_turned(LEFT, [-45.0, 0.0, 0.0])]);

pub(in crate::bundled) const CLOTH: &[NamedPose] = &[
    // The top third folds forward: two distant joints rotate against each other along a whole row (figure 7).
    NamedPose { name: "fold", joints: &all_turned(ROW_5, [120.0, 0.0, 0.0]) },
    NamedPose {
        name: "scroll",
        joints: &together::<{ 6 * COLUMNS }>(&[
            &all_turned(ROW_5, [60.0, 0.0, 0.0]),
            &all_turned(ROW_6, [75.0, 0.0, 0.0]),
            &all_turned(ROW_7, [90.0, 0.0, 0.0]),
            &all_turned(ROW_3, [-60.0, 0.0, 0.0]),
            &all_turned(ROW_2, [-75.0, 0.0, 0.0]),
            &all_turned(ROW_1, [-90.0, 0.0, 0.0]),
        ]),
    },
    NamedPose { name: "twist", joints: &TWIST },
    // The same with the whole cloth rotated about the twist's axis, so that two neighbors are on either side of a half
    // turn. Blended logarithms, which cannot represent larger rotations, take the long way around between them (figure
    // 16).
    NamedPose { name: "twist-turned", joints: &together::<7>(&[&[turned("d4", [150.0, 0.0, 0.0])], &TWIST]) },
    // Top and bottom bend back, left and right come forward: all four joints around a vertex rotate differently, and
    // each grid line separates two joint sets (figures 8 and 17).
    NamedPose {
        name: "saddle",
        joints: &together::<{ 6 + 6 * COLUMNS }>(&[
            &all_turned(RIGHT, [0.0, -40.0, 0.0]),
            &all_turned(LEFT, [0.0, 40.0, 0.0]),
            &all_turned(ROW_5, [-40.0, 0.0, 0.0]),
            &all_turned(ROW_6, [-40.0, 0.0, 0.0]),
            &all_turned(ROW_7, [-40.0, 0.0, 0.0]),
            &all_turned(ROW_3, [40.0, 0.0, 0.0]),
            &all_turned(ROW_2, [40.0, 0.0, 0.0]),
            &all_turned(ROW_1, [40.0, 0.0, 0.0]),
        ]),
    },
    // Pleats, one from each joint to the next. Halves of neighboring columns rotate in opposite directions about
    // separate axes, so that the four joints on either side of a grid line have different common centers, and those on
    // the line a third one: spherical blending tears there (figures 8 and 17).
    NamedPose { name: "gather", joints: &CLOTH_GATHER },
    // The middle is pulled out and rotated, and the surrounding joints gradually less.
    NamedPose { name: "swirl", joints: &CLOTH_SWIRL },
    NamedPose { name: "crumple", joints: &CLOTH_CRUMPLE },
];

pub(in crate::bundled) const CLOTH_9: &[NamedPose] = &[
    NamedPose { name: "fold", joints: &all_turned(["a3", "b3", "c3"], [120.0, 0.0, 0.0]) },
    NamedPose { name: "twist", joints: &[turned("a2", [-90.0, 0.0, 0.0]), turned("c2", [90.0, 0.0, 0.0])] },
    // One corner folded over and one rotated in its plane.
    NamedPose { name: "corners", joints: &[turned("c3", [60.0, -100.0, 0.0]), turned("a1", [0.0, 0.0, 150.0])] },
    NamedPose { name: "swirl", joints: &CLOTH_9_SWIRL },
    NamedPose { name: "crumple", joints: &CLOTH_9_CRUMPLE },
];
