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
/// the similarity s of eq. 1. The exact sum: no neighbor search, no cut-off. Vertices with the same weights share a
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
