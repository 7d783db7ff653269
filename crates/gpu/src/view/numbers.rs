/// Formats three significant digits, independent of the unit: `0.0537`, `53.7`. Large values keep all digits before the
/// decimal point.
pub fn significant(value: f32) -> String {
    let decimals = if value > 0.0 { (2.0 - value.log10().floor()).clamp(0.0, 6.0) as usize } else { 0 };
    format!("{value:.decimals$}")
}

/// Formats degrees with one decimal and a true minus sign: `−85.0°`.
pub fn angle_text(degrees: f32) -> String {
    with_minus_sign(&format!("{degrees:.1}°"))
}

/// Uses a true minus sign and removes it from zero.
pub fn with_minus_sign(text: &str) -> String {
    text.replace("-0.0°", "0.0°").replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        assert_eq!([0.05374, 5.374, 53.74, 5374.0, 0.0].map(significant), ["0.0537", "5.37", "53.7", "5374", "0"]);
    }

    #[test]
    fn angles_have_a_true_minus_sign_and_no_minus_zero() {
        assert_eq!(angle_text(-0.01), "0.0°");
        assert_eq!(angle_text(-85.0), "\u{2212}85.0°");
    }
}
