/// Formats a count with thousands separators: `12,597`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a count with its noun: `1 vertex`, `12,597 vertices`.
pub fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { singular } else { plural })
}

/// Formats a size of a file: `340 kB`, `3.1 MB`.
pub fn megabytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!([1, 340_200, 3_149_000, 14_950_000].map(megabytes), ["1 kB", "341 kB", "3.1 MB", "14.9 MB"]);
    }

    #[test]
    fn thousands() {
        assert_eq!([0, 999, 12_597, 1_000_000].map(grouped), ["0", "999", "12,597", "1,000,000"]);
    }

    #[test]
    fn one_and_several() {
        assert_eq!(counted(1, "vertex", "vertices"), "1 vertex");
        assert_eq!([0, 12_597].map(|count| counted(count, "vertex", "vertices")), ["0 vertices", "12,597 vertices"]);
    }
}
