use super::*;
use crate::measure::test_shapes::{Shape, skinned_model};
use glam::Vec3;

/// A tube of length 4 and radius 0.5 on three joints, every vertex with the weights 0.5, 0.3 and 0.2.
fn tube() -> Model {
    let joints = [("root", None, Vec3::X * -2.0), ("mid", Some(0), Vec3::ZERO), ("end", Some(1), Vec3::X * 1.5)];
    skinned_model(&[Shape::cylinder(48, 80, 0.5, 4.0, true)], &joints, |_| vec![0.5, 0.3, 0.2])
}

fn stored(influences: Option<u8>, weights: Option<u8>, positions: Option<u8>) -> StoredSkin {
    StoredSkin {
        most_influences: influences.map(|most| most.try_into().unwrap()),
        weight_bits: weights.map(|bits| bits.try_into().unwrap()),
        position_bits: positions.map(|bits| bits.try_into().unwrap()),
        most_surrounding_joints: None,
    }
}

fn cost(model: &Model, method: SkinningMethod, stored: StoredSkin) -> StoredCost {
    let settings = SkinningSettings { method, stored, ..SkinningSettings::default() };
    let ranges = StressRanges::symmetric(model, 90.0);
    let skin = StressSkin { settings, centers: &[] };
    stored_cost(model, &skin, &ranges, &Progress::default()).unwrap().unwrap()
}

/// A quarter turn moves a point by the root of two times its distance from the axis. Farthest from the axes Y and Z of
/// `mid` are the rims at 2, from those of `end` that at -2, 3.5 away.
#[test]
fn what_dropped_weights_cost_is_known_for_linear_blending() {
    let model = tube();
    let quarter_turn = |distance: f64| 2f64.sqrt() * distance.hypot(0.5) / 4.0;
    // One influence: half of the skin's motion with `mid` is lost, and a fifth of that with `end`.
    let one = cost(&model, SkinningMethod::Lbs, stored(Some(1), None, None));
    let worst = one.worst.unwrap();
    assert!((worst.distance - 0.5 * quarter_turn(2.0)).abs() < 1e-4, "{worst:?}");
    assert!(matches!(worst.turned, Some((1, 1 | 2, degrees)) if degrees.abs() == 90.0), "{worst:?}");
    let at = model.primitives[0].positions[worst.vertex_id.vertex as usize];
    assert!(at.x.abs() > 1.99, "{at}");
    assert_eq!(one.distance.largest, worst.distance);
    // Two: 0.625 and 0.375 remain, an eighth less than 0.5 moves with `mid`, and nothing with `end`.
    let two = cost(&model, SkinningMethod::Lbs, stored(Some(2), None, None)).worst.unwrap();
    assert!((two.distance - 0.2 * quarter_turn(3.5)).abs() < 1e-4, "{two:?}");
    assert_eq!(two.turned.map(|turned| turned.0), Some(2));
    // In 255 steps 127, 77 and 51: 128 / 255 moves with `mid` instead of a half.
    let eight = cost(&model, SkinningMethod::Lbs, stored(None, Some(8), None)).worst.unwrap();
    assert!((eight.distance - quarter_turn(2.0) / 510.0).abs() < 1e-5, "{eight:?}");
    // `root` moves everything, and three steps of 30 degrees to either side about three axes are tried for each.
    assert_eq!(one.poses, 3 * 3 * 6);
    let three = cost(&model, SkinningMethod::Lbs, stored(Some(3), None, None));
    assert_eq!((three.worst, three.distance), (None, SkinDistance::default()), "nothing is dropped");
}

#[test]
fn rounded_positions_cost_at_most_half_of_the_diagonal_of_a_step() {
    let found = cost(&tube(), SkinningMethod::Lbs, stored(None, None, Some(8)));
    let most = 3f64.sqrt() / 2.0 / 255.0;
    assert!(found.distance.largest > 0.5 * most && found.distance.largest <= most * 1.001, "{found:?}");
    assert!(found.distance.percentile_99 <= found.distance.largest && found.distance.root_mean_square > 0.0);
}

#[test]
fn the_same_zone_counts_for_every_method() {
    let model = tube();
    for method in SkinningMethod::ALL.into_iter().filter(|method| !method.needs_centers()) {
        let found = cost(&model, method, stored(Some(1), None, None));
        assert!(found.worst.is_some_and(|worst| worst.distance > 0.2), "{} {found:?}", method.id());
    }
}

#[test]
fn a_canceled_search_has_no_cost_and_missing_centers_are_told() {
    let model = tube();
    let ranges = StressRanges::symmetric(&model, 90.0);
    let with = |method| {
        let settings = SkinningSettings { method, stored: stored(Some(1), None, None), ..SkinningSettings::default() };
        let progress = Progress::default();
        progress.cancel();
        stored_cost(&model, &StressSkin { settings, centers: &[] }, &ranges, &progress)
    };
    assert_eq!(with(SkinningMethod::Lbs), Ok(None));
    let uncanceled = StressSkin {
        settings: SkinningSettings { method: SkinningMethod::Cor, ..SkinningSettings::default() },
        centers: &[],
    };
    assert!(stored_cost(&model, &uncanceled, &ranges, &Progress::default()).is_err());
}
