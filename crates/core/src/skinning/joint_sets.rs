use crate::model::{Influence, Influences, Model, StoredSkin};
use std::collections::HashMap;

/// The distinct sets of joints that influence the vertices of a skin, indexed in the order of their first vertex.
///
/// Spherical blend skinning shares one center of rotation among all vertices of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointSets {
    /// Joint indices of each set, ascending.
    sets: Vec<Vec<u32>>,
    indices: HashMap<Vec<u32>, u32>,
}

impl JointSets {
    /// Collects the sets of all primitives of a skin. The first call for a model visits every vertex, later ones only
    /// the sets.
    pub fn of_skin(model: &Model, skin: u32) -> Self {
        let mut found = Self::default();
        for primitive in model.primitives.iter().filter(|primitive| primitive.skin == skin) {
            for set in &primitive.influences.joint_sets().sets {
                found.insert(set);
            }
        }
        found
    }

    /// Like [`Self::of_skin`], with the influences that are kept of a stored skin.
    pub fn of_stored(model: &Model, skin: u32, stored: StoredSkin) -> Self {
        if stored.is_full() { Self::of_skin(model, skin) } else { Self::of_skin(&model.stored(stored), skin) }
    }

    /// Adds the set of a vertex and returns its index.
    pub fn add(&mut self, influences: &[Influence]) -> u32 {
        self.insert(&key(influences))
    }

    fn insert(&mut self, set: &Vec<u32>) -> u32 {
        if let Some(&index) = self.indices.get(set) {
            return index;
        }
        let index = self.sets.len() as u32;
        self.indices.insert(set.clone(), index);
        self.sets.push(set.clone());
        index
    }

    /// Joint indices of each set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(Vec::as_slice)
    }

    /// The skin's index of each of a primitive's own sets (see [`crate::model::InfluenceSets`]); zero for unknown sets.
    pub fn indices_of(&self, influences: &Influences) -> Vec<u32> {
        let index = |set: &Vec<u32>| self.indices.get(set).copied().unwrap_or(0);
        influences.joint_sets().sets.iter().map(index).collect()
    }

    /// The index of a vertex's set; zero for a vertex of another skin.
    pub fn index_of(&self, influences: &[Influence]) -> u32 {
        self.indices.get(&key(influences)).copied().unwrap_or(0)
    }
}

fn key(influences: &[Influence]) -> Vec<u32> {
    let mut joints: Vec<u32> = influences.iter().map(|influence| influence.joint).collect();
    joints.sort_unstable();
    joints
}
