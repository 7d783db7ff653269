use super::{Model, Skeleton};

/// The part of a model's skin that some joints move, to show it alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinPart {
    /// For every primitive, whether each vertex belongs to the part.
    vertices: Vec<Vec<bool>>,
}

impl SkinPart {
    /// The least weight of the joints at a vertex of the part. Most of the bend at the part's border is shown, and the
    /// tails of automatic weights, which reach far over the body, do not count.
    const LEAST_WEIGHT: f32 = 0.2;

    /// The skin that these joints and all joints below them move. Empty if they move none.
    pub fn of_branches(model: &Model, roots: &[u32]) -> Self {
        let joints = branches(&model.skeleton, roots);
        let of_primitive = |primitive: &super::Primitive| {
            let skin = &model.skins[primitive.skin as usize];
            let is_in: Vec<bool> = skin.joints.iter().map(|joint| joints[joint.node as usize]).collect();
            let weight = |influences: &[super::Influence]| -> f32 {
                let own = influences.iter().filter(|influence| is_in[influence.joint as usize]);
                own.map(|influence| influence.weight).sum()
            };
            primitive.influences.iter().map(|influences| weight(influences) >= Self::LEAST_WEIGHT).collect()
        };
        Self { vertices: model.primitives.iter().map(of_primitive).collect() }
    }

    pub fn is_empty(&self) -> bool {
        !self.vertices.iter().flatten().any(|&is_in| is_in)
    }

    pub fn has_vertex(&self, primitive: usize, vertex: u32) -> bool {
        self.vertices[primitive][vertex as usize]
    }

    /// Whether a triangle of a primitive belongs to the part: one of its vertices does.
    pub fn has_triangle(&self, primitive: usize, triangle: [u32; 3]) -> bool {
        triangle.into_iter().any(|vertex| self.has_vertex(primitive, vertex))
    }
}

/// For every node, whether it is one of the roots or below one.
fn branches(skeleton: &Skeleton, roots: &[u32]) -> Vec<bool> {
    let mut is_in = vec![false; skeleton.len()];
    roots.iter().for_each(|&root| is_in[root as usize] = true);
    for &node in skeleton.parents_first() {
        is_in[node as usize] |= skeleton.node(node).parent.is_some_and(|parent| is_in[parent as usize]);
    }
    is_in
}
