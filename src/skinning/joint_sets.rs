use crate::model::{Influence, Model};
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
    /// The sets of all primitives of a skin. Costs a look at every vertex.
    pub fn of_skin(model: &Model, skin: u32) -> Self {
        let mut found = Self::default();
        for primitive in model.primitives.iter().filter(|primitive| primitive.skin == skin) {
            for influences in primitive.influences.iter() {
                let set = key(influences);
                if !found.numbers.contains_key(&set) {
                    found.numbers.insert(set.clone(), found.sets.len() as u32);
                    found.sets.push(set);
                }
            }
        }
        found
    }

    /// Joint numbers of each set, growing.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(Vec::as_slice)
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
