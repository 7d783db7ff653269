use super::four_vertices::lanes;
use super::{
    JointPalette, PrimitiveCenters, RestVertex, SignMode, SkinnedVertex, SkinningMethod, SkinningSettings, cor,
    cor_procrustes, dib, dib_four, direct_quaternion, dqs, lbs, lbs_dqs, log_matrix, quaternion_translation, spherical,
    two_phase_dqs,
};
use crate::model::{Model, Primitive, SkinKind};

/// Skins vertices of one primitive. Chooses the method once for all of them, so that each method has a loop of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexSkinner<'a> {
    primitive: &'a Primitive,
    palette: &'a JointPalette,
    method: SkinningMethod,
    settings: SkinningSettings,
    centers: &'a PrimitiveCenters,
}

impl<'a> VertexSkinner<'a> {
    pub fn new(
        model: &Model,
        primitive: &'a Primitive,
        palette: &'a JointPalette,
        settings: SkinningSettings,
        centers: &'a PrimitiveCenters,
    ) -> Self {
        let method = match model.skins[primitive.skin as usize].kind {
            SkinKind::Skinned => settings.method,
            SkinKind::Rigid => SkinningMethod::Lbs,
        };
        Self { primitive, palette, method, settings, centers }
    }

    /// Whether [`RestVertex::joint_set`] matters.
    pub fn needs_joint_sets(&self) -> bool {
        self.method == SkinningMethod::Spherical
    }

    /// A vertex before skinning, with a zero for its joint set.
    #[inline(always)]
    pub fn rest_vertex(&self, vertex: usize) -> RestVertex<'a> {
        let Self { primitive, centers, .. } = *self;
        RestVertex {
            position: primitive.positions[vertex],
            normal: primitive.normals[vertex],
            center: centers.get(vertex).copied().unwrap_or(primitive.positions[vertex]),
            covariance: centers.covariance(vertex),
            joint_set: 0,
            influences: primitive.influences.of(vertex),
        }
    }

    /// Fills `out` with what `kept` takes of each skinned vertex; `rest` gives the vertices by index of `out`. What is not
    /// kept is not computed either, since everything is inlined.
    pub fn skin<T>(
        &self,
        out: &mut [T],
        rest: impl Fn(usize) -> RestVertex<'a> + Copy,
        kept: impl Fn(SkinnedVertex) -> T + Copy,
    ) {
        // Each mode has a loop of its own: a choice for every influence would cost as much as the blending.
        match self.settings.antipodality().sign_mode() {
            SignMode::AsGiven => self.skin_with_signs(SignMode::AsGiven, out, rest, kept),
            SignMode::AgainstHeaviest => self.skin_with_signs(SignMode::AgainstHeaviest, out, rest, kept),
            SignMode::AgainstRunningSum => self.skin_with_signs(SignMode::AgainstRunningSum, out, rest, kept),
        }
    }

    #[inline(always)]
    fn skin_with_signs<T>(
        &self,
        signs: SignMode,
        out: &mut [T],
        rest: impl Fn(usize) -> RestVertex<'a> + Copy,
        kept: impl Fn(SkinnedVertex) -> T + Copy,
    ) {
        let Self { palette, method, settings, .. } = *self;
        match method {
            SkinningMethod::Lbs => {
                by_four(out, rest, kept, |v| lbs::skin_vertex(v, palette), |four| lbs::skin_four(four, palette));
            }
            SkinningMethod::Dqs => {
                let one = |v: RestVertex<'_>| dqs::skin_vertex(v, palette, signs);
                by_four(out, rest, kept, one, |four| dqs::skin_four(four, palette, signs));
            }
            SkinningMethod::TwoPhaseDqs => {
                let one = |v: RestVertex<'_>| two_phase_dqs::skin_vertex(v, palette, signs);
                by_four(out, rest, kept, one, |four| two_phase_dqs::skin_four(four, palette, signs));
            }
            SkinningMethod::Cor => {
                let one = |v: RestVertex<'_>| cor::skin_vertex(v, palette, signs);
                by_four(out, rest, kept, one, |four| cor::skin_four(four, palette, signs));
            }
            SkinningMethod::CorProcrustes => each(out, rest, kept, |v| cor_procrustes::skin_vertex(v, palette)),
            SkinningMethod::DirectQuaternion => {
                each(out, rest, kept, |v| direct_quaternion::skin_vertex(v, palette, signs));
            }
            SkinningMethod::QuaternionTranslation => {
                each(out, rest, kept, |v| quaternion_translation::skin_vertex(v, palette, signs));
            }
            SkinningMethod::LogMatrix => each(out, rest, kept, |v| log_matrix::skin_vertex(v, palette)),
            SkinningMethod::Spherical => each(out, rest, kept, |v| spherical::skin_vertex(v, palette, signs)),
            SkinningMethod::Dib => {
                let one = |v: RestVertex<'_>| dib::skin_vertex(v, palette, signs);
                by_four(out, rest, kept, one, |four| dib_four::skin_four(four, palette, signs));
            }
            SkinningMethod::LbsDqs => {
                each(out, rest, kept, |v| lbs_dqs::skin_vertex(v, palette, signs, settings.blend));
            }
        }
    }
}

#[inline(always)]
fn each<'a, T>(
    out: &mut [T],
    rest: impl Fn(usize) -> RestVertex<'a>,
    kept: impl Fn(SkinnedVertex) -> T,
    one: impl Fn(RestVertex<'a>) -> SkinnedVertex,
) {
    for (index, out) in out.iter_mut().enumerate() {
        *out = kept(one(rest(index)));
    }
}

/// The last vertices, fewer than four, one by one.
#[inline(always)]
fn by_four<'a, T>(
    out: &mut [T],
    rest: impl Fn(usize) -> RestVertex<'a> + Copy,
    kept: impl Fn(SkinnedVertex) -> T + Copy,
    one: impl Fn(RestVertex<'a>) -> SkinnedVertex,
    four: impl Fn([RestVertex<'a>; 4]) -> [SkinnedVertex; 4],
) {
    let (fours, last) = out.as_chunks_mut::<4>();
    let first_of_last = 4 * fours.len();
    for (index, out) in fours.iter_mut().enumerate() {
        let skinned = four(lanes(|lane| rest(4 * index + lane)));
        *out = lanes(|lane| kept(skinned[lane]));
    }
    each(last, |index| rest(first_of_last + index), kept, one);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Influence, Influences};
    use crate::skinning::{Antipodality, BlendFactor, Covariance, JointMotion};
    use glam::{DMat3, DQuat, DVec3, Vec3};

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
                    stretch,
                    bind_origin: numbers.vector(),
                    stretched_origin: numbers.vector(),
                    posed_origin: numbers.vector() * 5.0,
                }
            })
            .collect();
        JointPalette::from_motions(&motions)
    }

    /// With 1 to 12 influences, some negative, and three vertices after the last four.
    fn primitive(numbers: &mut Numbers) -> Primitive {
        const VERTICES: usize = 4 * 150 + 3;
        let influences: Vec<Vec<Influence>> = (0..VERTICES)
            .map(|vertex| {
                let weight = |numbers: &mut Numbers| (numbers.next() + 0.9) as f32;
                let joints = (0..1 + vertex % 12).map(|at| ((vertex + 5 * at) % JOINTS) as u32);
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

    #[test]
    fn vertices_skinned_together_are_those_skinned_alone() {
        let mut numbers = Numbers(7);
        let primitive = primitive(&mut numbers);
        let count = primitive.positions.len();
        let centers: Vec<Vec3> = (0..count).map(|_| numbers.vector().as_vec3()).collect();
        let centers = PrimitiveCenters::with_covariances(centers, vec![Covariance::NONE; count]);
        let mut compared = 0;
        for is_rigid in [true, false] {
            let palette = palette(&mut numbers, is_rigid);
            for method in SkinningMethod::ALL {
                for mode in [Antipodality::None, Antipodality::PerVertex, Antipodality::RunningSum] {
                    let blend = BlendFactor::nearest(0.3);
                    let chosen_antipodality = Some(mode);
                    let settings = SkinningSettings { method, chosen_antipodality, blend, ..Default::default() };
                    let (primitive, palette, centers) = (&primitive, &palette, &centers);
                    let skinner = VertexSkinner { primitive, palette, method, settings, centers };
                    let none = SkinnedVertex { position: Vec3::ZERO, normal: Vec3::ZERO };
                    let mut together = vec![none; count];
                    skinner.skin(&mut together, |vertex| skinner.rest_vertex(vertex), |skinned| skinned);
                    // In another order, so that other vertices are skinned together.
                    let mut positions = vec![Vec3::ZERO; count];
                    let backward = |index: usize| skinner.rest_vertex(count - 1 - index);
                    skinner.skin(&mut positions, backward, |skinned| skinned.position);
                    positions.reverse();
                    for (vertex, (together, position)) in together.into_iter().zip(positions).enumerate() {
                        let mut alone = [none];
                        skinner.skin(&mut alone, |_| skinner.rest_vertex(vertex), |skinned| skinned);
                        let same = is_same(together.position, alone[0].position)
                            && is_same(together.normal, alone[0].normal)
                            && is_same(position, alone[0].position);
                        assert!(same, "{} {} {vertex}: {together:?} {alone:?}", method.id(), mode.id());
                        compared += usize::from(alone[0].position.is_finite() && alone[0].normal != Vec3::ZERO);
                    }
                }
            }
        }
        assert!(compared > 60 * count, "{compared}");
    }
}
