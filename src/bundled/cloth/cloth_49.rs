//! The cloth of Kavan 2008 (figures 7, 8 and 15 to 17): about 6,000 vertices, 12,000 triangles and 49 joints. A vertex
//! follows the four joints around it, and neighbors on two sides of a grid line follow other sets of four: that is
//! where direct quaternion blending cracks and spherical blending jumps.

use super::super::GenerateError;
use super::super::assemble::smooth_step;
use super::super::poses::{NamedPose, PosedJoint, all_turned, scattered, together, turned};
use super::joint_grid::{JointGrid, swirl};
use super::sheet::{SIDE, cloth};
use crate::model::Model;
use glam::DVec3;

const COLUMNS: usize = 7;
const GRID: JointGrid<COLUMNS> = JointGrid {
    names: [
        ["a1", "b1", "c1", "d1", "e1", "f1", "g1"],
        ["a2", "b2", "c2", "d2", "e2", "f2", "g2"],
        ["a3", "b3", "c3", "d3", "e3", "f3", "g3"],
        ["a4", "b4", "c4", "d4", "e4", "f4", "g4"],
        ["a5", "b5", "c5", "d5", "e5", "f5", "g5"],
        ["a6", "b6", "c6", "d6", "e6", "f6", "g6"],
        ["a7", "b7", "c7", "d7", "e7", "f7", "g7"],
    ],
};
/// Thirteen from joint to joint. Odd: the line between two joints, across which the nearest one changes, runs through
/// the middle of edges and never through a vertex.
const EDGES: u32 = 78;

pub(in super::super) fn generate() -> Result<Model, GenerateError> {
    cloth("cloth", EDGES, &GRID, weights)
}

/// Smooth steps from joint to joint along columns and rows, multiplied: once continuously differentiable, and zero
/// beyond the four joints around a point.
fn weights(point: DVec3) -> Vec<f64> {
    let steps = |along: f64| {
        let position = along / JointGrid::<COLUMNS>::spacing();
        move |joint: usize| 1.0 - smooth_step(0.0, 1.0, (position - joint as f64).abs())
    };
    let (column_weight, row_weight) = (steps(point.x + SIDE / 2.0), steps(point.y));
    JointGrid::<COLUMNS>::in_order(|column, row| column_weight(column) * row_weight(row))
}

const RIGHT: [&str; 3] = ["e4", "f4", "g4"];
const LEFT: [&str; 3] = ["c4", "b4", "a4"];

const fn row(index: usize, angles_degrees: [f32; 3]) -> [PosedJoint; COLUMNS] {
    all_turned(GRID.names[index], angles_degrees)
}

const TWIST: [PosedJoint; 6] = together(&[&all_turned(RIGHT, [45.0, 0.0, 0.0]), &all_turned(LEFT, [-45.0, 0.0, 0.0])]);

/// A row, and with it all above, drawn in toward the middle column until `share` of its width is left. Its joints turn
/// about the vertical, every other one the opposite way.
const fn gathered(index: usize, turn_degrees: f32, share: f64) -> [PosedJoint; COLUMNS] {
    let mut posed = row(index, [0.0; 3]);
    let mut column = 0;
    while column < COLUMNS {
        let from_middle = (column as f64 - (COLUMNS / 2) as f64) * JointGrid::<COLUMNS>::spacing();
        posed[column].angles_degrees[1] = if column % 2 == 0 { -turn_degrees } else { turn_degrees };
        posed[column].translation[0] = (from_middle * (share - 1.0)) as f32;
        column += 1;
    }
    posed
}

pub(in super::super) const POSES: &[NamedPose] = &[
    // The top third comes forward: two joints far apart turn against each other along a whole row (figure 7).
    NamedPose { name: "fold", joints: &row(4, [120.0, 0.0, 0.0]) },
    NamedPose {
        name: "scroll",
        joints: &together::<{ 6 * COLUMNS }>(&[
            &row(4, [60.0, 0.0, 0.0]),
            &row(5, [75.0, 0.0, 0.0]),
            &row(6, [90.0, 0.0, 0.0]),
            &row(2, [-60.0, 0.0, 0.0]),
            &row(1, [-75.0, 0.0, 0.0]),
            &row(0, [-90.0, 0.0, 0.0]),
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
            &row(4, [-40.0, 0.0, 0.0]),
            &row(5, [-40.0, 0.0, 0.0]),
            &row(6, [-40.0, 0.0, 0.0]),
            &row(2, [40.0, 0.0, 0.0]),
            &row(1, [40.0, 0.0, 0.0]),
            &row(0, [40.0, 0.0, 0.0]),
        ]),
    },
    // Pleats, one from each joint to the next. Halves of neighboring columns turn opposite ways about axes that stand
    // apart, so that the four joints on either side of a grid line agree on different centers, and those on the line
    // on a third: spherical blending tears there (figures 8 and 17).
    NamedPose { name: "gather", joints: &gathered(4, 85.0, 0.25) },
    // The middle is pulled out and turned, the joints around it less and less.
    NamedPose { name: "swirl", joints: &swirl::<49, COLUMNS>(&GRID, 200.0, 0.5) },
    NamedPose { name: "crumple", joints: &scattered::<49, COLUMNS, COLUMNS>(GRID.names, 50.0) },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_paper() {
        let model = generate().unwrap();
        assert_eq!((model.vertex_count(), model.triangle_count()), (6241, 12168));
        assert_eq!((model.skins[0].joints.len(), model.max_influences()), (49, 4));
    }

    #[test]
    fn a_vertex_follows_the_four_joints_around_it() {
        let spacing = JointGrid::<COLUMNS>::spacing();
        let in_middle = weights(DVec3::new(spacing / 2.0, SIDE / 2.0 + spacing / 2.0, 0.0));
        assert_eq!(in_middle.iter().filter(|&&weight| weight == 0.25).count(), 4);
        let at_joint = weights(DVec3::new(0.0, SIDE / 2.0, 0.0));
        assert_eq!(at_joint[0], 1.0);
        for step in 0..200 {
            let point = DVec3::new(0.0073 * f64::from(step) - 0.75, 0.0061 * f64::from(step), 0.0);
            assert!((weights(point).iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
