/// Assumed size of the GPU's vertex cache. It is that of old and small GPUs, so that all benefit.
const REMEMBERED: u32 = 24;

/// Least number of recent vertices that are kept as starting points. Older ones rarely have triangles left, and for
/// large meshes they would take as much memory as the triangles.
const KEPT_RECENT: usize = 1 << 16;

/// Orders triangles so that most of their vertices were skinned recently: a vertex shader that blends eight joints then
/// runs about once per vertex instead of once per corner. By Sander, Nehab and Barczak, "Fast triangle reordering for
/// vertex locality and reduced overdraw" (2007), section 3.
///
/// The triangles, and the order of each one's corners, are unchanged. `indices` holds three per triangle, each below
/// `vertex_count`.
pub(super) fn order_for_reuse(indices: &[u32], vertex_count: usize) -> Vec<u32> {
    let around = TrianglesAround::of(indices, vertex_count);
    let mut cache = CacheState {
        live: around.starts.windows(2).map(|range| range[1] - range[0]).collect(),
        skinned_at: vec![0; vertex_count],
        time: REMEMBERED + 1,
        recent: Vec::new(),
        next_unseen: 0,
    };
    let mut done = vec![false; indices.len() / 3];
    let mut ordered = Vec::with_capacity(indices.len());
    let mut fan = cache.any_live();
    let mut neighbors = Vec::new();
    while let Some(center) = fan {
        neighbors.clear();
        for &triangle in around.of_vertex(center) {
            if std::mem::replace(&mut done[triangle as usize], true) {
                continue;
            }
            for &vertex in &indices[3 * triangle as usize..][..3] {
                ordered.push(vertex);
                neighbors.push(vertex);
                cache.touch(vertex);
            }
        }
        fan = cache.next_fan(&neighbors);
    }
    ordered
}

/// Triangles that contain each vertex.
struct TrianglesAround {
    /// Start of each vertex's list in `triangles`, with one more entry at the end.
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl TrianglesAround {
    fn of(indices: &[u32], vertex_count: usize) -> Self {
        let mut starts = vec![0; vertex_count + 1];
        for &vertex in indices {
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertex_count {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut triangles = vec![0; indices.len()];
        for (corner, &vertex) in indices.iter().enumerate() {
            triangles[next[vertex as usize] as usize] = (corner / 3) as u32;
            next[vertex as usize] += 1;
        }
        Self { starts, triangles }
    }

    fn of_vertex(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.triangles[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

/// Contents of the cache of skinned vertices, and the vertices that still have triangles to draw.
struct CacheState {
    /// Number of triangles of each vertex that are not yet in the order.
    live: Vec<u32>,
    /// Time at which each vertex was last skinned, counted in skinned vertices.
    skinned_at: Vec<u32>,
    time: u32,
    /// Recently used vertices, as starting points after a dead end.
    recent: Vec<u32>,
    next_unseen: u32,
}

impl CacheState {
    fn touch(&mut self, vertex: u32) {
        let index = vertex as usize;
        self.live[index] -= 1;
        if self.recent.len() >= 2 * KEPT_RECENT {
            self.recent.drain(..KEPT_RECENT);
        }
        self.recent.push(vertex);
        if self.time - self.skinned_at[index] > REMEMBERED {
            self.skinned_at[index] = self.time;
            self.time += 1;
        }
    }

    /// The neighbor that has been cached longest and will still be cached when all its triangles are drawn.
    fn next_fan(&mut self, neighbors: &[u32]) -> Option<u32> {
        let mut best: Option<(u32, u32)> = None;
        for &vertex in neighbors {
            let live = self.live[vertex as usize];
            if live == 0 {
                continue;
            }
            let age = self.time - self.skinned_at[vertex as usize];
            let merit = if age + 2 * live <= REMEMBERED { age } else { 0 };
            if best.is_none_or(|(_, most)| merit > most) {
                best = Some((vertex, merit));
            }
        }
        best.map(|(vertex, _)| vertex).or_else(|| self.any_live())
    }

    fn any_live(&mut self) -> Option<u32> {
        while let Some(vertex) = self.recent.pop() {
            if self.live[vertex as usize] > 0 {
                return Some(vertex);
            }
        }
        let unseen = &self.live[self.next_unseen as usize..];
        self.next_unseen += unseen.iter().position(|&live| live > 0)? as u32;
        Some(self.next_unseen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of `side` x `side` cells with its triangles in a scattered order.
    fn scattered(side: u32) -> (Vec<u32>, usize) {
        let row = side + 1;
        let cells = (0..side * side).flat_map(|cell| {
            let at = cell / side * row + cell % side;
            [[at, at + 1, at + row], [at + 1, at + row + 1, at + row]]
        });
        let triangles: Vec<[u32; 3]> = cells.collect();
        let count = triangles.len();
        let jumped = (0..count).map(|index| triangles[index * 7919 % count]);
        (jumped.flatten().collect(), (row * row) as usize)
    }

    /// The number of vertex shader runs with a FIFO cache of sixteen vertices.
    fn skinned(indices: &[u32]) -> usize {
        let mut remembered = std::collections::VecDeque::new();
        let mut count = 0;
        for &vertex in indices {
            if !remembered.contains(&vertex) {
                count += 1;
                remembered.push_back(vertex);
                if remembered.len() > 16 {
                    remembered.pop_front();
                }
            }
        }
        count
    }

    #[test]
    fn vertices_are_skinned_little_more_than_once_each() {
        let (indices, vertex_count) = scattered(40);
        let ordered = order_for_reuse(&indices, vertex_count);
        let (before, after) = (skinned(&indices), skinned(&ordered));
        assert!(before > 4000 && after < 2700, "{before} became {after} for {vertex_count} vertices");
    }

    #[test]
    fn the_triangles_stay_the_same() {
        let (mut indices, vertex_count) = scattered(9);
        // A duplicate triangle, and one with a repeated corner.
        indices.extend([0, 1, 10, 5, 5, 6]);
        let sorted = |indices: &[u32]| {
            let mut triangles: Vec<Vec<u32>> = indices.chunks(3).map(<[u32]>::to_vec).collect();
            triangles.sort();
            triangles
        };
        assert_eq!(sorted(&order_for_reuse(&indices, vertex_count + 3)), sorted(&indices));
        // Large enough to forget recent vertices.
        let (indices, vertex_count) = scattered(200);
        assert!(indices.len() > 2 * KEPT_RECENT && indices.len() / 3 % 7919 != 0);
        assert_eq!(sorted(&order_for_reuse(&indices, vertex_count)), sorted(&indices));
        assert!(order_for_reuse(&[], 4).is_empty());
    }
}
