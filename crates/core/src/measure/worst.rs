use super::bones::{Bones, PosedBones};
use super::surface::{Surface, VertexId};

/// An outlier vertex and its influences.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstVertex {
    /// Vertex index as in [`Surface`].
    pub vertex: u32,
    /// The same vertex by its primitive.
    pub vertex_id: VertexId,
    /// Size of the deviation, positive, in scene units: the distance by which the vertex is closer to or farther from
    /// its bone than at rest, by which the skin bulges there, or between its positions under two methods.
    pub amount: f64,
    /// The nodes of its joints with their weights, heaviest first.
    pub influences: Vec<(u32, f64)>,
    /// The angle between the rotations of its two heaviest joints in the pose, 0 to 180 degrees; `None` for a single
    /// joint.
    pub angle_degrees: Option<f64>,
}

impl WorstVertex {
    /// Describes a vertex of a posed surface.
    pub fn new(surface: &Surface, bones: &Bones, posed: &PosedBones, vertex: u32, amount: f64) -> Self {
        let influences = surface.influences_of(vertex);
        let angle = |first: u32, second: u32| {
            let dot = posed.turn(first).dot(posed.turn(second)).abs();
            (2.0 * dot.min(1.0).acos()).to_degrees()
        };
        Self {
            vertex,
            vertex_id: surface.id_of(vertex),
            amount,
            influences: influences.iter().map(|i| (bones.joints[i.joint as usize].node, i.weight)).collect(),
            angle_degrees: match influences {
                [first, second, ..] => Some(angle(first.joint, second.joint)),
                _ => None,
            },
        }
    }
}

/// Changes up to this fraction of the extent are rounding and never reported as the worst vertex.
const ROUNDING: f64 = 1e-6;

/// Whether an amount is more than rounding.
pub(super) fn stands_out(amount: f64, extent: f64) -> bool {
    amount > ROUNDING * extent
}

/// The vertex with the largest amount among some, the first if several are equal; `None` if all amounts are rounding.
pub(super) fn largest(
    vertices: impl Iterator<Item = u32>,
    amount: impl Fn(u32) -> f64,
    extent: f64,
) -> Option<(u32, f64)> {
    let mut best: Option<(u32, f64)> = None;
    for vertex in vertices {
        let amount = amount(vertex);
        if stands_out(amount, extent) && best.is_none_or(|(_, most)| amount > most) {
            best = Some((vertex, amount));
        }
    }
    best
}
