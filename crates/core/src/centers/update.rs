use super::compute::{CenterCounts, CenterPath, Centers, compute_centers_with, primitives_of_skin, sums};
use super::distinct_weights::DistinctWeights;
use super::pair_ids::PairIds;
use super::settings::{CenterSettings, Similarity};
use crate::model::{Influence, Model, Primitive};
use crate::work::Progress;

/// Updates the centers of `model` from the centers of `before`, which differs from it in weights: only vertices whose
/// sums changed are summed again. Intended for weights that are edited interactively.
///
/// A vertex's sum runs over the triangles that share a pair of joints with it, so it changes only if one of its pairs
/// occurs, before or after, on a triangle with a changed corner. If the models differ in more than weights, everything
/// is recomputed. The result equals that of [`compute_centers_with`], except that weights that changed by less than a
/// millionth are treated as equal. `None` if canceled.
pub fn update_centers(
    model: &Model,
    before: &Model,
    centers_before: &Centers,
    settings: &CenterSettings,
    progress: &Progress,
) -> Option<Centers> {
    let settings = settings.within_range();
    let parts = centers_before.parts();
    if settings.similarity != Similarity::JointPairs || !differs_only_in_weights(model, before) {
        return compute_centers_with(model, &settings, parts, CenterPath::Fast, progress);
    }
    let mut centers = centers_before.clone();
    centers.counts = CenterCounts::default();
    for skin in 0..model.skins.len() {
        let skinned = primitives_of_skin(model, skin);
        let [now, earlier] = [model, before].map(|model| primitives_at(model, &skinned));
        let changed_pairs = changed_pairs(&now, &earlier);
        let weights = DistinctWeights::of(now.iter().copied());
        let wanted: Vec<usize> =
            (0..weights.count()).filter(|&index| shares_pair(&weights, index, &changed_pairs)).collect();
        let found = sums(&now, &weights, &wanted, parts, &settings, CenterPath::Fast, progress)?;
        centers.counts.sums += wanted.len();
        centers.counts.summed_one_by_one += found.one_by_one;
        let mut sum_of = vec![None; weights.count()];
        wanted.iter().enumerate().for_each(|(sum, &index)| sum_of[index] = Some(sum));
        for (part, &primitive) in skinned.iter().enumerate() {
            let rest = &now[part].positions;
            let kept = &centers_before.of_primitives[primitive];
            let put = |vertex: usize| {
                let index = weights.index_of(part, vertex)?;
                Some(match sum_of[index] {
                    Some(sum) => found.centers[sum],
                    None => (kept[vertex] != rest[vertex]).then(|| (kept[vertex], kept.covariance(vertex))),
                })
            };
            centers.put_in(primitive, rest, put);
        }
    }
    Some(centers)
}

fn primitives_at<'a>(model: &'a Model, indices: &[usize]) -> Vec<&'a Primitive> {
    indices.iter().map(|&index| &*model.primitives[index]).collect()
}

/// Whether two models have the same surface and the same kinds of skins, so that [`update_centers`] is of use.
pub fn differs_only_in_weights(a: &Model, b: &Model) -> bool {
    let same = |a: &Primitive, b: &Primitive| a.skin == b.skin && a.positions == b.positions && a.indices == b.indices;
    let kinds = |model: &Model| model.skins.iter().map(|skin| skin.kind).collect::<Vec<_>>();
    a.primitives.len() == b.primitives.len()
        && kinds(a) == kinds(b)
        && a.primitives.iter().zip(&b.primitives).all(|(a, b)| same(a, b))
}

/// All pairs of joints on triangles that have a corner with changed weights.
fn changed_pairs(now: &[&Primitive], before: &[&Primitive]) -> PairIds {
    let mut pairs = PairIds::default();
    for (now, before) in now.iter().zip(before) {
        let changed: Vec<bool> =
            now.influences.iter().zip(before.influences.iter()).map(|(now, before)| differ(now, before)).collect();
        let mut joints: Vec<u32> = Vec::new();
        for corners in now.indices.as_chunks::<3>().0 {
            if corners.iter().any(|&corner| changed[corner as usize]) {
                joints.clear();
                for &corner in corners {
                    let [now, before] = [now, before].map(|primitive| primitive.influences.of(corner as usize));
                    joints.extend(now.iter().chain(before).map(|influence| influence.joint));
                }
                joints.sort_unstable();
                joints.dedup();
                pairs.insert_all(&joints.iter().copied());
            }
        }
    }
    pairs
}

/// Renormalizing weights changes their last bits.
const ROUNDING: f32 = 1e-6;

fn differ(now: &[Influence], before: &[Influence]) -> bool {
    let missing = |a: &[Influence], b: &[Influence]| {
        let in_b = |joint| b.iter().find(|other| other.joint == joint).map_or(0.0, |other| other.weight);
        a.iter().any(|one| (one.weight - in_b(one.joint)).abs() > ROUNDING)
    };
    missing(now, before) || missing(before, now)
}

fn shares_pair(weights: &DistinctWeights, index: usize, pairs: &PairIds) -> bool {
    let influences = weights.get(index);
    influences
        .iter()
        .enumerate()
        .any(|(i, first)| influences[i + 1..].iter().any(|second| pairs.get(first.joint, second.joint).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::centers::test_models::{three_joints, three_joints_with};
    use crate::centers::{CenterParts, compute_centers_with};

    #[test]
    fn an_update_finds_what_a_new_computation_finds() {
        let before = three_joints();
        let model = three_joints_with(|at| if at.x > 0.9 && at.x < 1.4 { 0.4 } else { 0.0 });
        let (settings, progress) = (CenterSettings::default(), Progress::default());
        let parts = CenterParts::PointsAndCovariances;
        let full = |model: &Model| compute_centers_with(model, &settings, parts, CenterPath::Fast, &progress).unwrap();
        let (old, wanted) = (full(&before), full(&model));
        let updated = update_centers(&model, &before, &old, &settings, &progress).unwrap();
        assert!(updated.counts.sums < wanted.counts.sums, "{:?}", updated.counts);
        assert_eq!(updated.counts.without_center, wanted.counts.without_center);
        let mut moved = 0;
        for vertex in 0..updated.of_primitives[0].len() {
            let [a, b] = [&updated, &wanted].map(|centers| centers.of_primitives[0].covariance(vertex));
            assert!(a.squares.abs_diff_eq(b.squares, 1e-5) && a.products.abs_diff_eq(b.products, 1e-5), "{a:?} {b:?}");
        }
        for ((a, b), old) in updated.of_primitives[0].iter().zip(&wanted.of_primitives[0]).zip(&old.of_primitives[0]) {
            assert!(a.abs_diff_eq(*b, 2e-7), "{a} {b}");
            moved += usize::from(!a.abs_diff_eq(*old, 1e-4));
        }
        assert!(moved > 10, "{moved} centers moved");
        let same = update_centers(&before, &before, &old, &settings, &progress).unwrap();
        assert_eq!((same.of_primitives, same.counts.sums), (old.of_primitives, 0));
    }
}
