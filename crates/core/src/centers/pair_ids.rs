use super::distinct_weights::DistinctWeights;

/// Indices of the pairs of joints that share a vertex: the similarity of eq. 1 vanishes for all others.
#[derive(Debug, Default)]
pub(super) struct PairIds {
    /// For each joint, its partners with a higher index, ascending, each with the pair's index.
    partners: Vec<Vec<(u32, u32)>>,
    /// For each pair, the number of joint lists that contain it.
    uses: Vec<u32>,
}

impl PairIds {
    /// The pairs of the distinct weights listed in `wanted`.
    pub fn of(weights: &DistinctWeights, wanted: &[usize]) -> Self {
        let mut pairs = Self::default();
        for &index in wanted {
            pairs.insert_all(&weights.get(index).iter().map(|influence| influence.joint));
        }
        pairs
    }

    pub fn count(&self) -> usize {
        self.uses.len()
    }

    /// Number of joint lists that contain the pair with this index.
    pub fn uses(&self, pair: usize) -> u32 {
        self.uses[pair]
    }

    /// The index of a pair, with `first` below `second`.
    pub fn get(&self, first: u32, second: u32) -> Option<u32> {
        let partners = self.partners.get(first as usize)?;
        let index = partners.partition_point(|&(partner, _)| partner < second);
        partners.get(index).filter(|&&(partner, _)| partner == second).map(|&(_, pair)| pair)
    }

    /// Assigns an index to every pair of these joints (ascending) that has none.
    pub fn insert_all(&mut self, joints: &(impl Iterator<Item = u32> + Clone)) {
        let mut first_joints = joints.clone();
        while let Some(first) = first_joints.next() {
            if self.partners.len() <= first as usize {
                self.partners.resize(first as usize + 1, Vec::new());
            }
            let partners = &mut self.partners[first as usize];
            for second in first_joints.clone() {
                let index = partners.partition_point(|&(partner, _)| partner < second);
                match partners.get(index) {
                    Some(&(partner, pair)) if partner == second => self.uses[pair as usize] += 1,
                    _ => {
                        partners.insert(index, (second, self.uses.len() as u32));
                        self.uses.push(1);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_index() {
        let mut ids = PairIds::default();
        ids.insert_all(&[1, 4, 7].into_iter());
        ids.insert_all(&[0, 4, 7].into_iter());
        assert_eq!(ids.count(), 5);
        assert_eq!(ids.get(4, 7).map(|pair| ids.uses(pair as usize)), Some(2));
        assert_eq!(ids.get(0, 4).map(|pair| ids.uses(pair as usize)), Some(1));
        let mut pairs = [(1, 4), (1, 7), (4, 7), (0, 4), (0, 7)].map(|(a, b)| ids.get(a, b).unwrap());
        pairs.sort_unstable();
        assert_eq!(pairs, [0, 1, 2, 3, 4]);
        assert_eq!(ids.get(0, 1), None);
        assert_eq!(ids.get(9, 10), None);
    }
}
