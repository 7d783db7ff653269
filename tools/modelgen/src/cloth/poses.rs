use super::joint_grid::JointGrid;
use super::{cloth_9, cloth_49};
use crate::poses::{ComputedPose, scattered, turned};
use skinscope::bundled::PosedJoint;

/// Computed poses of the cloths. The library's poses with these names describe their purpose.
pub(crate) fn computed_poses() -> [ComputedPose; 5] {
    let (cloth, cloth_9) = (&cloth_49::GRID, &cloth_9::GRID);
    [
        ComputedPose { constant: "CLOTH_GATHER", joints: gathered(cloth, 4, 85.0, 0.25) },
        ComputedPose { constant: "CLOTH_SWIRL", joints: swirl(cloth, 200.0, 0.5) },
        ComputedPose { constant: "CLOTH_CRUMPLE", joints: scattered(cloth.names.as_flattened(), 50.0) },
        ComputedPose { constant: "CLOTH_9_SWIRL", joints: swirl(cloth_9, 150.0, 0.5) },
        ComputedPose { constant: "CLOTH_9_CRUMPLE", joints: scattered(cloth_9.names.as_flattened(), 90.0) },
    ]
}

/// A row drawn in toward the middle column, with everything above it, until `share` of its width is left. Its joints
/// turn about the vertical, every other one in the opposite direction.
fn gathered<const N: usize>(grid: &JointGrid<N>, row: usize, turn_degrees: f32, share: f64) -> Vec<PosedJoint> {
    let posed = |column: usize| {
        let from_middle = (column as f64 - (N / 2) as f64) * JointGrid::<N>::spacing();
        let turn = if column.is_multiple_of(2) { -turn_degrees } else { turn_degrees };
        PosedJoint {
            translation: [(from_middle * (share - 1.0)) as f32, 0.0, 0.0],
            ..turned(grid.names[row][column], [0.0, turn, 0.0])
        }
    };
    (0..N).map(posed).collect()
}

/// The middle of a sheet turned about Z and pulled toward +Z. The effect on other joints falls with their distance, to
/// zero at the middle of a side.
fn swirl<const N: usize>(grid: &JointGrid<N>, turn_degrees: f64, pull: f64) -> Vec<PosedJoint> {
    let middle = (N / 2) as f64;
    let spacing = JointGrid::<N>::spacing();
    let posed = |index: usize| {
        let (column, row) = (index % N, index / N);
        let offset = [column as f64 - middle, row as f64 - middle];
        // The middle joint counts as a child of the scene.
        let (parent_share, parent) = match (column == N / 2, row == N / 2) {
            (true, true) => (0.0, [0.0; 2]),
            (false, true) => shared([one_inward(offset[0]), offset[1]], middle),
            (_, false) => shared([offset[0], one_inward(offset[1])], middle),
        };
        let (share, _) = shared(offset, middle);
        let rest = [spacing * (offset[0] - parent[0]), spacing * (offset[1] - parent[1])];
        // First in the scene, then in the parent's frame.
        let wanted = rotated([offset[0] * spacing, offset[1] * spacing], share * turn_degrees);
        let origin = rotated([parent[0] * spacing, parent[1] * spacing], parent_share * turn_degrees);
        let local = rotated([wanted[0] - origin[0], wanted[1] - origin[1]], -parent_share * turn_degrees);
        PosedJoint {
            joint: grid.names[row][column],
            angles_degrees: [0.0, 0.0, ((share - parent_share) * turn_degrees) as f32],
            translation: [
                (local[0] - rest[0]) as f32,
                (local[1] - rest[1]) as f32,
                ((share - parent_share) * pull) as f32,
            ],
        }
    };
    (0..N * N).map(posed).collect()
}

fn one_inward(step: f64) -> f64 {
    if step > 0.0 { step - 1.0 } else { step + 1.0 }
}

/// Share of a joint at this offset from the middle in a swirl, from one in the middle to zero at `reach`; and the
/// offset itself.
fn shared(offset: [f64; 2], reach: f64) -> (f64, [f64; 2]) {
    let away = (offset[0] * offset[0] + offset[1] * offset[1]) / (reach * reach);
    let left = if away < 1.0 { 1.0 - away } else { 0.0 };
    (left * left, offset)
}

/// A point rotated about Z. A small part of the turn is computed by its power series and repeated many times.
fn rotated(point: [f64; 2], degrees: f64) -> [f64; 2] {
    const STEPS: u32 = 48;
    let angle = degrees.to_radians() / STEPS as f64;
    let square = angle * angle;
    let sine = angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)));
    let cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
    let ([mut x, mut y], mut step) = (point, 0);
    while step < STEPS {
        [x, y] = [cosine * x - sine * y, sine * x + cosine * y];
        step += 1;
    }
    [x, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_small_turns_are_a_turn() {
        let [x, y] = rotated([2.0, 0.0], 200.0);
        let angle = 200f64.to_radians();
        assert!((x - 2.0 * angle.cos()).abs() < 1e-9 && (y - 2.0 * angle.sin()).abs() < 1e-9, "{x} {y}");
    }

    #[test]
    fn a_swirl_leaves_the_border_where_it_was() {
        const GRID: JointGrid<3> = JointGrid { names: [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]] };
        let joints = swirl(&GRID, 150.0, 0.5);
        let middle = joints[4];
        assert_eq!(
            (middle.joint, middle.angles_degrees, middle.translation),
            ("b2", [0.0, 0.0, 150.0], [0.0, 0.0, 0.5])
        );
        // R^-1 (o - p) - o for the rest offset o = (0.75, 0, 0) and the pull p = (0, 0, 0.5).
        let right = joints[5];
        assert_eq!(right.angles_degrees, [0.0, 0.0, -150.0]);
        for (value, wanted) in right.translation.iter().zip([-1.399_519, -0.375, -0.5]) {
            assert!((value - wanted).abs() < 1e-6, "{right:?}");
        }
        assert_eq!((joints[0].angles_degrees, joints[0].translation), ([0.0; 3], [0.0; 3]));
    }
}
