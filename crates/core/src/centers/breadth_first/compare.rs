use super::super::compute::{CenterParts, CenterPath, Centers, compute_centers_with, primitives_of_skin};
use super::super::distinct_weights::DistinctWeights;
use super::super::settings::CenterSettings;
use super::super::work::{count_small_triangles, triangles};
use super::mesh::{SearchMesh, SparseWeights};
use super::search::{BreadthFirst, Reached, Search};
use super::seeds::Clusters;
use crate::model::{Model, Primitive};
use crate::skinning::Covariance;
use crate::work::Progress;
use crate::work::parallel::prelude::*;
use glam::Vec3;

/// The centers that the paper's search finds, and their distances from the exact ones.
#[derive(Clone, Debug, PartialEq)]
pub struct BreadthFirstCenters {
    /// The centers that the search finds.
    pub centers: Centers,
    /// Their distances from the exact centers.
    pub errors: SearchErrors,
}

/// Distances of centers from the exact sum's, in scene units, over the vertices that have an exact center. A vertex
/// whose center the search did not find counts with the distance of its rest position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchErrors {
    /// Count of vertices that have an exact center.
    pub vertices: usize,
    /// Largest distance.
    pub largest: f32,
    /// Median distance.
    pub median: f32,
    /// Vertices with an exact center for which the search reached no similar triangle.
    pub lost_centers: usize,
    /// Vertices near in weights at which a search started, over all distinct weights.
    pub seeds: usize,
    /// Seeds at which the search ended at once, because all their triangles are below the cut-off.
    pub lost_seeds: usize,
    /// Count of distances between weights that were computed to find the seeds.
    pub distances: usize,
    /// Count of such distances that would be needed without clusters.
    pub distances_without_clusters: usize,
}

/// Computes centers by the paper's search and compares them with those of [`compute_centers_with`], which has the same
/// small triangles and needs no search. Slow, for reference only. `None` if canceled.
pub fn breadth_first_centers(
    model: &Model,
    settings: &CenterSettings,
    options: BreadthFirst,
    progress: &Progress,
) -> Option<BreadthFirstCenters> {
    let settings = settings.within_range();
    // The exact sum is far cheaper than the search, and would make the progress stand at its end.
    let exact_progress = progress.uncounted_part();
    let exact = compute_centers_with(model, &settings, CenterParts::Points, CenterPath::Fast, &exact_progress)?;
    let mut centers = Centers::at_rest(model, CenterParts::Points);
    let mut errors = SearchErrors::default();
    for skin in 0..model.skins.len() {
        let skinned = primitives_of_skin(model, skin);
        let primitives: Vec<&Primitive> = skinned.iter().map(|&primitive| &*model.primitives[primitive]).collect();
        let weights = DistinctWeights::of(primitives.iter().copied());
        let mesh = SearchMesh::of(&primitives, settings.epsilon);
        let found = search_all(&mesh, &weights, &settings, options, progress)?;
        centers.counts.sums += found.len();
        errors.seeds += found.iter().map(|reached| reached.seeds).sum::<usize>();
        errors.lost_seeds += found.iter().map(|reached| reached.lost_seeds).sum::<usize>();
        errors.distances += found.iter().map(|reached| reached.distances).sum::<usize>();
        errors.distances_without_clusters += found.len() * mesh.weights.len();
        for (part, &primitive) in skinned.iter().enumerate() {
            let of_vertex = |vertex| {
                let index = weights.index_of(part, vertex)?;
                Some(found[index].center.map(|center| (center.as_vec3(), Covariance::NONE)))
            };
            centers.put_in(primitive, &primitives[part].positions, of_vertex);
        }
    }
    let distances = distances(model, &exact, &centers, &mut errors.lost_centers);
    errors.vertices = distances.len();
    errors.largest = distances.last().copied().unwrap_or(0.0);
    errors.median = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
    Some(BreadthFirstCenters { centers, errors })
}

/// Approximate number of small triangles that the search would keep in memory at once: those of the largest skin. Each
/// takes about 250 bytes.
pub fn breadth_first_triangles(model: &Model, settings: &CenterSettings) -> u64 {
    let epsilon = settings.within_range().epsilon;
    let of_skin = |skin: usize| {
        let skinned = primitives_of_skin(model, skin);
        let primitives: Vec<&Primitive> = skinned.iter().map(|&primitive| &*model.primitives[primitive]).collect();
        count_small_triangles(&triangles(&primitives), epsilon)
    };
    (0..model.skins.len()).map(of_skin).max().unwrap_or(0)
}

/// Number of weights that a thread searches between two progress checks.
const SEARCHES_AT_ONCE: usize = 64;

fn search_all(
    mesh: &SearchMesh,
    weights: &DistinctWeights,
    settings: &CenterSettings,
    options: BreadthFirst,
    progress: &Progress,
) -> Option<Vec<Reached>> {
    let clusters = Clusters::of(&mesh.weights);
    let all: Vec<SparseWeights> = weights
        .iter()
        .map(|influences| influences.iter().map(|one| (one.joint, f64::from(one.weight))).collect())
        .collect();
    progress.add_total(all.len() as u64);
    let found: Vec<Reached> = all
        .par_chunks(SEARCHES_AT_ONCE)
        .map_init(
            || Search::new(mesh, &clusters, settings, options),
            |search, weights| {
                let found: Vec<Reached> = if progress.is_canceled() {
                    Vec::new()
                } else {
                    weights.iter().map(|weights| search.run(weights)).collect()
                };
                progress.advance(weights.len() as u64);
                found
            },
        )
        .flatten_iter()
        .collect();
    (!progress.is_canceled()).then_some(found)
}

/// Ascending distances between the centers of vertices that have an exact one.
fn distances(model: &Model, exact: &Centers, found: &Centers, lost: &mut usize) -> Vec<f32> {
    let mut distances: Vec<f32> = Vec::new();
    for (index, primitive) in model.primitives.iter().enumerate() {
        let centers = exact.of_primitives[index].iter().zip(&found.of_primitives[index]);
        let of_vertex = |((exact, found), rest): ((&Vec3, &Vec3), &Vec3)| {
            *lost += usize::from(exact != rest && found == rest);
            (exact != rest).then(|| exact.distance(*found))
        };
        distances.extend(centers.zip(&primitive.positions).filter_map(of_vertex));
    }
    distances.sort_unstable_by(f32::total_cmp);
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::test_models::{model, three_joints, tube};
    use crate::model::Influence;

    fn compared(model: &Model, options: BreadthFirst) -> SearchErrors {
        let found = breadth_first_centers(model, &CenterSettings::default(), options, &Progress::default());
        found.unwrap().errors
    }

    fn two_joints(at: Vec3, third: f32) -> Vec<Influence> {
        let weight = 0.5 + 0.5 * at.x.clamp(-1.0, 1.0);
        let parts = [(1.0 - weight) * (1.0 - third), weight * (1.0 - third), third];
        (0..3).zip(parts).map(|(joint, weight)| Influence { joint, weight }).filter(|one| one.weight > 0.0).collect()
    }

    #[test]
    fn on_one_connected_part_the_search_finds_what_the_exact_sum_finds() {
        let errors = compared(&three_joints(), BreadthFirst::default());
        assert!(errors.vertices > 150 && errors.largest < 1e-3, "{errors:?}");
        assert_eq!(errors.lost_centers, 0);
        assert!(errors.seeds > errors.vertices && errors.lost_seeds < errors.seeds / 4, "{errors:?}");
        assert!(
            errors.distances > errors.seeds && 2 * errors.distances < errors.distances_without_clusters,
            "{errors:?}"
        );
        // Without a cut-off only triangles that share no pair of joints stay unvisited, and these are not similar.
        let all = compared(&three_joints(), BreadthFirst { omega: 2.0, cut_off: 0.0 });
        assert!(all.largest < 1e-6 && all.lost_seeds == 0, "{all:?}");
    }

    /// A second tube next to the first, with the same ratios of weights but a third joint: as similar as the first, and
    /// half of the surface that makes up the center. No surface leads there, and its weights are far away.
    #[test]
    fn a_separate_part_with_the_same_ratios_is_missed() {
        let first = tube(-2.0, 2.0, 24, |at| two_joints(at, 0.0));
        let mut second = tube(-2.0, 2.0, 24, |at| two_joints(at, 0.4));
        second.0.iter_mut().for_each(|position| position.y += 3.0);
        let model = model(vec![first, second], 3);
        let missed = compared(&model, BreadthFirst::default());
        assert!(missed.largest > 0.5, "{missed:?}");
        assert_eq!(missed.lost_centers, 0, "each part finds itself");
        let reached = compared(&model, BreadthFirst { omega: 0.8, ..BreadthFirst::default() });
        assert!(reached.largest < 1e-3, "{reached:?}");
    }

    /// A second tube with the same weights is found if its vertices are near enough in weights, which the subdivision
    /// ensures. With an omega below its step, some vertices find none.
    #[test]
    fn a_separate_part_with_the_same_weights_needs_an_omega_above_epsilon() {
        let first = tube(-2.0, 2.0, 41, |at| two_joints(at, 0.0));
        let mut second = tube(-2.0, 2.0, 6, |at| two_joints(at, 0.0));
        second.0.iter_mut().for_each(|position| position.y += 3.0);
        let model = model(vec![first, second], 3);
        let found = compared(&model, BreadthFirst::default());
        assert!(found.largest < 1e-3, "{found:?}");
        let missed = compared(&model, BreadthFirst { omega: 0.01, ..BreadthFirst::default() });
        assert!(missed.largest > 0.5, "{missed:?}");
    }

    #[test]
    fn a_canceled_search_has_no_result() {
        let progress = Progress::default();
        progress.cancel();
        let (settings, options) = (CenterSettings::default(), BreadthFirst::default());
        assert_eq!(breadth_first_centers(&three_joints(), &settings, options, &progress), None);
    }
}
