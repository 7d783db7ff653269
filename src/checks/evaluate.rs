//! Compares numbers with limits.

use super::found::Found;
use super::{Bound, Failure, Rule, Rules};
use crate::posing::JointKind;
use std::collections::BTreeMap;

/// Numbers of a file and the limits that they do not meet.
#[derive(Default)]
pub(super) struct Evaluated {
    pub numbers: BTreeMap<Rule, f64>,
    pub joints: BTreeMap<String, BTreeMap<Rule, f64>>,
    pub failures: Vec<Failure>,
}

/// Takes the worst of each number, over all and by the kind of joint, and the failures in the order of the rules.
pub(super) fn evaluate(found: Vec<Found>, rules: &Rules) -> Evaluated {
    let mut evaluated = Evaluated::default();
    let mut failures: BTreeMap<Rule, (f64, Failure)> = BTreeMap::new();
    for Found { rule, value, kind, place } in found {
        let value = told(rule, value);
        let keep = |known: &mut BTreeMap<Rule, f64>| {
            known.entry(rule).and_modify(|worst| *worst = rule.bound().worse(*worst, value)).or_insert(value);
        };
        keep(&mut evaluated.numbers);
        let kind = kind.map(JointKind::name);
        if let Some(kind) = kind {
            keep(evaluated.joints.entry(kind.to_owned()).or_default());
        }
        let Some(limit) = rules.limit(rule, kind) else { continue };
        if rule.bound().is_met(value, limit) {
            continue;
        }
        // Beside joints with other limits, the one that misses its own by most is told.
        let missed_by = (value - limit).abs();
        let failure = Failure { rule, value, limit, places: 1, place };
        match failures.entry(rule) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert((missed_by, failure));
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let (worst, known) = entry.get_mut();
                known.places += 1;
                if missed_by > *worst {
                    let places = known.places;
                    (*worst, *known) = (missed_by, Failure { places, ..failure });
                }
            }
        }
    }
    evaluated.failures = failures.into_values().map(|(_, failure)| failure).collect();
    evaluated
}

/// A value as results tell it: with nine decimals, so that it reads back from JSON bit by bit, and finite, because JSON has
/// no other numbers. What is not finite is as bad as can be.
fn told(rule: Rule, value: f64) -> f64 {
    const MOST: f64 = 1e6;
    if rule.is_count() {
        return value;
    }
    match rule.bound() {
        Bound::AtMost if value.is_nan() => MOST,
        Bound::AtLeast if value.is_nan() => 0.0,
        _ => (value.clamp(-MOST, MOST) * 1e9).round() / 1e9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Place;

    fn at(rule: Rule, kind: JointKind, value: f64, joint: &str) -> Found {
        let place = Place { at: format!("at {joint}"), ..Place::default() };
        Found { rule, value, kind: Some(kind), place }
    }

    #[test]
    fn joints_have_the_limits_of_their_kind_and_the_one_that_misses_most_is_told() {
        let text = "skinscope_rules = 1\n[limits]\nsmallest_section = 0.5\nflips = 0\n[joints.elbow]\nsmallest_section = 0.8\n";
        let rules = Rules::read(text).unwrap();
        let found = vec![
            at(Rule::SmallestSection, JointKind::Elbow, 0.45, "elbow"),
            at(Rule::SmallestSection, JointKind::Spine, 0.4, "spine"),
            at(Rule::SmallestSection, JointKind::Knee, 0.6, "knee"),
            Found::count(Rule::Flips, 0),
            Found::count(Rule::Joints, 70),
        ];
        let Evaluated { numbers, joints, failures } = evaluate(found, &rules);
        assert_eq!(numbers, BTreeMap::from([(Rule::Joints, 70.0), (Rule::SmallestSection, 0.4), (Rule::Flips, 0.0)]));
        assert_eq!(joints["knee"], BTreeMap::from([(Rule::SmallestSection, 0.6)]));
        let [failure] = failures.as_slice() else { panic!("{failures:?}") };
        assert_eq!(
            (failure.value, failure.limit, failure.places, failure.place.at.as_str()),
            (0.45, 0.8, 2, "at elbow")
        );
        let evaluated =
            evaluate(vec![Found::of_file(Rule::Stretch, f64::NAN), Found::of_file(Rule::Bulge, 1.0 / 3.0)], &rules);
        assert_eq!(evaluated.numbers, BTreeMap::from([(Rule::Bulge, 0.333_333_333), (Rule::Stretch, 1e6)]));
        assert_eq!(failure.to_text(), "smallest_section 0.450 at elbow, under 0.800, 2 places in all");
    }
}
