use super::*;
use crate::import::bundled_model;

fn stored(influences: Option<u8>, weights: Option<u8>, positions: Option<u8>) -> StoredSkin {
    StoredSkin {
        most_influences: influences.map(|most| most.try_into().unwrap()),
        weight_bits: weights.map(|bits| bits.try_into().unwrap()),
        position_bits: positions.map(|bits| bits.try_into().unwrap()),
        most_surrounding_joints: None,
    }
}

fn list(weights: &[f32]) -> Vec<Influence> {
    (0..).zip(weights).map(|(joint, &weight)| Influence { joint, weight }).collect()
}

fn pairs(influences: &[Influence]) -> Vec<(u32, f32)> {
    influences.iter().map(|one| (one.joint, one.weight)).collect()
}

#[test]
fn the_heaviest_are_kept_and_divided_by_their_sum() {
    let full = list(&[0.5, 0.25, 0.125, 0.125]);
    let kept = |most| pairs(&stored(Some(most), None, None).influences_of(&full));
    assert_eq!(kept(1), [(0, 1.0)]);
    assert_eq!(kept(2), [(0, 0.5 / 0.75), (1, 0.25 / 0.75)]);
    assert_eq!(kept(3), [(0, 0.5 / 0.875), (1, 0.25 / 0.875), (2, 0.125 / 0.875)]);
    assert_eq!(kept(8), pairs(&full), "not even divided");
}

#[test]
fn weights_are_multiples_of_the_step_and_the_heaviest_is_what_is_left() {
    let eight = stored(None, Some(8), None);
    // 255 x 0.3 = 76.5 and 255 x 0.2 = 51: the heaviest has 255 - 77 - 51.
    let expected = [(0, 127.0 / 255.0), (1, 77.0 / 255.0), (2, 51.0 / 255.0)];
    assert_eq!(pairs(&eight.influences_of(&list(&[0.5, 0.300_001, 0.199_999]))), expected);
    // 255 x 0.001 rounds to zero.
    assert_eq!(pairs(&eight.influences_of(&list(&[0.999, 0.001]))), [(0, 1.0)]);
    // 255 / 8 = 31.875: seven times 32 leaves 31, so that the first is not the heaviest any more.
    let eighths = eight.influences_of(&list(&[0.125; 8]));
    assert_eq!(eighths[7], Influence { joint: 0, weight: 31.0 / 255.0 });
    assert_eq!(eighths[0], Influence { joint: 1, weight: 32.0 / 255.0 });
    let sixteen = stored(None, Some(16), None).influences_of(&list(&[0.5, 0.5]));
    assert_eq!(pairs(&sixteen), [(1, 32768.0 / 65535.0), (0, 32767.0 / 65535.0)]);
}

#[test]
fn sums_are_exact_and_lists_stay_sorted_for_any_count() {
    for count in 1..60 {
        let weights: Vec<f32> = (0..count).map(|index| (1.0 + (index % 3) as f32) / count as f32).collect();
        let sum: f32 = weights.iter().sum();
        let mut full = list(&weights.iter().map(|weight| weight / sum).collect::<Vec<_>>());
        full.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for bits in WeightBits::ALL {
            let own = stored(None, Some(bits.into()), None).influences_of(&full);
            let steps = own.iter().map(|one| (f64::from(one.weight) * f64::from(bits.one())).round() as u32);
            assert_eq!(steps.sum::<u32>(), bits.one(), "{count} influences in {bits} bits");
            assert!(own.is_sorted_by(|a, b| a.weight >= b.weight) && !own.is_empty());
        }
    }
}

#[test]
fn negative_weights_are_kept_unless_bits_cannot_hold_them() {
    let full = list(&[0.75, 0.5, -0.25]);
    assert_eq!(pairs(&stored(Some(3), None, None).influences_of(&full)), pairs(&full));
    // 0.75 / 1.25 and 0.5 / 1.25, in 255 steps 153 and 102.
    let eight = stored(None, Some(8), None).influences_of(&full);
    assert_eq!(pairs(&eight), [(0, 153.0 / 255.0), (1, 102.0 / 255.0)]);
}

#[test]
fn positions_lie_on_a_grid_over_the_extent() {
    let model = bundled_model("bar");
    let bounds = model.rest_bounds();
    let step = f64::from(bounds.extent()) / 4095.0;
    let coarse = model.stored(stored(None, None, Some(12)));
    let mut moved = 0;
    for (own, full) in coarse.primitives.iter().zip(&model.primitives) {
        assert_eq!(own.influences, full.influences);
        for (own, full) in own.positions.iter().zip(&full.positions) {
            let steps = (own.as_dvec3() - bounds.min.as_dvec3()) / step;
            assert!((steps - steps.round()).abs().max_element() < 1e-2, "{steps}");
            assert!((own.as_dvec3() - full.as_dvec3()).abs().max_element() < 0.501 * step);
            moved += usize::from(own != full);
        }
    }
    assert!(moved > 0);
}

#[test]
fn a_stored_model_is_kept_and_follows_the_shape() {
    let model = bundled_model("bar");
    let two = stored(Some(2), Some(8), None);
    let own = model.stored(two);
    assert!(Arc::ptr_eq(&own, &model.stored(two)));
    assert!(!Arc::ptr_eq(&own, &model.stored(stored(Some(1), None, None))));
    assert!(Arc::ptr_eq(&own, &model.stored(two)), "another one does not push it out");
    assert!(own.max_influences() <= 2);
    assert!(!Arc::ptr_eq(&own, &Model::clone(&model).stored(two)), "a copy may have been changed");
}

#[test]
fn numbers_outside_the_choices_are_refused_with_the_choices() {
    let error = "9".parse::<MostInfluences>().unwrap_err().to_string();
    assert_eq!(error, "\"9\" is not a whole number from 1 to 8");
    assert_eq!("7".parse::<PositionBits>().unwrap_err().to_string(), "\"7\" is not a whole number from 8 to 16");
    assert_eq!("12".parse::<WeightBits>().unwrap_err().to_string(), "\"12\" is not 8 or 16");
    assert_eq!(stored(Some(1), Some(8), Some(14)).in_words(), "1 influence, 8-bit weights, 14-bit positions");
    assert_eq!(stored(Some(4), None, None).in_words(), "4 influences");
    assert!(StoredSkin::FULL.in_words().is_empty());
}
