//! The numbers of two models that `--fail-over` and `--fail-under` limit.

use super::pair::MethodDifference;
use super::report::over;
use crate::cli::fail_limits::{FailArguments, Limited, primary};
use crate::measure::{Figure, PairDifference};

/// Names of the distances, which are limited as fractions of the first model's extent.
pub(super) const LARGEST: &str = "largest";
pub(super) const MEAN: &str = "mean";
pub(super) const P99: &str = "p99";
pub(super) const DISTANCES: [&str; 3] = [LARGEST, MEAN, P99];

/// The names of all numbers that can be limited. `swept` is the figure of a sweep.
pub(super) fn names(swept: Option<Figure>) -> Vec<String> {
    let swept = swept.map(|figure| primary(figure.id()));
    DISTANCES.map(str::to_owned).into_iter().chain(swept).collect()
}

/// Whether a distance is limited.
pub(super) fn limits_distances(limits: &FailArguments) -> bool {
    DISTANCES.into_iter().any(|name| limits.is_about(name))
}

/// A distance by its name.
type Named = (&'static str, fn(&PairDifference) -> f64);

/// The distances of both models under one method, the larger one of both directions.
pub(super) fn distances(difference: &MethodDifference, extent: f64) -> Vec<Limited> {
    let larger = |distance: fn(&PairDifference) -> f64| {
        [&difference.from_first, &difference.from_second].into_iter().flatten().map(distance).reduce(f64::max)
    };
    let distances: [Named; 3] =
        [(LARGEST, |found| found.largest), (MEAN, |found| found.mean), (P99, |found| found.p99)];
    let number = |(name, distance): Named| {
        let at = format!("of the extent under {}", difference.method.id());
        Some(Limited { name: name.to_owned(), value: over(larger(distance)?, extent), at })
    };
    distances.into_iter().filter_map(number).collect()
}
