use super::super::blend_zone::SMALLEST_INFLUENCE;
use super::super::bones::PosedBones;
use super::super::figures::{RestJoint, RestSkin};
use super::super::stretch::RestEdge;
use super::super::surface::{DeformedSkin, VertexId};
use crate::model::Skeleton;

/// A joint that bends skin when it is rotated, at rest.
pub(crate) struct StressJoint {
    rest: RestJoint,
    /// Edges of the zone's triangles that are long enough to stretch.
    edges: Vec<RestEdge>,
    /// All vertices that the joint's figures read, ascending.
    pub vertices: Vec<u32>,
    pub vertex_ids: Vec<VertexId>,
}

/// A figure's value relative to rest, and the vertex that shows it.
pub(crate) type Found = Option<(f64, u32)>;

/// The fraction of edges that are no longer than the value of [`super::StressMeasure::Stretch`].
const STRETCH_SHARE: f64 = 0.99;

impl StressJoint {
    /// Prepares a joint. `None` if no vertex of its blend zone follows both nodes that rotate with the joint and nodes
    /// that do not.
    pub fn of(rest: &RestSkin, skeleton: &Skeleton, node: u32) -> Option<Self> {
        let joint = RestJoint::of(rest, node);
        let below = nodes_below(skeleton, node);
        let turns = |joint: u32| below[rest.bones.joints[joint as usize].node as usize];
        let is_bent = |vertex: &u32| {
            let counted = rest.surface.influences_of(*vertex).iter().filter(|other| other.weight > SMALLEST_INFLUENCE);
            let (with, without): (Vec<bool>, Vec<bool>) =
                counted.map(|influence| turns(influence.joint)).partition(|turns| *turns);
            !with.is_empty() && !without.is_empty()
        };
        if !joint.zone.vertices.iter().any(is_bent) {
            return None;
        }
        let mut vertices: Vec<u32> = joint.sections.vertices().chain(joint.zone.corners.iter().copied()).collect();
        // Edges connect welded vertices, which may lie in a different primitive from the zone's own.
        vertices.extend(joint.edges.iter().flat_map(|&edge| rest.metric.edges[edge as usize]));
        vertices.sort_unstable();
        vertices.dedup();
        let vertex_ids = vertices.iter().map(|&vertex| rest.surface.id_of(vertex)).collect();
        let edges = joint.edges.iter().filter_map(|&edge| rest.metric.stretchable(&rest.surface, edge)).collect();
        Some(Self { rest: joint, edges, vertices, vertex_ids })
    }

    /// The figures of a pose in the order of [`super::StressMeasure::ALL`], reading only the joint's vertices of
    /// `deformed`. Stretch is left out where it does not exceed `stretched`, the largest value so far.
    pub fn measure(
        &self,
        rest: &RestSkin,
        deformed: &DeformedSkin,
        posed: &PosedBones,
        stretched: Option<f64>,
    ) -> [Found; 3] {
        let bulge = self.rest.bulge.measure(&rest.surface, &rest.bones, deformed, posed);
        [
            self.rest.sections.thinnest(&rest.surface, deformed),
            bulge.map(|bulge| (bulge.over_rest, bulge.vertex)),
            self.longest(deformed, stretched.unwrap_or(f64::NEG_INFINITY)),
        ]
    }

    /// The percentile as in [`super::super::Percentiles`], and an end of the edge at the next rank. `None` if the
    /// percentile is not above `beyond`, which a count shows without sorting.
    fn longest(&self, deformed: &DeformedSkin, beyond: f64) -> Found {
        let mut longer = 0;
        let stretch = |(edge, rest): (u32, &RestEdge)| {
            let stretch = rest.stretch(deformed);
            longer += usize::from(stretch > beyond);
            (stretch, edge)
        };
        let mut edges: Vec<(f64, u32)> =
            (0..).zip(&self.edges).map(stretch).filter(|(stretch, _)| stretch.is_finite()).collect();
        let by_stretch = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let last = edges.len().checked_sub(1)?;
        let rank = STRETCH_SHARE * last as f64;
        if longer <= last - rank.ceil() as usize {
            return None;
        }
        let (shorter, &mut (above, edge), _) = edges.select_nth_unstable_by(rank.ceil() as usize, by_stretch);
        let below = shorter.iter().map(|(stretch, _)| *stretch).fold(f64::NEG_INFINITY, f64::max);
        let share = rank.ceil() - rank;
        let stretch = if share > 0.0 && below.is_finite() { above + (below - above) * share } else { above };
        Some((stretch, self.edges[edge as usize].ends[0]))
    }
}

/// For each node, whether it rotates with `top`.
fn nodes_below(skeleton: &Skeleton, top: u32) -> Vec<bool> {
    let mut below = vec![false; skeleton.len()];
    for &node in skeleton.parents_first() {
        below[node as usize] = node == top || skeleton.node(node).parent.is_some_and(|parent| below[parent as usize]);
    }
    below
}
