use super::super::Node;
use super::{ConstraintKind, NodeConstraint};

/// Sorts constraints so that each comes after those that turn nodes which it reads. The second list has the constraints
/// that depend on themselves in a circle, which have no such order.
///
/// A roll and a rotation read the source's own rotation. An aim reads the positions of both nodes, and so the rotations
/// of everything above them. Takes time in proportion to the nodes and constraints.
pub fn in_order(constraints: &[NodeConstraint], nodes: &[Node]) -> (Vec<NodeConstraint>, Vec<NodeConstraint>) {
    let mut of_node: Vec<Option<NodeConstraint>> = vec![None; nodes.len()];
    for constraint in constraints {
        of_node[constraint.node as usize] = Some(*constraint);
    }
    let parent = |node: u32| nodes[node as usize].parent;
    // First all rotations, then the frames of all nodes.
    let count = nodes.len() as u32;
    let frame = |node: Option<u32>| node.map(|node| count + node);
    let reads = |vertex: u32| match vertex.checked_sub(count) {
        Some(node) => [Some(node), frame(parent(node))],
        None => match of_node[vertex as usize] {
            None => [None, None],
            Some(NodeConstraint { node, source, kind, .. }) => match kind {
                ConstraintKind::Roll(_) | ConstraintKind::Rotation => [Some(source), None],
                ConstraintKind::Aim(_) => [frame(parent(source)), frame(parent(node))],
            },
        },
    };
    let (mut ordered, mut circular) = (Vec::with_capacity(constraints.len()), Vec::new());
    let turned = constraints.iter().map(|constraint| constraint.node);
    for component in components(2 * nodes.len(), turned, reads) {
        let is_circle = component.len() > 1 || component.iter().any(|&vertex| reads(vertex).contains(&Some(vertex)));
        let rotations = component.into_iter().filter(|&vertex| vertex < count);
        let constraints = rotations.filter_map(|node| of_node[node as usize]);
        if is_circle { circular.extend(constraints) } else { ordered.extend(constraints) }
    }
    circular.sort_by_key(|constraint| constraint.node);
    (ordered, circular)
}

/// The strongly connected components of a graph that can be reached from `roots`, each after those that can be reached
/// from it (Tarjan 1972). `next` gives the edges of a vertex, at most two.
fn components(count: usize, roots: impl Iterator<Item = u32>, next: impl Fn(u32) -> [Option<u32>; 2]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    // Time at which a vertex was seen, and the earliest open vertex that it leads to.
    let (mut seen, mut earliest) = (vec![UNSEEN; count], vec![UNSEEN; count]);
    let mut is_open = vec![false; count];
    let (mut time, mut open, mut components) = (0, Vec::new(), Vec::new());
    for root in roots {
        let mut way: Vec<(u32, usize)> = if seen[root as usize] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some(&mut (vertex, ref mut edge)) = way.last_mut() {
            let here = vertex as usize;
            if *edge == 0 {
                (seen[here], earliest[here], is_open[here]) = (time, time, true);
                time += 1;
                open.push(vertex);
            }
            if let Some(&target) = next(vertex).get(*edge) {
                *edge += 1;
                match target.map(|target| (target, target as usize)) {
                    Some((target, there)) if seen[there] == UNSEEN => way.push((target, 0)),
                    Some((_, there)) if is_open[there] => earliest[here] = earliest[here].min(seen[there]),
                    _ => {}
                }
                continue;
            }
            way.pop();
            if let Some(&(above, _)) = way.last() {
                earliest[above as usize] = earliest[above as usize].min(earliest[here]);
            }
            if earliest[here] == seen[here] {
                let first = open.iter().rposition(|&other| other == vertex).unwrap_or(0);
                let component = open.split_off(first);
                component.iter().for_each(|&vertex| is_open[vertex as usize] = false);
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::super::super::Trs;
    use super::super::{AimAxis, RollAxis};
    use super::*;

    /// Node k is a child of node k - 1, or of another one.
    fn nodes(parents: &[Option<u32>]) -> Vec<Node> {
        parents.iter().map(|&parent| Node::new("", parent, Trs::IDENTITY)).collect()
    }

    fn constraint(kind: ConstraintKind, node: u32, source: u32) -> NodeConstraint {
        NodeConstraint { node, source, kind, weight: 1.0 }
    }

    const ROLL: ConstraintKind = ConstraintKind::Roll(RollAxis::X);
    const AIM: ConstraintKind = ConstraintKind::Aim(AimAxis::PositiveY);

    fn order_of(constraints: &[NodeConstraint], parents: &[Option<u32>]) -> [Vec<u32>; 2] {
        let (ordered, circular) = in_order(constraints, &nodes(parents));
        [ordered, circular].map(|list| list.iter().map(|constraint| constraint.node).collect())
    }

    #[test]
    fn sources_come_first() {
        let chain = [constraint(ROLL, 0, 1), constraint(ConstraintKind::Rotation, 1, 2), constraint(ROLL, 2, 3)];
        assert_eq!(order_of(&chain, &[None; 4]), [vec![2, 1, 0], vec![]]);
        // Constraints that turn a parent of the source or of the node come before an aim.
        let parents = [None, Some(0), Some(1), None, Some(3)];
        let aims = [constraint(AIM, 4, 2), constraint(ROLL, 0, 1), constraint(ROLL, 3, 1)];
        let [ordered, circular] = order_of(&aims, &parents);
        assert_eq!((ordered.last(), ordered.len(), circular.len()), (Some(&4), 3, 0));
    }

    #[test]
    fn a_roll_may_come_from_below() {
        // The rotation of a child does not depend on its parent's.
        assert_eq!(order_of(&[constraint(ROLL, 0, 1)], &[None, Some(0)]), [vec![0], vec![]]);
        // Its position does.
        assert_eq!(order_of(&[constraint(AIM, 0, 1)], &[None, Some(0)]), [vec![], vec![0]]);
    }

    #[test]
    fn only_what_is_in_a_circle_is_left_out() {
        // 5 follows 0, which follows 1, which follows 2 and so on round to 1; 3 follows something else.
        let circle = [(0, 1), (1, 2), (2, 4), (4, 1), (3, 6), (5, 0)];
        let constraints = circle.map(|(node, source)| constraint(ROLL, node, source));
        let [mut ordered, circular] = order_of(&constraints, &[None; 7]);
        assert_eq!(circular, [1, 2, 4]);
        assert!(ordered.iter().position(|&node| node == 0) < ordered.iter().position(|&node| node == 5));
        ordered.sort_unstable();
        assert_eq!(ordered, [0, 3, 5]);
        assert_eq!(order_of(&[constraint(ROLL, 0, 0)], &[None]), [vec![], vec![0]]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        const LENGTH: u32 = 50_000;
        let parents: Vec<Option<u32>> = (0..=LENGTH).map(|node: u32| node.checked_sub(1)).collect();
        let constraints: Vec<_> = (0..LENGTH).map(|node| constraint(ROLL, node, node + 1)).collect();
        let [ordered, circular] = order_of(&constraints, &parents);
        assert!(ordered.iter().copied().eq((0..LENGTH).rev()) && circular.is_empty());
    }
}
