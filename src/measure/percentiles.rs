/// The distribution of a set of values: percentiles by linear interpolation between the two nearest ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentiles {
    pub min: f64,
    pub p1: f64,
    pub p5: f64,
    pub p50: f64,
    pub p95: f64,
    pub p99: f64,
    pub max: f64,
    /// Number of values.
    pub count: usize,
}

impl Percentiles {
    /// Computes the percentiles, ignoring values that are not finite; `None` if no value remains.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let at = |share: f64| {
            let rank = share * (sorted.len() - 1) as f64;
            let (below, above) = (sorted[rank.floor() as usize], sorted[rank.ceil() as usize]);
            below + (above - below) * rank.fract()
        };
        let [p1, p5, p50, p95, p99] = [0.01, 0.05, 0.5, 0.95, 0.99].map(at);
        Some(Self { min, p1, p5, p50, p95, p99, max, count: sorted.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_ranks_they_are_interpolated() {
        let found = Percentiles::of((0..=200).rev().map(f64::from).chain([f64::NAN])).unwrap();
        let expected =
            Percentiles { min: 0.0, p1: 2.0, p5: 10.0, p50: 100.0, p95: 190.0, p99: 198.0, max: 200.0, count: 201 };
        assert_eq!(found, expected);
        assert_eq!(Percentiles::of([1.0, 2.0]).unwrap().p50, 1.5);
        assert_eq!(Percentiles::of([3.0]).unwrap().p99, 3.0);
        assert_eq!(Percentiles::of([f64::INFINITY]), None);
    }
}
