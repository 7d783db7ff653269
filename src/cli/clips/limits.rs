use super::Outcome;
use crate::cli::fail_limits::{Limited, name_of};
use crate::measure::{Figure, Scope, StressMeasure};
use crate::model::clip_label;

const FLIPS: &str = "flips";
const SNAPS: &str = "snaps";

/// The names of all numbers that can be limited where these figures are measured.
pub(super) fn names(figures: &[Figure]) -> Vec<String> {
    let of_joints = StressMeasure::ALL.map(|measure| measure.flag().to_owned());
    let of_skin = Figure::readings_of([Scope::Skin]).filter(|reading| figures.contains(&reading.figure));
    let jumps = [FLIPS, SNAPS].map(str::to_owned);
    of_joints.into_iter().chain(jumps).chain(of_skin.map(name_of)).collect()
}

/// All numbers of all frames, with where they are.
pub(super) fn numbers(outcome: &Outcome<'_>) -> Vec<Limited> {
    let skeleton = &outcome.model.skeleton;
    let mut numbers = Vec::new();
    for found in &outcome.found {
        let clip = clip_label(&outcome.model.clips, found.clip);
        let snaps = found.snaps.len() as f64;
        numbers.push(Limited { name: SNAPS.to_owned(), value: snaps, at: format!("in {clip}") });
        for (skin, settings) in found.skins.iter().zip(&outcome.skins) {
            let method = settings.method.id();
            let flips = skin.flips.len() as f64;
            numbers.push(Limited { name: FLIPS.to_owned(), value: flips, at: format!("in {clip} under {method}") });
            for entry in skin.joints.iter().flatten().flatten() {
                let joint = skeleton.label(entry.node);
                let at = format!("at {joint} in {clip} at {:.2} s under {method}", entry.seconds);
                numbers.push(Limited { name: entry.measure.flag().to_owned(), value: entry.over_rest, at });
            }
            for (frame, seconds) in skin.frames.iter().zip(&found.seconds) {
                let values =
                    found.readings.iter().zip(&frame.values).filter_map(|(reading, value)| Some((reading, (*value)?)));
                numbers.extend(values.map(|(reading, value)| Limited {
                    name: name_of(*reading),
                    value,
                    at: format!("in {clip} at {seconds:.2} s under {method}"),
                }));
            }
        }
    }
    numbers
}
