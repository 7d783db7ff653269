//! How much memory this process takes, and whether that grows.

use std::fmt;

/// Main memory that the process has now. Zero on systems that do not tell.
pub fn resident_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) / 1024.0
}

/// Medians of the second quarter and of the last one. The first quarter fills caches.
pub struct Growth {
    pub early_mib: f64,
    pub late_mib: f64,
}

/// The allocator keeps what it once had, and the largest model decides how much that is.
const MOST_GROWTH: f64 = 1.15;
const MOST_GROWTH_MIB: f64 = 64.0;

/// In fewer values, caches that still fill look like a leak: the first lives take more and more.
pub const LEAST_VALUES: usize = 8;

/// `None` if there are too few values to tell.
pub fn growth(resident: &[f64]) -> Option<Growth> {
    if resident.len() < LEAST_VALUES {
        return None;
    }
    let quarter = resident.len() / 4;
    let median = |part: &[f64]| {
        let mut sorted = part.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    };
    Some(Growth { early_mib: median(&resident[quarter..2 * quarter]), late_mib: median(&resident[3 * quarter..]) })
}

impl Growth {
    pub fn is_steady(&self) -> bool {
        self.late_mib <= (self.early_mib * MOST_GROWTH).max(self.early_mib + MOST_GROWTH_MIB)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} MiB in the second quarter, {:.0} MiB in the last", self.early_mib, self.late_mib)
    }
}

#[test]
fn a_leak_is_told_from_a_plateau() {
    let values = |each: f64| (0..40).map(|index| 500.0 + each * f64::from(index)).collect::<Vec<_>>();
    let grown = |each: f64| growth(&values(each)).unwrap();
    assert!(grown(0.0).is_steady() && grown(1.0).is_steady());
    assert!(!grown(5.0).is_steady(), "{}", grown(5.0));
    // Caches that fill at first are no leak.
    let filling: Vec<f64> = (0..40).map(|index| if index < 8 { 100.0 } else { 700.0 }).collect();
    assert!(growth(&filling).unwrap().is_steady());
    assert!(growth(&[]).is_none() && growth(&values(5.0)[..LEAST_VALUES - 1]).is_none());
    assert!(!growth(&values(50.0)[..LEAST_VALUES]).unwrap().is_steady());
}
