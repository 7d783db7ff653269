use super::averaged::{Averaged, moments_about_center};
use super::brute_force::{brute_force, sample_chunks, work_of};
use super::distinct_weights::DistinctWeights;
use super::grid_sum::{Found, grid_sum};
use super::settings::{CenterSettings, Similarity};
use super::work::triangles;
use crate::math::Bounds;
use crate::model::{Model, Primitive, SkinKind};
use crate::skinning::{Covariance, PrimitiveCenters, SkinningMethod};
use crate::work::Progress;
use glam::{DVec3, Vec3};

/// The centers of rotation of a model, one entry per primitive.
#[derive(Clone, Debug, PartialEq)]
pub struct Centers {
    /// The centers of each primitive's vertices, by the index of the primitive.
    pub of_primitives: Vec<PrimitiveCenters>,
    /// Statistics of the computation.
    pub counts: CenterCounts,
}

/// Statistics of the computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CenterCounts {
    /// Count of vertices of all skinned primitives.
    pub vertices: usize,
    /// Vertices with more than one influence, to which the formula applies.
    pub blended: usize,
    /// Distinct weights among the blended vertices: the number of sums computed.
    pub sums: usize,
    /// Distinct weights that were summed triangle by triangle because few triangles are similar to them.
    pub summed_one_by_one: usize,
    /// Blended vertices without similar triangles: their center is their rest position, where `cor` is LBS.
    pub without_center: usize,
}

/// Parts computed for every vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CenterParts {
    /// The center of rotation, for `cor`.
    #[default]
    Points,
    /// The center and also the covariance about it, for `cor-procrustes`. Takes three times as long.
    PointsAndCovariances,
}

impl CenterParts {
    /// Parts that a method uses, if any.
    pub fn of_method(method: SkinningMethod) -> Option<Self> {
        let parts = if method.needs_covariances() { Self::PointsAndCovariances } else { Self::Points };
        method.needs_centers().then_some(parts)
    }
}

/// Way to compute the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CenterPath {
    /// Sums many triangles at once where this makes no visible difference: the error of a vertex's denominator is at
    /// most a millionth of it.
    #[default]
    Fast,
    /// Combines every triangle with every vertex, for checking; takes minutes.
    BruteForce,
}

/// Computes the centers of a model with the given settings.
///
/// p* = sum_t s(w, w_t) a_t v_t / sum_t s(w, w_t) a_t over the triangles of all primitives that share the skin, with
/// the similarity s of Le & Hodgins 2016, eq. 1, and their subdivision. It needs neither their neighbor search nor its
/// cutoff. Vertices with the same weights share a center, also across seams and primitives. If no triangle is similar
/// (a single influence), the center is the rest position, as for rigid meshes; `cor` is then LBS.
///
/// The covariance comes from the same sum: `sum_t s(w, w_t) integral over t of (v - p*) (v - p*)^T`, divided by its
/// trace. Each small triangle is integrated exactly, with its mean weights.
///
/// Centers belong to the model's default shape: morph targets move vertices, but leave the weights of the surface
/// around them as they are.
///
/// The result does not depend on the number of threads. `None` if canceled through `progress`.
pub fn compute_centers_with(
    model: &Model,
    settings: &CenterSettings,
    parts: CenterParts,
    path: CenterPath,
    progress: &Progress,
) -> Option<Centers> {
    let (model, settings) = (model.default_shape(), settings.within_range());
    let mut centers = Centers::at_rest(model, parts);
    for skin in 0..model.skins.len() {
        let skinned = primitives_of_skin(model, skin);
        let primitives: Vec<&Primitive> = skinned.iter().map(|&primitive| &*model.primitives[primitive]).collect();
        let weights = DistinctWeights::of(primitives.iter().copied());
        let all: Vec<usize> = (0..weights.count()).collect();
        let found = sums(&primitives, &weights, &all, parts, &settings, path, progress)?;
        centers.counts.sums += weights.count();
        centers.counts.summed_one_by_one += found.one_by_one;
        for (part, &primitive) in skinned.iter().enumerate() {
            let of_vertex = |vertex| weights.index_of(part, vertex).map(|index| found.centers[index]);
            centers.put_in(primitive, &primitives[part].positions, of_vertex);
        }
    }
    Some(centers)
}

/// Like [`compute_centers_with`] on the default path, with covariances and without cancellation.
pub fn compute_centers(model: &Model, settings: &CenterSettings) -> Vec<PrimitiveCenters> {
    let parts = CenterParts::PointsAndCovariances;
    let centers = compute_centers_with(model, settings, parts, CenterPath::Fast, &Progress::default());
    centers.unwrap_or_else(|| Centers::at_rest(model, parts)).of_primitives
}

/// The center of a vertex, and the covariance about it, which is [`Covariance::NONE`] if it was not computed.
pub(super) type FoundCenter = (Vec3, Covariance);

impl Centers {
    /// Result in which every vertex is without a center.
    pub fn at_rest(model: &Model, parts: CenterParts) -> Self {
        let of = |primitive: &Primitive| match parts {
            CenterParts::Points => primitive.positions.clone().into(),
            CenterParts::PointsAndCovariances => {
                let none = vec![Covariance::NONE; primitive.positions.len()];
                PrimitiveCenters::with_covariances(primitive.positions.clone(), none)
            }
        };
        Self {
            of_primitives: model.primitives.iter().map(|primitive| of(primitive)).collect(),
            counts: CenterCounts::default(),
        }
    }

    /// The parts that were computed.
    pub fn parts(&self) -> CenterParts {
        let all = self.of_primitives.iter().all(|centers| centers.covariances().is_some());
        if all { CenterParts::PointsAndCovariances } else { CenterParts::Points }
    }

    /// Stores the centers of one primitive. `found` returns `None` for a vertex with a single influence, otherwise the
    /// result of the sum.
    pub(super) fn put_in(
        &mut self,
        primitive: usize,
        rest: &[Vec3],
        found: impl Fn(usize) -> Option<Option<FoundCenter>>,
    ) {
        let (mut points, mut covariances) = (Vec::with_capacity(rest.len()), Vec::with_capacity(rest.len()));
        for (vertex, &position) in rest.iter().enumerate() {
            self.counts.vertices += 1;
            let found = found(vertex);
            self.counts.blended += usize::from(found.is_some());
            self.counts.without_center += usize::from(found == Some(None));
            let (point, covariance) = found.flatten().unwrap_or((position, Covariance::NONE));
            points.push(point);
            covariances.push(covariance);
        }
        let of_primitive = &mut self.of_primitives[primitive];
        *of_primitive = match of_primitive.covariances() {
            Some(_) => PrimitiveCenters::with_covariances(points, covariances),
            None => points.into(),
        };
    }
}

/// Indices of the primitives that share a skin; empty if it is rigid.
pub(super) fn primitives_of_skin(model: &Model, skin: usize) -> Vec<usize> {
    let skinned = model.skins[skin].kind == SkinKind::Skinned;
    let of_skin = |&primitive: &usize| skinned && model.primitives[primitive].skin as usize == skin;
    (0..model.primitives.len()).filter(of_skin).collect()
}

/// The results of the sums.
pub(super) struct Sums {
    /// The center for each weight, or `None` for weights without a similar triangle.
    pub centers: Vec<Option<FoundCenter>>,
    /// Number of weights summed triangle by triangle in addition to the fast sum.
    pub one_by_one: usize,
}

/// The centers for the distinct weights listed in `wanted`.
pub(super) fn sums(
    primitives: &[&Primitive],
    weights: &DistinctWeights,
    wanted: &[usize],
    parts: CenterParts,
    settings: &CenterSettings,
    path: CenterPath,
    progress: &Progress,
) -> Option<Sums> {
    let triangles = triangles(primitives);
    // Near the surface, so that few digits cancel.
    let from =
        Bounds::of(primitives.iter().flat_map(|primitive| primitive.positions.iter().copied())).center().as_dvec3();
    let moments = Averaged::moments(from);
    let averaged = match parts {
        CenterParts::Points => &moments[..1],
        CenterParts::PointsAndCovariances => &moments[..],
    };
    let average = |wanted: &[usize]| {
        // All of it at once, so that the progress does not go back.
        let chunks = sample_chunks(&triangles, settings.epsilon);
        progress.add_total(work_of(&chunks, wanted.len()) * averaged.len() as u64);
        let of = |&averaged| brute_force(&triangles, &chunks, weights, wanted, averaged, settings, progress);
        averaged.iter().map(of).collect::<Option<Vec<_>>>()
    };
    let (averages, one_by_one) = if path == CenterPath::BruteForce || settings.similarity != Similarity::JointPairs {
        (average(wanted)?, 0)
    } else {
        let found = grid_sum(&triangles, weights, wanted, averaged, settings, progress)?;
        // All averages have the same denominator, so that they are doubtful together.
        let doubtful: Vec<usize> = (0..wanted.len()).filter(|&sum| found[0][sum] == Found::Doubtful).collect();
        let mut averages: Vec<Vec<Option<DVec3>>> =
            found.iter().map(|found| found.iter().map(|found| found.average()).collect()).collect();
        if !doubtful.is_empty() {
            let doubtful_weights: Vec<usize> = doubtful.iter().map(|&sum| wanted[sum]).collect();
            for (averages, exact) in averages.iter_mut().zip(average(&doubtful_weights)?) {
                doubtful.iter().zip(exact).for_each(|(&sum, exact)| averages[sum] = exact);
            }
        }
        (averages, doubtful.len())
    };
    let center = |sum: usize| {
        let center = averages[0][sum]?;
        let covariance = match averages[..] {
            [_, ref squares, ref products] => {
                let moments = [center, squares[sum]?, products[sum]?];
                Covariance::of_moments(moments_about_center(moments, from))
            }
            _ => Covariance::NONE,
        };
        Some((center.as_vec3(), covariance))
    };
    Some(Sums { centers: (0..wanted.len()).map(center).collect(), one_by_one })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::test_models::{model, three_joints, tube};
    use crate::model::Influence;
    use glam::Quat;
    use std::sync::Arc;

    /// A square tube along X on two joints, in two primitives that meet where both weights are one half.
    fn two_parts(moved: impl Fn(Vec3) -> Vec3) -> Model {
        let weights = |at: Vec3| {
            let weight = 0.5 + 0.5 * at.x.clamp(-1.0, 1.0);
            vec![Influence { joint: 0, weight: 1.0 - weight }, Influence { joint: 1, weight }]
        };
        let mut model = model(vec![tube(-2.0, 0.0, 8, weights), tube(0.0, 2.0, 8, weights)], 2);
        for primitive in &mut model.primitives {
            Arc::make_mut(primitive).positions.iter_mut().for_each(|position| *position = moved(*position));
        }
        model
    }

    #[test]
    fn centers_lie_on_the_axis_and_are_shared_across_primitives() {
        let model = two_parts(|position| position);
        let centers = compute_centers(&model, &CenterSettings::default());
        // The last ring of the first part and the first of the second have weights of one half.
        let shared = centers[1][0];
        assert!(shared.abs_diff_eq(Vec3::ZERO, 1e-6), "{shared}");
        assert!(centers[0][32..].iter().chain(&centers[1][..4]).all(|center| *center == shared));
        for (primitive, centers) in model.primitives.iter().zip(&centers) {
            for ((position, center), influences) in
                primitive.positions.iter().zip(centers).zip(primitive.influences.iter())
            {
                if influences.len() == 1 {
                    assert_eq!(center, position);
                } else {
                    assert!(center.y.abs() < 1e-6 && center.z.abs() < 1e-6, "{center}");
                    assert!((center.x - position.x).abs() < 0.2, "{center} {position}");
                }
            }
        }
    }

    #[test]
    fn centers_move_with_the_rest_pose() {
        let turn = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
        let moved = |position: Vec3| turn * position + Vec3::new(3.0, -1.0, 2.0);
        let settings = CenterSettings::default();
        let (here, there) =
            (compute_centers(&two_parts(|p| p), &settings), compute_centers(&two_parts(moved), &settings));
        for (here, there) in here.iter().flatten().zip(there.iter().flatten()) {
            assert!(moved(*here).abs_diff_eq(*there, 1e-5), "{here} {there}");
        }
    }

    /// All weights around the tube differ, so that the fast path spreads its triangles over the grid.
    #[test]
    fn the_fast_sum_is_the_sum_over_every_triangle() {
        let model = three_joints();
        for (sigma, epsilon) in [(0.1, 0.1), (0.03, 0.05), (0.2, 0.2), (0.1, 0.02)] {
            let settings = CenterSettings { sigma, epsilon, ..CenterSettings::default() };
            let parts = CenterParts::PointsAndCovariances;
            let all = |path| compute_centers_with(&model, &settings, parts, path, &Progress::default()).unwrap();
            let (fast, slow) = (all(CenterPath::Fast), all(CenterPath::BruteForce));
            assert_eq!(fast.counts.without_center, slow.counts.without_center);
            for (fast, slow) in fast.of_primitives[0].iter().zip(&slow.of_primitives[0]) {
                assert!(fast.abs_diff_eq(*slow, 1e-6), "{sigma} {epsilon}: {fast} {slow}");
            }
            for vertex in 0..fast.of_primitives[0].len() {
                let [a, b] = [&fast, &slow].map(|centers| centers.of_primitives[0].covariance(vertex).matrix());
                assert!(a.abs_diff_eq(b, 1e-5), "{sigma} {epsilon}: {a} {b}");
            }
        }
    }

    /// The tube is long where weights change slowly, so the similar surface is a square ring of side 0.4: the walls across y
    /// and z give equal squares and no products, and turning the model turns the covariance.
    #[test]
    fn the_covariance_is_that_of_the_ring_around_the_center() {
        let turn = Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
        let settings = CenterSettings::default();
        let covariances = |model: &Model| {
            let parts = CenterParts::PointsAndCovariances;
            compute_centers_with(model, &settings, parts, CenterPath::Fast, &Progress::default()).unwrap()
        };
        let straight = covariances(&two_parts(|position| position));
        let turned = covariances(&two_parts(|position| turn * position + Vec3::Y));
        for vertex in 0..straight.of_primitives[1].len() {
            let here = straight.of_primitives[1].covariance(vertex);
            if straight.of_primitives[1][vertex] == two_parts(|p| p).primitives[1].positions[vertex] {
                assert_eq!(here, Covariance::NONE);
                continue;
            }
            assert!((here.squares.element_sum() - 1.0).abs() < 1e-6 && here.products.abs().max_element() < 1e-6);
            assert!((here.squares.y - here.squares.z).abs() < 1e-6, "{here:?}");
            // A ring of this size has squares of (0.2^2 + 0.2^2 / 3) / 2 in y and z, and the kernel's width along x.
            let ring = (0.04 + 0.04 / 3.0) / 2.0;
            let along = f64::from(here.squares.x / here.squares.y) * ring;
            assert!(along > 1e-3 && along < 0.2 * 0.2, "{along}");
            let expected = glam::Mat3::from_quat(turn) * here.matrix() * glam::Mat3::from_quat(turn.inverse());
            assert!(turned.of_primitives[1].covariance(vertex).matrix().abs_diff_eq(expected, 1e-5));
        }
    }

    #[test]
    fn the_plain_gaussian_counts_triangles_by_the_distance_of_weights() {
        let model = three_joints();
        let gaussian = CenterSettings { similarity: Similarity::PlainGaussian, ..CenterSettings::default() };
        let centers = compute_centers(&model, &gaussian);
        let primitive = &model.primitives[0];
        // Computed by hand at one vertex with unsplit triangles: none is cut at this epsilon.
        let coarse = CenterSettings { epsilon: 2.0, ..gaussian };
        let found = compute_centers(&model, &coarse)[0][120];
        let dense = |vertex: u32| {
            let mut weights = [0.0; 3];
            for one in primitive.influences.of(vertex as usize) {
                weights[one.joint as usize] = f64::from(one.weight);
            }
            DVec3::from_array(weights)
        };
        let (mut mass, mut moment) = (0.0, DVec3::ZERO);
        for &[a, b, c] in primitive.indices.as_chunks::<3>().0 {
            let at = |vertex: u32| primitive.positions[vertex as usize].as_dvec3();
            let area = (at(b) - at(a)).cross(at(c) - at(a)).length() / 2.0;
            let mean = (dense(a) + dense(b) + dense(c)) / 3.0;
            let similarity = area * (-(dense(120) - mean).length_squared() / 0.01).exp();
            mass += similarity;
            moment += similarity * (at(a) + at(b) + at(c)) / 3.0;
        }
        assert!(found.as_dvec3().abs_diff_eq(moment / mass, 1e-6), "{found} {}", moment / mass);
        assert_ne!(centers[0][120], found);
    }

    #[test]
    fn a_canceled_computation_has_no_result() {
        let progress = Progress::default();
        progress.cancel();
        let settings = CenterSettings::default();
        assert_eq!(
            compute_centers_with(
                &three_joints(),
                &settings,
                CenterParts::PointsAndCovariances,
                CenterPath::Fast,
                &progress
            ),
            None
        );
        let done = Progress::default();
        assert!(
            compute_centers_with(
                &three_joints(),
                &settings,
                CenterParts::PointsAndCovariances,
                CenterPath::Fast,
                &done
            )
            .is_some()
        );
        assert_eq!(done.fraction(), 1.0);
    }
}
