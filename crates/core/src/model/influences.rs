use crate::work::map_ranges;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A joint (index into the skin's joints) and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Index into [`Skin::joints`](super::Skin::joints).
    pub joint: u32,
    /// The joint's weight. May be negative; the weights of a vertex sum to one.
    pub weight: f32,
}

/// Influences of all vertices of a primitive. Each vertex has one or more, sorted by descending weight, with weights
/// that sum to one.
///
/// Stored as one flat list with offsets.
#[derive(Clone, Debug)]
pub struct Influences {
    offsets: Vec<u32>,
    flat: Vec<Influence>,
    sets: OnceLock<Arc<InfluenceSets>>,
}

/// The sets of joints that influence the vertices of a primitive, regardless of weights.
#[derive(Debug)]
pub struct InfluenceSets {
    /// The joint indices of each distinct set, ascending; sets are in the order of their first vertex.
    pub sets: Vec<Vec<u32>>,
    /// Index into `sets` for each vertex.
    pub of_vertices: Vec<u32>,
}

impl PartialEq for Influences {
    /// Ignores whether the sets were already computed.
    fn eq(&self, other: &Self) -> bool {
        self.offsets == other.offsets && self.flat == other.flat
    }
}

/// Reason why influences cannot be used.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum InfluencesError {
    /// An influence refers to a joint that the skin does not have.
    #[error("vertex {vertex} names joint {joint}, but the skin has {joint_count} joints")]
    NoSuchJoint {
        /// Index of the vertex.
        vertex: usize,
        /// Index of the joint.
        joint: u32,
        /// Count of joints of the skin.
        joint_count: usize,
    },
    /// A weight is infinite or NaN.
    #[error("vertex {vertex} has a weight that is not a finite number")]
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
    },
    /// There are 2^32 influences or more.
    #[error("more influences than can be addressed (2^32)")]
    TooMany,
}

/// Repairs that [`Influences::normalized`] made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repairs {
    /// Count of vertices whose weights did not sum to one within a few thousandths, and were scaled.
    pub rescaled: usize,
    /// The sum farthest from one, before scaling; one if no vertex was rescaled.
    pub worst_sum: f32,
    /// Number of vertices without any weight, or with weights that cancel out; they follow the skin's first joint.
    pub unweighted: usize,
    /// Number of vertices with a negative weight, which is kept.
    pub negative: usize,
}

/// Sums closer to one than this are rounding and are normalized without a warning: four 8-bit weights can be off by
/// this much.
const QUIET_SUM_ERROR: f32 = 4e-3;

/// Weights of both signs whose sum is smaller than this fraction of their magnitudes cancel out: divided by the sum, they
/// would throw the vertex far away. Weights that are meant to be negative stay small.
const LEAST_SUM: f32 = 1e-2;

impl Influences {
    /// Validates the weights, merges repeated joints of a vertex, drops zero weights, sorts by descending weight
    /// (stable) and divides by the sum.
    ///
    /// # Errors
    /// A joint outside the skin has a nonzero weight, or a weight is not finite.
    pub fn normalized<'a>(
        vertices: impl Iterator<Item = &'a [Influence]>,
        joint_count: usize,
    ) -> Result<(Self, Repairs), InfluencesError> {
        let mut all = Part::default();
        for (vertex, influences) in vertices.enumerate() {
            all.add(vertex, influences, joint_count)?;
        }
        let offsets = std::iter::once(0).chain(all.ends).collect();
        Ok((Self { offsets, flat: all.flat, sets: OnceLock::new() }, all.repairs))
    }

    /// All vertices follow the single joint of a rigid skin.
    pub fn rigid(vertex_count: usize) -> Self {
        Self {
            offsets: (0..=vertex_count as u32).collect(),
            flat: vec![Influence { joint: 0, weight: 1.0 }; vertex_count],
            sets: OnceLock::new(),
        }
    }

    /// Influences of vertices that have the guarantees of the type already: sorted, not empty, with a sum of one.
    pub(super) fn from_lists(lists: impl Iterator<Item = Vec<Influence>>) -> Self {
        let (mut offsets, mut flat) = (vec![0], Vec::new());
        for list in lists {
            flat.extend(list);
            offsets.push(flat.len() as u32);
        }
        Self { offsets, flat, sets: OnceLock::new() }
    }

    /// The same influences with others for some vertices, given in ascending order, which are
    /// [`normalized`](Self::normalized). The others keep every bit.
    ///
    /// # Errors
    /// The errors of `normalized`.
    pub fn replaced(&self, vertices: &[(u32, Vec<Influence>)], joint_count: usize) -> Result<Self, InfluencesError> {
        let mut all = Part::default();
        let mut next = vertices.iter().peekable();
        for vertex in 0..self.vertex_count() {
            match next.next_if(|(changed, _)| *changed as usize == vertex) {
                Some((_, influences)) => all.add(vertex, influences, joint_count)?,
                None => {
                    all.flat.extend_from_slice(self.of(vertex));
                    all.ends.push(u32::try_from(all.flat.len()).map_err(|_overflow| InfluencesError::TooMany)?);
                }
            }
        }
        let offsets = std::iter::once(0).chain(all.ends).collect();
        Ok(Self { offsets, flat: all.flat, sets: OnceLock::new() })
    }

    /// Count of vertices, with or without influences of their own.
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// A vertex's influences, heaviest first; never empty.
    pub fn of(&self, vertex: usize) -> &[Influence] {
        &self.flat[self.offsets[vertex] as usize..self.offsets[vertex + 1] as usize]
    }

    /// The influences of `count` vertices from `first` on, if each of them has exactly four.
    #[inline(always)]
    pub(crate) fn fours(&self, first: usize, count: usize) -> Option<&[[Influence; 4]]> {
        let offsets = &self.offsets[first..=first + count];
        let has_four = offsets.iter().zip(&offsets[1..]).fold(true, |all, (start, end)| all & (end - start == 4));
        has_four.then(|| self.flat[offsets[0] as usize..][..4 * count].as_chunks().0)
    }

    /// The influences of each vertex, in the order of the vertices.
    pub fn iter(&self) -> impl Iterator<Item = &[Influence]> {
        (0..self.vertex_count()).map(|vertex| self.of(vertex))
    }

    /// The largest count of influences of a vertex; zero without vertices.
    pub fn max_per_vertex(&self) -> usize {
        self.iter().map(<[Influence]>::len).max().unwrap_or(0)
    }

    /// The distinct joint sets. The first call visits every vertex.
    pub fn joint_sets(&self) -> &InfluenceSets {
        self.sets.get_or_init(|| Arc::new(InfluenceSets::of(self)))
    }

    /// All influences of all vertices, in vertex order.
    pub fn flat(&self) -> &[Influence] {
        &self.flat
    }
}

/// Collects the influences of a primitive part by part, where [`Influences::normalized`] takes all at once.
#[derive(Debug)]
pub struct InfluencesBuilder {
    joint_count: usize,
    offsets: Vec<u32>,
    flat: Vec<Influence>,
    repairs: Repairs,
}

/// Influences of consecutive vertices.
#[derive(Default)]
struct Part {
    /// End of each vertex's influences.
    ends: Vec<u32>,
    flat: Vec<Influence>,
    repairs: Repairs,
}

impl InfluencesBuilder {
    /// Starts with no vertices, for a skin with this many joints.
    pub fn new(joint_count: usize) -> Self {
        Self { joint_count, offsets: vec![0], flat: Vec::new(), repairs: Repairs::default() }
    }

    /// Appends vertices with `per_vertex` influences each, at least one; some may have no weight. An incomplete last
    /// group is ignored.
    ///
    /// # Errors
    /// The errors of [`Influences::normalized`].
    pub fn extend(&mut self, influences: &[Influence], per_vertex: usize) -> Result<(), InfluencesError> {
        let first = self.offsets.len() - 1;
        let vertices = influences.len() / per_vertex.max(1);
        let part = |range: Range<usize>| -> Result<Part, InfluencesError> {
            let mut part = Part::default();
            for vertex in range {
                part.add(first + vertex, &influences[vertex * per_vertex..][..per_vertex], self.joint_count)?;
            }
            Ok(part)
        };
        let parts = map_ranges(vertices, part);
        parts.into_iter().try_for_each(|part| self.append(&part?))
    }

    fn append(&mut self, part: &Part) -> Result<(), InfluencesError> {
        let start = self.flat.len();
        u32::try_from(start + part.flat.len()).map_err(|_overflow| InfluencesError::TooMany)?;
        self.flat.extend_from_slice(&part.flat);
        self.offsets.extend(part.ends.iter().map(|end| start as u32 + end));
        self.repairs.merge(part.repairs);
        Ok(())
    }

    /// The influences of all vertices, and the repairs that were made.
    pub fn finish(self) -> (Influences, Repairs) {
        (Influences { offsets: self.offsets, flat: self.flat, sets: OnceLock::new() }, self.repairs)
    }
}

impl Part {
    /// Adds a vertex; `vertex` is its index, for messages.
    fn add(&mut self, vertex: usize, influences: &[Influence], joint_count: usize) -> Result<(), InfluencesError> {
        let start = self.flat.len();
        for &Influence { joint, weight } in influences {
            if !weight.is_finite() {
                return Err(InfluencesError::NotFinite { vertex });
            }
            if weight == 0.0 {
                continue;
            }
            if joint as usize >= joint_count {
                return Err(InfluencesError::NoSuchJoint { vertex, joint, joint_count });
            }
            match self.flat[start..].iter_mut().find(|other| other.joint == joint) {
                Some(other) => other.weight += weight,
                None => self.flat.push(Influence { joint, weight }),
            }
        }
        let merged = &mut self.flat[start..];
        self.repairs.negative += usize::from(merged.iter().any(|influence| influence.weight < 0.0));
        let sum: f32 = merged.iter().map(|influence| influence.weight).sum();
        let magnitude: f32 = merged.iter().map(|influence| influence.weight.abs()).sum();
        if sum.abs() < f32::MIN_POSITIVE || sum.abs() < LEAST_SUM * magnitude || !sum.is_finite() {
            self.repairs.unweighted += 1;
            self.flat.truncate(start);
            self.flat.push(Influence { joint: 0, weight: 1.0 });
        } else {
            if (sum - 1.0).abs() > QUIET_SUM_ERROR {
                self.repairs.rescaled += 1;
                self.repairs.note_sum(sum);
            }
            merged.iter_mut().for_each(|influence| influence.weight /= sum);
            merged.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        }
        self.ends.push(u32::try_from(self.flat.len()).map_err(|_overflow| InfluencesError::TooMany)?);
        Ok(())
    }
}

impl Repairs {
    fn note_sum(&mut self, sum: f32) {
        if (sum - 1.0).abs() > (self.worst_sum - 1.0).abs() {
            self.worst_sum = sum;
        }
    }

    fn merge(&mut self, other: Self) {
        self.rescaled += other.rescaled;
        self.unweighted += other.unweighted;
        self.negative += other.negative;
        self.note_sum(other.worst_sum);
    }
}

impl Default for Repairs {
    fn default() -> Self {
        Self { rescaled: 0, worst_sum: 1.0, unweighted: 0, negative: 0 }
    }
}

impl InfluenceSets {
    fn of(influences: &Influences) -> Self {
        let mut indices: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut sets = Vec::new();
        let mut index_of = |influences: &[Influence]| {
            let mut joints: Vec<u32> = influences.iter().map(|influence| influence.joint).collect();
            joints.sort_unstable();
            *indices.entry(joints).or_insert_with_key(|joints| {
                sets.push(joints.clone());
                sets.len() as u32 - 1
            })
        };
        let of_vertices = influences.iter().map(&mut index_of).collect();
        Self { sets, of_vertices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_joints_are_found_once_and_count_for_nothing_in_comparisons() {
        let vertices = [vec![influence(2, 0.4), influence(0, 0.6)], vec![influence(1, 1.0)]];
        let vertices = [&vertices[0][..], &vertices[1], &[influence(0, 0.1), influence(2, 0.9)]];
        let (influences, _) = Influences::normalized(vertices.into_iter(), 3).unwrap();
        let fresh = influences.clone();
        let found = influences.joint_sets();
        assert_eq!((&found.sets, &found.of_vertices), (&vec![vec![0, 2], vec![1]], &vec![0, 1, 0]));
        assert!(std::ptr::eq(found, influences.joint_sets()));
        assert!(std::ptr::eq(found, influences.clone().joint_sets()), "a copy shares them");
        assert_eq!(fresh, influences);
    }

    fn influence(joint: u32, weight: f32) -> Influence {
        Influence { joint, weight }
    }

    #[test]
    fn runs_of_vertices_with_four_influences_are_found() {
        let vertex = |(vertex, count): (u32, u32)| -> Vec<Influence> {
            (0..count).map(|at| influence(vertex + at, 1.0 / (1 + at) as f32)).collect()
        };
        let vertices: Vec<Vec<Influence>> = (0..).zip([3, 5, 4, 4, 4, 3]).map(vertex).collect();
        let (influences, _) = Influences::normalized(vertices.iter().map(Vec::as_slice), 10).unwrap();
        assert_eq!(influences.fours(0, 2), None, "eight of two vertices, but not four each");
        assert_eq!((influences.fours(1, 3), influences.fours(3, 3)), (None, None), "beyond the run's ends");
        let fours: Vec<&[Influence]> = influences.fours(2, 3).unwrap().iter().map(<[_; 4]>::as_slice).collect();
        assert_eq!(fours, [influences.of(2), influences.of(3), influences.of(4)]);
    }

    #[test]
    fn replaced_vertices_are_normalized_and_the_others_keep_every_bit() {
        let third = 1.0 / 3.0f32;
        let uneven = [influence(0, third), influence(1, third), influence(2, third)];
        let vertices = [&uneven[..], &[influence(1, 1.0)], &uneven[..]];
        let (before, _) = Influences::normalized(vertices.into_iter(), 3).unwrap();
        let after = before.replaced(&[(1, vec![influence(0, 1.0), influence(2, 3.0)])], 3).unwrap();
        assert_eq!((after.of(0), after.of(2)), (before.of(0), before.of(2)));
        assert_eq!(after.of(1), [influence(2, 0.75), influence(0, 0.25)]);
        assert_eq!(before.replaced(&[], 3).unwrap(), before);
        let wrong = before.replaced(&[(2, vec![influence(7, 1.0)])], 3);
        assert_eq!(wrong, Err(InfluencesError::NoSuchJoint { vertex: 2, joint: 7, joint_count: 3 }));
    }

    #[test]
    fn sorted_merged_and_normalized() {
        let vertex = [influence(2, 0.5), influence(0, 1.0), influence(2, 0.5), influence(9, 0.0)];
        let (influences, repairs) = Influences::normalized([&vertex[..]].into_iter(), 3).unwrap();
        // Equal weights keep the file's order.
        assert_eq!(influences.of(0), [influence(2, 0.5), influence(0, 0.5)]);
        assert_eq!((repairs.rescaled, repairs.worst_sum), (1, 2.0));
    }

    #[test]
    fn parts_make_what_all_vertices_at_once_make() {
        let weight = |i: usize| [0.5, 0.25, 0.0, 1.5, -0.1][i % 5] + (i % 7) as f32 * 0.1;
        let vertices = 40_017;
        let all: Vec<Influence> = (0..vertices * 4).map(|i| influence((i * 31 % 9) as u32, weight(i))).collect();
        let (whole, repairs) =
            Influences::normalized(all.as_chunks::<4>().0.iter().map(<[Influence; 4]>::as_slice), 9).unwrap();
        let mut builder = InfluencesBuilder::new(9);
        for part in all.chunks(4 * 9000) {
            builder.extend(part, 4).unwrap();
        }
        assert_eq!(builder.finish(), (whole, repairs));
        assert!(repairs.rescaled > 0 && repairs.negative > 0);

        let mut broken = all;
        broken[4 * 9001].joint = 9;
        let mut builder = InfluencesBuilder::new(9);
        let error = broken.chunks(4 * 9000).try_for_each(|part| builder.extend(part, 4)).unwrap_err();
        assert_eq!(error, InfluencesError::NoSuchJoint { vertex: 9001, joint: 9, joint_count: 9 });
    }

    #[test]
    fn a_vertex_without_weights_follows_the_first_joint() {
        let (influences, repairs) = Influences::normalized([&[][..]].into_iter(), 3).unwrap();
        assert_eq!(influences.of(0), [influence(0, 1.0)]);
        assert_eq!(repairs.unweighted, 1);
    }

    #[test]
    fn weights_that_cancel_out_are_none() {
        let normalized = |weights: [f32; 2]| {
            let vertex = [influence(1, weights[0]), influence(2, weights[1])];
            Influences::normalized([&vertex[..]].into_iter(), 3).unwrap()
        };
        let (influences, repairs) = normalized([0.5, -0.4999]);
        assert_eq!((influences.of(0), repairs.unweighted), (&[influence(0, 1.0)][..], 1));
        let (influences, repairs) = normalized([1.5, -0.5]);
        assert_eq!((influences.of(0).len(), repairs.unweighted), (2, 0), "negative weights are kept");
        let (influences, repairs) = normalized([-0.5, -0.5]);
        assert_eq!((influences.of(0), repairs.unweighted), (&[influence(1, 0.5), influence(2, 0.5)][..], 0));
    }

    #[test]
    fn joints_outside_the_skin_are_refused() {
        let vertex = [influence(3, 1.0)];
        let error = Influences::normalized([&vertex[..]].into_iter(), 3).unwrap_err();
        assert_eq!(error.to_string(), "vertex 0 names joint 3, but the skin has 3 joints");
    }
}
