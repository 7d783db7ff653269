/// Seconds that a pass took, one for each round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times(Vec<f64>);

/// Median and quartiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The first quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub high: f64,
}

impl Times {
    /// Adds the time of a round.
    pub fn push(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    /// Count of rounds.
    pub fn rounds(&self) -> usize {
        self.0.len()
    }

    /// Spread of the times. `None` before the first round, or if the clock did not move in any round.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.0.iter().copied())
    }

    /// Ratio to other times of the same rounds. In a round, both were measured within moments of each other: the ratios
    /// spread less than the times.
    pub fn over(&self, other: &Self) -> Option<Spread> {
        Spread::of(self.0.iter().zip(&other.0).map(|(own, other)| own / other))
    }
}

impl Spread {
    /// Half the distance between the quartiles, as a fraction of the median.
    pub fn half_width(self) -> f64 {
        0.5 * (self.high - self.low) / self.median
    }

    /// Spread of the values that are greater than zero, because the clock moved; `None` if there are none.
    fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.filter(|value| value.is_finite() && *value > 0.0).collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let index = share * last as f64;
            let (below, above) = (sorted[index.floor() as usize], sorted[index.ceil() as usize]);
            below + (above - below) * index.fract()
        };
        Some(Self { low: at(0.25), median: at(0.5), high: at(0.75) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(seconds: &[f64]) -> Times {
        Times(seconds.to_vec())
    }

    #[test]
    fn quartiles_lie_between_the_values() {
        assert_eq!(times(&[]).spread(), None);
        assert_eq!(times(&[2.0]).spread(), Some(Spread { low: 2.0, median: 2.0, high: 2.0 }));
        let spread = times(&[4.0, 1.0, 3.0, 2.0]).spread().unwrap();
        assert_eq!((spread.low, spread.median, spread.high), (1.75, 2.5, 3.25));
    }

    #[test]
    fn ratios_are_those_of_each_round() {
        // The second round was slow for both.
        let ratio = times(&[2.0, 20.0, 2.0]).over(&times(&[1.0, 10.0, 1.0])).unwrap();
        assert_eq!((ratio.low, ratio.median, ratio.high), (2.0, 2.0, 2.0));
    }

    #[test]
    fn a_clock_that_did_not_move_tells_nothing() {
        assert_eq!(times(&[0.0; 3]).spread(), None);
        assert_eq!(times(&[1.0]).over(&times(&[0.0])), None);
        assert_eq!(times(&[0.0]).over(&times(&[1.0])), None);
        assert_eq!(times(&[0.0, 2.0]).spread(), times(&[2.0]).spread());
    }
}
