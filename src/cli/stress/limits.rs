use crate::cli::fail_limits::Limited;
use crate::measure::{Figure, StressEntry, StressMeasure, StressReport};
use crate::model::Skeleton;
use crate::skinning::{SkinningMethod, SkinningSettings};

/// The names of the numbers that can be limited.
pub(super) fn names(counts_intersections: bool) -> Vec<String> {
    let measures = StressMeasure::ALL.map(|measure| measure.flag().to_owned());
    measures.into_iter().chain(counts_intersections.then(|| Figure::SelfIntersections.id().to_owned())).collect()
}

/// Words that follow a number of a joint under a method.
pub(super) fn place(entry: &StressEntry, skeleton: &Skeleton, method: SkinningMethod) -> String {
    let (joint, axis, degrees) = (skeleton.label(entry.node), entry.axis_name(), entry.degrees);
    format!("at {joint} with {axis} {degrees:.0} degrees under {}", method.id())
}

/// The worst of each joint under each method. `of` follows the words that say where it is.
pub(super) fn numbers(found: &StressReport, skeleton: &Skeleton, skins: &[SkinningSettings], of: &str) -> Vec<Limited> {
    let mut numbers = Vec::new();
    for joint in &found.joints {
        for (worst, settings) in joint.worst.iter().zip(skins) {
            numbers.extend(worst.iter().flatten().map(|entry| Limited {
                name: entry.measure.flag().to_owned(),
                value: entry.over_rest,
                at: place(entry, skeleton, settings.method) + of,
            }));
        }
    }
    numbers
}
