use std::ops::Range;

/// Consecutive triangles of one chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Index into the model's primitives.
    pub primitive: usize,
    /// Index into the primitive's chunks.
    pub chunk: usize,
    /// Range of indices, three per triangle.
    pub indices: Range<u32>,
}

/// Divides the triangles of chunks, given as primitive, chunk and number of indices, into groups of at most
/// `triangles_in_group` triangles. Each group is drawn in a pass of its own; there is at least one.
pub(super) fn grouped_runs(
    chunks: impl Iterator<Item = (usize, usize, u32)>,
    triangles_in_group: u32,
) -> Vec<Vec<Run>> {
    let most = triangles_in_group.clamp(1, u32::MAX / 3) * 3;
    let mut groups = vec![Vec::new()];
    let mut left = most;
    for (primitive, chunk, index_count) in chunks {
        let mut start = 0;
        while start < index_count {
            if left == 0 {
                groups.push(Vec::new());
                left = most;
            }
            let end = index_count.min(start.saturating_add(left));
            left -= end - start;
            let run = Run { primitive, chunk, indices: start..end };
            if let Some(group) = groups.last_mut() {
                group.push(run);
            }
            start = end;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(primitive: usize, chunk: usize, indices: Range<u32>) -> Run {
        Run { primitive, chunk, indices }
    }

    #[test]
    fn groups_hold_every_triangle_once() {
        let chunks = [(0, 0, 12), (0, 1, 0), (2, 0, 9)];
        let groups = grouped_runs(chunks.into_iter(), 3);
        assert_eq!(groups, [vec![run(0, 0, 0..9)], vec![run(0, 0, 9..12), run(2, 0, 0..6)], vec![run(2, 0, 6..9)]]);
        assert_eq!(grouped_runs(chunks.into_iter(), u32::MAX), [vec![run(0, 0, 0..12), run(2, 0, 0..9)]]);
        assert_eq!(grouped_runs(chunks.into_iter().take(1), 4), [vec![run(0, 0, 0..12)]], "exactly full");
        assert_eq!(grouped_runs(std::iter::empty(), 5), [vec![]]);
    }
}
