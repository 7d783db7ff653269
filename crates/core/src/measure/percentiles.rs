/// The distribution of a set of values: percentiles by linear interpolation between the two nearest ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentiles {
    /// The smallest value.
    pub min: f64,
    /// The 1st percentile.
    pub p1: f64,
    /// The 5th percentile.
    pub p5: f64,
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The largest value.
    pub max: f64,
    /// Number of values.
    pub count: usize,
}

impl Percentiles {
    /// Computes the percentiles, ignoring values that are not finite; `None` if no value remains.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        let count = values.len();
        let min = values.iter().copied().min_by(f64::total_cmp)?;
        let max = values.iter().copied().max_by(f64::total_cmp)?;
        // The values before `first` are the smallest ones: ranks ascend, and each leaves fewer values to the next.
        // Sorting all of them would take longer than everything else.
        let mut first = 0;
        let at = |share: f64| {
            let rank = share * (count - 1) as f64;
            let index = rank.floor() as usize;
            let (_, &mut below, larger) = values[first..].select_nth_unstable_by(index - first, f64::total_cmp);
            first = index;
            let next = if rank.fract() > 0.0 { larger.iter().copied().min_by(f64::total_cmp) } else { None };
            below + (next.unwrap_or(below) - below) * rank.fract()
        };
        let [p1, p5, p50, p95, p99] = [0.01, 0.05, 0.5, 0.95, 0.99].map(at);
        Some(Self { min, p1, p5, p50, p95, p99, max, count })
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

    #[test]
    fn the_values_at_the_ranks_are_those_of_the_sorted_list() {
        for count in (1..60usize).chain([1000, 1001]) {
            // With repetitions, both zeros and descending runs.
            let value = |index: usize| {
                ((index * 7919 % 61) as f64 - 30.0) * 0.1 * if index.is_multiple_of(9) { -0.0 } else { 1.0 }
            };
            let mut sorted: Vec<f64> = (0..count).map(value).collect();
            let found = Percentiles::of(sorted.iter().copied()).unwrap();
            sorted.sort_by(f64::total_cmp);
            let at = |share: f64| {
                let rank = share * (count - 1) as f64;
                let (below, above) = (sorted[rank.floor() as usize], sorted[rank.ceil() as usize]);
                (below + (above - below) * rank.fract()).to_bits()
            };
            let Percentiles { min, p1, p5, p50, p95, p99, max, .. } = found;
            assert_eq!([p1, p5, p50, p95, p99].map(f64::to_bits), [0.01, 0.05, 0.5, 0.95, 0.99].map(at), "{count}");
            assert_eq!([min, max].map(f64::to_bits), [at(0.0), at(1.0)]);
        }
    }
}
