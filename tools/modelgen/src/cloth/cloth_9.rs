//! The cloth of Le & Hodgins 2016 (table 1 and figures 11 to 13): 2,601 vertices, 5,000 triangles and 9 joints, with
//! weights "by closest distance with a drop-off of 2". Each joint reaches far, and where a joint joins or leaves a
//! vertex's set, neighboring vertices follow different sets, on which spherical blending depends.

use super::joint_grid::JointGrid;
use super::sheet::cloth;
use crate::GenerateError;
use glam::DVec3;
use skinscope::model::Model;

const COLUMNS: usize = 3;
pub(super) const GRID: JointGrid<COLUMNS> =
    JointGrid { names: [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]] };
const EDGES: u32 = 50;
/// Most joints that a vertex follows.
const NEAREST: usize = 4;

pub(crate) fn generate() -> Result<Model, GenerateError> {
    cloth("cloth-9", EDGES, &GRID, weights)
}

/// Weights by one over the distance, minus one over the distance of the nearest joint left out, squared (Franke &
/// Nielson 1980): the drop-off of 2, without the step that plain `1 / d^2` has where the last of the nearest joints
/// changes.
fn weights(point: DVec3) -> Vec<f64> {
    // Far below the length of an edge; keeps the weights of a vertex that lies on a joint finite.
    const LEAST: f64 = 1e-9;
    let distances =
        JointGrid::<COLUMNS>::in_order(|column, row| JointGrid::<COLUMNS>::position(column, row).distance(point));
    let mut sorted = distances.clone();
    sorted.sort_by(f64::total_cmp);
    let left_out = 1.0 / sorted[NEAREST];
    let raw = |distance: &f64| {
        let over = (1.0 / distance.max(LEAST) - left_out).max(0.0);
        over * over
    };
    let raw: Vec<f64> = distances.iter().map(raw).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_paper() {
        let model = generate().unwrap();
        assert_eq!((model.vertex_count(), model.triangle_count()), (2601, 5000));
        assert_eq!((model.skins[0].joints.len(), model.max_influences()), (9, NEAREST));
    }

    #[test]
    fn weights_fall_with_the_square_of_the_distance() {
        // From the middle joint 0.15 to the right: its neighbors at 0.6, 0.9 and, above and below, 0.765.
        let near = weights(DVec3::new(0.15, 0.75, 0.0));
        let left_out = 1.0 / 0.9;
        let over = |distance: f64| (1.0 / distance - left_out) * (1.0 / distance - left_out);
        let aside = (0.75f64 * 0.75 + 0.15 * 0.15).sqrt();
        let sum = over(0.15) + over(0.6) + 2.0 * over(aside);
        assert!((near[0] - over(0.15) / sum).abs() < 1e-12);
        assert_eq!(near.iter().filter(|&&weight| weight > 0.0).count(), 4);
        assert!((weights(DVec3::new(0.0, 0.75, 0.0))[0] - 1.0).abs() < 1e-12);
    }
}
