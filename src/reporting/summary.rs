use super::Subject;
use super::worst::{Chosen, in_words};
use crate::math::counted;
use crate::measure::{StressMeasure, StressReport};
use crate::report::{Case, Health, StressPart};

/// A few sentences that say the most important numbers.
pub(super) fn summary(subject: &Subject<'_>, stress: Result<&StressPart, &String>, health: &Health) -> Vec<String> {
    let mut sentences = vec![contents(subject)];
    sentences.push(match stress {
        Ok(part) => {
            let firsts = part.groups.iter().filter_map(|group| Some((group.measure, group.cases.first()?)));
            let worst: Vec<String> = firsts.map(|(measure, case)| of_case(subject, measure, case)).collect();
            if worst.is_empty() { nothing_worth_showing(subject) } else { worst.join(" ") }
        }
        Err(why) => why.clone(),
    });
    sentences.push(health.verdict());
    sentences
}

fn contents(subject: &Subject<'_>) -> String {
    let model = subject.model;
    let joints = counted(model.skeleton.shown_joints().count(), "joint", "joints");
    let clips = match model.clips.len() {
        0 => "no clips".to_owned(),
        count => counted(count, "clip", "clips"),
    };
    if model.primitives.is_empty() {
        return format!("The file has no mesh. Its skeleton has {joints}, and there are {clips}.");
    }
    format!(
        "The file has {} in {}, {joints} and {clips}.",
        counted(model.vertex_count(), "vertex", "vertices"),
        counted(model.primitives.len(), "primitive", "primitives"),
    )
}

fn of_case(subject: &Subject<'_>, measure: StressMeasure, case: &Case) -> String {
    let angle = format!("{:.0}\u{b0}", case.degrees).replace('-', "\u{2212}");
    let what = match measure {
        StressMeasure::Collapse => "The skin collapses most",
        StressMeasure::Bulge => "The skin bulges most",
        StressMeasure::Stretch => "The skin stretches most",
    };
    let of = match measure {
        StressMeasure::Collapse => "the smallest section is",
        StressMeasure::Bulge => "the thickness is",
        StressMeasure::Stretch => "the longest edges are",
    };
    let values = in_words(case, measure, &subject.request.methods());
    format!("{what} at {}, rotated by {angle} about {}: {of} {values}.", case.joint, case.axis)
}

fn nothing_worth_showing(subject: &Subject<'_>) -> String {
    let defects: Vec<String> = subject.request.measures.iter().map(|measure| measure.label().to_lowercase()).collect();
    format!("No joint changes its {} by 2.5% or more under these methods.", defects.join(" or "))
}

/// Text about how the joints were turned, and which are shown.
pub(super) fn range(subject: &Subject<'_>, found: &StressReport, chosen: &[Chosen]) -> String {
    let how = subject.request.turns.source.described();
    let counts = subject.request.turns.counts(found.joints.iter().map(|joint| joint.node));
    let counts = if counts.is_empty() { counts } else { format!(" Ranges: {counts}.") };
    let not_moved = match found.not_moved.len() {
        0 => String::new(),
        count => {
            let joints = counted(count, "other joint that bends skin", "other joints that bend skin");
            format!(" {} {joints}.", subject.request.turns.source.what_keeps_still())
        }
    };
    let left_out = if chosen.is_empty() {
        format!(" {}", nothing_worth_showing(subject))
    } else {
        " Of two joints that mirror each other, the worse one is shown. Changes of less than 2.5% are left out."
            .to_owned()
    };
    let which = match found.joints.len() {
        1 => "The joint that bends skin was rotated from rest".to_owned(),
        count => format!("Each of the {count} joints that bend skin was rotated from rest on its own"),
    };
    format!(
        "{which}, about its X, Y and Z axes, {how}: {}.{counts}{not_moved}{left_out}",
        counted(found.poses, "pose", "poses"),
    )
}
