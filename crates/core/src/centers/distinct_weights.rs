use crate::model::{Influence, Primitive};
use rustc_hash::FxHashMap;

/// The distinct weights of the vertices with more than one influence: vertices with the same weights share a center,
/// also across seams and primitives.
#[derive(Debug, Default)]
pub(super) struct DistinctWeights {
    /// Flat list of joint and weight, by ascending joint.
    flat: Vec<Influence>,
    offsets: Vec<u32>,
    /// For every primitive and vertex, the index of its weights, or [`Self::NONE`].
    indices: Vec<Vec<u32>>,
}

impl DistinctWeights {
    const NONE: u32 = u32::MAX;

    pub fn of<'a>(primitives: impl Iterator<Item = &'a Primitive>) -> Self {
        let mut distinct = Self { offsets: vec![0], ..Self::default() };
        // Keyed by joints and the bits of their weights.
        let mut known: FxHashMap<Vec<(u32, u32)>, u32> = FxHashMap::default();
        let mut key = Vec::new();
        for primitive in primitives {
            let mut indices = Vec::with_capacity(primitive.positions.len());
            for influences in primitive.influences.iter() {
                if influences.len() < 2 {
                    indices.push(Self::NONE);
                    continue;
                }
                key.clear();
                key.extend(influences.iter().map(|one| (one.joint, one.weight.to_bits())));
                key.sort_unstable();
                let index = match known.get(&key) {
                    Some(&index) => index,
                    None => {
                        let index = known.len() as u32;
                        known.insert(key.clone(), index);
                        let influence = |&(joint, weight)| Influence { joint, weight: f32::from_bits(weight) };
                        distinct.flat.extend(key.iter().map(influence));
                        distinct.offsets.push(distinct.flat.len() as u32);
                        index
                    }
                };
                indices.push(index);
            }
            distinct.indices.push(indices);
        }
        distinct
    }

    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The weights at an index, by ascending joint.
    pub fn get(&self, index: usize) -> &[Influence] {
        &self.flat[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Influence]> {
        (0..self.count()).map(|index| self.get(index))
    }

    /// The index of the weights of a vertex. `primitive` indexes the primitives given to [`Self::of`].
    pub fn index_of(&self, primitive: usize, vertex: usize) -> Option<usize> {
        let index = self.indices[primitive][vertex];
        (index != Self::NONE).then_some(index as usize)
    }
}
