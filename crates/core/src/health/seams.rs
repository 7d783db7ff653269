use crate::measure::VertexId;
use crate::model::{Influence, Model, Skin, SkinKind};
use glam::Vec3;
use std::collections::{BTreeMap, HashMap};

/// Share of a vertex's weight that may go to other joints than at its twin: above the rounding of weights in 8 bits for
/// a vertex with eight of them.
const EQUAL: f32 = 0.02;

/// Positions at which several vertices lie, as at seams of texture and normals, and follow different joints: the skin
/// opens there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpenSeams {
    /// Count of positions where vertices differ.
    pub positions: usize,
    /// The largest share of weight that goes to other joints, and one of its vertices.
    pub worst: Option<(f32, VertexId)>,
}

/// Most vertices at one position that are told apart, so that a file with all vertices in one place takes no longer.
const MOST_APART: usize = 16;

/// Compares the weights of vertices at exactly the same position in a model's skins. Each position counts once.
pub fn open_seams(model: &Model) -> OpenSeams {
    // The first vertex at each position, and the others that differ from it and from each other.
    let mut firsts: HashMap<[u32; 3], (&Skin, &[Influence])> = HashMap::new();
    let mut apart: HashMap<[u32; 3], Vec<(&Skin, &[Influence])>> = HashMap::new();
    let mut seams = OpenSeams::default();
    for (index, primitive) in model.primitives.iter().enumerate() {
        let skin = &model.skins[primitive.skin as usize];
        if skin.kind == SkinKind::Rigid {
            continue;
        }
        for (vertex, (position, influences)) in primitive.positions.iter().zip(primitive.influences.iter()).enumerate()
        {
            let (at, own) = (bits(*position), (skin, influences));
            let first = *firsts.entry(at).or_insert(own);
            let others = apart.get(&at).map_or(&[][..], Vec::as_slice);
            let shares = std::iter::once(&first).chain(others).map(|other| other_share(*other, own));
            let (least, most) =
                shares.fold((f32::INFINITY, 0f32), |(least, most), share| (least.min(share), most.max(share)));
            if least > EQUAL && others.len() < MOST_APART {
                seams.positions += usize::from(others.is_empty());
                apart.entry(at).or_default().push(own);
            }
            if most > EQUAL && seams.worst.is_none_or(|(worst, _)| most > worst) {
                seams.worst = Some((most, VertexId { primitive: index as u32, vertex: vertex as u32 }));
            }
        }
    }
    seams
}

/// The bits of a position, in which zero has one sign.
fn bits(position: Vec3) -> [u32; 3] {
    (position + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// The share of the weight of one vertex that goes to other joints at the other vertex.
fn other_share(a: (&Skin, &[Influence]), b: (&Skin, &[Influence])) -> f32 {
    if std::ptr::eq(a.0, b.0) && a.1 == b.1 {
        return 0.0;
    }
    let mut by_node: BTreeMap<u32, f32> = BTreeMap::new();
    for ((skin, influences), sign) in [(a, 1.0), (b, -1.0)] {
        for influence in influences {
            *by_node.entry(skin.joints[influence.joint as usize].node).or_default() += sign * influence.weight;
        }
    }
    0.5 * by_node.values().map(|difference| difference.abs()).sum::<f32>()
}
