//! The cloth of Kavan 2008 (figures 7, 8 and 15 to 17): about 6,000 vertices, 12,000 triangles and 49 joints. A vertex
//! follows the four joints around it, and neighbors on opposite sides of a grid line follow different sets of four:
//! there direct quaternion blending cracks and spherical blending jumps.

use super::joint_grid::JointGrid;
use super::sheet::{SIDE, cloth};
use crate::GenerateError;
use crate::assemble::smooth_step;
use glam::DVec3;
use skinscope::model::Model;

const COLUMNS: usize = 7;
pub(super) const GRID: JointGrid<COLUMNS> = JointGrid {
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
/// Edges of a side, thirteen between neighboring joints. Thirteen is odd: the line between two joints, across which the
/// nearest one changes, runs through the middle of edges and never through a vertex.
const EDGES: u32 = 78;

pub(crate) fn generate() -> Result<Model, GenerateError> {
    cloth("cloth", EDGES, &GRID, weights)
}

/// Weights by smooth steps from joint to joint along columns and rows, multiplied: once continuously differentiable,
/// and zero except for the four joints around a point.
fn weights(point: DVec3) -> Vec<f64> {
    let steps = |along: f64| {
        let position = along / JointGrid::<COLUMNS>::spacing();
        move |joint: usize| 1.0 - smooth_step(0.0, 1.0, (position - joint as f64).abs())
    };
    let (column_weight, row_weight) = (steps(point.x + SIDE / 2.0), steps(point.y));
    JointGrid::<COLUMNS>::in_order(|column, row| column_weight(column) * row_weight(row))
}

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
