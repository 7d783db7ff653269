use super::computed::{CLOTH_CRUMPLE, CLOTH_GATHER, CLOTH_SWIRL};
use super::{NamedPose, PosedJoint, all_turned, together, turned};

const COLUMNS: usize = 7;
const RIGHT: [&str; 3] = ["e4", "f4", "g4"];
const LEFT: [&str; 3] = ["c4", "b4", "a4"];
/// From below. The fourth is the middle row, on which [`RIGHT`] and [`LEFT`] lie.
const ROW_1: [&str; COLUMNS] = ["a1", "b1", "c1", "d1", "e1", "f1", "g1"];
const ROW_2: [&str; COLUMNS] = ["a2", "b2", "c2", "d2", "e2", "f2", "g2"];
const ROW_3: [&str; COLUMNS] = ["a3", "b3", "c3", "d3", "e3", "f3", "g3"];
const ROW_5: [&str; COLUMNS] = ["a5", "b5", "c5", "d5", "e5", "f5", "g5"];
const ROW_6: [&str; COLUMNS] = ["a6", "b6", "c6", "d6", "e6", "f6", "g6"];
const ROW_7: [&str; COLUMNS] = ["a7", "b7", "c7", "d7", "e7", "f7", "g7"];

const TWIST: [PosedJoint; 6] = together(&[&all_turned(RIGHT, [45.0, 0.0, 0.0]), &all_turned(LEFT, [-45.0, 0.0, 0.0])]);

pub(in crate::bundled) const CLOTH: &[NamedPose] = &[
    // The top third comes forward: two joints far apart turn against each other along a whole row (figure 7).
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
    // The same with the whole cloth turned about the twist's axis, so that two neighbors stand on either side of half
    // a turn. Blended logarithms, which know no turns beyond it, take the long way round between them (figure 16).
    NamedPose { name: "twist-turned", joints: &together::<7>(&[&[turned("d4", [150.0, 0.0, 0.0])], &TWIST]) },
    // Up and down bend back, left and right come forward: all four joints around a vertex turn differently, and each
    // grid line divides two sets of them (figures 8 and 17).
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
    // Pleats, one from each joint to the next. Halves of neighboring columns turn opposite ways about axes that stand
    // apart, so that the four joints on either side of a grid line agree on different centers, and those on the line
    // on a third: spherical blending tears there (figures 8 and 17).
    NamedPose { name: "gather", joints: &CLOTH_GATHER },
    // The middle is pulled out and turned, the joints around it less and less.
    NamedPose { name: "swirl", joints: &CLOTH_SWIRL },
    NamedPose { name: "crumple", joints: &CLOTH_CRUMPLE },
];
