/// Ticks of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    pub values: Vec<f64>,
    /// Decimals that distinguish the ticks.
    pub decimals: usize,
    /// Whether trailing zeros of the decimals are left out.
    pub is_short: bool,
}

/// Requested count of evenly spaced ticks. [`Ticks::within`] then gives at least two, because its steps are at most
/// 2.5 times as wide as requested.
const MOST_EVENLY_SPACED: usize = 5;

impl Ticks {
    /// Ticks within a range, at most about `most`, at multiples of 1, 2 or 5 times a power of ten.
    pub fn within([low, high]: [f64; 2], most: usize) -> Self {
        let rough = (high - low) / most.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(10.0 * power);
        Self::every(step, [low, high])
    }

    /// Ticks at angles, which are read in parts of a turn.
    pub fn of_degrees([low, high]: [f64; 2], most: usize) -> Self {
        const STEPS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 45.0, 90.0, 180.0];
        let fits = |step: &f64| (high - low) / step <= most as f64;
        match STEPS.into_iter().find(fits) {
            Some(step) if high - low >= 4.0 => Self::every(step, [low, high]),
            _ => Self::within([low, high], most),
        }
    }

    /// Ticks at 1, 2 and 5 times powers of ten, for a logarithmic axis. Both ends are positive. A range with fewer than
    /// two of these has evenly spaced ones.
    pub fn of_factors([low, high]: [f64; 2]) -> Self {
        let powers = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
        let values = powers.clone().flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * 10f64.powi(power)));
        let values: Vec<f64> = values.filter(|value| (low..=high).contains(value)).collect();
        if values.len() < 2 {
            return Self { is_short: true, ..Self::within([low, high], MOST_EVENLY_SPACED) };
        }
        Self { values, decimals: (-powers.start()).clamp(0, 12) as usize, is_short: true }
    }

    fn every(step: f64, [low, high]: [f64; 2]) -> Self {
        let first = (low / step - 1e-9).ceil();
        let values = (0..).map(|index| (first + f64::from(index)) * step);
        let values = values.take_while(|value| *value <= high + 1e-9 * step).map(|value| value + 0.0).collect();
        Self { values, decimals: (-step.log10()).ceil().clamp(0.0, 12.0) as usize, is_short: false }
    }

    /// Text of a value, with a true minus sign.
    pub fn text(&self, value: f64) -> String {
        let text = match self.is_short {
            true => format!("{}", format!("{value:.*}", self.decimals).parse::<f64>().unwrap_or(value)),
            false => format!("{value:.*}", self.decimals),
        };
        let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
        text.replace('-', if is_zero { "" } else { "\u{2212}" })
    }
}

/// Relative difference below which values count as one: their differences are rounding.
const ONE_VALUE: f64 = 1e-5;

/// Range around values, with a margin. Around a single value it is as wide as a tenth of it, and zero alone lies at the
/// bottom of a range up to 1.
pub fn range_of(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|value| value.is_finite()) {
        (low, high) = (low.min(value), high.max(value));
    }
    if low > high {
        return [0.0, 1.0];
    }
    let largest = low.abs().max(high.abs());
    if largest == 0.0 {
        return [-0.04, 1.0];
    }
    let is_one = high - low <= ONE_VALUE * largest;
    let air = if is_one { 0.05 * largest } else { 0.06 * (high - low) };
    [low - air, high + air]
}

/// Half the range around a single angle, in degrees.
const AROUND_ONE_ANGLE: f64 = 5.0;

/// Range of angles in degrees, without a margin. A single angle is in the middle of its range.
pub fn range_of_degrees(angles: impl Iterator<Item = f64>) -> [f64; 2] {
    let (low, high) = angles
        .filter(|angle| angle.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), angle| (low.min(angle), high.max(angle)));
    match low < high {
        true => [low, high],
        false if low == high => [low - AROUND_ONE_ANGLE, high + AROUND_ONE_ANGLE],
        false => [-AROUND_ONE_ANGLE, AROUND_ONE_ANGLE],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        let ticks = Ticks::within([0.43, 1.07], 5);
        assert_eq!(ticks.decimals, 1);
        let text: Vec<String> = ticks.values.iter().map(|&value| ticks.text(value)).collect();
        assert_eq!(text, ["0.6", "0.8", "1.0"]);
        assert_eq!(Ticks::within([-3.0, 1200.0], 6).values, [0.0, 500.0, 1000.0]);
        let minus = Ticks::within([-0.02, 0.02], 4);
        let text: Vec<String> = minus.values.iter().map(|&value| minus.text(value)).collect();
        assert_eq!(text, ["\u{2212}0.02", "\u{2212}0.01", "0.00", "0.01", "0.02"]);
    }

    #[test]
    fn angles_have_ticks_at_parts_of_a_turn() {
        assert_eq!(
            Ticks::of_degrees([-180.0, 180.0], 9).values,
            [-180.0, -135.0, -90.0, -45.0, 0.0, 45.0, 90.0, 135.0, 180.0]
        );
        assert_eq!(Ticks::of_degrees([0.0, 60.0], 5).values, [0.0, 15.0, 30.0, 45.0, 60.0]);
        assert_eq!(Ticks::of_degrees([0.0, 2.0], 4).decimals, 1);
    }

    #[test]
    fn a_single_angle_is_in_the_middle_of_its_range() {
        assert_eq!(range_of_degrees([-30.0, 90.0, f64::NAN].into_iter()), [-30.0, 90.0]);
        for angle in [0.0, 90.0, -180.0] {
            let range = range_of_degrees([angle, angle].into_iter());
            assert_eq!((range[0] + range[1]) / 2.0, angle);
            assert!(Ticks::of_degrees(range, 9).values.contains(&angle));
        }
        assert_eq!(range_of_degrees(std::iter::empty()), [-5.0, 5.0]);
    }

    #[test]
    fn factors_have_ticks_in_every_power_of_ten() {
        let ticks = Ticks::of_factors([0.6, 60.0]);
        let text: Vec<String> = ticks.values.iter().map(|&value| ticks.text(value)).collect();
        assert_eq!(text, ["1", "2", "5", "10", "20", "50"]);
        let ticks = Ticks::of_factors([0.04, 0.2]);
        let text: Vec<String> = ticks.values.iter().map(|&value| ticks.text(value)).collect();
        assert_eq!(text, ["0.05", "0.1", "0.2"]);
    }

    #[test]
    fn narrow_ranges_of_factors_have_evenly_spaced_ticks() {
        let text = |range: [f64; 2]| -> Vec<String> {
            let ticks = Ticks::of_factors(range);
            ticks.values.iter().map(|&value| ticks.text(value)).collect()
        };
        assert_eq!(text([2.1, 4.9]), ["3", "4"]);
        assert_eq!(text([0.8, 1.9]), ["1", "1.5"]);
        assert_eq!(text([0.8, 2.1]), ["1", "2"]);
    }

    #[test]
    fn ranges_hold_what_is_finite() {
        let [low, high] = range_of([1.0, f64::NAN, 2.0, f64::INFINITY].into_iter());
        assert!(low < 1.0 && low > 0.9 && high > 2.0 && high < 2.1);
        assert_eq!(range_of(std::iter::empty()), [0.0, 1.0]);
        let [low, high] = range_of([5.0].into_iter());
        assert!(low < 5.0 && high > 5.0);
        // Rounding errors do not fill the page, and a count that stays zero has no ticks below it.
        let [low, high] = range_of([1.0, 1.0 + 1e-7, 1.0 - 1e-7].into_iter());
        assert!(low < 0.951 && high > 1.049, "{low} {high}");
        let ticks = Ticks::within(range_of([0.0, 0.0].into_iter()), 5);
        assert_eq!(ticks.text(ticks.values[0]), "0.0");
        assert_eq!(ticks.values, [0.0, 0.5, 1.0]);
    }
}
