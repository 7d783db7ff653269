//! `stress --mend`: what would mend the worst joints.

use super::Outcome;
use super::report::EntryReport;
use crate::centers::{CenterSettings, Centers};
use crate::cli::progress_line::with_progress;
use crate::measure::{RestSkin, StressEntry, StressMeasure};
use crate::mending::{Finding, FindingRequest, Remedy, find_remedies};
use crate::model::{Model, Skeleton, one_line};
use crate::rigging::{HelperJoints, TwistSplit};
use crate::stress::StressSkin;
use crate::work::Progress;
use serde::Serialize;
use std::fmt::Write;

/// What would mend the worst joints of the first method.
pub(super) struct Mends {
    measure: StressMeasure,
    /// Joints whose bones are split already. Other twist joints take the place of those.
    split: Vec<u32>,
    findings: Vec<Finding>,
}

/// A joint and its remedies.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct MendReport {
    /// The joint in its worst pose.
    worst: EntryReport,
    /// The most effective first. Empty if nothing helps.
    remedies: Vec<RemedyReport>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RemedyReport {
    /// "twist" or "helpers".
    kind: &'static str,
    /// The joint that gets the added ones.
    joint: String,
    /// What `--twist` or `bake --helpers` takes.
    count: u32,
    /// The twist that is spread: "end", "own" or "both". Null for helpers.
    spreads: Option<&'static str>,
    /// The mended joint in the pose that is then its worst.
    after: EntryReport,
}

impl Mends {
    /// Finds remedies for the first `top` joints of the first method's list. The source is the model without the bones
    /// that `--twist` split.
    pub(super) fn find(
        outcome: &Outcome<'_>,
        (source, splits): (&Model, &[TwistSplit]),
        rest: &RestSkin,
        (skin, centers): (StressSkin<'_>, Option<(&Centers, CenterSettings)>),
        measure: StressMeasure,
        top: usize,
    ) -> Self {
        let worst: Vec<StressEntry> = outcome.found.ranked(0, measure).into_iter().take(top).collect();
        let find = |progress: &Progress| {
            progress.add_total(worst.len() as u64);
            let of_joint = |entry: &StressEntry| {
                let request = FindingRequest {
                    source,
                    splits,
                    model: outcome.model,
                    rest,
                    joint: entry.node,
                    skin,
                    centers,
                    ranges: &outcome.turns.ranges,
                    measure,
                };
                let found = find_remedies(&request, &progress.uncounted_part());
                progress.advance(1);
                found
            };
            worst.iter().filter_map(of_joint).collect()
        };
        let split = splits.iter().map(|split| split.joint).collect();
        Self { measure, split, findings: with_progress("Remedies", find) }
    }

    pub(super) fn report(&self, skeleton: &Skeleton) -> Vec<MendReport> {
        let remedy = |&(remedy, after): &(Remedy, StressEntry)| {
            let (kind, count, spreads) = match remedy {
                Remedy::Twist(TwistSplit { count, kind, .. }) => ("twist", count, Some(kind.id())),
                Remedy::Helpers(HelperJoints { count, .. }) => ("helpers", count, None),
            };
            let joint = skeleton.address(remedy.joint());
            RemedyReport { kind, joint, count, spreads, after: EntryReport::new(skeleton, &after) }
        };
        let of_joint = |found: &Finding| MendReport {
            worst: EntryReport::new(skeleton, &found.worst),
            remedies: found.remedies.iter().map(remedy).collect(),
        };
        self.findings.iter().map(of_joint).collect()
    }

    /// A line for each joint and each remedy.
    pub(super) fn text(&self, outcome: &Outcome<'_>) -> String {
        let skeleton = &outcome.model.skeleton;
        let method = outcome.skins.first().map_or("", |settings| settings.method.short_name());
        let mut text = format!("\nWhat would mend the worst joints under {method}\n  {}\n", self.measure.label());
        if self.findings.is_empty() {
            text.push_str("       none\n");
        }
        let label = |node: u32| one_line(&skeleton.label(node));
        let remedy_text = |remedy: Remedy| {
            let replaces = remedy.split().is_some_and(|split| self.split.contains(&split.joint));
            let instead = if replaces { " instead of its own" } else { "" };
            remedy.in_flags(skeleton) + instead
        };
        let names = self.findings.iter().map(|found| label(found.worst.node));
        let remedies = self.findings.iter().flat_map(|found| &found.remedies).map(|(remedy, _)| remedy_text(*remedy));
        let width = names.map(|name| name.chars().count()).chain(remedies.map(|text| text.chars().count() + 2)).max();
        let width = width.unwrap_or(0);
        let mut line = |name: &str, entry: &StressEntry| {
            let padding = " ".repeat(width.saturating_sub(name.chars().count()));
            let (axis, degrees) = (entry.axis_name(), entry.degrees);
            let _ = writeln!(text, "  {name}{padding}  {:>8.3}   {axis} {degrees:>7.1}", entry.over_rest);
        };
        for found in &self.findings {
            line(&label(found.worst.node), &found.worst);
            for (remedy, after) in &found.remedies {
                line(&format!("  {}", remedy_text(*remedy)), after);
            }
        }
        text
    }
}
