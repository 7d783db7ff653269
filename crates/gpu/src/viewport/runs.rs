use std::ops::Range;

/// A draw, or consecutive triangles of it: a range of indices, three for each.
pub(super) type Run<'a, D> = (&'a D, Option<Range<u32>>);

/// Divides draws into groups of at most `triangles_in_group` triangles. Each group is drawn in a pass of its own; there
/// is at least one. Draws without a count of indices go with those before them, whole.
pub(super) fn grouped_runs<D>(
    draws: &[D],
    index_count: impl Fn(&D) -> Option<u32>,
    triangles_in_group: u32,
) -> Vec<Vec<Run<'_, D>>> {
    let most = triangles_in_group.clamp(1, u32::MAX / 3) * 3;
    let mut groups = Vec::new();
    let mut group = Vec::new();
    let mut left = most;
    for draw in draws {
        let Some(index_count) = index_count(draw) else {
            group.push((draw, None));
            continue;
        };
        let mut start = 0;
        while start < index_count {
            if left == 0 {
                groups.push(std::mem::take(&mut group));
                left = most;
            }
            let end = index_count.min(start.saturating_add(left));
            left -= end - start;
            group.push((draw, Some(start..end)));
            start = end;
        }
    }
    groups.push(group);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and counts of indices.
    type Draw = (char, Option<u32>);

    fn grouped(draws: &[Draw], triangles_in_group: u32) -> Vec<Vec<(char, Option<Range<u32>>)>> {
        let groups = grouped_runs(draws, |draw| draw.1, triangles_in_group);
        groups.into_iter().map(|group| group.into_iter().map(|(draw, indices)| (draw.0, indices)).collect()).collect()
    }

    #[test]
    fn groups_hold_every_triangle_once() {
        let draws = [('a', Some(12)), ('b', Some(0)), ('c', Some(9))];
        let groups = grouped(&draws, 3);
        let run = |name, indices| (name, Some(indices));
        assert_eq!(groups, [vec![run('a', 0..9)], vec![run('a', 9..12), run('c', 0..6)], vec![run('c', 6..9)]]);
        assert_eq!(grouped(&draws, u32::MAX), [vec![run('a', 0..12), run('c', 0..9)]]);
        assert_eq!(grouped(&draws[..1], 4), [vec![run('a', 0..12)]], "exactly full");
        assert_eq!(grouped(&[], 5), [vec![]]);
    }

    #[test]
    fn draws_without_triangles_stay_in_their_order() {
        let draws = [('a', None), ('b', Some(6)), ('c', None)];
        let groups = grouped(&draws, 1);
        assert_eq!(groups, [vec![('a', None), ('b', Some(0..3))], vec![('b', Some(3..6)), ('c', None)]]);
    }
}
