use super::SurfaceMatch;
use super::surface_tree::SurfaceTree;
use crate::measure::{DeformedSkin, Surface, VertexId};
use crate::model::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The surfaces of two models at rest, rigid meshes too, and the comparison of their vertices. Seen from one of the
/// models.
#[derive(Clone, Debug)]
pub struct SurfacePair {
    /// The surface of the model from which the pair is seen.
    pub own: Arc<Surface>,
    /// The surface of the other model.
    pub other: Arc<Surface>,
    /// The vertices that are compared, from `own` to `other`.
    pub matched: SurfaceMatch,
    /// Longest side of the first model's rest bounding box, in percent of which distances are given, from either side.
    pub extent: f64,
    /// The partner of each node, from `own` to `other` and back; empty where joints are not matched.
    joints: [Arc<[Option<u32>]>; 2],
}

impl SurfacePair {
    /// Makes the pair, seen from the first model.
    pub fn of(own: Arc<Surface>, other: Arc<Surface>) -> Self {
        Self { matched: SurfaceMatch::of(&own, &other), extent: own.extent, own, other, joints: Default::default() }
    }

    /// The pair with the partners of the nodes, from `own` to `other` and back.
    #[must_use]
    pub fn with_joints(self, joints: [Arc<[Option<u32>]>; 2]) -> Self {
        Self { joints, ..self }
    }

    /// The pair seen from the other model.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let (own, other) = (Arc::clone(&self.other), Arc::clone(&self.own));
        let [there, back] = [0, 1].map(|way| Arc::clone(&self.joints[way]));
        Self { own, other, matched: self.matched.reversed(), extent: self.extent, joints: [back, there] }
    }

    /// Whether one of them has no surface, so that there are no distances.
    pub fn is_empty(&self) -> bool {
        self.own.vertex_count() == 0 || self.other.vertex_count() == 0
    }

    /// Whether each vertex is compared with one of the other surface.
    pub fn is_by_vertex(&self) -> bool {
        matches!(self.matched, SurfaceMatch::Vertices(_))
    }

    /// The vertex of the other model that rests at the same position, where the meshes agree vertex by vertex.
    pub fn partner_of(&self, vertex_id: VertexId) -> Option<VertexId> {
        let SurfaceMatch::Vertices(partners) = &self.matched else { return None };
        let partner = *partners.get(self.own.index_of(vertex_id)? as usize)?;
        Some(self.other.id_of(partner))
    }

    /// The part of each vertex's weight that other joints have at its partner, from 0 for the same weights to 1 for none in
    /// common: half the sum of the differences. NaN for vertices without a partner. `own` and `other` are the models of the
    /// surfaces.
    pub fn weight_differences(&self, own: &Model, other: &Model) -> Vec<f64> {
        let SurfaceMatch::Vertices(partners) = &self.matched else {
            return vec![f64::NAN; self.own.vertex_count()];
        };
        let weights = |model: &Model, id: VertexId| -> BTreeMap<u32, f64> {
            let Some(primitive) = model.primitives.get(id.primitive as usize) else { return BTreeMap::new() };
            let joints = &model.skins[primitive.skin as usize].joints;
            let influences = primitive.influences.of(id.vertex as usize).iter();
            let mut of_nodes = BTreeMap::new();
            for one in influences {
                *of_nodes.entry(joints[one.joint as usize].node).or_default() += f64::from(one.weight);
            }
            of_nodes
        };
        let of_vertex = |(vertex, partner): (usize, &u32)| {
            let mut differences = weights(other, self.other.id_of(*partner));
            let mut unmatched = 0.0;
            for (node, weight) in weights(own, self.own.id_of(vertex as u32)) {
                match self.joints[0].get(node as usize).copied().flatten() {
                    Some(partner) => *differences.entry(partner).or_default() -= weight,
                    None => unmatched += weight.abs(),
                }
            }
            (unmatched + differences.values().map(|difference| difference.abs()).sum::<f64>()) / 2.0
        };
        partners.iter().enumerate().map(of_vertex).collect()
    }

    /// Distance of each vertex of the own surface to the other one, in scene units; NaN where there is nothing to
    /// compare with. Both are deformed; see [`SkinDistances::between`].
    pub fn distances(&self, [own, other]: [&DeformedSkin; 2]) -> Vec<f64> {
        match &self.matched {
            SurfaceMatch::Vertices(partners) => {
                let pairs = own.positions.iter().zip(partners);
                pairs.map(|(position, &partner)| position.distance(other.positions[partner as usize])).collect()
            }
            SurfaceMatch::Surfaces => SurfaceTree::of(&self.other, other).distances(&own.positions),
        }
    }
}

/// Distance of each vertex of two deformed skins to the other skin, in scene units.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinDistances {
    /// One distance for each vertex of the first surface; NaN where there is nothing to compare with.
    pub from_first: Vec<f64>,
    /// One distance for each vertex of the second surface. Between matched vertices, the same distances in another
    /// order.
    pub from_second: Vec<f64>,
}

impl SkinDistances {
    /// Distances between the positions of matched vertices, or else between each vertex and the nearest point of the
    /// other surface.
    pub fn between(pair: &SurfacePair, [own, other]: [&DeformedSkin; 2]) -> Self {
        let from_first = pair.distances([own, other]);
        let from_second = match &pair.matched {
            SurfaceMatch::Vertices(partners) => {
                let mut from_second = vec![f64::NAN; other.positions.len()];
                for (&partner, &distance) in partners.iter().zip(&from_first) {
                    from_second[partner as usize] = distance;
                }
                from_second
            }
            SurfaceMatch::Surfaces => SurfaceTree::of(&pair.own, own).distances(&other.positions),
        };
        Self { from_first, from_second }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::test_shapes::{model_of, two_joint_tube};
    use crate::model::{Influence, Influences, SkinKind};
    use glam::DVec3;

    fn skin(surface: &Surface, offset: DVec3) -> DeformedSkin {
        let positions = surface.positions.iter().map(|position| *position + offset).collect();
        DeformedSkin { positions, normals: surface.normals.clone() }
    }

    #[test]
    fn weights_that_moved_to_another_joint_are_counted_once() {
        let model = two_joint_tube();
        let mut other = model.clone();
        let primitive = Arc::make_mut(&mut other.primitives[0]);
        let mut lists: Vec<Vec<Influence>> = primitive.influences.iter().map(<[Influence]>::to_vec).collect();
        let moved = |weight: f32| vec![Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }];
        let own = |list: &[Influence]| list.iter().find(|one| one.joint == 1).map_or(0.0, |one| one.weight);
        let before: Vec<f32> = lists.iter().map(|list| own(list)).collect();
        for list in &mut lists {
            *list = moved(own(list) * 0.75);
        }
        primitive.influences = Influences::normalized(lists.iter().map(Vec::as_slice), 2).unwrap().0;
        let surfaces = [&model, &other].map(|model| Arc::new(Surface::of(model)));
        let [a, b] = surfaces;
        let nodes: Arc<[Option<u32>]> = (0..model.skeleton.len() as u32).map(Some).collect();
        let pair = SurfacePair::of(a, b).with_joints([Arc::clone(&nodes), nodes]);
        let differences = pair.weight_differences(&model, &other);
        for (difference, weight) in differences.iter().zip(&before) {
            assert!((difference - 0.25 * f64::from(*weight)).abs() < 1e-6, "{difference} {weight}");
        }
        let back = pair.reversed().weight_differences(&other, &model);
        assert!(back.iter().zip(&differences).all(|(a, b)| (a - b).abs() < 1e-6));
        // Without partners, no joint is the same.
        let apart = pair.with_joints(Default::default()).weight_differences(&model, &other);
        assert!(apart.iter().all(|difference| (difference - 1.0).abs() < 1e-6));
    }

    #[test]
    fn matched_vertices_are_compared_with_each_other_and_others_with_the_surface() {
        let surface = Arc::new(Surface::of(&two_joint_tube()));
        let skins = [&skin(&surface, DVec3::ZERO), &skin(&surface, DVec3::X * 0.25)];
        let matched = SurfacePair::of(Arc::clone(&surface), Arc::clone(&surface));
        assert!(matched.is_by_vertex());
        let by_vertex = SkinDistances::between(&matched, skins);
        assert!(by_vertex.from_first.iter().chain(&by_vertex.from_second).all(|d| (d - 0.25).abs() < 1e-12));
        let apart = SurfacePair { matched: SurfaceMatch::Surfaces, ..matched };
        let by_surface = SkinDistances::between(&apart, skins);
        // A surface that moves along itself does not leave itself.
        assert!(by_surface.from_first.iter().all(|distance| *distance < 0.25 + 1e-6));
        assert!(by_surface.from_first.iter().sum::<f64>() < by_vertex.from_first.iter().sum::<f64>());
        let none = SkinDistances::between(&apart, [skins[0]; 2]);
        assert!(none.from_first.iter().all(|distance| *distance < 1e-6));
    }

    /// The tube with a rigid mesh behind it.
    fn with_a_prop() -> Model {
        let mut model = two_joint_tube();
        let mut prop = model.clone();
        prop.skins[0].kind = SkinKind::Rigid;
        Arc::make_mut(&mut prop.primitives[0]).skin = 1;
        model.skins.extend(prop.skins);
        model.primitives.extend(prop.primitives);
        model
    }

    #[test]
    fn rigid_meshes_have_partners_too() {
        let model = with_a_prop();
        let skin = Arc::new(Surface::of(&model));
        let whole = Surface::whole(&model, &skin);
        assert_eq!(whole.vertex_count(), 2 * skin.vertex_count());
        let tube = two_joint_tube();
        let alone = Arc::new(Surface::of(&tube));
        assert!(Arc::ptr_eq(&Surface::whole(&tube, &alone), &alone), "nothing is made twice");
        let pair = SurfacePair::of(Arc::clone(&whole), whole);
        for vertex_id in [VertexId { primitive: 0, vertex: 3 }, VertexId { primitive: 1, vertex: 5 }] {
            assert_eq!(pair.partner_of(vertex_id), Some(vertex_id));
            assert_eq!(pair.reversed().partner_of(vertex_id), Some(vertex_id));
        }
        assert_eq!(pair.partner_of(VertexId { primitive: 2, vertex: 0 }), None);
        let other = SurfacePair::of(Arc::clone(&pair.own), alone);
        let nothing = Arc::new(Surface::of(&model_of(&[])));
        let [alone, none] = [&other.own, &nothing].map(|to| SurfacePair::of(Arc::clone(&other.own), Arc::clone(to)));
        assert!(!alone.is_empty() && none.is_empty() && none.reversed().is_empty());
        assert_eq!((other.is_by_vertex(), other.partner_of(VertexId { primitive: 0, vertex: 3 })), (false, None));
    }
}
