use super::sheet::SIDE;
use crate::assemble::JointDraft;
use glam::{DVec3, Vec3};

/// Joints in N columns and N rows over the whole sheet, N odd, named like the fields of a chessboard: letters from
/// left to right, numbers from below.
///
/// The joint in the middle is the root. From it a spine runs left and right along the middle row, and from each of its
/// joints a chain up and one down: turning a joint takes along everything beyond it.
pub(super) struct JointGrid<const N: usize> {
    /// Names by row from below, then by column.
    pub names: [[&'static str; N]; N],
}

impl<const N: usize> JointGrid<N> {
    const MIDDLE: usize = N / 2;

    /// Distance between neighbors, in scene units.
    pub const fn spacing() -> f64 {
        SIDE / (N - 1) as f64
    }

    /// Column and row of each joint, parents first.
    fn cells() -> Vec<(usize, usize)> {
        let outward = || (0..N).map(|step| if step % 2 == 0 { N / 2 + step / 2 } else { N / 2 - step.div_ceil(2) });
        outward().flat_map(|row| outward().map(move |column| (column, row))).collect()
    }

    pub fn position(column: usize, row: usize) -> DVec3 {
        DVec3::new(column as f64 * Self::spacing() - SIDE / 2.0, row as f64 * Self::spacing(), 0.0)
    }

    pub fn joints(&self) -> Vec<JointDraft> {
        let cells = Self::cells();
        let toward_middle = |step: usize| if step > Self::MIDDLE { step - 1 } else { (step + 1).min(Self::MIDDLE) };
        let draft = |&(column, row): &(usize, usize)| {
            let parent = match (column == Self::MIDDLE, row == Self::MIDDLE) {
                (true, true) => None,
                (false, true) => Some((toward_middle(column), row)),
                (_, false) => Some((column, toward_middle(row))),
            };
            let parent = parent.and_then(|wanted| cells.iter().position(|&cell| cell == wanted));
            let position: Vec3 = Self::position(column, row).as_vec3();
            JointDraft { name: self.names[row][column], parent: parent.map(|parent| parent as u32), position }
        };
        cells.iter().map(draft).collect()
    }

    /// Weights given by column and row, in the order of [`Self::joints`].
    pub fn in_order(weight: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        Self::cells().into_iter().map(|(column, row)| weight(column, row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
