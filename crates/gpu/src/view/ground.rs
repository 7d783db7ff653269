/// Spacing of the ground's lines for a model of this extent, in scene units: half a meter for a person, otherwise 1, 2
/// or 5 times a power of ten, about a quarter of the extent.
pub fn grid_step(extent: f32) -> f32 {
    if !extent.is_finite() || extent <= 0.0 {
        return 0.5;
    }
    let wanted = extent * 0.28;
    let power = 10f32.powf(wanted.log10().floor());
    // The thresholds between neighboring steps are their geometric means.
    match wanted / power {
        fraction if fraction < 1.414 => power,
        fraction if fraction < 3.162 => 2.0 * power,
        fraction if fraction < 7.071 => 5.0 * power,
        _ => 10.0 * power,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_meter_for_people_and_round_numbers_for_others() {
        for (extent, step) in [(1.75, 0.5), (2.0, 0.5), (0.1, 0.02), (180.0, 50.0), (7.0, 2.0), (30.0, 10.0)] {
            assert!((grid_step(extent) / step - 1.0).abs() < 1e-4, "{extent}: {}", grid_step(extent));
        }
        assert_eq!(grid_step(0.0), 0.5);
    }
}
