use crate::model::Influence;

/// Skinning weights of a vertex or a triangle: joint and weight, by growing joint, zeros left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SparseWeights(Vec<(u32, f64)>);

impl SparseWeights {
    pub fn of(influences: &[Influence]) -> Self {
        let mut entries: Vec<(u32, f64)> = influences.iter().map(|one| (one.joint, f64::from(one.weight))).collect();
        entries.sort_unstable_by_key(|&(joint, _)| joint);
        Self(entries)
    }

    pub fn entries(&self) -> &[(u32, f64)] {
        &self.0
    }

    /// The same share of each.
    pub fn mean(of: &[&Self]) -> Self {
        let share = 1.0 / of.len() as f64;
        let mut entries: Vec<(u32, f64)> = of.iter().flat_map(|weights| &weights.0).copied().collect();
        entries.sort_by_key(|&(joint, _)| joint);
        let mut mean: Vec<(u32, f64)> = Vec::with_capacity(entries.len());
        for (joint, weight) in entries {
            match mean.last_mut() {
                Some((last, sum)) if *last == joint => *sum += weight,
                _ => mean.push((joint, weight)),
            }
        }
        mean.iter_mut().for_each(|(_, sum)| *sum *= share);
        Self(mean)
    }

    /// Distance in the space of weights, l2.
    pub fn distance(&self, other: &Self) -> f64 {
        // Past its end a list has no more joints, and u32::MAX is none.
        let at = |list: &[(u32, f64)], place: usize| list.get(place).copied().unwrap_or((u32::MAX, 0.0));
        let (mut own, mut others, mut sum) = (0, 0, 0.0);
        while own < self.0.len() || others < other.0.len() {
            let ((joint, weight), (other_joint, other_weight)) = (at(&self.0, own), at(&other.0, others));
            let shared = joint.min(other_joint);
            let difference =
                if joint == shared { weight } else { 0.0 } - if other_joint == shared { other_weight } else { 0.0 };
            own += usize::from(joint == shared);
            others += usize::from(other_joint == shared);
            sum += difference * difference;
        }
        f64::sqrt(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_and_mean_by_hand() {
        let influence = |joint, weight| Influence { joint, weight };
        let a = SparseWeights::of(&[influence(3, 0.5), influence(1, 0.5)]);
        let b = SparseWeights::of(&[influence(1, 0.25), influence(2, 0.75)]);
        assert!((a.distance(&b) - (0.0625f64 + 0.5625 + 0.25).sqrt()).abs() < 1e-12);
        assert_eq!(a.distance(&a), 0.0);
        assert_eq!(b.distance(&a), a.distance(&b));
        assert_eq!(SparseWeights::mean(&[&a, &b]).entries(), [(1, 0.375), (2, 0.375), (3, 0.25)]);
    }
}
