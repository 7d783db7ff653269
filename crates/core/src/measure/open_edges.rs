/// An edge that keeps a surface from being closed: more triangles run along it `from` to `to` than in the opposite
/// direction. Triangles that close the surface run the opposite way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenEdge {
    /// Welded vertex index.
    pub from: u32,
    /// Welded vertex index.
    pub to: u32,
}

/// The open edges of oriented triangles, sorted.
///
/// In a closed and consistently oriented surface every edge is used equally often in both directions. Triangles that
/// weld to a line or a point cancel themselves.
pub(super) fn open_edges(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<OpenEdge> {
    let mut passes: Vec<(u32, u32, i32)> = triangles
        .flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)])
        .filter(|(a, b)| a != b)
        .map(|(a, b)| if a < b { (a, b, 1) } else { (b, a, -1) })
        .collect();
    passes.sort_unstable();
    let mut open = Vec::new();
    for edge in passes.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (a, b, _) = edge[0];
        let net: i32 = edge.iter().map(|pass| pass.2).sum();
        let (from, to) = if net > 0 { (a, b) } else { (b, a) };
        open.extend((0..net.unsigned_abs()).map(|_| OpenEdge { from, to }));
    }
    open.sort_unstable();
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_triangle_is_open_on_three_sides() {
        let edges = open_edges([[0, 1, 2]].into_iter());
        let edge = |from, to| OpenEdge { from, to };
        assert_eq!(edges, [edge(0, 1), edge(1, 2), edge(2, 0)]);
        // Two sheets back to back close each other; a degenerate triangle contributes nothing.
        assert_eq!(open_edges([[0, 1, 2], [2, 1, 0], [3, 4, 3]].into_iter()), []);
        // The same sheet twice is open twice.
        assert_eq!(open_edges([[0, 1, 2], [0, 1, 2]].into_iter()).len(), 6);
    }
}
