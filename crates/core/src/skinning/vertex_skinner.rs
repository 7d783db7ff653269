use super::lanes::Lanes;
use super::many_vertices::Points;
use super::skin_many::{Kept, RestVertices};
use super::{
    JointPalette, MissingInput, PrimitiveCenters, RestData, RestVertex, SignMode, SkinningMethod, SkinningSettings,
};
use crate::model::{Influence, Model, Primitive, SkinKind, SkinMoments, VertexBone, VertexMoments};
use glam::Vec3;

/// Skins vertices of one primitive. Chooses the method once for all of them, so that each method has a loop of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexSkinner<'a> {
    primitive: &'a Primitive,
    palette: &'a JointPalette,
    method: SkinningMethod,
    settings: SkinningSettings,
    centers: &'a PrimitiveCenters,
    /// The bones of the vertices, if the method reads them.
    bones: &'a [VertexBone],
    /// The place of the first vertex in its skin, if the method reads it.
    first_in_skin: u32,
    /// The index of the primitive, if the method reads moments.
    index_for_moments: Option<usize>,
    /// The moments of the skin, and the positions of the primitive about which they are.
    moments: Option<(&'a SkinMoments, &'a [Vec3])>,
}

impl<'a> VertexSkinner<'a> {
    /// # Errors
    /// If the method needs something that palette or centers lack, or bones of a primitive that is not the model's.
    pub fn new(
        model: &'a Model,
        primitive: &'a Primitive,
        palette: &'a JointPalette,
        settings: SkinningSettings,
        centers: &'a PrimitiveCenters,
    ) -> Result<Self, MissingInput> {
        let method = match model.skins[primitive.skin as usize].kind {
            SkinKind::Skinned => settings.method,
            SkinKind::Rigid => SkinningMethod::Lbs,
        };
        let vertex_count = primitive.positions.len();
        method.check_centers(centers, vertex_count)?;
        method.check_palette(palette, vertex_count)?;
        method.check_posed_vertices(palette, vertex_count)?;
        let of_model = || model.index_of(primitive).ok_or(MissingInput::OfModel(method));
        let reads_bones = method.rest_data() == Some(RestData::Bones);
        let bones = if reads_bones { model.rest_bones().of_primitive(of_model()?) } else { &[] };
        let reads_moments = method.reads_moments();
        let reads_place = reads_moments || method.is_skinned_before();
        let first_in_skin = if reads_place { model.first_in_skin(of_model()?) } else { 0 };
        let index_for_moments = if reads_moments { Some(of_model()?) } else { None };
        let moments = None;
        let of_full =
            Self { primitive, palette, method, settings, centers, bones, first_in_skin, index_for_moments, moments };
        Ok(if settings.stored.is_full() { of_full.with_moments_of(model) } else { of_full })
    }

    /// Makes a skinner for vertices and a palette that belong to no model, with all that the method needs.
    pub fn of_joints(
        primitive: &'a Primitive,
        palette: &'a JointPalette,
        settings: SkinningSettings,
        centers: &'a PrimitiveCenters,
    ) -> Self {
        let (method, bones) = (settings.method, &[]);
        let (first_in_skin, index_for_moments, moments) = (0, None, None);
        Self { primitive, palette, method, settings, centers, bones, first_in_skin, index_for_moments, moments }
    }

    /// The same for the primitive as it is stored: its positions and influences are others, and so are the moments of the
    /// stored model, if there is one.
    pub fn of_stored(self, primitive: &'a Primitive, model: Option<&'a Model>) -> Self {
        let stored = Self { primitive, ..self };
        model.map_or(stored, |model| stored.with_moments_of(model))
    }

    fn with_moments_of(self, model: &'a Model) -> Self {
        let moments = self.index_for_moments.map(|index| {
            let anchors = &model.default_shape().primitives[index].positions[..];
            (&**model.moments(self.primitive.skin), anchors)
        });
        Self { moments, ..self }
    }

    /// Whether [`RestVertex::joint_set`] matters.
    pub fn needs_joint_sets(&self) -> bool {
        self.method.needs_joint_sets()
    }

    /// A vertex before skinning, with a zero for its joint set.
    #[inline(always)]
    pub fn rest_vertex(&self, vertex: usize) -> RestVertex<'a> {
        let Self { primitive, centers, bones, first_in_skin, moments, .. } = *self;
        let (position, normal) = (primitive.positions[vertex], primitive.normals[vertex]);
        let rest = RestVertex::new(position, normal, primitive.influences.of(vertex));
        RestVertex {
            center: centers.get(vertex).copied().unwrap_or(rest.center),
            covariance: centers.covariance(vertex),
            bone: bones.get(vertex).copied().unwrap_or(rest.bone),
            in_skin: first_in_skin + vertex as u32,
            blend: primitive.blend_factors.get(vertex).copied().unwrap_or(rest.blend),
            moments: moments.map_or(rest.moments, |(moments, anchors)| {
                let (spread, of_joints) = moments.of(first_in_skin as usize + vertex);
                VertexMoments { anchor: anchors[vertex], spread, of_joints }
            }),
            ..rest
        }
    }

    /// The vertices from this one on.
    pub fn from(&self, first: usize) -> Consecutive<'a> {
        Consecutive { skinner: *self, first }
    }

    /// Some vertices, and the joint set of each.
    pub fn at(&self, vertices: &'a [u32], joint_sets: &'a [u32]) -> Selected<'a> {
        Selected { skinner: *self, vertices, joint_sets }
    }

    /// Fills `out` with the kept part of each skinned vertex; `rest` gives the vertices by index of `out`.
    pub fn skin<O: Kept>(&self, out: &mut [O], rest: impl RestVertices<'a>) {
        // Each mode has a loop of its own: a choice for every influence would cost as much as the blending.
        match self.settings.antipodality().sign_mode() {
            SignMode::AsGiven => self.skin_with_signs(SignMode::AsGiven, out, rest),
            SignMode::AgainstHeaviest => self.skin_with_signs(SignMode::AgainstHeaviest, out, rest),
            SignMode::AgainstRunningSum => self.skin_with_signs(SignMode::AgainstRunningSum, out, rest),
        }
    }

    #[inline(always)]
    fn skin_with_signs<O: Kept>(&self, sign_mode: SignMode, out: &mut [O], rest: impl RestVertices<'a>) {
        let Self { palette, method, settings, .. } = *self;
        method.skin(palette, sign_mode, settings.blend, out, rest);
    }
}

/// Vertices that follow one another, which are read several at once. Their joint set is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consecutive<'a> {
    skinner: VertexSkinner<'a>,
    first: usize,
}

impl<'a> RestVertices<'a> for Consecutive<'a> {
    #[inline(always)]
    fn vertex(&self, index: usize) -> RestVertex<'a> {
        self.skinner.rest_vertex(self.first + index)
    }

    #[inline(always)]
    fn influences(&self, index: usize) -> &'a [Influence] {
        self.skinner.primitive.influences.of(self.first + index)
    }

    #[inline(always)]
    fn fours(&self, first: usize, count: usize) -> Option<&'a [[Influence; 4]]> {
        self.skinner.primitive.influences.fours(self.first + first, count)
    }

    #[inline(always)]
    fn positions<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        let first = self.first + first;
        L::consecutive_points(simd, &self.skinner.primitive.positions[first..first + L::COUNT]).into()
    }

    #[inline(always)]
    fn normals<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        let first = self.first + first;
        L::consecutive_points(simd, &self.skinner.primitive.normals[first..first + L::COUNT]).into()
    }

    #[inline(always)]
    fn centers<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        let vertices = self.first + first..self.first + first + L::COUNT;
        // Without centers every vertex has its position.
        let centers = self.skinner.centers.get(vertices.clone());
        L::consecutive_points(simd, centers.unwrap_or(&self.skinner.primitive.positions[vertices])).into()
    }
}

/// Some vertices. Each field is gathered alone: whole vertices would take as long as skinning them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected<'a> {
    skinner: VertexSkinner<'a>,
    vertices: &'a [u32],
    /// The joint set of each vertex.
    joint_sets: &'a [u32],
}

impl Selected<'_> {
    /// Values of the vertices from this index on, one per lane.
    #[inline(always)]
    fn gathered<L: Lanes>(&self, simd: L::Simd, first: usize, all: &[Vec3]) -> Points<L> {
        let vertices = &self.vertices[first..first + L::COUNT];
        Points::of(simd, |lane| all[vertices[lane] as usize])
    }
}

impl<'a> RestVertices<'a> for Selected<'a> {
    #[inline(always)]
    fn vertex(&self, index: usize) -> RestVertex<'a> {
        RestVertex { joint_set: self.joint_sets[index], ..self.skinner.rest_vertex(self.vertices[index] as usize) }
    }

    #[inline(always)]
    fn influences(&self, index: usize) -> &'a [Influence] {
        self.skinner.primitive.influences.of(self.vertices[index] as usize)
    }

    #[inline(always)]
    fn positions<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        self.gathered(simd, first, &self.skinner.primitive.positions)
    }

    #[inline(always)]
    fn normals<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        self.gathered(simd, first, &self.skinner.primitive.normals)
    }

    #[inline(always)]
    fn centers<L: Lanes>(&self, simd: L::Simd, first: usize) -> Points<L> {
        let VertexSkinner { centers, primitive, .. } = self.skinner;
        // Without centers every vertex has its position.
        self.gathered(simd, first, if centers.is_empty() { &primitive.positions } else { centers })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cor::Cor;
    use super::super::dib_many::Dib;
    use super::super::dqs::Dqs;
    use super::super::lbs::Lbs;
    use super::super::two_phase_dqs::TwoPhaseDqs;
    use super::*;
    use crate::model::{Influence, Influences};
    use crate::skinning::skin_many::skin_by_lanes;
    use crate::skinning::{Antipodality, BlendFactor, Covariance, JointMotion, PosedBone, SkinnedVertex};
    use bytemuck::Zeroable as _;
    use glam::{DMat3, DQuat, DVec3, Vec3, Vec4};
    use std::ops::Range;

    /// Numbers from -1 to 1, the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }

        fn vector(&mut self) -> DVec3 {
            DVec3::new(self.next(), self.next(), self.next())
        }
    }

    const JOINTS: usize = 14;
    const VERTICES: usize = 4 * 150 + 3;

    /// Motions with either sign; among the stretched ones, shear, reflections, and a joint flattened to nothing.
    fn palette(numbers: &mut Numbers, is_rigid: bool) -> JointPalette {
        let motions: Vec<JointMotion> = (0..JOINTS)
            .map(|joint| {
                let stretch = match joint {
                    _ if is_rigid => DMat3::IDENTITY,
                    3 => DMat3::ZERO,
                    _ => DMat3::from_cols(numbers.vector(), numbers.vector(), numbers.vector()),
                };
                let turn = DQuat::from_scaled_axis(numbers.vector() * 3.0);
                JointMotion {
                    turn: if numbers.next() < 0.0 { -turn } else { turn },
                    axes_turn: turn,
                    stretch,
                    bind_origin: numbers.vector(),
                    stretched_origin: numbers.vector(),
                    posed_origin: numbers.vector() * 5.0,
                }
            })
            .collect();
        let mut palette = JointPalette::from_motions(&motions);
        palette.posed_vertices = (0..VERTICES)
            .map(|_| SkinnedVertex { position: numbers.vector().as_vec3(), normal: numbers.vector().as_vec3() })
            .collect();
        let mut point = || numbers.vector().as_vec3();
        palette.bones = (0..JOINTS).map(|_| PosedBone { start: point(), end: point() }).collect();
        palette
    }

    /// Vertices with four influences each. The range starts and ends within a register.
    const WITH_FOUR: Range<usize> = 101..301;

    /// A primitive with 1 to 12 influences per vertex, some negative, and three vertices after the last four.
    fn primitive(numbers: &mut Numbers) -> Primitive {
        let influences: Vec<Vec<Influence>> = (0..VERTICES)
            .map(|vertex| {
                let weight = |numbers: &mut Numbers| (numbers.next() + 0.9) as f32;
                let count = if WITH_FOUR.contains(&vertex) { 4 } else { 1 + vertex % 12 };
                let joints = (0..count).map(|at| ((vertex + 5 * at) % JOINTS) as u32);
                joints.map(|joint| Influence { joint, weight: weight(numbers) }).collect()
            })
            .collect();
        let (influences, _) = Influences::normalized(influences.iter().map(Vec::as_slice), JOINTS).unwrap();
        let normal = |numbers: &mut Numbers, vertex: usize| {
            if vertex % 50 == 7 { Vec3::ZERO } else { numbers.vector().as_vec3().normalize_or_zero() }
        };
        Primitive {
            mesh_name: String::new(),
            node: 0,
            skin: 0,
            material: 0,
            positions: (0..VERTICES).map(|_| numbers.vector().as_vec3() * 2.0).collect(),
            normals: (0..VERTICES).map(|vertex| normal(numbers, vertex)).collect(),
            texcoords: vec![],
            second_texcoords: vec![],
            blend_factors: Vec::new(),
            colors: vec![],
            indices: vec![],
            influences,
            morphs: None,
        }
    }

    fn is_same(a: Vec3, b: Vec3) -> bool {
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        if cfg!(target_arch = "x86_64") {
            bits(a) == bits(b) || a.is_nan() && b.is_nan()
        } else {
            // Dot products round differently; where a normal almost vanishes, its direction is rounding.
            a.distance(b) <= 1e-3 * (1.0 + b.length())
        }
    }

    fn is_same_vertex(a: SkinnedVertex, b: SkinnedVertex) -> bool {
        is_same(a.position, b.position) && is_same(a.normal, b.normal)
    }

    /// Notes that eight vertices at once are not tested if the processor lacks these registers.
    fn tell_if_there_are_no_wide_registers() {
        #[cfg(target_arch = "x86_64")]
        let is_missing = pulp::x86::V3::try_new().is_none();
        #[cfg(not(target_arch = "x86_64"))]
        let is_missing = true;
        if is_missing {
            println!("this processor has no AVX2: only the loop for four vertices at once is tested");
        }
    }

    /// Number of groups of eight vertices with four influences each.
    fn eights_with_four(skinner: &VertexSkinner<'_>) -> usize {
        let groups = 0..skinner.primitive.positions.len() / 8;
        groups.filter(|group| skinner.from(0).fours(8 * group, 8).is_some()).count()
    }

    /// All vertices skinned as on a processor without wide registers, if the method skins several at once.
    fn in_narrow_registers(skinner: &VertexSkinner<'_>, sign_mode: SignMode) -> Option<Vec<SkinnedVertex>> {
        let (palette, rest) = (skinner.palette, skinner.from(0));
        let mut out = vec![SkinnedVertex::zeroed(); skinner.primitive.positions.len()];
        match skinner.method {
            SkinningMethod::Lbs => skin_by_lanes::<Vec4, _>((), Lbs { palette }, rest, &mut out),
            SkinningMethod::Dqs => skin_by_lanes::<Vec4, _>((), Dqs { palette, sign_mode }, rest, &mut out),
            SkinningMethod::TwoPhaseDqs => {
                skin_by_lanes::<Vec4, _>((), TwoPhaseDqs { palette, sign_mode }, rest, &mut out);
            }
            SkinningMethod::Cor => skin_by_lanes::<Vec4, _>((), Cor { palette, sign_mode }, rest, &mut out),
            SkinningMethod::Dib => skin_by_lanes::<Vec4, _>((), Dib { palette, sign_mode }, rest, &mut out),
            _ => return None,
        }
        Some(out)
    }

    #[test]
    fn vertices_skinned_together_are_those_skinned_alone() {
        tell_if_there_are_no_wide_registers();
        let mut numbers = Numbers(7);
        let primitive = primitive(&mut numbers);
        let count = primitive.positions.len();
        let centers: Vec<Vec3> = (0..count).map(|_| numbers.vector().as_vec3()).collect();
        let centers = PrimitiveCenters::with_covariances(centers, vec![Covariance::NONE; count]);
        let bone = |numbers: &mut Numbers, vertex: usize| {
            let joint = (vertex % JOINTS) as u32;
            VertexBone { point: primitive.positions[vertex] + numbers.vector().as_vec3(), joint }
        };
        let bones: Vec<VertexBone> = (0..count).map(|vertex| bone(&mut numbers, vertex)).collect();
        let (mut compared, mut fours) = (0, 0);
        for is_rigid in [true, false] {
            let palette = palette(&mut numbers, is_rigid);
            for method in SkinningMethod::ALL {
                for mode in [Antipodality::None, Antipodality::PerVertex, Antipodality::RunningSum] {
                    let blend = BlendFactor::nearest(0.3);
                    let chosen_antipodality = Some(mode);
                    let settings = SkinningSettings { method, chosen_antipodality, blend, ..Default::default() };
                    let (primitive, palette, centers, bones) = (&primitive, &palette, &centers, &bones);
                    let skinner = VertexSkinner {
                        primitive,
                        palette,
                        method,
                        settings,
                        centers,
                        bones,
                        first_in_skin: 0,
                        index_for_moments: None,
                        moments: None,
                    };
                    let none = SkinnedVertex { position: Vec3::ZERO, normal: Vec3::ZERO };
                    let mut together = vec![none; count];
                    skinner.skin(&mut together, skinner.from(0));
                    // In another order, so that other vertices are skinned together.
                    let mut positions = vec![DVec3::ZERO; count];
                    skinner.skin(&mut positions, |index: usize| skinner.rest_vertex(count - 1 - index));
                    positions.reverse();
                    let narrow = in_narrow_registers(&skinner, mode.sign_mode());
                    fours += eights_with_four(&skinner);
                    for (vertex, (together, position)) in together.into_iter().zip(positions).enumerate() {
                        let mut alone = [none];
                        skinner.skin(&mut alone, skinner.from(vertex));
                        let same = is_same_vertex(together, alone[0])
                            && narrow.as_ref().is_none_or(|narrow| is_same_vertex(narrow[vertex], alone[0]))
                            && is_same(position.as_vec3(), alone[0].position);
                        assert!(same, "{} {} {vertex}: {together:?} {alone:?}", method.id(), mode.id());
                        compared += usize::from(alone[0].position.is_finite() && alone[0].normal != Vec3::ZERO);
                    }
                }
            }
        }
        assert!(compared > 60 * count, "{compared}");
        assert!(fours > 0, "no eight vertices had four influences each");
    }
}
