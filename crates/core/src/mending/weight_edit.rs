use crate::model::{FindJointError, Skeleton};

/// Most smoothing steps of one edit. After so many, weights hardly change anymore.
pub const MOST_SMOOTH_TIMES: u32 = 100;

/// Largest percentage under which weights are pruned. One of two equal influences has as much.
pub const MOST_PRUNED_PERCENT: f32 = 50.0;

/// Largest number of influences to which vertices can be limited.
pub const MOST_KEPT_INFLUENCES: u32 = 16;

/// A change of the weights around a joint. `J` is the joint: a node index, or its name as in `--set`.
///
/// The *zone* of a joint is the vertices that follow it and another joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WeightEdit<J = u32> {
    /// Moves the weights of the vertices at which the joint's weight differs from that of a neighbor halfway toward the
    /// mean of their neighbors.
    Smooth {
        /// The joint.
        joint: J,
        /// Number of steps, 1 to [`MOST_SMOOTH_TIMES`].
        times: u32,
    },
    /// Removes the small influences of the vertices in the joint's zone, never the heaviest one.
    Prune {
        /// The joint.
        joint: J,
        /// The percentage of the whole weight below which an influence goes, above 0 and at most
        /// [`MOST_PRUNED_PERCENT`].
        percent: f32,
    },
    /// Keeps the heaviest influences of the vertices in the joint's zone.
    Limit {
        /// The joint; `None` for all vertices.
        joint: Option<J>,
        /// Number of influences that a vertex keeps, 1 to [`MOST_KEPT_INFLUENCES`].
        count: u32,
    },
    /// Copies the weights of the joint's side of the body to the other side, where vertices follow the joint on the other
    /// side or would follow it then. The weights of a joint in the middle are copied from the left.
    Mirror {
        /// The joint whose side is copied.
        joint: J,
    },
    /// Gives the weights of the joint's helper joints back to it and to the joint above, by the parts by which the helpers
    /// turn. The helpers stay in the file, and nothing follows them.
    Release {
        /// The joint that has helpers.
        joint: J,
    },
}

impl<J> WeightEdit<J> {
    /// The joint; `None` if the edit is of all vertices.
    pub fn joint(&self) -> Option<&J> {
        match self {
            Self::Smooth { joint, .. }
            | Self::Prune { joint, .. }
            | Self::Mirror { joint }
            | Self::Release { joint } => Some(joint),
            Self::Limit { joint, .. } => joint.as_ref(),
        }
    }

    /// The same edit of another joint.
    ///
    /// # Errors
    /// Those of `other`, which is called for the joint, if there is one.
    pub fn try_map<K, E>(&self, other: impl FnOnce(&J) -> Result<K, E>) -> Result<WeightEdit<K>, E> {
        Ok(match self {
            Self::Smooth { joint, times } => WeightEdit::Smooth { joint: other(joint)?, times: *times },
            Self::Prune { joint, percent } => WeightEdit::Prune { joint: other(joint)?, percent: *percent },
            Self::Limit { joint, count } => {
                WeightEdit::Limit { joint: joint.as_ref().map(other).transpose()?, count: *count }
            }
            Self::Mirror { joint } => WeightEdit::Mirror { joint: other(joint)? },
            Self::Release { joint } => WeightEdit::Release { joint: other(joint)? },
        })
    }
}

impl WeightEdit<String> {
    /// The edit of the joint with this name.
    ///
    /// # Errors
    /// If the skeleton has no such joint.
    pub fn found_in(&self, skeleton: &Skeleton) -> Result<WeightEdit, FindJointError> {
        self.try_map(|joint| skeleton.find(joint))
    }
}

impl WeightEdit {
    /// The edit with its joint's name, see [`Skeleton::address`].
    pub fn named(&self, skeleton: &Skeleton) -> WeightEdit<String> {
        let named = self.try_map(|joint| Ok::<_, std::convert::Infallible>(skeleton.address(*joint)));
        match named {
            Ok(named) => named,
        }
    }
}

/// Adds an edit to a list. Steps of smoothing one after another are one edit, up to [`MOST_SMOOTH_TIMES`].
pub fn push_edit(edits: &mut Vec<WeightEdit>, edit: WeightEdit) {
    match (edits.last_mut(), edit) {
        (Some(WeightEdit::Smooth { joint, times }), WeightEdit::Smooth { joint: other, times: more })
            if *joint == other && *times + more <= MOST_SMOOTH_TIMES =>
        {
            *times += more;
        }
        _ => edits.push(edit),
    }
}

/// The edits that lead from the result of a list to that of another list. `None` if the second does not begin with the
/// first.
pub(super) fn edits_after(before: &[WeightEdit], after: &[WeightEdit]) -> Option<Vec<WeightEdit>> {
    if let Some(rest) = after.strip_prefix(before) {
        return Some(rest.to_vec());
    }
    let (last, first) = before.split_last()?;
    let (next, rest) = after.strip_prefix(first)?.split_first()?;
    match (*last, *next) {
        (WeightEdit::Smooth { joint, times }, WeightEdit::Smooth { joint: same, times: more })
            if joint == same && more > times =>
        {
            let added = WeightEdit::Smooth { joint, times: more - times };
            Some(std::iter::once(added).chain(rest.iter().copied()).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_smoothing_are_counted_and_what_was_done_is_left_out() {
        let smooth = |joint, times| WeightEdit::Smooth { joint, times };
        let limit = WeightEdit::Limit { joint: None, count: 4 };
        let mut edits = Vec::new();
        for edit in [smooth(1, 1), smooth(1, 2), smooth(2, 1), limit, limit, smooth(1, 99), smooth(1, 2)] {
            push_edit(&mut edits, edit);
        }
        assert_eq!(edits, [smooth(1, 3), smooth(2, 1), limit, limit, smooth(1, 99), smooth(1, 2)]);
        assert_eq!(edits_after(&edits[..2], &edits), Some(edits[2..].to_vec()));
        assert_eq!(edits_after(&[], &edits), Some(edits.clone()));
        assert_eq!(edits_after(&[smooth(1, 2)], &edits[..2]), Some(vec![smooth(1, 1), smooth(2, 1)]));
        for before in [vec![smooth(1, 4)], vec![smooth(2, 1)], edits.clone()] {
            assert_eq!(edits_after(&before, &edits[..2]), None);
        }
    }
}
