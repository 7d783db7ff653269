use glam::Vec3;

/// Change that one morph target makes to a vertex at weight one, in the bind frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MorphDelta {
    /// Index into the targets of the node.
    pub target: u32,
    /// Change of the position, in scene units.
    pub position: Vec3,
    /// Change of the normal, relative to a normal of length one.
    pub normal: Vec3,
}

/// The morph targets of a primitive, by vertex. Vertices that no target moves take no memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphDeltas {
    base: Vec<(Vec3, Vec3)>,
    /// Start of each vertex's deltas, and the end of the last ones.
    starts: Vec<u32>,
    deltas: Vec<MorphDelta>,
}

/// Reason why deltas do not fit a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MorphDeltasError {
    /// A delta refers to a vertex that the primitive does not have.
    #[error("a morph target has a value for vertex {vertex} of {count}")]
    NoSuchVertex {
        /// Index of the vertex.
        vertex: u32,
        /// Count of vertices of the primitive.
        count: usize,
    },
    /// A delta is not finite, or so long that sums of deltas could overflow.
    #[error("a morph target has values that are not finite or too large, at vertex {vertex}")]
    TooLarge {
        /// Index of the vertex.
        vertex: u32,
    },
    /// There are 2^32 deltas or more.
    #[error("its morph targets have more than 4 billion values")]
    TooMany,
}

/// Largest length of a delta: longer ones could overflow when many of them are added at the largest weight.
const LONGEST_DELTA: f32 = 1e28;
/// Length to which longer deltas of normals are shortened, because the length of their sum could overflow. No unit
/// normal changes by more than two.
const LONGEST_NORMAL_DELTA: f32 = 1e6;

impl MorphDeltas {
    /// Sorts deltas, each given with its vertex, by vertex. Deltas of one vertex keep their order. `base` has position
    /// and unit normal of every vertex at weight zero.
    ///
    /// # Errors
    /// If a vertex does not exist, or a delta is not finite or extremely large.
    pub fn new(base: Vec<(Vec3, Vec3)>, of_vertices: &[(u32, MorphDelta)]) -> Result<Self, MorphDeltasError> {
        let count = base.len();
        if u32::try_from(of_vertices.len()).is_err() {
            return Err(MorphDeltasError::TooMany);
        }
        let mut starts = vec![0u32; count + 1];
        for (vertex, delta) in of_vertices {
            let (vertex, size) = (*vertex, delta.position.abs().max_element());
            if vertex as usize >= count {
                return Err(MorphDeltasError::NoSuchVertex { vertex, count });
            }
            // The maximum of a vector skips NaN.
            let is_number = delta.position.is_finite() && delta.normal.is_finite();
            if !is_number || size > LONGEST_DELTA {
                return Err(MorphDeltasError::TooLarge { vertex });
            }
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 0..count {
            starts[vertex + 1] += starts[vertex];
        }
        let nothing = MorphDelta { target: 0, position: Vec3::ZERO, normal: Vec3::ZERO };
        let mut deltas = vec![nothing; of_vertices.len()];
        let mut next = starts.clone();
        for (vertex, delta) in of_vertices {
            let place = &mut next[*vertex as usize];
            let longest = Vec3::splat(LONGEST_NORMAL_DELTA);
            deltas[*place as usize] = MorphDelta { normal: delta.normal.clamp(-longest, longest), ..*delta };
            *place += 1;
        }
        Ok(Self { base, starts, deltas })
    }

    /// The same deltas with other positions of the vertices at weight zero, and other changes of positions.
    pub(crate) fn with_positions(&self, base: impl Fn(Vec3) -> Vec3, change: impl Fn(Vec3) -> Vec3) -> Self {
        let bases = self.base.iter().map(|&(position, normal)| (base(position), normal)).collect();
        let deltas = self.deltas.iter().map(|delta| MorphDelta { position: change(delta.position), ..*delta });
        Self { base: bases, starts: self.starts.clone(), deltas: deltas.collect() }
    }

    /// Main memory that the deltas take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.base[..]) + size_of_val(&self.starts[..]) + size_of_val(&self.deltas[..])
    }

    /// Count of vertices of the primitive.
    pub fn vertex_count(&self) -> usize {
        self.base.len()
    }

    /// Position and unit normal of a vertex while all weights are zero, in the bind frame.
    pub fn base(&self, vertex: usize) -> (Vec3, Vec3) {
        self.base[vertex]
    }

    /// The changes that the targets make to a vertex, in their order.
    pub fn of(&self, vertex: usize) -> &[MorphDelta] {
        &self.deltas[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The largest target index plus one.
    pub fn target_count(&self) -> usize {
        self.deltas.iter().map(|delta| delta.target as usize + 1).max().unwrap_or(0)
    }

    /// Writes positions and unit normals of all vertices under weights, one per target of the node.
    pub fn morph(&self, weights: &[f32], positions: &mut [Vec3], normals: &mut [Vec3]) {
        for (vertex, (position, normal)) in positions.iter_mut().zip(normals).enumerate() {
            (*position, *normal) = self.morph_vertex(vertex, weights);
        }
    }

    /// Position and unit normal of a vertex under weights: glTF 2.0, section 3.7.2.2. One weight per target of the node.
    ///
    /// Twin of `shaders/morph.wgsl`.
    pub(crate) fn morph_vertex(&self, vertex: usize, weights: &[f32]) -> (Vec3, Vec3) {
        let (mut position, base_normal) = self.base[vertex];
        let mut normal = base_normal;
        for delta in self.of(vertex) {
            let weight = weights[delta.target as usize];
            position += weight * delta.position;
            normal += weight * delta.normal;
        }
        if normal == base_normal {
            return (position, base_normal);
        }
        let length = normal.length();
        // Targets that cancel the normal leave no direction to turn to.
        (position, if length > SHORTEST_MORPHED_NORMAL { normal / length } else { base_normal })
    }
}

/// Sums of normals shorter than this are rounding residue.
pub const SHORTEST_MORPHED_NORMAL: f32 = 1e-6;

#[cfg(test)]
mod tests {
    use super::*;

    fn delta(target: u32, position: Vec3, normal: Vec3) -> MorphDelta {
        MorphDelta { target, position, normal }
    }

    #[test]
    fn deltas_add_up_by_their_weights() {
        let base = vec![(Vec3::ZERO, Vec3::Z), (Vec3::X, Vec3::Z), (Vec3::Y, Vec3::Z)];
        let of_vertices = [
            (2, delta(0, Vec3::new(0.0, 2.0, 0.0), Vec3::ZERO)),
            (1, delta(0, Vec3::new(0.0, 0.0, 4.0), Vec3::new(3.0, 0.0, 3.0))),
            (2, delta(1, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -2.0))),
        ];
        let deltas = MorphDeltas::new(base, &of_vertices).unwrap();
        assert_eq!(deltas.morph_vertex(0, &[1.0, 1.0]), (Vec3::ZERO, Vec3::Z));
        // (0, 0, 1) + (3, 0, 3) = (3, 0, 4), of length 5.
        assert_eq!(deltas.morph_vertex(1, &[1.0, 0.0]), (Vec3::new(1.0, 0.0, 4.0), Vec3::new(0.6, 0.0, 0.8)));
        assert_eq!(deltas.morph_vertex(2, &[0.5, -3.0]).0, Vec3::new(-3.0, 2.0, 0.0));
        // (0, 0, 1) + 0.5 (0, 0, -2) has no direction.
        assert_eq!(deltas.morph_vertex(2, &[0.0, 0.5]).1, Vec3::Z);
        assert_eq!(deltas.target_count(), 2);
        let (mut positions, mut normals) = (vec![Vec3::ONE; 3], vec![Vec3::X; 3]);
        deltas.morph(&[0.5, -3.0], &mut positions, &mut normals);
        assert_eq!((positions[0], positions[2]), (Vec3::ZERO, Vec3::new(-3.0, 2.0, 0.0)));
        assert_eq!(normals[0], Vec3::Z);
    }

    #[test]
    fn deltas_of_no_vertex_or_beyond_all_bounds_are_refused() {
        let base = || vec![(Vec3::ZERO, Vec3::Z)];
        let refused = |vertex, position| MorphDeltas::new(base(), &[(vertex, delta(0, position, Vec3::ZERO))]);
        assert_eq!(refused(1, Vec3::X), Err(MorphDeltasError::NoSuchVertex { vertex: 1, count: 1 }));
        assert_eq!(refused(0, Vec3::X * 1e31), Err(MorphDeltasError::TooLarge { vertex: 0 }));
        assert_eq!(refused(0, Vec3::new(0.0, f32::NAN, 0.0)), Err(MorphDeltasError::TooLarge { vertex: 0 }));
        assert!(refused(0, Vec3::X * 1e27).is_ok());
    }

    /// Found by fuzzing: the length of the sum was infinite, and the normal zero.
    #[test]
    fn nonsense_in_normals_leaves_them_unit_vectors() {
        let nonsense = [Vec3::X * 1e30, Vec3::splat(f32::MAX), Vec3::new(-1e20, 0.0, 3e38)];
        for normal in nonsense {
            let of_vertices: Vec<_> = (0..50).map(|target| (0, delta(target, Vec3::ZERO, normal))).collect();
            let deltas = MorphDeltas::new(vec![(Vec3::ZERO, Vec3::Z)], &of_vertices).unwrap();
            for weight in [1e4, 1.0, -1e-3, 1e-6] {
                let (_, morphed) = deltas.morph_vertex(0, &[weight; 50]);
                assert!(morphed.is_normalized(), "{normal} at {weight}: {morphed}");
            }
        }
    }
}
