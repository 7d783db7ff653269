use super::pair_index::PairIndex;
use super::subdivision::subdivide;
use super::weights::SparseWeights;
use crate::model::{Influence, Model, Primitive, SkinKind};
use glam::Vec3;
use rayon::prelude::*;
use std::collections::HashMap;

/// The two widths of Le & Hodgins 2016, section 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CenterSettings {
    /// Width of the similarity in the space of weights (eq. 1). Smaller, and few triangles decide a center; larger,
    /// and all vertices of a joint pair share one.
    pub sigma: f64,
    /// No edge of the subdivided surface is longer than this in the space of weights. Finer costs time and moves
    /// centers little.
    pub epsilon: f64,
}

impl Default for CenterSettings {
    fn default() -> Self {
        Self { sigma: 0.1, epsilon: 0.1 }
    }
}

/// The smallest widths: below, the subdivision would not fit any memory.
const SMALLEST: f64 = 1e-3;

/// The centers of rotation of a model: for every primitive one a vertex, in the bind frame.
///
/// p* = sum_t s(w, w_t) a_t v_t / sum_t s(w, w_t) a_t over the triangles of all primitives that share the skin, with
/// the similarity s of eq. 1. The exact sum: no neighbor search, no cut-off; only where more
/// than some ten thousand small triangles share a joint pair are they gathered in cells of nearly the same weights,
/// which moved centers by up to 2.0e-5 of the extent on CesiumMan. Vertices with the same weights share a
/// center, also across seams and primitives. Where no triangle is similar (a single influence) the center is the rest
/// position, as it is for rigid meshes; `cor` is then LBS.
pub fn compute_centers(model: &Model, settings: &CenterSettings) -> Vec<Vec<Vec3>> {
    let mut centers: Vec<Vec<Vec3>> = model.primitives.iter().map(|primitive| primitive.positions.clone()).collect();
    for (number, skin) in model.skins.iter().enumerate() {
        if skin.kind == SkinKind::Skinned {
            let of_skin = |primitive: &&Primitive| primitive.skin as usize == number;
            let by_weights = centers_by_weights(model.primitives.iter().filter(of_skin), settings);
            for (primitive, centers) in model.primitives.iter().zip(&mut centers) {
                if of_skin(&primitive) {
                    for (center, influences) in centers.iter_mut().zip(primitive.influences.iter()) {
                        *center = by_weights.get(&key(influences)).copied().unwrap_or(*center);
                    }
                }
            }
        }
    }
    centers
}

/// Joints and the bits of their weights, by growing joint: equal for vertices with the same weights.
type WeightKey = Vec<(u32, u32)>;

fn key(influences: &[Influence]) -> WeightKey {
    let mut key: WeightKey = influences.iter().map(|one| (one.joint, one.weight.to_bits())).collect();
    key.sort_unstable();
    key
}

fn centers_by_weights<'a>(
    primitives: impl Iterator<Item = &'a Primitive>,
    settings: &CenterSettings,
) -> HashMap<WeightKey, Vec3> {
    let (sigma, epsilon) = (settings.sigma.max(SMALLEST), settings.epsilon.max(SMALLEST));
    let mut index = PairIndex::default();
    let mut wanted: HashMap<WeightKey, SparseWeights> = HashMap::new();
    for primitive in primitives {
        subdivide(primitive, epsilon, |sample| index.add(&sample));
        for influences in primitive.influences.iter().filter(|influences| influences.len() > 1) {
            wanted.entry(key(influences)).or_insert_with(|| SparseWeights::of(influences));
        }
    }
    index.merge();
    wanted
        .into_par_iter()
        .filter_map(|(key, weights)| index.center(&weights, sigma).map(|center| (key, center.as_vec3())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Influences, Material, Node, Skeleton, Skin, SkinJoint, Trs};
    use glam::{DAffine3, Quat};

    /// A square tube along X of two joints, in two primitives that meet where the weights are halves.
    fn tube(place: impl Fn(Vec3) -> Vec3) -> Model {
        let node = |name| Node { is_joint: true, ..Node::new(name, None, Trs::IDENTITY) };
        let part = |from: f32, to: f32| {
            let (mut positions, mut lists, mut indices) = (Vec::new(), Vec::new(), Vec::new());
            for ring in 0..=8u32 {
                let x = from + (to - from) * ring as f32 / 8.0;
                for corner in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
                    positions.push(place(Vec3::new(x, corner[0] * 0.2, corner[1] * 0.2)));
                    let weight = 0.5 + 0.5 * x.clamp(-1.0, 1.0);
                    lists.push([Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }]);
                }
                for side in (0..4).filter(|_| ring > 0) {
                    let [a, b] = [ring * 4 + side, ring * 4 + (side + 1) % 4];
                    indices.extend([a, b, a - 4, b, b - 4, a - 4]);
                }
            }
            let (influences, _) = Influences::normalized(lists.iter().map(|list| &list[..]), 2).unwrap();
            Primitive {
                mesh_name: String::new(),
                node: 0,
                skin: 0,
                material: 0,
                normals: vec![Vec3::Z; positions.len()],
                positions,
                texcoords: vec![],
                colors: vec![],
                indices,
                influences,
            }
        };
        let joints = [0, 1].map(|node| SkinJoint::new(node, None, DAffine3::IDENTITY)).to_vec();
        let kind = SkinKind::Skinned;
        Model {
            name: String::new(),
            skeleton: Skeleton::new(vec![node("a"), node("b")]).unwrap(),
            skins: vec![Skin { name: String::new(), kind, joints, bind_from_mesh: DAffine3::IDENTITY }],
            primitives: vec![part(-2.0, 0.0), part(0.0, 2.0)],
            materials: vec![Material::default()],
            textures: vec![],
            clips: vec![],
        }
    }

    #[test]
    fn centers_lie_on_the_axis_and_are_shared_across_primitives() {
        let model = tube(|position| position);
        let centers = compute_centers(&model, &CenterSettings::default());
        // The last ring of the first part and the first of the second have weights of one half.
        let shared = centers[1][0];
        assert!(shared.abs_diff_eq(Vec3::ZERO, 1e-6), "{shared}");
        assert!(centers[0][32..].iter().chain(&centers[1][..4]).all(|center| *center == shared));
        for (primitive, centers) in model.primitives.iter().zip(&centers) {
            for ((position, center), influences) in
                primitive.positions.iter().zip(centers).zip(primitive.influences.iter())
            {
                if influences.len() == 1 {
                    assert_eq!(center, position);
                } else {
                    assert!(center.y.abs() < 1e-6 && center.z.abs() < 1e-6, "{center}");
                    assert!((center.x - position.x).abs() < 0.2, "{center} {position}");
                }
            }
        }
    }

    #[test]
    fn centers_move_with_the_rest_pose() {
        let turn = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
        let moved = |position: Vec3| turn * position + Vec3::new(3.0, -1.0, 2.0);
        let settings = CenterSettings::default();
        let (here, there) = (compute_centers(&tube(|p| p), &settings), compute_centers(&tube(moved), &settings));
        for (here, there) in here.iter().flatten().zip(there.iter().flatten()) {
            assert!(moved(*here).abs_diff_eq(*there, 1e-5), "{here} {there}");
        }
    }
}
