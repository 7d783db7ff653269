//! Skin that passes through itself.
//!
//! Two triangles cross if an edge of one passes through the inside of the other. Triangles that share a vertex are not
//! compared, and touching does not count. Only pairs that cross in the pose and not at rest are counted, so layers
//! of cloth that a modeler let pass through each other count nothing.

use crate::measure::surface::{DeformedSkin, Surface};
use crate::work::parallel::prelude::*;
use glam::DVec3;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most triangles in a leaf of the tree.
const LEAF: usize = 4;

/// Depth, as a fraction of the extent, up to which triangles only touch. Methods compute in single precision.
const TOUCHING: f64 = 1e-6;

/// Comparisons of boxes for each triangle after which a count is given up: a skin in which everything overlaps
/// everything would take minutes.
const MOST_COMPARISONS: u64 = 1000;

/// The triangles of a skin in an order in which halves, quarters and so on lie close together at rest, and so in
/// most poses.
#[derive(Clone, Debug)]
pub struct TriangleOrder {
    /// The triangles, as indices of the surface.
    order: Vec<u32>,
    /// Their corners, in order.
    corners: Vec<[u32; 3]>,
    /// The same with one vertex for each position at rest.
    welded: Vec<[u32; 3]>,
}

impl TriangleOrder {
    pub fn of(surface: &Surface) -> Self {
        let centers: Vec<DVec3> =
            surface.triangles.iter().map(|corners| at(*corners, &surface.positions).into_iter().sum()).collect();
        let mut order: Vec<u32> = (0..surface.triangles.len() as u32).collect();
        split(&mut order, &centers);
        let corners: Vec<[u32; 3]> = order.iter().map(|&triangle| surface.triangles[triangle as usize]).collect();
        let weld = |corners: &[u32; 3]| corners.map(|vertex| surface.welded[vertex as usize]);
        Self { welded: corners.iter().map(weld).collect(), order, corners }
    }

    /// Whether two triangles share a vertex.
    fn share(&self, a: usize, b: usize) -> bool {
        let [a, b] = [self.welded[a], self.welded[b]];
        a.iter().any(|vertex| b.contains(vertex))
    }
}

/// Splits triangles into halves along the longest side of the box of their centers, and these again.
fn split(order: &mut [u32], centers: &[DVec3]) {
    if order.len() <= LEAF {
        return;
    }
    let sides = order.iter().map(|&triangle| centers[triangle as usize]).fold(Bounds::NONE, Bounds::with);
    let axis = (sides.max - sides.min).max_position();
    let middle = middle(order.len());
    let along = |triangle: u32| centers[triangle as usize][axis];
    order.select_nth_unstable_by(middle, |&a, &b| along(a).total_cmp(&along(b)).then(a.cmp(&b)));
    let (first, second) = order.split_at_mut(middle);
    split(first, centers);
    split(second, centers);
}

/// The size of the first half: whole leaves, except for the last one.
fn middle(count: usize) -> usize {
    (count.div_ceil(LEAF) / 2) * LEAF
}

/// Numbers of pairs of triangles that cross in a pose and not at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfIntersections {
    pub all: u64,
    /// Those with a triangle in the zone of the measured joint.
    pub in_zone: u64,
}

impl SelfIntersections {
    /// Counts the pairs. `zone` are the triangles of a zone. `None` if the skin has no triangles, or far too many
    /// that lie in one place.
    pub fn of(surface: &Surface, order: &TriangleOrder, deformed: &DeformedSkin, zone: &[u32]) -> Option<Self> {
        if surface.triangles.is_empty() {
            return None;
        }
        let mut is_in_zone = vec![false; surface.triangles.len()];
        zone.iter().for_each(|&triangle| is_in_zone[triangle as usize] = true);
        let tree = Tree::of(&order.corners, &deformed.positions);
        let (comparisons, most) = (AtomicU64::new(0), MOST_COMPARISONS * surface.triangles.len() as u64);
        let least = TOUCHING * surface.extent;
        let crosses = |pair: [usize; 2], positions: &[DVec3]| {
            cross(pair.map(|triangle| at(order.corners[triangle], positions)), least)
        };
        let of_leaf = |leaf: usize| {
            let mut found = Self::default();
            if comparisons.load(Ordering::Relaxed) > most {
                return found;
            }
            let compared = tree.pairs_of(leaf, |a, b| {
                let is_new =
                    !order.share(a, b) && crosses([a, b], &deformed.positions) && !crosses([a, b], &surface.positions);
                found.all += u64::from(is_new);
                let is_here = || [a, b].iter().any(|&triangle| is_in_zone[order.order[triangle] as usize]);
                found.in_zone += u64::from(is_new && is_here());
            });
            comparisons.fetch_add(compared, Ordering::Relaxed);
            found
        };
        let found: Vec<Self> = (0..tree.leaf_count()).into_par_iter().map(of_leaf).collect();
        let sum = |of: fn(&Self) -> u64| found.iter().map(of).sum();
        let is_counted = comparisons.into_inner() <= most;
        is_counted.then(|| Self { all: sum(|found| found.all), in_zone: sum(|found| found.in_zone) })
    }
}

/// The positions of some vertices.
fn at(corners: [u32; 3], positions: &[DVec3]) -> [DVec3; 3] {
    corners.map(|vertex| positions[vertex as usize])
}

#[derive(Clone, Copy)]
struct Bounds {
    min: DVec3,
    max: DVec3,
}

impl Bounds {
    const NONE: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    fn with(self, point: DVec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    fn and(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the boxes have more in common than a side. Flat triangles in one plane do not cross.
    fn overlap(self, other: Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }
}

/// Boxes around the ordered triangles, in a pose.
struct Tree {
    triangles: Vec<Bounds>,
    /// Each node before its first half, and that before its second.
    nodes: Vec<Node>,
}

struct Node {
    bounds: Bounds,
    /// Range of its triangles in the order.
    start: u32,
    end: u32,
    /// The node after this one and all below it.
    next: u32,
}

impl Tree {
    fn of(corners: &[[u32; 3]], positions: &[DVec3]) -> Self {
        let bounds = |&corners: &[u32; 3]| {
            let corners = at(corners, positions);
            // A comparison with NaN is false: such a triangle would hide those around it.
            let is_finite = corners.iter().all(|corner| corner.is_finite());
            if is_finite { corners.into_iter().fold(Bounds::NONE, Bounds::with) } else { Bounds::NONE }
        };
        let mut tree = Self { triangles: corners.par_iter().map(bounds).collect(), nodes: Vec::new() };
        tree.add(0, corners.len());
        tree
    }

    fn add(&mut self, start: usize, end: usize) -> Bounds {
        let index = self.nodes.len();
        self.nodes.push(Node { bounds: Bounds::NONE, start: start as u32, end: end as u32, next: 0 });
        let bounds = if end - start <= LEAF {
            self.around(start..end)
        } else {
            let between = start + middle(end - start);
            let first = self.add(start, between);
            first.and(self.add(between, end))
        };
        self.nodes[index].bounds = bounds;
        self.nodes[index].next = self.nodes.len() as u32;
        bounds
    }

    fn around(&self, triangles: Range<usize>) -> Bounds {
        self.triangles[triangles].iter().copied().fold(Bounds::NONE, Bounds::and)
    }

    fn leaf_count(&self) -> usize {
        self.triangles.len().div_ceil(LEAF)
    }

    /// Calls `meet` with each pair of triangles whose boxes overlap, the first one in a leaf, the second one later in
    /// the order. Returns how many boxes it compared.
    fn pairs_of(&self, leaf: usize, mut meet: impl FnMut(usize, usize)) -> u64 {
        let own = leaf * LEAF..((leaf + 1) * LEAF).min(self.triangles.len());
        let around = self.around(own.clone());
        let (mut index, mut compared) = (0, 0);
        while let Some(node) = self.nodes.get(index) {
            compared += 1;
            let (start, end) = (node.start as usize, node.end as usize);
            if end <= own.start || !node.bounds.overlap(around) {
                index = node.next as usize;
                continue;
            }
            index += 1;
            if end - start > LEAF {
                continue;
            }
            for a in own.clone().filter(|&a| self.triangles[a].overlap(node.bounds)) {
                for b in start.max(a + 1)..end {
                    compared += 1;
                    if self.triangles[a].overlap(self.triangles[b]) {
                        meet(a, b);
                    }
                }
            }
        }
        compared
    }
}

/// Whether an edge of one of the triangles passes through the inside of the other, by more than `least`.
fn cross([a, b]: [[DVec3; 3]; 2], least: f64) -> bool {
    pierces(a, b, least) || pierces(b, a, least)
}

/// Whether an edge of a triangle passes through the inside of another one.
fn pierces(edges: [DVec3; 3], [a, b, c]: [DVec3; 3], least: f64) -> bool {
    let Some(normal) = (b - a).cross(c - a).try_normalize() else { return false };
    let sides = edges.map(|corner| (corner - a).dot(normal));
    if sides.iter().all(|side| *side >= -least) || sides.iter().all(|side| *side <= least) {
        return false;
    }
    [(0, 1), (1, 2), (2, 0)].into_iter().any(|(from, to)| {
        let (start, along) = (edges[from], edges[to] - edges[from]);
        // The line passes all sides in the same direction of turn, each at a distance.
        let turn = |p: DVec3, q: DVec3| along.dot((p - start).cross(q - start)) / (along.length() * (q - p).length());
        let turns = || [turn(a, b), turn(b, c), turn(c, a)];
        sides[from].min(sides[to]) < -least
            && sides[from].max(sides[to]) > least
            && (turns().iter().all(|turn| *turn > least) || turns().iter().all(|turn| *turn < -least))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::test_shapes::{Shape, moved, skinned_model};
    use crate::measure::{BlendZone, RestSkin};
    use crate::model::Model;
    use glam::{DQuat, Vec3};

    fn skin(shapes: &[Shape]) -> Model {
        let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO)];
        skinned_model(shapes, &joints, |at| {
            let mid = ((at.x + 1.0) / 2.0).clamp(0.0, 1.0);
            vec![1.0 - mid, mid]
        })
    }

    fn count(surface: &Surface, zone: &[u32], map: impl Fn(DVec3) -> DVec3) -> Option<SelfIntersections> {
        SelfIntersections::of(surface, &TriangleOrder::of(surface), &moved(surface, map), zone)
    }

    /// A quad of two triangles, split along the diagonal from the first to the third corner.
    fn quad(corners: [[f32; 3]; 4]) -> Shape {
        let positions = corners.map(Vec3::from_array).to_vec();
        Shape { normals: vec![Vec3::Z; 4], triangles: vec![[0, 1, 2], [0, 2, 3]], positions }
    }

    /// A level sheet, and an upright one that stands away from it at rest.
    fn sheets() -> Surface {
        let level = quad([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]);
        let upright = quad([[5.25, -0.5, -1.0], [5.25, 0.5, -1.0], [5.25, 0.5, 1.0], [5.25, -0.5, 1.0]]);
        Surface::of(&skin(&[level, upright]))
    }

    fn moved_in(p: DVec3) -> DVec3 {
        if p.x > 2.0 { p - DVec3::X * 5.0 } else { p }
    }

    /// The sheets cross at x = 0.25, y from -0.5 to 0.5. The diagonals split that line at 0.25 and at 0: three pieces.
    #[test]
    fn crossing_sheets_by_hand() {
        let surface = sheets();
        assert_eq!(count(&surface, &[], |p| p), Some(SelfIntersections::default()));
        let found = |zone: &[u32]| count(&surface, zone, moved_in).unwrap();
        assert_eq!(found(&[]), SelfIntersections { all: 3, in_zone: 0 });
        // Below its diagonal, the level sheet has two of the pieces.
        assert_eq!([found(&[0]).in_zone, found(&[1]).in_zone, found(&[0, 2, 3]).in_zone], [2, 1, 3]);
        let touching = count(&surface, &[], |p| if p.x > 2.0 { p + DVec3::new(-5.0, 0.0, 1.0) } else { p });
        assert_eq!(touching.unwrap().all, 0, "it stands on the level sheet");
    }

    #[test]
    fn what_crosses_at_rest_does_not_count() {
        let level = quad([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]]);
        let upright = quad([[0.25, -0.5, -1.0], [0.25, 0.5, -1.0], [0.25, 0.5, 1.0], [0.25, -0.5, 1.0]]);
        let surface = Surface::of(&skin(&[level, upright]));
        assert_eq!(count(&surface, &[], |p| p).unwrap().all, 0);
        let turn = DQuat::from_rotation_y(1.0);
        assert_eq!(count(&surface, &[], |p| turn * p + DVec3::ONE).unwrap().all, 0);
    }

    fn tube() -> Surface {
        Surface::of(&skin(&[Shape::cylinder(16, 24, 0.5, 4.0, true)]))
    }

    /// Bends the tube about Z as linear blending does.
    fn bent(degrees: f64) -> impl Fn(DVec3) -> DVec3 {
        let turn = DQuat::from_rotation_z(degrees.to_radians());
        move |p: DVec3| p.lerp(turn * p, ((p.x + 1.0) / 2.0).clamp(0.0, 1.0))
    }

    #[test]
    fn a_tube_that_is_bent_far_passes_through_itself() {
        let surface = tube();
        let model = skin(&[Shape::cylinder(16, 24, 0.5, 4.0, true)]);
        let rest = RestSkin::of(&model);
        let zone = BlendZone::of(&rest.surface, &rest.bones, 1).triangles;
        let found = |degrees: f64| count(&surface, &zone, bent(degrees)).unwrap();
        assert_eq!([0.0, 30.0].map(|degrees| found(degrees).all), [0; 2]);
        let folded = found(170.0);
        assert!(folded.all > 50 && folded.in_zone > 0 && folded.in_zone <= folded.all, "{folded:?}");
        let turn = DQuat::from_rotation_x(1.0);
        assert_eq!(count(&surface, &[], |p| turn * p).unwrap().all, 0, "a rigid motion");
    }

    #[test]
    fn the_tree_misses_no_pair() {
        let surface = tube();
        let posed = moved(&surface, bent(170.0)).positions;
        let triangles = &surface.triangles;
        let welded = |corners: [u32; 3]| corners.map(|vertex| surface.welded[vertex as usize]);
        let mut expected = 0;
        for (index, &a) in triangles.iter().enumerate() {
            for &b in &triangles[..index] {
                let apart = welded(a).iter().all(|vertex| !welded(b).contains(vertex));
                let crosses = |positions: &[DVec3]| {
                    cross([a, b].map(|corners| at(corners, positions)), TOUCHING * surface.extent)
                };
                expected += u64::from(apart && crosses(&posed) && !crosses(&surface.positions));
            }
        }
        assert_eq!(count(&surface, &[], bent(170.0)).unwrap().all, expected);
    }

    #[test]
    fn what_cannot_be_counted_has_no_number_and_takes_no_time() {
        let surface = tube();
        assert_eq!(count(&surface, &[], |_| DVec3::ZERO), Some(SelfIntersections::default()), "all in one point");
        assert_eq!(count(&surface, &[], |_| DVec3::NAN), Some(SelfIntersections::default()));
        // Triangles all over the place, twice in each direction.
        let fine = Surface::of(&skin(&[Shape::cylinder(48, 40, 0.5, 4.0, true)]));
        let scattered = |p: DVec3| (p * DVec3::new(9973.0, 7919.0, 6007.0)).map(f64::sin);
        assert_eq!(count(&fine, &[], scattered), None);
        assert_eq!(count(&Surface::of(&skin(&[])), &[], |p| p), None, "no triangles");
    }
}
