use crate::cli::fail_limits::Limited;
use crate::measure::{StressMeasure, StressReport};
use crate::model::Skeleton;
use crate::skinning::SkinningSettings;

/// The names of the numbers that can be limited.
pub(super) fn names() -> Vec<String> {
    StressMeasure::ALL.map(|measure| measure.flag().to_owned()).to_vec()
}

/// The worst of each joint under each method. `of` follows the words that say where it is.
pub(super) fn numbers(found: &StressReport, skeleton: &Skeleton, skins: &[SkinningSettings], of: &str) -> Vec<Limited> {
    let mut numbers = Vec::new();
    for joint in &found.joints {
        for (worst, settings) in joint.worst.iter().zip(skins) {
            numbers.extend(worst.iter().flatten().map(|entry| Limited {
                name: entry.measure.flag().to_owned(),
                value: entry.over_rest,
                at: format!(
                    "at {} with {} {:.0} degrees under {}{of}",
                    skeleton.label(entry.node),
                    entry.axis_name(),
                    entry.degrees,
                    settings.method.id()
                ),
            }));
        }
    }
    numbers
}
