use skinscope_core::model::Skeleton;

/// A segment between a shown joint and its nearest shown ancestor. It belongs to the ancestor, since rotating that
/// joint moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownBone {
    /// The node at the start, which owns the bone.
    pub joint: u32,
    /// The node at the end.
    pub child: u32,
}

/// The bones of a skeleton, in the children's node order.
pub fn shown_bones(skeleton: &Skeleton) -> impl Iterator<Item = ShownBone> {
    skeleton.shown_joints().filter_map(|child| {
        let joint = skeleton.nearest_ancestor(child, |node| skeleton.node(node).is_joint)?;
        Some(ShownBone { joint, child })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use skinscope_core::model::{Node, Trs};

    fn arm() -> Skeleton {
        let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
        let mut nodes = vec![
            Node::new("shoulder", None, Trs::IDENTITY),
            Node::new("helper", Some(0), up),
            Node::new("elbow", Some(1), up),
            Node::new("hand", Some(2), up),
        ];
        [0, 2, 3].into_iter().for_each(|joint: usize| nodes[joint].is_joint = true);
        Skeleton::new(nodes).unwrap()
    }

    #[test]
    fn bones_skip_nodes_that_are_not_shown() {
        let bones: Vec<ShownBone> = shown_bones(&arm()).collect();
        assert_eq!(bones, [ShownBone { joint: 0, child: 2 }, ShownBone { joint: 2, child: 3 }]);
    }
}
