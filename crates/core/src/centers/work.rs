use super::subdivision::Subdivision;
use crate::model::Primitive;
use crate::work::parallel::{self, prelude::*};
use std::ops::Range;

/// A triangle of one of the primitives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle<'a> {
    pub primitive: &'a Primitive,
    pub corners: [u32; 3],
}

/// All triangles of the primitives, in order.
pub(super) fn triangles<'a>(primitives: &[&'a Primitive]) -> Vec<Triangle<'a>> {
    let of = |primitive: &&'a Primitive| {
        let primitive = *primitive;
        primitive.indices.as_chunks::<3>().0.iter().map(move |&corners| Triangle { primitive, corners })
    };
    primitives.iter().flat_map(of).collect()
}

/// Consecutive triangles that are processed together.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub triangles: Range<usize>,
    pub cost: u64,
}

/// Splits triangles into chunks of similar cost, so that a chunk's output has bounded size. `cost_of_joints` returns
/// the cost of a small triangle with these joints; triangles without cost may be left out of all chunks.
pub(super) fn chunks(
    triangles: &[Triangle],
    epsilon: f64,
    cost_of_a_chunk: u64,
    cost_of_joints: impl Fn(&[u32]) -> u64 + Sync,
) -> Vec<Chunk> {
    let cost_of = |subdivision: &mut Subdivision, triangle: &Triangle| {
        let cost = cost_of_joints(subdivision.take(triangle.primitive, triangle.corners));
        if cost == 0 { 0 } else { cost * subdivision.estimate() }
    };
    let costs: Vec<u64> = triangles.par_iter().map_init(|| Subdivision::new(epsilon), cost_of).collect();
    let mut chunks: Vec<Chunk> = Vec::new();
    for (triangle, cost) in costs.into_iter().enumerate().filter(|&(_, cost)| cost > 0) {
        match chunks.last_mut() {
            Some(last) if last.triangles.end == triangle && last.cost + cost <= cost_of_a_chunk => {
                last.triangles.end += 1;
                last.cost += cost;
            }
            _ => chunks.push(Chunk { triangles: triangle..triangle + 1, cost }),
        }
    }
    chunks
}

/// Approximate number of small triangles that a subdivision makes.
pub(super) fn count_small_triangles(triangles: &[Triangle], epsilon: f64) -> u64 {
    chunks(triangles, epsilon, u64::MAX, |_| 1).iter().map(|chunk| chunk.cost).sum()
}

/// Number of chunks that are processed before their results are gathered: enough to keep all threads busy.
pub(super) fn chunks_at_once() -> usize {
    4 * parallel::current_num_threads()
}
