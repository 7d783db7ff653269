use super::super::assemble::JointDraft;
use super::super::poses::{PosedJoint, turned};
use super::sheet::SIDE;
use glam::{DVec3, Vec3};

/// Joints in N columns and N rows over the whole sheet, N odd, named like the fields of a chessboard: letters from
/// left to right, numbers from below.
///
/// The joint in the middle is the root. From it a spine runs left and right along the middle row, and from each of
/// its joints a chain up and one down: turning a joint takes along all that lies beyond it.
pub(super) struct JointGrid<const N: usize> {
    /// By row from below, then by column.
    pub names: [[&'static str; N]; N],
}

impl<const N: usize> JointGrid<N> {
    const MIDDLE: usize = N / 2;

    /// Between neighbors, in scene units.
    pub const fn spacing() -> f64 {
        SIDE / (N - 1) as f64
    }

    /// Column and row of each joint, parents first.
    fn places() -> Vec<(usize, usize)> {
        let outward = || (0..N).map(|step| if step % 2 == 0 { N / 2 + step / 2 } else { N / 2 - step.div_ceil(2) });
        outward().flat_map(|row| outward().map(move |column| (column, row))).collect()
    }

    pub fn position(column: usize, row: usize) -> DVec3 {
        DVec3::new(column as f64 * Self::spacing() - SIDE / 2.0, row as f64 * Self::spacing(), 0.0)
    }

    pub fn joints(&self) -> Vec<JointDraft> {
        let places = Self::places();
        let toward_middle = |step: usize| if step > Self::MIDDLE { step - 1 } else { (step + 1).min(Self::MIDDLE) };
        let draft = |&(column, row): &(usize, usize)| {
            let parent = match (column == Self::MIDDLE, row == Self::MIDDLE) {
                (true, true) => None,
                (false, true) => Some((toward_middle(column), row)),
                (_, false) => Some((column, toward_middle(row))),
            };
            let parent = parent.and_then(|wanted| places.iter().position(|&place| place == wanted));
            let position: Vec3 = Self::position(column, row).as_vec3();
            JointDraft { name: self.names[row][column], parent: parent.map(|parent| parent as u32), position }
        };
        places.iter().map(draft).collect()
    }

    /// Weights given by column and row, in the order of [`Self::joints`].
    pub fn in_order(weight: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        Self::places().into_iter().map(|(column, row)| weight(column, row)).collect()
    }
}

/// The middle of a sheet turned about Z and pulled toward +Z, joints around it the less the farther they are, and
/// those as far as the middle of a side not at all.
pub(super) const fn swirl<const JOINTS: usize, const N: usize>(
    grid: &JointGrid<N>,
    turn_degrees: f64,
    pull: f64,
) -> [PosedJoint; JOINTS] {
    assert!(JOINTS == N * N);
    let mut posed = [turned("", [0.0; 3]); JOINTS];
    let middle = (N / 2) as f64;
    let spacing = SIDE / (N - 1) as f64;
    let mut index = 0;
    while index < JOINTS {
        let (column, row) = (index % N, index / N);
        let place = [column as f64 - middle, row as f64 - middle];
        // The parent of the middle is taken to be the scene.
        let (parent_share, parent) = match (column == N / 2, row == N / 2) {
            (true, true) => (0.0, [0.0; 2]),
            (false, true) => shared([one_inward(place[0]), place[1]], middle),
            (_, false) => shared([place[0], one_inward(place[1])], middle),
        };
        let (share, _) = shared(place, middle);
        let rest = [spacing * (place[0] - parent[0]), spacing * (place[1] - parent[1])];
        // In the scene, then in the parent's frame.
        let wanted = rotated([place[0] * spacing, place[1] * spacing], share * turn_degrees);
        let origin = rotated([parent[0] * spacing, parent[1] * spacing], parent_share * turn_degrees);
        let local = rotated([wanted[0] - origin[0], wanted[1] - origin[1]], -parent_share * turn_degrees);
        posed[index] = PosedJoint {
            joint: grid.names[row][column],
            angles_degrees: [0.0, 0.0, ((share - parent_share) * turn_degrees) as f32],
            translation: [
                (local[0] - rest[0]) as f32,
                (local[1] - rest[1]) as f32,
                ((share - parent_share) * pull) as f32,
            ],
        };
        index += 1;
    }
    posed
}

const fn one_inward(step: f64) -> f64 {
    if step > 0.0 { step - 1.0 } else { step + 1.0 }
}

/// How much a place takes part in a swirl, from one in the middle to zero at `reach`; and the place itself.
const fn shared(place: [f64; 2], reach: f64) -> (f64, [f64; 2]) {
    let away = (place[0] * place[0] + place[1] * place[1]) / (reach * reach);
    let left = if away < 1.0 { 1.0 - away } else { 0.0 };
    (left * left, place)
}

/// About Z. Constants have no sine: a small part of the turn is made by its power series and done many times over.
const fn rotated(point: [f64; 2], degrees: f64) -> [f64; 2] {
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
    fn constants_turn_as_sines_do() {
        let [x, y] = rotated([2.0, 0.0], 200.0);
        let angle = 200f64.to_radians();
        assert!((x - 2.0 * angle.cos()).abs() < 1e-9 && (y - 2.0 * angle.sin()).abs() < 1e-9, "{x} {y}");
    }

    #[test]
    fn a_swirl_leaves_the_border_where_it_was() {
        const GRID: JointGrid<3> = JointGrid { names: [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]] };
        let joints: [PosedJoint; 9] = swirl(&GRID, 150.0, 0.5);
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

    #[test]
    fn chains_lead_to_the_middle_and_parents_come_first() {
        let grid = JointGrid { names: [["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]] };
        let joints = grid.joints();
        assert_eq!(joints.len(), 9);
        let parent = |name: &str| {
            let joint = joints.iter().find(|joint| joint.name == name).unwrap();
            joint.parent.map(|parent| joints[parent as usize].name)
        };
        assert_eq!(parent("b2"), None);
        assert_eq!([parent("a2"), parent("c2"), parent("b3")], [Some("b2"); 3]);
        assert_eq!([parent("a1"), parent("a3"), parent("c1")], [Some("a2"), Some("a2"), Some("c2")]);
        for (index, joint) in joints.iter().enumerate() {
            assert!(joint.parent.is_none_or(|parent| (parent as usize) < index));
        }
        assert_eq!(joints[0].position, Vec3::new(0.0, 0.75, 0.0));
    }
}
