//! The bones of a model at rest, and the bone that each vertex belongs to.

use super::{Model, Primitive, Skin, SkinKind};
use crate::math::Segment;
use glam::{DVec3, Vec3};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

/// The bones of all skins of a model, in the bind frame, and for each vertex the nearest point of its bone. Belongs to
/// the default shape.
///
/// A joint has one bone: to the child that continues it ([`continuing_bones`]); children that are equally good, such as
/// both legs at the hips, are left out. The bone of the last joint of a limb goes on in the direction from its parent, or,
/// if its skin does not lie there, toward its skin, as far as the skin reaches. Only joints that move vertices count, so
/// that inserting one that moves nothing changes nothing. Driven twist joints end a bone only if nothing else does.
///
/// A bone has no length if the joint moves no vertex, or if its skin lies around it evenly.
#[derive(Debug, Default)]
pub struct RestBones {
    /// By skin and joint.
    ends: Vec<Vec<BoneEnd>>,
    /// By primitive and vertex; empty for rigid meshes.
    of_vertices: Vec<Vec<VertexBone>>,
}

/// The end of a joint's bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneEnd {
    /// In the bind frame.
    pub position: DVec3,
    /// The joint where the bone ends, as an index into the skin. `None` if it ends with the skin.
    pub child: Option<u32>,
}

/// The bone of a vertex, named by the joint where it begins, and the bone's point nearest to the vertex at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexBone {
    /// The bone's point nearest to the vertex, in the bind frame.
    pub point: Vec3,
    /// Index into the skin's joints.
    pub joint: u32,
}

/// Distance from its bone, as a fraction of the extent, below which a vertex counts as lying on it: the direction away
/// from the bone would be rounding.
const ON_THE_BONE: f64 = 1e-5;

/// Distances with a smaller relative difference are equal, so that rounding chooses no bone.
const TIE: f64 = 1e-6;

/// Bones whose cosines differ by less than this are equally straight.
const ABOUT_AS_STRAIGHT: f64 = 0.05;

/// Bones that are shorter than the longest by less than this fraction are as long.
const ABOUT_AS_LONG: f64 = 1e-3;

/// Fraction of the distance of the farthest vertex. If skin reaches less far in a direction, or if its mean is closer, it
/// does not lie in this direction.
const UNCLEAR: f64 = 0.2;

/// Among bones that begin at a joint, the indices of those that continue the limb: the most in line with the bone that
/// ends there. If several are about equally straight, or if `incoming` is zero because no bone ends there, the longest.
/// More than one if they are about as long, the longest first, and of equally long ones the first.
pub fn continuing_bones(incoming: DVec3, outgoing: &[DVec3]) -> Vec<usize> {
    let incoming = incoming.normalize_or_zero();
    let in_line = |index: usize| incoming.dot(outgoing[index].normalize_or_zero());
    let length = |index: usize| outgoing[index].length();
    let straightest = (0..outgoing.len()).map(in_line).fold(f64::NEG_INFINITY, f64::max);
    let mut bones: Vec<usize> =
        (0..outgoing.len()).filter(|&index| in_line(index) > straightest - ABOUT_AS_STRAIGHT).collect();
    bones.sort_by(|&a, &b| length(b).total_cmp(&length(a)));
    let longest = bones.first().map_or(0.0, |&index| length(index));
    bones.retain(|&index| length(index) >= longest * (1.0 - ABOUT_AS_LONG));
    bones
}

impl Model {
    /// The bones at rest. The first call visits every vertex.
    pub fn rest_bones(&self) -> &RestBones {
        let model = self.default_shape();
        model.rest_bones.0.get_or_init(|| RestBones::of(model))
    }

    /// The index of a primitive of this model, in this or another shape.
    pub fn index_of(&self, primitive: &Primitive) -> Option<usize> {
        let own = self.primitives.iter().position(|other| std::ptr::eq(primitive, &**other));
        // All shapes of a primitive share its morph targets.
        own.or_else(|| {
            let morphs = primitive.morphs.as_ref()?;
            let is_shape_of = |other: &Primitive| other.morphs.as_ref().is_some_and(|own| Arc::ptr_eq(own, morphs));
            self.primitives.iter().position(|other| is_shape_of(other))
        })
    }
}

/// The bones once they were needed. A copy of a model is made to be changed, so it starts without.
#[derive(Debug, Default)]
pub(super) struct KeptBones(OnceLock<RestBones>);

impl Clone for KeptBones {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl RestBones {
    /// The ends of the bones of a skin, by joint.
    pub fn ends(&self, skin: u32) -> &[BoneEnd] {
        &self.ends[skin as usize]
    }

    /// The bones of a primitive's vertices; none if the mesh is rigid. Vertices of one skin that share a position share
    /// the bone, whichever primitives they belong to.
    pub fn of_primitive(&self, primitive: usize) -> &[VertexBone] {
        &self.of_vertices[primitive]
    }

    fn of(model: &Model) -> Self {
        let on_the_bone = ON_THE_BONE * f64::from(model.rest_bounds().extent());
        let mut bones = Self { ends: Vec::new(), of_vertices: vec![Vec::new(); model.primitives.len()] };
        for (index, skin) in (0..).zip(&model.skins) {
            let primitives = model.primitives.iter().enumerate().filter(|(_, primitive)| primitive.skin == index);
            let primitives: Vec<(usize, &Primitive)> = primitives.map(|(at, primitive)| (at, &**primitive)).collect();
            let limbs = Limbs::of(model, skin, &primitives);
            if skin.kind == SkinKind::Skinned {
                limbs.add_vertices(&primitives, on_the_bone, &mut bones.of_vertices);
            }
            bones.ends.push(limbs.ends);
        }
        bones
    }
}

/// The joints of a skin that move vertices, with their bones.
struct Limbs {
    origins: Vec<DVec3>,
    /// The nearest ancestor that moves vertices, for those that do.
    parents: Vec<Option<usize>>,
    /// Number of ancestors that move vertices.
    depths: Vec<usize>,
    ends: Vec<BoneEnd>,
}

impl Limbs {
    fn of(model: &Model, skin: &Skin, primitives: &[(usize, &Primitive)]) -> Self {
        let origins: Vec<DVec3> = skin.joints.iter().map(|joint| joint.bind_origin).collect();
        let mut moves = vec![false; origins.len()];
        let influences = primitives.iter().flat_map(|(_, primitive)| primitive.influences.flat());
        influences.for_each(|influence| moves[influence.joint as usize] = true);
        let above = |joint: usize| skin.joints[joint].parent.map(|parent| parent as usize);
        let ancestors =
            |joint: usize| std::iter::successors(above(joint), |&parent| above(parent)).filter(|&one| moves[one]);
        let parents: Vec<Option<usize>> = (0..origins.len()).map(|joint| ancestors(joint).next()).collect();
        let depths = (0..origins.len()).map(|joint| ancestors(joint).count()).collect();
        let incoming = |joint: usize| {
            let offsets = ancestors(joint).map(|ancestor| origins[joint] - origins[ancestor]);
            offsets.into_iter().find(|offset| offset.length_squared() > 0.0).unwrap_or(DVec3::ZERO)
        };
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); origins.len()];
        for joint in (0..origins.len()).filter(|&joint| moves[joint]) {
            if let Some(parent) = parents[joint].filter(|&parent| origins[parent] != origins[joint]) {
                children[parent].push(joint);
            }
        }
        let leaf_ends = leaf_ends(primitives, &origins, incoming);
        let is_driven = |joint: &usize| model.skeleton.twist_driver(skin.joints[*joint].node).is_some();
        let end = |joint: usize| {
            let (driven, whole): (Vec<usize>, Vec<usize>) = children[joint].iter().copied().partition(is_driven);
            let children = if whole.is_empty() { driven } else { whole };
            let outgoing: Vec<DVec3> = children.iter().map(|&child| origins[child] - origins[joint]).collect();
            match only_continuing_bone(incoming(joint), &outgoing) {
                Some(index) => BoneEnd { position: origins[children[index]], child: Some(children[index] as u32) },
                None => BoneEnd { position: leaf_ends[joint], child: None },
            }
        };
        let ends = (0..origins.len()).map(end).collect();
        Self { origins, parents, depths, ends }
    }

    /// Writes the bone of every vertex of the skin.
    fn add_vertices(&self, primitives: &[(usize, &Primitive)], on_the_bone: f64, all: &mut [Vec<VertexBone>]) {
        let nowhere = VertexBone { point: Vec3::ZERO, joint: 0 };
        let mut corners: Vec<Corner<'_>> = Vec::new();
        for &(index, primitive) in primitives {
            all[index] = vec![nowhere; primitive.positions.len()];
            corners.extend((0..primitive.positions.len()).map(|vertex| Corner { index, vertex, primitive }));
        }
        corners.sort_unstable_by_key(Corner::key);
        for same_position in corners.chunk_by(|a, b| a.key() == b.key()) {
            let position = same_position[0].position();
            let Some((joint, point)) = self.choose(same_position, position.as_dvec3()) else { continue };
            let lies_on_it = point.distance(position.as_dvec3()) < on_the_bone;
            let bone = VertexBone { point: if lies_on_it { position } else { point.as_vec3() }, joint: joint as u32 };
            same_position.iter().for_each(|corner| all[corner.index][corner.vertex] = bone);
        }
    }

    /// The nearest of the bones of the heaviest influences and of their parents, with its nearest point. Where two are
    /// equally near, as around the joint between them, the one with more weight, then the one closer to the root, then
    /// the one whose end has the smaller coordinates. The order of the joints decides only between equal bones.
    fn choose(&self, same_position: &[Corner<'_>], position: DVec3) -> Option<(usize, DVec3)> {
        let mut candidates: Vec<usize> = Vec::new();
        for corner in same_position {
            let influences = corner.primitive.influences.of(corner.vertex);
            let heaviest = influences.iter().take_while(|influence| influence.weight == influences[0].weight);
            let joints = heaviest.map(|influence| influence.joint as usize);
            candidates.extend(joints.flat_map(|joint| [Some(joint), self.parents[joint]]).flatten());
        }
        candidates.sort_unstable();
        candidates.dedup();
        let nearest: Vec<(usize, DVec3, f64)> = candidates
            .into_iter()
            .map(|joint| {
                let bone = Segment { from: self.origins[joint], to: self.ends[joint].position };
                let point = bone.nearest_to(position);
                (joint, point, point.distance(position))
            })
            .collect();
        let least = nearest.iter().map(|(_, _, distance)| *distance).fold(f64::INFINITY, f64::min);
        let weight = |joint: usize| {
            let of_corner = |corner: &Corner<'_>| {
                let mut influences = corner.primitive.influences.of(corner.vertex).iter();
                influences.find(|influence| influence.joint as usize == joint).map_or(0.0, |influence| influence.weight)
            };
            same_position.iter().map(of_corner).fold(0.0, f32::max)
        };
        let end = |joint: usize| self.ends[joint].position.to_array();
        let order = |a: usize, b: usize| -> Ordering {
            let by_end = end(a).partial_cmp(&end(b)).unwrap_or(Ordering::Equal);
            weight(b).total_cmp(&weight(a)).then(self.depths[a].cmp(&self.depths[b])).then(by_end).then(a.cmp(&b))
        };
        let tied = nearest.into_iter().filter(|(_, _, distance)| *distance <= least * (1.0 + TIE));
        tied.min_by(|a, b| order(a.0, b.0)).map(|(joint, point, _)| (joint, point))
    }
}

/// The bone that continues a limb, as an index into those that begin at a joint. Bones that are equally good but end
/// elsewhere are left out until one is better than all others.
fn only_continuing_bone(incoming: DVec3, outgoing: &[DVec3]) -> Option<usize> {
    let mut left: Vec<usize> = (0..outgoing.len()).collect();
    while !left.is_empty() {
        let bones: Vec<DVec3> = left.iter().map(|&index| outgoing[index]).collect();
        let best = continuing_bones(incoming, &bones);
        let end = bones[best[0]];
        if best.iter().all(|&index| bones[index].distance(end) <= ABOUT_AS_LONG * end.length()) {
            return Some(left[best[0]]);
        }
        left = (0..left.len()).filter(|index| !best.contains(index)).map(|index| left[index]).collect();
    }
    None
}

/// Where the bone of each joint ends if no child continues it: level with the farthest vertex of which the joint is a
/// heaviest influence, in the direction from its parent or toward the mean of their surface.
fn leaf_ends(primitives: &[(usize, &Primitive)], origins: &[DVec3], incoming: impl Fn(usize) -> DVec3) -> Vec<DVec3> {
    let mut offsets: Vec<Vec<DVec3>> = vec![Vec::new(); origins.len()];
    // Surface and its first moment. By surface and not by vertex, so that split vertices count once.
    let mut moments = vec![(0.0, DVec3::ZERO); origins.len()];
    for (_, primitive) in primitives {
        let position = |vertex: usize| primitive.positions[vertex].as_dvec3();
        let heaviest = |vertex: usize| {
            let influences = primitive.influences.of(vertex);
            let heaviest = influences.iter().take_while(|influence| influence.weight == influences[0].weight);
            heaviest.map(|influence| influence.joint as usize)
        };
        for vertex in 0..primitive.positions.len() {
            heaviest(vertex).for_each(|joint| offsets[joint].push(position(vertex) - origins[joint]));
        }
        for triangle in primitive.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|vertex| position(vertex as usize));
            let area = (b - a).cross(c - a).length();
            for vertex in triangle.map(|vertex| vertex as usize) {
                for joint in heaviest(vertex) {
                    let (surface, moment) = &mut moments[joint];
                    *surface += area;
                    *moment += (position(vertex) - origins[joint]) * area;
                }
            }
        }
    }
    let end = |joint: usize| {
        let reach = |direction: DVec3| offsets[joint].iter().map(|offset| offset.dot(direction)).fold(0.0, f64::max);
        let clear = UNCLEAR * offsets[joint].iter().map(|offset| offset.length()).fold(0.0, f64::max);
        let onward = incoming(joint).normalize_or_zero();
        let (surface, moment) = moments[joint];
        let mean = if surface > 0.0 { moment / surface } else { DVec3::ZERO };
        let direction = if reach(onward) >= clear || mean.length() < clear { onward } else { mean.normalize_or_zero() };
        origins[joint] + direction * reach(direction)
    };
    (0..origins.len()).map(end).collect()
}

/// A vertex of a primitive.
struct Corner<'a> {
    /// Index of the primitive.
    index: usize,
    vertex: usize,
    primitive: &'a Primitive,
}

impl Corner<'_> {
    fn position(&self) -> Vec3 {
        self.primitive.positions[self.vertex]
    }

    /// Equal for equal positions; zero has one sign.
    fn key(&self) -> [u32; 3] {
        (self.position() + Vec3::ZERO).to_array().map(f32::to_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Influence, Influences, Material, ModelParts, Node, Skeleton, SkinJoint, Trs};
    use glam::DAffine3;

    type Vertex<'a> = (Vec3, &'a [(u32, f32)]);

    /// Joints along x, each a child of the one that `joints` names, and a primitive for each list of vertices.
    fn model(joints: &[(f32, Option<u32>)], primitives: &[&[Vertex<'_>]]) -> Model {
        let at = |joint: usize| Vec3::X * joints[joint].0;
        let node = |joint: usize| {
            let parent = joints[joint].1;
            let offset = at(joint) - parent.map_or(Vec3::ZERO, |parent| at(parent as usize));
            Node { is_joint: true, ..Node::new("joint", parent, Trs { translation: offset, ..Trs::IDENTITY }) }
        };
        let bind = |joint: usize| DAffine3::from_translation(-at(joint).as_dvec3());
        let skin = Skin {
            name: String::new(),
            kind: SkinKind::Skinned,
            joints: (0..joints.len()).map(|joint| SkinJoint::new(joint as u32, joints[joint].1, bind(joint))).collect(),
            bind_from_mesh: DAffine3::IDENTITY,
        };
        let primitive = |vertices: &&[Vertex<'_>]| {
            let influence = |&(joint, weight): &(u32, f32)| Influence { joint, weight };
            let lists: Vec<Vec<Influence>> =
                vertices.iter().map(|(_, list)| list.iter().map(influence).collect()).collect();
            Primitive {
                mesh_name: String::new(),
                node: 0,
                skin: 0,
                material: 0,
                positions: vertices.iter().map(|(position, _)| *position).collect(),
                normals: vec![Vec3::Z; vertices.len()],
                texcoords: vec![],
                second_texcoords: vec![],
                blend_factors: Vec::new(),
                colors: vec![],
                indices: vec![],
                influences: Influences::normalized(lists.iter().map(Vec::as_slice), joints.len()).unwrap().0,
                morphs: None,
            }
        };
        Model::new(ModelParts {
            name: String::new(),
            skeleton: Skeleton::new((0..joints.len()).map(node).collect()).unwrap(),
            skins: vec![skin],
            primitives: primitives.iter().map(primitive).collect(),
            materials: vec![Material::default()],
            textures: vec![],
            clips: vec![],
        })
        .unwrap()
    }

    const ARM: [(f32, Option<u32>); 2] = [(0.0, None), (2.0, Some(0))];

    /// A vertex of the upper bone, one of the lower, one before the root, and one level with the joint between.
    const SKIN: [Vertex<'_>; 4] = [
        (Vec3::new(0.5, 1.0, 0.0), &[(0, 1.0)]),
        (Vec3::new(3.5, 0.0, -0.5), &[(1, 0.75), (0, 0.25)]),
        (Vec3::new(-3.0, 4.0, 0.0), &[(0, 1.0)]),
        (Vec3::new(2.0, 0.25, 0.0), &[(1, 0.5), (0, 0.5)]),
    ];

    fn bone(joint: u32, x: f32) -> VertexBone {
        VertexBone { point: Vec3::X * x, joint }
    }

    #[test]
    fn by_hand_bones_end_at_the_child_or_with_the_skin() {
        let model = model(&ARM, &[&SKIN]);
        let bones = model.rest_bones();
        let [upper, lower] = [bones.ends(0)[0], bones.ends(0)[1]];
        assert_eq!(upper, BoneEnd { position: DVec3::X * 2.0, child: Some(1) });
        assert_eq!(lower, BoneEnd { position: DVec3::X * 3.5, child: None });
        // The joint between the bones belongs to both with the same weight: the one nearer to the root.
        assert_eq!(bones.of_primitive(0), [bone(0, 0.5), bone(1, 3.5), bone(0, 0.0), bone(0, 2.0)]);
    }

    #[test]
    fn the_bone_of_the_parent_may_be_nearer() {
        let model = model(&ARM, &[&SKIN, &[(Vec3::new(1.5, 0.25, 0.0), &[(1, 0.9), (0, 0.1)])]]);
        assert_eq!(model.rest_bones().of_primitive(1), [bone(0, 1.5)]);
    }

    #[test]
    fn joints_that_move_nothing_change_no_bone() {
        let plain = model(&ARM, &[&SKIN]);
        let renamed = |&(position, list): &Vertex<'static>| {
            let list: Vec<(u32, f32)> = list.iter().map(|&(joint, weight)| (2 * joint, weight)).collect();
            (position, list)
        };
        let owned: Vec<(Vec3, Vec<(u32, f32)>)> = SKIN.iter().map(renamed).collect();
        let skin: Vec<Vertex<'_>> = owned.iter().map(|(position, list)| (*position, list.as_slice())).collect();
        let helped = model(&[(0.0, None), (0.5, Some(0)), (2.0, Some(1)), (2.5, Some(2))], &[&skin]);
        let points =
            |model: &Model| model.rest_bones().of_primitive(0).iter().map(|bone| bone.point).collect::<Vec<_>>();
        assert_eq!(points(&plain), points(&helped));
        assert_eq!(helped.rest_bones().of_primitive(0)[1].joint, 2);
    }

    /// One position, in two primitives, with the two joints in either order and with other weights.
    #[test]
    fn vertices_that_share_a_position_share_the_bone() {
        let at = Vec3::new(2.5, 1.0, -0.0);
        let other = Vec3::new(2.5, 1.0, 0.0);
        let first = [SKIN[1], (at, &[(0, 0.6), (1, 0.4)])];
        let second: [Vertex<'_>; 2] = [(other, &[(1, 0.7), (0, 0.3)]), SKIN[0]];
        let together = model(&ARM, &[&first, &second]);
        let bones = together.rest_bones();
        assert_eq!((bones.of_primitive(0)[1], bones.of_primitive(1)[0]), (bone(1, 2.5), bone(1, 2.5)));
        let one = model(&ARM, &[&[second[1], second[0], first[1], first[0]]]);
        assert_eq!(one.rest_bones().of_primitive(0), [bone(0, 0.5), bone(1, 2.5), bone(1, 2.5), bone(1, 3.5)]);
    }

    #[test]
    fn a_skin_of_one_joint_has_a_bone_without_length() {
        let model = model(&ARM[..1], &[&[SKIN[0], SKIN[2]]]);
        let bones = model.rest_bones();
        assert_eq!(bones.ends(0)[0], BoneEnd { position: DVec3::ZERO, child: None });
        assert_eq!(bones.of_primitive(0), [bone(0, 0.0); 2]);
    }

    /// Both legs are equally good at the hips, so the spine continues them.
    #[test]
    fn equally_good_bones_leave_the_limb_to_another_one() {
        let [left, right, spine] = [DVec3::new(1.0, -4.0, 0.0), DVec3::new(-1.0, -4.0, 0.0), DVec3::Y];
        assert_eq!(only_continuing_bone(DVec3::ZERO, &[left, spine, right]), Some(1));
        assert_eq!(only_continuing_bone(DVec3::ZERO, &[left, right]), None);
        assert_eq!(only_continuing_bone(DVec3::ZERO, &[left, left]), Some(0), "one end");
    }

    /// The end of a limb whose skin lies behind its joint, or to its side.
    #[test]
    fn a_bone_goes_where_the_skin_is() {
        let corner = |x: f32, y: f32| -> Vertex<'static> { (Vec3::new(x, y, 0.0), &[(1, 1.0)]) };
        let skin = [SKIN[0], corner(2.0, -3.0), corner(1.5, -2.0), corner(2.5, -2.0)];
        let mut model = model(&ARM, &[&skin]);
        let mut primitive = (*model.primitives[0]).clone();
        primitive.indices = vec![1, 2, 3, 1, 3, 2];
        model.primitives[0] = Arc::new(primitive);
        let end = model.clone().rest_bones().ends(0)[1];
        // The skin reaches 3 down, and only 0.5 forward.
        assert_eq!((end.child, end.position.distance(DVec3::new(2.0, -3.0, 0.0)) < 1e-12), (None, true), "{end:?}");
    }

    #[test]
    fn bundled_bones_have_a_length() {
        for name in ["bar", "limb", "limb-heat", "tentacle", "hand", "mannequin"] {
            let model = crate::import::bundled_model(name);
            let bones = model.rest_bones();
            for (index, primitive) in model.primitives.iter().enumerate() {
                let skin = primitive.skin;
                for bone in bones.of_primitive(index) {
                    let joint = &model.skins[skin as usize].joints[bone.joint as usize];
                    let end = bones.ends(skin)[bone.joint as usize];
                    assert!(end.position.distance(joint.bind_origin) > 1e-3, "{name}: joint {}", bone.joint);
                }
            }
        }
    }

    /// Two equally long bones: neither continues the limb, in whichever order they come.
    #[test]
    fn a_fork_ends_with_the_skin() {
        let skin: [Vertex<'_>; 4] = [SKIN[0], SKIN[1], (Vec3::X, &[(2, 1.0)]), (Vec3::X, &[(3, 1.0)])];
        let mut forked = model(&[ARM[0], ARM[1], (4.0, Some(1)), (4.0, Some(1))], &[&skin]);
        assert_eq!(forked.rest_bones().ends(0)[1].child, Some(2), "two joints in one position are no fork");
        for order in [[2, 3], [3, 2]] {
            forked = forked.clone();
            for (joint, y) in order.into_iter().zip([1.0, -1.0]) {
                forked.skins[0].joints[joint].bind_origin = DVec3::new(4.0, y, 0.0);
            }
            let expected = BoneEnd { position: DVec3::X * 3.5, child: None };
            assert_eq!(forked.rest_bones().ends(0)[1], expected);
        }
    }

    #[test]
    fn the_straight_bone_continues_and_of_two_straight_ones_the_longer() {
        let x = DVec3::X;
        assert_eq!(continuing_bones(x, &[DVec3::Y * 9.0, x * 0.1]), [1]);
        assert_eq!(continuing_bones(x, &[x, DVec3::new(3.0, 0.1, 0.0), x]), [1]);
        assert_eq!(continuing_bones(DVec3::ZERO, &[x, DVec3::Y * 2.0, DVec3::Z * 2.0]), [1, 2]);
        assert!(continuing_bones(x, &[]).is_empty());
    }

    #[test]
    fn a_copy_that_is_changed_has_bones_of_its_own() {
        let mut model = model(&ARM, &[&SKIN]);
        assert_eq!(model.rest_bones().ends(0)[0].child, Some(1));
        model = model.clone();
        model.skins[0].joints[1].parent = None;
        assert_eq!(model.rest_bones().ends(0)[0].child, None);
    }

    #[test]
    fn primitives_are_found() {
        let model = model(&ARM, &[&SKIN, &SKIN]);
        assert_eq!(model.index_of(&model.primitives[1]), Some(1));
        assert_eq!(model.index_of(&model.primitives[1].as_ref().clone()), None);
    }
}
