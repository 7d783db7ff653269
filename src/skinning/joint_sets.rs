use crate::model::{Influence, Influences, Model};
use std::collections::HashMap;

/// The sets of joints that influence some vertex of a skin, numbered in the order of their first vertex.
///
/// Spherical blend skinning shares one center of rotation among all vertices of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JointSets {
    /// Joint numbers of each set, growing.
    sets: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, u32>,
}

impl JointSets {
    /// The sets of all primitives of a skin. The first call for a model takes a look at every vertex, later ones only at the
    /// sets.
    pub fn of_skin(model: &Model, skin: u32) -> Self {
        let mut found = Self::default();
        for primitive in model.primitives.iter().filter(|primitive| primitive.skin == skin) {
            for set in &primitive.influences.joint_sets().sets {
                if !found.numbers.contains_key(set) {
                    found.numbers.insert(set.clone(), found.sets.len() as u32);
                    found.sets.push(set.clone());
                }
            }
        }
        found
    }

    /// Joint numbers of each set, growing.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(Vec::as_slice)
    }

    /// The numbers of a primitive's own sets, by [`crate::model::InfluenceSets`]; zero for those of another skin.
    pub fn numbers_of(&self, influences: &Influences) -> Vec<u32> {
        let number = |set: &Vec<u32>| self.numbers.get(set).copied().unwrap_or(0);
        influences.joint_sets().sets.iter().map(number).collect()
    }

    /// The number of a vertex's set; zero for a vertex of another skin.
    pub fn number_of(&self, influences: &[Influence]) -> u32 {
        self.numbers.get(&key(influences)).copied().unwrap_or(0)
    }
}

fn key(influences: &[Influence]) -> Vec<u32> {
    let mut joints: Vec<u32> = influences.iter().map(|influence| influence.joint).collect();
    joints.sort_unstable();
    joints
}
