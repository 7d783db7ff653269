use super::{Model, Skeleton};

/// The part of a model's skin that some joints move, which can be shown alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkinPart {
    /// For every primitive, whether each vertex belongs to the part.
    vertices: Vec<Vec<bool>>,
    /// For every node, whether its skin belongs to the part.
    nodes: Vec<bool>,
}

impl SkinPart {
    /// The least weight of the joints at a vertex of the part. With this value most of the bend at the part's border is
    /// shown, and the tails of automatic weights, which reach far over the body, do not count.
    const LEAST_WEIGHT: f32 = 0.2;

    /// The skin that these joints and all joints below them move, and the skin of the bone that leads to each, so that
    /// the bend at the joint is whole. Empty if they move none.
    pub fn of_branches(model: &Model, roots: &[u32]) -> Self {
        let joints = with_bones_before(&model.skeleton, roots, branches(&model.skeleton, roots));
        let of_primitive = |primitive: &super::Primitive| {
            let skin = &model.skins[primitive.skin as usize];
            let is_in: Vec<bool> = skin.joints.iter().map(|joint| joints[joint.node as usize]).collect();
            let weight = |influences: &[super::Influence]| -> f32 {
                let own = influences.iter().filter(|influence| is_in[influence.joint as usize]);
                own.map(|influence| influence.weight).sum()
            };
            primitive.influences.iter().map(|influences| weight(influences) >= Self::LEAST_WEIGHT).collect()
        };
        let vertices = model.primitives.iter().map(|primitive| of_primitive(primitive)).collect();
        Self { vertices, nodes: joints }
    }

    /// Whether no vertex belongs to the part.
    pub fn is_empty(&self) -> bool {
        !self.vertices.iter().flatten().any(|&is_in| is_in)
    }

    /// Whether the part has the skin of a node.
    pub fn has_node(&self, node: u32) -> bool {
        self.nodes[node as usize]
    }

    /// Whether a vertex belongs to the part, by the index of its primitive and its own index there.
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

/// Adds the joint before each root, and the joints in the middle of its bone: its children without children, such as
/// helper joints for twist.
fn with_bones_before(skeleton: &Skeleton, roots: &[u32], mut is_in: Vec<bool>) -> Vec<bool> {
    for &root in roots {
        let Some(before) = skeleton.nearest_ancestor(root, |node| skeleton.node(node).is_joint) else { continue };
        is_in[before as usize] = true;
        for &child in skeleton.children(before) {
            is_in[child as usize] |= skeleton.children(child).is_empty();
        }
    }
    is_in
}

#[cfg(test)]
mod tests {
    use super::super::{Node, Trs};
    use super::*;

    #[test]
    fn a_part_has_the_branch_and_the_bone_before_it() {
        let names = [
            ("hips", None),
            ("thigh", Some(0)),
            ("thigh_twist", Some(1)),
            ("shin", Some(1)),
            ("foot", Some(3)),
            ("other", Some(0)),
            ("other_shin", Some(5)),
        ];
        let nodes = names.map(|(name, parent)| Node { is_joint: true, ..Node::new(name, parent, Trs::IDENTITY) });
        let skeleton = Skeleton::new(nodes.to_vec()).unwrap();
        let part = |root| {
            let is_in = with_bones_before(&skeleton, &[root], branches(&skeleton, &[root]));
            let shown = names.iter().zip(is_in).filter(|(_, is_in)| *is_in);
            shown.map(|((name, _), _)| *name).collect::<Vec<_>>()
        };
        assert_eq!(part(3), ["thigh", "thigh_twist", "shin", "foot"], "of the knee");
        assert_eq!(part(1), ["hips", "thigh", "thigh_twist", "shin", "foot"], "of the hip, without the other leg");
        assert_eq!(part(0).len(), names.len());
    }
}
