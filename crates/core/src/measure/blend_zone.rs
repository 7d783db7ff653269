use super::bones::Bones;
use super::open_edges::{OpenEdge, open_edges};
use super::surface::{DeformedSkin, Surface};
use super::volume::{NoVolume, Volume, signed_volume, total_area};
use glam::DVec3;
use std::collections::BTreeMap;

/// Largest weight that is ignored.
pub const SMALLEST_INFLUENCE: f64 = 1e-3;

/// The region where a joint's skin is blended: vertices with at least two influences over [`SMALLEST_INFLUENCE`], one
/// of which is the joint or a twist joint that spreads the joint's own twist.
#[derive(Clone, Debug)]
pub struct BlendZone {
    /// The joint's node in the skeleton.
    pub node: u32,
    /// Vertex indices, ascending.
    pub vertices: Vec<u32>,
    /// Indices of the triangles with at least one corner in the zone, ascending.
    pub triangles: Vec<u32>,
    /// All corners of those triangles, ascending: the zone and one ring of vertices around it.
    pub corners: Vec<u32>,
    /// Closes the zone's part of the surface: one fan for each rim.
    fans: Vec<Fan>,
    /// Number of open edges of the surface itself in the zone.
    open_edges: usize,
}

/// Triangles between the edges of a rim and the mean of its vertices.
#[derive(Clone, Debug)]
struct Fan {
    edges: Vec<OpenEdge>,
    /// Welded vertex indices.
    vertices: Vec<u32>,
}

impl BlendZone {
    /// Finds the zone of a node; empty if no skin blends there.
    pub fn of(surface: &Surface, bones: &Bones, node: u32) -> Self {
        let blended = |vertex: u32| {
            let mut counted =
                surface.influences_of(vertex).iter().filter(|influence| influence.weight > SMALLEST_INFLUENCE);
            let ours = counted.clone().any(|influence| bones.has_skin_of(influence.joint, node));
            ours && counted.nth(1).is_some()
        };
        let in_zone: Vec<bool> = (0..surface.vertex_count() as u32).map(blended).collect();
        let index = |(index, _): (usize, &bool)| index as u32;
        let vertices = in_zone.iter().enumerate().filter(|(_, inside)| **inside).map(index).collect();
        let touches = |triangle: [u32; 3]| triangle.iter().any(|&vertex| in_zone[vertex as usize]);
        let triangles: Vec<u32> = (0..surface.triangles.len() as u32)
            .filter(|&triangle| touches(surface.triangles[triangle as usize]))
            .collect();
        let mut corners: Vec<u32> =
            triangles.iter().flat_map(|&triangle| surface.triangles[triangle as usize]).collect();
        corners.sort_unstable();
        corners.dedup();
        let rims =
            open_edges(triangles.iter().map(|&triangle| surface.welded_corners(surface.triangles[triangle as usize])));
        let open = rims.iter().filter(|edge| surface.open_edges.binary_search(edge).is_ok()).count();
        Self { node, vertices, triangles, corners, fans: fans(&rims), open_edges: open }
    }

    /// Whether no vertex is blended there.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The volume of the zone's triangles, with each rim closed by a fan between its edges and the mean of its
    /// vertices, both posed and at rest.
    ///
    /// # Errors
    /// If the zone is empty, encloses nothing at rest, or the surface itself is open there.
    pub fn volume(&self, surface: &Surface, deformed: &DeformedSkin) -> Result<Volume, NoVolume> {
        if self.triangles.is_empty() {
            return Err(NoVolume::Empty);
        }
        if self.open_edges > 0 {
            return Err(NoVolume::NotClosed { open_edges: self.open_edges });
        }
        let triangles = || self.triangles.iter().map(|&triangle| surface.triangles[triangle as usize]);
        let enclosed = |positions: &[DVec3]| {
            let fans: f64 = self.fans.iter().map(|fan| fan.volume(positions)).sum();
            signed_volume(positions, triangles()) + fans
        };
        let volume = Volume { rest: enclosed(&surface.positions), posed: enclosed(&deformed.positions) };
        volume.unless_flat(total_area(&surface.positions, triangles()))
    }
}

impl Fan {
    fn volume(&self, positions: &[DVec3]) -> f64 {
        // Use the same origin as the triangles that the fan closes.
        let origin = positions[0];
        let at = |vertex: u32| positions[vertex as usize] - origin;
        let middle = self.vertices.iter().map(|&vertex| at(vertex)).sum::<DVec3>() / self.vertices.len() as f64;
        self.edges.iter().map(|edge| middle.dot(at(edge.to).cross(at(edge.from)))).sum::<f64>() / 6.0
    }
}

/// Groups the open edges into rims: connected edges share a fan.
fn fans(edges: &[OpenEdge]) -> Vec<Fan> {
    let mut leader: BTreeMap<u32, u32> = edges.iter().flat_map(|e| [(e.from, e.from), (e.to, e.to)]).collect();
    fn find(leader: &mut BTreeMap<u32, u32>, vertex: u32) -> u32 {
        let mut at = vertex;
        while leader[&at] != at {
            let above = leader[&leader[&at]];
            leader.insert(at, above);
            at = above;
        }
        at
    }
    for edge in edges {
        let (a, b) = (find(&mut leader, edge.from), find(&mut leader, edge.to));
        leader.insert(a.max(b), a.min(b));
    }
    let mut fans: BTreeMap<u32, Fan> = BTreeMap::new();
    let vertices: Vec<u32> = leader.keys().copied().collect();
    for vertex in vertices {
        let rim = find(&mut leader, vertex);
        fans.entry(rim).or_insert_with(|| Fan { edges: vec![], vertices: vec![] }).vertices.push(vertex);
    }
    for &edge in edges {
        let rim = find(&mut leader, edge.from);
        fans.entry(rim).or_insert_with(|| Fan { edges: vec![], vertices: vec![] }).edges.push(edge);
    }
    fans.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::test_shapes::{Shape, moved, skinned_model, two_joint_tube};
    use super::*;
    use glam::{DQuat, Vec3};
    use std::f64::consts::PI;

    #[test]
    fn the_zone_of_a_tube_is_a_cylinder() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let bones = Bones::of(&model, &surface);
        for node in [0, 1] {
            let zone = BlendZone::of(&surface, &bones, node);
            // Nineteen rings between -1 and 1, and one ring of corners on either side.
            assert_eq!((zone.vertices.len(), zone.corners.len()), (19 * 48, 21 * 48));
            let volume = zone.volume(&surface, &moved(&surface, |p| p * 1.5)).unwrap();
            assert!((volume.rest / (PI * 0.25 * 2.0) - 1.0).abs() < 4e-3, "{volume:?}");
            assert!((volume.over_rest() - 1.5f64.powi(3)).abs() < 1e-9);
            let turn = DQuat::from_rotation_y(1.0);
            let turned = zone.volume(&surface, &moved(&surface, |p| turn * p + DVec3::splat(7.0))).unwrap();
            assert!((turned.over_rest() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn linear_twists_shrink_it_by_hand() {
        let model = two_joint_tube();
        let surface = Surface::of(&model);
        let zone = BlendZone::of(&surface, &Bones::of(&model, &surface), 1);
        // LBS of a half turn gives radius |1 - 2 w|: two cones of a third of the cylinder's volume.
        let weight = |x: f64| ((x + 1.0) / 2.0).clamp(0.0, 1.0);
        let twisted =
            moved(&surface, |p| DVec3::new(p.x, p.y * (1.0 - 2.0 * weight(p.x)), p.z * (1.0 - 2.0 * weight(p.x))));
        let volume = zone.volume(&surface, &twisted).unwrap();
        assert!((volume.over_rest() - 1.0 / 3.0).abs() < 1e-3, "{}", volume.over_rest());
    }

    #[test]
    fn open_and_empty_zones_say_so() {
        let joints = [("root", None, Vec3::ZERO), ("mid", Some(0), Vec3::X)];
        let model = skinned_model(&[Shape::cylinder(12, 4, 0.5, 2.0, false)], &joints, |_| vec![0.5, 0.5]);
        let surface = Surface::of(&model);
        let zone = BlendZone::of(&surface, &Bones::of(&model, &surface), 1);
        let rest = moved(&surface, |p| p);
        assert_eq!(zone.volume(&surface, &rest), Err(NoVolume::NotClosed { open_edges: 24 }));
        let rigid = skinned_model(&[Shape::cube()], &joints, |_| vec![0.9995, 0.0005]);
        let surface = Surface::of(&rigid);
        let zone = BlendZone::of(&surface, &Bones::of(&rigid, &surface), 1);
        assert!(zone.is_empty());
        assert_eq!(zone.volume(&surface, &moved(&surface, |p| p)), Err(NoVolume::Empty));
    }
}
